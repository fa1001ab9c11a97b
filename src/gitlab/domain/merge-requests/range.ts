import { compareTrees, type Difference } from '../../../git/diff/difference.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import { ahead, idsAhead, mergeBase } from '../../../git/history/ancestry.ts'
import { log } from '../../../git/history/history.ts'
import { getObject, readCommit } from '../../../git/objects/database.ts'
import type { GitCommit, ObjectId } from '../../../git/objects/objects.ts'
import { branchHead } from '../../../git/repository.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import { pipelinesOfCommit } from '../builds/child-pipelines.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { isOpen } from './states.ts'

export function sourceHead(store: Store, mergeRequest: MergeRequestRecord): ObjectId | undefined {
  return headOfBranch(store, mergeRequest.source_project_id, mergeRequest.source_branch)
}

export function targetHead(store: Store, mergeRequest: MergeRequestRecord): ObjectId | undefined {
  return headOfBranch(store, mergeRequest.target_project_id, mergeRequest.target_branch)
}

function headOfBranch(store: Store, projectId: number, branch: string): ObjectId | undefined {
  const project = store.projects.get(projectId)
  return project && branchHead(repositoryOf(store, project), branch)
}

/**
 * Returns the head of a merge request: the recorded one, or that of the source branch while the merge request follows
 * it.
 */
export function headOf(store: Store, mergeRequest: MergeRequestRecord): ObjectId | undefined {
  return mergeRequest.head_sha ?? sourceHead(store, mergeRequest)
}

/**
 * Returns the base of a merge request: where its branches diverged; undefined where they have no common history or
 * are missing.
 */
export function baseOf(store: Store, mergeRequest: MergeRequestRecord): ObjectId | undefined {
  const { base_sha } = mergeRequest
  if (base_sha !== null) return base_sha
  return isOpen(mergeRequest) ? partingOf(store, mergeRequest) : undefined
}

/** Returns the present merge base of the head and the target branch. */
export function partingOf(store: Store, mergeRequest: MergeRequestRecord): ObjectId | undefined {
  const [target, head] = [targetHead(store, mergeRequest), headOf(store, mergeRequest)]
  if (target === undefined || head === undefined) return undefined
  return mergeBase(store.objects, target, head)?.id
}

/** Returns the head and the base as fields of the record, for when the branches no longer show them. */
export function rangeFields(store: Store, mergeRequest: MergeRequestRecord) {
  return {
    head_sha: headOf(store, mergeRequest) ?? null,
    base_sha: baseOf(store, mergeRequest) ?? null,
  }
}

/** Returns the commits of a merge request, newest first. */
export function commitsOf(store: Store, mergeRequest: MergeRequestRecord): GitCommit[] {
  const { objects } = store
  const head = headOf(store, mergeRequest)
  if (head === undefined || getObject(objects, head)?.type !== 'commit') return []
  const base = baseOf(store, mergeRequest)
  return base === undefined ? [...log(objects, [head])] : ahead(objects, base, head)
}

/** Returns the trees of the base and the head. */
function treesOf(store: Store, mergeRequest: MergeRequestRecord) {
  const [base, head] = [baseOf(store, mergeRequest), headOf(store, mergeRequest)]
  const treeOf = (id: ObjectId | undefined) => id && readCommit(store.objects, id).tree
  return { before: treeOf(base), after: treeOf(head) }
}

/** Returns the diff of a merge request by file; none for an empty one. */
export function differencesOf(
  store: Store,
  mergeRequest: MergeRequestRecord,
  budget = createWorkBudget(),
): Difference[] {
  const { before, after } = treesOf(store, mergeRequest)
  return after === undefined ? [] : compareTrees(store.objects, before, after, { budget })
}

/** Returns the number of commits of the target branch that the source branch lacks. */
export function divergedCommits(store: Store, mergeRequest: MergeRequestRecord): number {
  const [target, head] = [targetHead(store, mergeRequest), headOf(store, mergeRequest)]
  if (target === undefined || head === undefined) return 0
  return idsAhead(store.objects, head, [target]).size
}

/**
 * Returns the latest pipeline of the head: a merge request pipeline before a branch pipeline; undefined where there
 * is none.
 */
export function headPipeline(
  store: Store,
  mergeRequest: MergeRequestRecord,
): PipelineRecord | undefined {
  const head = headOf(store, mergeRequest)
  if (head === undefined) return undefined
  const all = pipelinesAt(store, mergeRequest, head)
  return all.findLast(({ merge_request_id }) => merge_request_id !== null) ?? all.at(-1)
}

/** Returns the pipelines of a merge request's commits, its own and those of the source branch, newest first. */
export function pipelinesOf(store: Store, mergeRequest: MergeRequestRecord): PipelineRecord[] {
  return commitsOf(store, mergeRequest)
    .flatMap(({ id }) => pipelinesAt(store, mergeRequest, id))
    .sort((a, b) => b.id - a.id)
}

function pipelinesAt(
  store: Store,
  { id, source_project_id, source_branch }: MergeRequestRecord,
  sha: ObjectId,
): PipelineRecord[] {
  return pipelinesOfCommit(store, { id: source_project_id }, sha).filter(
    ({ ref, merge_request_id }) =>
      merge_request_id === null ? ref === source_branch : merge_request_id === id,
  )
}

/** Whether a pipeline permits a merge: it succeeded or was skipped. */
export function hasSucceeded({ status }: PipelineRecord): boolean {
  return status === 'success' || status === 'skipped'
}
