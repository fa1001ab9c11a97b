import { forbidden } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isReadOnly } from '../../access/viewer.ts'
import type { Context } from '../context.ts'

/** Throws 403 where the project's issues, comments and snippets are read-only in the release. */
export function mustBeWritable({ release }: Context, project: ProjectRecord): void {
  if (isReadOnly(project) && release.archivedTrackersAreReadOnly) throw forbidden()
}
