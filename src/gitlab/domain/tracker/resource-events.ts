import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ResourceStateEventRecord, StateSource } from '../../../store/models/resource-event.ts'
import type { Context } from '../context.ts'
import { labelOf } from './labels.ts'
import type { Noteable } from './noteable.ts'

/** The fields of an issue or merge request that resource events record. */
interface Planned extends Pick<IssueRecord | MergeRequestRecord, 'milestone_id' | 'state'> {
  readonly labels: readonly string[]
}

const nothing: Omit<Planned, 'state'> = { labels: [], milestone_id: null }

/** Records added and removed labels and milestones in the caller's name; `before` is undefined for a new record. */
export function recordPlanning(
  context: Context,
  target: Noteable,
  after: Planned,
  before: Omit<Planned, 'state'> = nothing,
): void {
  if (target.type === 'Snippet') return
  const { store, viewer, now } = context
  const event = {
    user_id: viewer.signedIn().id,
    resource_type: target.type,
    resource_id: target.id,
    created_at: now,
  }
  const [were, are] = [new Set(before.labels), new Set(after.labels)]
  const record = (title: string, action: 'add' | 'remove') => {
    const label_id = labelOf(store, target.project, title)?.id
    if (label_id !== undefined) store.resourceLabelEvents.insert({ ...event, label_id, action })
  }
  for (const title of are) if (!were.has(title)) record(title, 'add')
  for (const title of were) if (!are.has(title)) record(title, 'remove')
  if (before.milestone_id === after.milestone_id) return
  const state = after.state === 'reopened' ? 'opened' : after.state
  for (const [milestone_id, action] of [
    [before.milestone_id, 'remove'],
    [after.milestone_id, 'add'],
  ] as const) {
    if (milestone_id !== null) {
      store.resourceMilestoneEvents.insert({ ...event, milestone_id, action, state })
    }
  }
}

/** Records a new state of an issue or merge request in the caller's name. */
export function recordState(
  { store, viewer, now }: Context,
  type: 'Issue' | 'MergeRequest',
  { id }: { readonly id: number },
  state: ResourceStateEventRecord['state'],
  { source_commit, source_merge_request_id }: StateSource = {},
): void {
  store.resourceStateEvents.insert({
    user_id: viewer.signedIn().id,
    resource_type: type,
    resource_id: id,
    state,
    source_commit,
    source_merge_request_id,
    created_at: now,
  })
}
