import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { EventRecord } from '../../../store/models/event.ts'
import { byCreation } from '../../../store/record-orders.ts'
import { isMemberProject } from '../../access/member-projects.ts'
import type { Context } from '../../domain/context.ts'
import { seenEvents } from '../../domain/events.ts'
import { eventResource } from '../../resources/v4/event.ts'
import { listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/events.yaml. */
export const events = {
  listOwnEvents(context, { scope, ...filters }) {
    const { store, viewer } = context
    const user = viewer.signedIn()
    if (scope !== 'all') return listEvents(context, eventsOf(context, user.id), filters)
    const isOfMember = isMemberProject(context, user)
    const found = store.projects
      .all()
      .filter(isOfMember)
      .flatMap(({ id }) => store.events.by('project_id', id))
    return listEvents(context, found.sort(byCreation), filters)
  },

  /** Lists the events of a user, except those of projects that the caller cannot see. */
  listUserEvents: (context, filters) =>
    listEvents(context, eventsOf(context, context.user.id), filters),

  listProjectEvents(context, filters) {
    const { store, project } = context
    return listEvents(context, store.events.by('project_id', project.id, 'created_at'), filters)
  },
} satisfies OperationsOf<'v4', 'Events'>

type Filters = Omit<OperationTypes['listProjectEvents']['parameters'], 'id'>

function eventsOf({ store }: Context, userId: number): readonly EventRecord[] {
  return store.events.by('author_id', userId, 'created_at')
}

/** Lists events between two days, both exclusive. */
function listEvents(
  context: Context,
  candidates: readonly EventRecord[],
  { action, target_type, before, after, sort }: Filters,
) {
  const found = seenEvents(context, candidates).filter((event) => {
    const day = event.created_at.slice(0, 'YYYY-MM-DD'.length)
    return (
      (action === undefined || actions[action].includes(event.action_name)) &&
      (target_type === undefined || isAbout(event, target_type)) &&
      (before === undefined || day < before) &&
      (after === undefined || day > after)
    )
  })
  const query = { lists: [found], order: byCreation, sort } as const
  return listSelected(query, (event) => eventResource(event, context))
}

/** The actions of `EventFilter`, and those of the records. */
const actions: Readonly<
  Record<NonNullable<Filters['action']>, readonly EventRecord['action_name'][]>
> = {
  created: ['created', 'opened'],
  updated: ['updated'],
  closed: ['closed'],
  reopened: ['reopened'],
  pushed: ['pushed new', 'pushed to', 'deleted'],
  commented: ['commented on'],
  merged: ['accepted'],
  joined: ['joined'],
  left: ['left'],
  destroyed: ['destroyed'],
  expired: ['expired'],
  approved: ['approved'],
}

const types: Readonly<
  Record<NonNullable<Filters['target_type']>, EventRecord['target_type'] | undefined>
> = {
  issue: 'Issue',
  milestone: 'Milestone',
  merge_request: 'MergeRequest',
  note: 'Note',
  snippet: 'Snippet',
  project: undefined,
  user: undefined,
  wiki: 'WikiPage::Meta',
  design: undefined,
}

/** Whether an event has a target of a type. The creation of a project is the event without a target. */
function isAbout(event: EventRecord, type: NonNullable<Filters['target_type']>): boolean {
  if (type === 'project') return event.action_name === 'created' && event.target_type === null
  return types[type] !== undefined && event.target_type === types[type]
}
