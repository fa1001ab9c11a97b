import { refused } from '../../../contract/errors.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import { omitUndefined } from '../changes.ts'
import { type Context, fireHooks, type SystemContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import type { Holder } from '../place.ts'
import { next, type StateTable } from '../state-table.ts'
import { aboutMilestone } from '../tracker/events.ts'

/**
 * The state table of milestones (`state_event` of updateMilestoneOfProject). An event that the state does not allow
 * changes nothing.
 */
export const milestoneStates = {
  close: { from: ['active'], to: 'closed' },
  activate: { from: ['closed'], to: 'active' },
} as const satisfies StateTable<MilestoneRecord['state']>

/** The attributes of a milestone in a request. Days are YEAR-MONTH-DAY. */
export interface MilestoneRequest {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly due_date?: string | null | undefined
  readonly start_date?: string | null | undefined
  readonly state_event?: keyof typeof milestoneStates | undefined
}

/** The attributes of a new milestone; the id and the iid default to the next ones. */
export interface NewMilestone extends MilestoneRequest {
  readonly id?: number | undefined
  readonly iid?: number | undefined
  readonly title: string
  readonly state?: MilestoneRecord['state'] | undefined
  readonly created_at?: string | undefined
  readonly updated_at?: string | undefined
}

/** Returns the attributes of a new milestone. Throws 400 for invalid ones. */
export function checkNewMilestone(
  context: Context,
  holder: Holder,
  { title, ...request }: MilestoneRequest & { readonly title: string },
): NewMilestone {
  const milestone = { ...request, title: title.trim() }
  refuse('create', errorsOf(context, holder, milestone, undefined))
  return milestone
}

/** Creates a milestone as the caller, with an event. */
export function createMilestone(
  context: Context,
  holder: Holder,
  milestone: NewMilestone,
): MilestoneRecord {
  const created = addMilestone(context, holder, milestone)
  recordMilestone(context, created, 'opened')
  fireHooks(context, { kind: 'milestone', action: 'create', milestone: created })
  return created
}

/** Adds a milestone, with the next iid of its project or its group. */
export function addMilestone(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  holder: Holder,
  milestone: NewMilestone,
): MilestoneRecord {
  const created_at = milestone.created_at ?? now
  return store.milestones.insert({
    id: milestone.id,
    iid: milestone.iid ?? nextIid({ store }, holder),
    project_id: holder.kind === 'project' ? holder.project.id : null,
    group_id: holder.kind === 'group' ? holder.group.id : null,
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    due_date: milestone.due_date,
    start_date: milestone.start_date,
    created_at,
    updated_at: milestone.updated_at ?? created_at,
  })
}

/** Returns an iid above all present and deleted ones. */
function nextIid({ store }: Pick<SystemContext, 'store'>, holder: Holder): number {
  const { id, gone_milestone_iid } = holder.kind === 'project' ? holder.project : holder.group
  const present = store.milestones.by(`${holder.kind}_id`, id)
  return Math.max(gone_milestone_iid, ...present.map(({ iid }) => iid)) + 1
}

/** Returns the changes of a milestone. Throws 400 for invalid ones. */
export function checkMilestoneChanges(
  context: Context,
  holder: Holder,
  milestone: MilestoneRecord,
  request: MilestoneRequest,
): MilestoneRequest {
  const changes = omitUndefined({ ...request, title: request.title?.trim() })
  refuse('update', errorsOf(context, holder, { ...milestone, ...changes }, milestone))
  return changes
}

/** Updates a milestone as the caller, with events. */
export function changeMilestone(
  context: Context,
  milestone: MilestoneRecord,
  { state_event, ...changes }: MilestoneRequest,
): MilestoneRecord {
  const { store, now } = context
  const state = state_event && next(milestoneStates, milestone.state, state_event)
  const given = omitUndefined({ ...changes, state })
  const changed = store.milestones.replace(milestone, { ...given, updated_at: now })
  if (!state) return changed
  recordMilestone(context, changed, state === 'closed' ? 'closed' : 'reopened')
  const action = state === 'closed' ? 'close' : 'reopen'
  fireHooks(context, { kind: 'milestone', action, milestone: changed })
  return changed
}

/** Records an event of a milestone, which only milestones of projects have. */
function recordMilestone(
  context: Context,
  milestone: MilestoneRecord,
  action: 'opened' | 'closed' | 'reopened',
): void {
  const project = context.store.projects.get(milestone.project_id ?? 0)
  if (project) recordEvent(context, action, project, aboutMilestone(milestone))
}

/** Deletes a milestone as the caller. Issues, merge requests, releases and events no longer refer to it. */
export function deleteMilestone(context: Context, milestone: MilestoneRecord): void {
  const { store } = context
  const { id, iid, project_id, group_id } = milestone
  const project = store.projects.get(project_id ?? 0)
  if (project) {
    store.projects.replace(project, {
      gone_milestone_iid: Math.max(iid, project.gone_milestone_iid),
    })
    recordEvent(context, 'destroyed', project, { ...aboutMilestone(milestone), target_id: null })
  }
  const group = store.namespaces.get(group_id ?? 0)
  if (group) {
    const gone_milestone_iid = Math.max(iid, group.gone_milestone_iid)
    store.namespaces.replace(group, { gone_milestone_iid })
  }
  removeMilestones(context, [id])
  fireHooks(context, { kind: 'milestone', action: 'delete', milestone })
}

/** Removes milestones and all references to them. */
export function removeMilestones(
  { store }: Pick<SystemContext, 'store'>,
  ids: readonly number[],
): void {
  for (const id of ids) {
    replaceMilestone({ store }, id, null)
    const events = store.events.by('target', `Milestone:${id}`)
    store.events.replaceAll(events, { target_id: null })
    for (const release of releasesWith({ store }, id)) {
      const milestone_ids = release.milestone_ids.filter((one) => one !== id)
      store.releases.replace(release, { milestone_ids })
    }
  }
  store.milestones.removeAll(ids.flatMap((id) => store.milestones.get(id) ?? []))
}

/** Replaces a milestone by another one, or by none, in all records that refer to it. */
export function replaceMilestone(
  { store }: Pick<SystemContext, 'store'>,
  id: number,
  milestone_id: number | null,
): void {
  store.issues.replaceAll(store.issues.by('milestone_id', id), { milestone_id })
  store.mergeRequests.replaceAll(store.mergeRequests.by('milestone_id', id), { milestone_id })
  const events = store.resourceMilestoneEvents.by('milestone_id', id)
  store.resourceMilestoneEvents.replaceAll(events, { milestone_id })
}

function releasesWith({ store }: Pick<SystemContext, 'store'>, id: number) {
  return store.releases.all().filter(({ milestone_ids }) => milestone_ids.includes(id))
}

const MAX_TITLE_LENGTH = 255

type Errors = Readonly<Record<string, readonly string[]>>

function errorsOf(
  { store }: Context,
  holder: Holder,
  { title = '', due_date, start_date }: MilestoneRequest,
  present: MilestoneRecord | undefined,
): Errors {
  const isNamesake = (one: MilestoneRecord) => one.title === title && one.id !== present?.id
  const named = (type: 'project' | 'group', id: number) =>
    store.milestones.by(`${type}_id`, id).some(isNamesake)
  const isOwn = holder.kind === 'project' && named('project', holder.project.id)
  const isElsewhere =
    holder.kind === 'project'
      ? groupsAbove(store, holder.project).some(({ id }) => named('group', id))
      : named('group', holder.group.id) ||
        store.projects.by('namespace_id', holder.group.id).some(({ id }) => named('project', id))
  const isTooLong = [...title].length > MAX_TITLE_LENGTH
  const titleErrors = [
    ...(title === '' ? ["can't be blank"] : []),
    ...(isTooLong ? [`is too long (maximum is ${MAX_TITLE_LENGTH} characters)`] : []),
    ...(isOwn ? ['has already been taken'] : []),
    ...(isElsewhere ? ['already being used for another group or project milestone.'] : []),
  ]
  const isBackwards = due_date && start_date && due_date < start_date
  return {
    ...(titleErrors.length > 0 ? { title: titleErrors } : {}),
    ...(isBackwards ? { due_date: ['must be greater than start date'] } : {}),
  }
}

/** Throws 400 with the errors in the form of a Ruby hash. */
function refuse(what: 'create' | 'update', errors: Errors): void {
  const entries = Object.entries(errors).map(([name, texts]) => {
    const quoted = texts.map((text) => JSON.stringify(text)).join(', ')
    return `:${name}=>[${quoted}]`
  })
  if (entries.length > 0) throw refused(`Failed to ${what} milestone {${entries.join(', ')}}`)
}
