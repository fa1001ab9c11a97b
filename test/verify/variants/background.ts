import type { Forge } from '../../../src/forge/forge.ts'
import type { EventRecord } from '../../../src/store/models/event.ts'
import { editList } from '../mutants/faults/lists.ts'
import { isObject, type Json } from '../mutants/json.ts'
import type { Fault } from '../mutants/mutant.ts'
import { lateMembers } from './late-members.ts'
import { lateProtection } from './late-protection.ts'
import type { Variant } from './variant.ts'

/** What another server does after it has answered, and ours before. */
export const background: readonly Variant[] = [
  { name: 'records events a moment later', alter: lateEvents(400) },
  { name: 'records events long after', alter: lateEvents(1500) },
  {
    name: 'records pushes but the first of a project a moment later',
    alter: lateEvents(700, isFurtherPush),
  },
  { name: 'protects a new default branch a moment later', alter: lateProtection(300) },
  { name: 'checks a merge request when it is listed', alter: lateMergeStatus() },
  { name: 'gives and takes access a moment later', alter: lateMembers(300) },
]

/** What happened less than so many milliseconds ago is not among the events yet. */
function lateEvents(
  milliseconds: number,
  isMeant: (event: EventRecord, forge: Forge) => boolean = () => true,
): Fault {
  return editList(['listProjectEvents', 'listUserEvents'], (items, _call, { forge }) => {
    const due = Date.now() - milliseconds
    const late = forge.db.events
      .all()
      .filter((event) => Date.parse(event.created_at) > due && isMeant(event, forge))
    const keys = new Set(late.map(keyOf))
    return items.filter((item) => !isObject(item) || !keys.has(keyOf(item)))
  })
}

function isFurtherPush({ id, data, project_id }: EventRecord, { db }: Forge): boolean {
  const pushes = db.events.by('project_id', project_id).filter((one) => one.data !== null)
  return data !== null && pushes[0]?.id !== id
}

/** Whether a merge request can be merged is worked out once it was listed, and shown after that. */
function lateMergeStatus(): Fault {
  return (context) => {
    const listed = new Set<Json | undefined>()
    return editList('listMergeRequests', (items) =>
      items.map((item) => {
        if (!isObject(item) || listed.has(item.id)) return item
        listed.add(item.id)
        return { ...item, merge_status: 'unchecked' }
      }),
    )(context)
  }
}

const keyOf = (event: { target_id?: unknown; created_at?: unknown; action_name?: unknown }) =>
  `${event.action_name} ${event.target_id} ${event.created_at}`
