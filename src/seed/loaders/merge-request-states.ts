import { ApiError } from '../../contract/errors.ts'
import { mergeBase } from '../../git/history/ancestry.ts'
import type { GitCommit } from '../../git/objects/objects.ts'
import { applyConsequences } from '../../gitlab/domain/context.ts'
import { merge } from '../../gitlab/domain/merge-requests/merge.ts'
import {
  markAsMerged,
  rememberCommits,
} from '../../gitlab/domain/merge-requests/merge-completion.ts'
import { rangeFields, targetHead } from '../../gitlab/domain/merge-requests/range.ts'
import { scheduleMerge } from '../../gitlab/domain/merge-requests/schedule.ts'
import {
  changeMergeRequestState,
  resetToOpened,
} from '../../gitlab/domain/merge-requests/state-change.ts'
import { isOpen } from '../../gitlab/domain/merge-requests/states.ts'
import { touch } from '../../gitlab/domain/tracker/noteable.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SeedMergeRequest } from '../schema/trackers.ts'
import type { Parent } from './conversation.ts'
import { each, isoTime } from './loading.ts'
import { mergeWith } from './merged-by.ts'
import { end, timestampOf } from './timeline.ts'

/** A merge request that is being loaded. */
export interface MergeRequestParent extends Parent {
  readonly seed: SeedMergeRequest
  readonly author: UserRecord
  readonly source: ProjectRecord
  mergeRequest(): MergeRequestRecord | undefined
}

/** Schedules the automatic merge, at the time of creation, for the user who requested it. */
export function schedule(
  { loading, since, mergeRequest }: MergeRequestParent,
  user: UserRecord,
): void {
  const present = mergeRequest()
  if (present) scheduleMerge(loading.as(user, since), present, {})
}

/** Loads the history of a merge request. The state that the seed gives prevails at the end. */
export function loadMergeRequestState(parent: MergeRequestParent): void {
  const { loading, seed, path, timestamp, since, mergeRequest } = parent
  each(seed.history, `${path}.history`, ({ by, at, event }, where) => {
    const user = loading.user(by, `${where}.by`)
    const time = isoTime(at) ?? since
    loading.timeline.add(timestampOf(time, timestamp, timestamp), () => {
      const present = mergeRequest()
      if (present && user) changeMergeRequestState(loading.as(user, time), present, event)
    })
  })
  if (seed.state === 'merged') loadMerge(parent)
  else if (seed.state === 'closed' || seed.state === 'reopened') loadClosing(parent)
  loading.atLast(() => settle(parent))
}

function settle({ loading, seed, mergeRequest, target }: MergeRequestParent): void {
  const present = mergeRequest()
  const updated_at = isoTime(seed.updated_at)
  if (present && seed.state === 'opened' && present.state !== 'opened') {
    resetToOpened(loading.alone(present.updated_at), present)
  }
  const noteable = target()
  if (noteable && updated_at) touch(loading.alone(updated_at), noteable)
}

/** Returns the time of closing or merging, where the seed gives it. */
function endOf({ merged_at, closed_at, updated_at }: MergeRequestParent['seed']) {
  return isoTime(merged_at) ?? isoTime(closed_at) ?? isoTime(updated_at)
}

function loadClosing(parent: MergeRequestParent): void {
  const { loading, seed, path, author, timestamp, mergeRequest } = parent
  const closer = seed.closed_by ? loading.user(seed.closed_by, `${path}.closed_by`) : author
  const scheduler = seed.scheduled_by && loading.user(seed.scheduled_by, `${path}.scheduled_by`)
  const at = endOf(seed)
  loading.timeline.add(timestampOf(at, end, timestamp), () => {
    const present = mergeRequest()
    if (!present || !closer) return
    const context = loading.as(closer, at ?? present.updated_at)
    const closed = changeMergeRequestState(context, withHead(parent, present), 'close')
    if (seed.state !== 'reopened') return
    changeMergeRequestState(context, closed, 'reopen')
    if (scheduler) schedule(parent, scheduler)
  })
}

/** Sets the head that the seed names for a merge request whose branch was removed. */
function withHead(parent: MergeRequestParent, present: MergeRequestRecord): MergeRequestRecord {
  const { loading, seed, source, path, since } = parent
  const { store } = loading
  const head = seed.head && loading.commit(source, seed.head, `${path}.head`)
  const target = targetHead(store, present)
  if (!head || target === undefined) return present
  const base_sha = mergeBase(store.objects, target, head.id)?.id ?? null
  return rememberCommits(loading.alone(since), present, { head_sha: head.id, base_sha })
}

function loadMerge(parent: MergeRequestParent): void {
  const { loading, project, seed, path, author, timestamp, mergeRequest } = parent
  const merger = seed.merged_by ? loading.user(seed.merged_by, `${path}.merged_by`) : author
  const at = endOf(seed)
  if (!merger) return
  if (seed.merge_commit !== undefined) {
    mergeWith(loading.merges, project, seed.merge_commit, (commit) => {
      return mergeBy(parent, commit, merger, at) ?? (() => {})
    })
  }
  loading.timeline.add(timestampOf(at, end, timestamp), () => {
    const present = mergeRequest()
    if (!present || present.merge_commit_sha !== null) return
    if (seed.merge_commit === undefined) return mergeNow(parent, present, merger, at)
    const commit = loading.commit(project, seed.merge_commit, `${path}.merge_commit`)
    if (commit) mergeBy(parent, commit, merger, at)?.()
  })
}

/** Merges by a commit that the seed describes. Returns the step that follows, undefined where there is none. */
function mergeBy(
  { loading, path, mergeRequest }: MergeRequestParent,
  commit: GitCommit,
  merger: UserRecord,
  at: string | undefined,
): (() => void) | undefined {
  const { store, problems } = loading
  const present = mergeRequest()
  const [before, head] = commit.parents
  if (before === undefined || head === undefined) {
    problems.push({ path: `${path}.merge_commit`, reason: 'is no merge' })
    return undefined
  }
  if (!present) return undefined
  const fields = {
    merge_commit_sha: commit.id,
    head_sha: head,
    base_sha: mergeBase(store.objects, before, head)?.id ?? null,
  }
  const context = loading.as(merger, at ?? present.updated_at)
  if (!isOpen(present)) {
    const { now: merged_at } = context
    rememberCommits(context, present, { ...fields, merge_user_id: merger.id, merged_at })
    return undefined
  }
  const merged = markAsMerged(context, present, fields)
  return () => applyConsequences(context.consequences.merged, context, merged)
}

/** Merges the branches in their state at that time. */
function mergeNow(
  { loading, path }: MergeRequestParent,
  present: MergeRequestRecord,
  merger: UserRecord,
  at: string | undefined,
): void {
  const { head_sha } = rangeFields(loading.store, present)
  if (head_sha === null) return
  try {
    merge(loading.as(merger, at ?? present.updated_at), present, {})
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const hasConflicts = error.message.includes('cannot be merged')
    const reason = hasConflicts ? 'has conflicts' : 'has nothing to merge'
    loading.problems.push({ path: `${path}.source_branch`, reason })
  }
}
