import type { GitCommit } from '../../../git/objects/objects.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../context.ts'
import { type MergeRequestList, mergeRequestsOf } from './list.ts'
import { commitsOf } from './range.ts'

/**
 * Returns the merge requests of a project that contain a commit or were merged by it, of those that the caller may
 * see.
 */
export function mergeRequestsOfCommit(
  context: Context,
  project: ProjectRecord,
  { id }: GitCommit,
  state: MergeRequestList['state'],
): MergeRequestRecord[] {
  const { store } = context
  const place = { kind: 'project', project } as const
  const all = mergeRequestsOf(context, place, { state, order_by: 'created_at', sort: 'desc' })
  return all
    .page(0, all.total)
    .filter(
      (one) =>
        one.merge_commit_sha === id ||
        one.squash_commit_sha === id ||
        commitsOf(store, one).some((commit) => commit.id === id),
    )
}
