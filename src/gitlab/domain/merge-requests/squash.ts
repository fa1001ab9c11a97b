import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'

/**
 * Whether the commits are squashed: by the project's setting where it is `always` or `never`, else by the merge
 * request's.
 */
export function isSquashed(
  { settings: { squash_option } }: ProjectRecord,
  { squash }: Pick<MergeRequestRecord, 'squash'>,
): boolean {
  return squash_option === 'always' || (squash_option !== 'never' && squash)
}
