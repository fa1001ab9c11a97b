import { mergeMessage } from '../domain/merge-requests/merge-message.ts'
import { sourceHead, targetHead } from '../domain/merge-requests/range.ts'
import { mergeBase } from '../git/ancestry.ts'
import { mergeCommits } from '../git/merge.ts'
import type { GitCommit } from '../git/objects.ts'
import { branchReference } from '../git/repository.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import { plantEvent, plantPush } from './activity.ts'
import type { Planting } from './planting.ts'
import { seconds } from './repository-commits.ts'
import type { SeedMergeRequest } from './tracker-schema.ts'

/** A merge request whose record is there, and whose state is not seen to yet. */
export interface Grafting {
  readonly planting: Planting
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
export function plantMerge(grafting: Grafting, mergeRequest: MergeRequestRecord): void {
  const { planting, project, seed, path, at } = grafting
  const { store, problems } = planting
  const merger = planting.user(seed.merged_by ?? seed.author, `${path}.merged_by`)
  const commit = seed.merge_commit
    ? planting.commit(project, seed.merge_commit, `${path}.merge_commit`)
    : merger && mergeNow(grafting, mergeRequest, merger)
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
  plantEvent(planting, project, 'accepted', { ...aboutOf(mergeRequest), author_id: merger.id, at })
}

function mergeNow(
  { planting, project, path, at }: Grafting,
  mergeRequest: MergeRequestRecord,
  { name, email }: UserRecord,
): GitCommit | undefined {
  const { store, problems } = planting
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) {
    const missing = source === undefined ? 'source_branch' : 'target_branch'
    const reason = `there is no branch "${mergeRequest[missing]}"`
    problems.push({ path: `${path}.${missing}`, reason })
    return undefined
  }
  const signature = { name, email, time: seconds(at), offset: 0 }
  const outcome = mergeCommits(store.objects, target, source, {
    message: mergeMessage(mergeRequest, []),
    author: signature,
    committer: signature,
  })
  if (outcome.kind === 'merged') {
    const ref = branchReference(mergeRequest.target_branch)
    plantPush(planting, project, ref, outcome.commit.id, signature)
    return outcome.commit
  }
  const reason = outcome.kind === 'conflicts' ? 'has conflicts' : 'has nothing to merge'
  problems.push({ path: `${path}.source_branch`, reason })
  return undefined
}
