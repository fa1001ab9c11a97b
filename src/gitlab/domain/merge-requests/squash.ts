import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'

/** Whether the commits are merged as one: as the project always or never has it, else as it is asked for. */
export function isSquashed(
  { settings: { squash_option } }: ProjectRecord,
  { squash }: Pick<MergeRequestRecord, 'squash'>,
): boolean {
  return squash_option === 'always' || (squash_option !== 'never' && squash)
}
