import { isAncestor } from '../../../git/history/ancestry.ts'
import { hasConflicts } from '../../../git/merge/merge.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { canMerge } from '../../access/protection.ts'
import type { Context, SystemContext } from '../context.ts'
import type { MergeCheck } from '../release.ts'
import { hasSucceeded, headPipeline, sourceHead, targetHead } from './range.ts'
import { isOpen } from './states.ts'
import { isWorkInProgress } from './work-in-progress.ts'

/** A reason that prevents a merge, independent of the caller. */
export type MergeBlocker =
  | 'not open'
  | 'too early'
  | 'work in progress'
  | 'a branch is missing'
  | 'no commits'
  | 'unresolved discussions'
  | 'conflicts'
  | 'rebase needed'
  | 'build running'
  | 'no successful build'

/** The input of a merge check. `isBuildAwaited` allows a running build. */
interface Question {
  readonly context: Pick<SystemContext, 'store' | 'release' | 'now'>
  readonly project: ProjectRecord
  readonly mergeRequest: MergeRequestRecord
  readonly isBuildAwaited: boolean
}

/** The checks, each of which returns what prevents a merge, or undefined. A release uses some of them, in its order. */
const checks: Readonly<Record<MergeCheck, (question: Question) => MergeBlocker | undefined>> = {
  state: ({ mergeRequest }) => (isOpen(mergeRequest) ? undefined : 'not open'),
  time: ({ mergeRequest: { merge_after }, context: { now } }) =>
    merge_after !== null && merge_after > now ? 'too early' : undefined,
  draft: ({ context: { release }, mergeRequest }) =>
    isWorkInProgress(release, mergeRequest.title) ? 'work in progress' : undefined,
  commits: ({ context: { store }, mergeRequest }) => commitBlockerOf(store, mergeRequest),
  conflicts: ({ context: { store }, mergeRequest }) => conflictOf(store, mergeRequest),
  rebase: ({ context: { store }, project, mergeRequest }) =>
    project.settings.merge_method !== 'merge' && isBehind(store, mergeRequest)
      ? 'rebase needed'
      : undefined,
  build: ({ context: { store }, project, mergeRequest, isBuildAwaited }) =>
    project.only_allow_merge_if_build_succeeds &&
    !isBuildAwaited &&
    isBuildMissing(store, mergeRequest)
      ? 'no successful build'
      : undefined,
  pipeline: ({ context: { store }, project, mergeRequest }) =>
    pipelineBlockerOf(store, project, mergeRequest),
  discussions: ({ context: { store }, project, mergeRequest }) =>
    isBlockedByDiscussions(store, project, mergeRequest) ? 'unresolved discussions' : undefined,
}

interface Checked {
  readonly isBuildAwaited?: boolean
  /** The checks to make; defaults to those of the release. */
  readonly checks?: readonly MergeCheck[]
}

/** Returns the first reason that prevents a merge. */
export function mergeBlockerOf(
  context: Pick<SystemContext, 'store' | 'release' | 'now'>,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
  { isBuildAwaited = false, checks: made = context.release.mergeChecks }: Checked = {},
): MergeBlocker | undefined {
  for (const check of made) {
    const blocker = checks[check]({ context, project, mergeRequest, isBuildAwaited })
    if (blocker) return blocker
  }
  return undefined
}

/** The names of the reasons in v4 (`detailed_merge_status`). */
const statusNames = {
  'not open': 'not_open',
  'too early': 'merge_time',
  'work in progress': 'draft_status',
  'a branch is missing': 'commits_status',
  'no commits': 'commits_status',
  'unresolved discussions': 'discussions_not_resolved',
  conflicts: 'conflict',
  'rebase needed': 'need_rebase',
  'build running': 'ci_still_running',
  'no successful build': 'ci_must_pass',
  nothing: 'mergeable',
} as const satisfies Record<MergeBlocker | 'nothing', string>

