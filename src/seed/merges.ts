import { defaultMergeMessage } from '../domain/merge-requests/merge-message.ts'
import { sourceHead, targetHead } from '../domain/merge-requests/range.ts'
import { mergeBase } from '../git/ancestry.ts'
import { mergeCommits } from '../git/merge.ts'
import type { GitCommit } from '../git/objects.ts'
import { branchReference } from '../git/repository.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import { loadEvent, loadPush } from './activity.ts'
import type { Loading } from './loading.ts'
import { seconds } from './repository-commits.ts'
import type { SeedMergeRequest } from './tracker-schema.ts'

/** A merge request whose record is there, and whose state is not seen to yet. */
export interface EndedMergeRequest {
  readonly loading: Loading
  readonly project: ProjectRecord
  readonly seed: SeedMergeRequest
  readonly path: string
  /** When it was merged or closed. */
  readonly at: string
}

export function aboutOf({ id, title }: MergeRequestRecord) {
  return { target_type: 'MergeRequest', target_id: id, target_title: title } as const
}

/** Sees to it that a merged one is merged: by a commit of the repository, or by one made now. */
export function loadMerge(ended: EndedMergeRequest, mergeRequest: MergeRequestRecord): void {
  const { loading, project, seed, path, at } = ended
  const { store, problems } = loading
  const merger = loading.author(seed.merged_by ?? seed.author, project, `${path}.merged_by`)
  const commit = seed.merge_commit
    ? loading.commit(project, seed.merge_commit, `${path}.merge_commit`)
    : merger && mergeNow(ended, mergeRequest, merger)
  if (!merger || !commit) return
  const [before, head] = commit.parents
  if (before === undefined || head === undefined) {
    problems.push({ path: `${path}.merge_commit`, reason: 'is no merge' })
    return
  }
  store.mergeRequests.replace(mergeRequest, {
    merge_commit_sha: commit.id,
    merge_user_id: merger.id,
    head_sha: head,
    base_sha: mergeBase(store.objects, before, head)?.id ?? null,
  })
  loadEvent(loading, project, 'accepted', { ...aboutOf(mergeRequest), author_id: merger.id, at })
}

function mergeNow(
  { loading, project, path, at }: EndedMergeRequest,
  mergeRequest: MergeRequestRecord,
  { name, email }: UserRecord,
): GitCommit | undefined {
  const { store, problems } = loading
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) {
    const missing = source === undefined ? 'source_branch' : 'target_branch'
    const reason = `there is no branch "${mergeRequest[missing]}"`
    problems.push({ path: `${path}.${missing}`, reason })
    return undefined
  }
  const signature = { name, email, time: seconds(at), offset: 0 }
  const outcome = mergeCommits(store.objects, target, source, {
    message: defaultMergeMessage(mergeRequest),
    author: signature,
    committer: signature,
  })
  if (outcome.kind === 'merged') {
    const ref = branchReference(mergeRequest.target_branch)
    loadPush(loading, project, ref, outcome.commit.id, signature)
    return outcome.commit
  }
  const reason = outcome.kind === 'conflicts' ? 'has conflicts' : 'has nothing to merge'
  problems.push({ path: `${path}.source_branch`, reason })
  return undefined
}
