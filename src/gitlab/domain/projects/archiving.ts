import { forbidden } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isReadOnly } from '../../access/viewer.ts'
import type { Context } from '../context.ts'

/** Refuses with 403 to write the tracker of a project that is read-only, where the release has that so too. */
export function mustBeWritable({ release }: Context, project: ProjectRecord): void {
  if (isReadOnly(project) && release.archivedTrackersAreReadOnly) throw forbidden()
}
