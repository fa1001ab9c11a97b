import { forbidden } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../context.ts'

/** Refuses with 403 to write the tracker of an archived project, where the release has it read-only. */
export function mustBeWritable({ release }: Context, { is_archived }: ProjectRecord): void {
  if (is_archived && release.archivedTrackersAreReadOnly) throw forbidden()
}