export function detailedMergeStatus(...of: Parameters<typeof mergeBlockerOf>) {
  return statusNames[mergeBlockerOf(...of) ?? 'nothing']
}

function commitBlockerOf(store: Store, mergeRequest: MergeRequestRecord) {
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) return 'a branch is missing'
  return isAncestor(store.objects, source, target) ? 'no commits' : undefined
}

function conflictOf(store: Store, mergeRequest: MergeRequestRecord) {
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) return undefined
  return hasConflicts(store.objects, target, source) ? 'conflicts' : undefined
}

/** Whether the target branch has commits that the source branch lacks. */
function isBehind(store: Store, mergeRequest: MergeRequestRecord): boolean {
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  return target !== undefined && source !== undefined && !isAncestor(store.objects, target, source)
}

/** Returns the reason in the branches that prevents a merge; other checks are not made. */
function branchBlockerOf(store: Store, mergeRequest: MergeRequestRecord) {
  return commitBlockerOf(store, mergeRequest) ?? conflictOf(store, mergeRequest)
}

/**
 * Returns the `merge_status`, which depends on the branches while the merge request is open. A merged one is
 * `can_be_merged`, a closed one is not checked.
 * GitLab's other values of merge_status are listed in schemas/v3/resources/merge-request.
 */
export function mergeStatus(store: Store, mergeRequest: MergeRequestRecord) {
  return mergeRequest.state === 'closed' ? 'unchecked' : checkedMergeStatus(store, mergeRequest)
}

/** Does the same, but checks closed merge requests too, as later releases do. */
export function checkedMergeStatus(store: Store, mergeRequest: MergeRequestRecord) {
  if (mergeRequest.state === 'merged') return 'can_be_merged'
  return branchBlockerOf(store, mergeRequest) ? 'cannot_be_merged' : 'can_be_merged'
}

/** Whether the caller may merge into the target branch: by the right to push, or by the branch's protection. */
export function mayMerge(
  context: Context,
  project: ProjectRecord,
  { target_branch }: MergeRequestRecord,
): boolean {
  return canMerge(context, project, target_branch)
}

/**
 * Returns the reason in the pipeline of the head. It matters where the project requires a successful one, or
 * auto-merge waits for it. A skipped one is enough where the project allows that.
 */
function pipelineBlockerOf(
  store: Store,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
): MergeBlocker | undefined {
  const pipeline = headPipeline(store, mergeRequest)
  const isAwaited = mergeRequest.merge_when_build_succeeds && pipeline !== undefined
  if (!project.only_allow_merge_if_build_succeeds && !isAwaited) return undefined
  if (pipeline?.status === 'success') return undefined
  const maySkip = project.settings.allow_merge_on_skipped_pipeline === true
  if (pipeline?.status === 'skipped' && maySkip) return undefined
  return pipeline && isRunning(pipeline) ? 'build running' : 'no successful build'
}

/** Whether a pipeline is unfinished. */
export function isRunning({ status }: PipelineRecord): boolean {
  return status === 'created' || status === 'pending' || status === 'running'
}

/** Whether an unresolved discussion prevents a merge. */
export function isBlockedByDiscussions(
  store: Store,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
): boolean {
  const mustResolve = project.only_allow_merge_if_all_discussions_are_resolved
  return mustResolve && hasOpenDiscussions(store, mergeRequest)
}

/** Whether the head has a pipeline that did not succeed. Without a pipeline there is nothing to wait for. */
export function isBuildMissing(store: Store, mergeRequest: MergeRequestRecord): boolean {
  const pipeline = headPipeline(store, mergeRequest)
  return pipeline !== undefined && !hasSucceeded(pipeline)
}

/** Whether a merge request has unresolved discussions. */
export function hasOpenDiscussions(store: Store, { id }: MergeRequestRecord): boolean {
  return store.notes
    .by('noteable', targetKey('MergeRequest', id))
    .some(({ resolvable, resolved }) => resolvable && !resolved)
}
