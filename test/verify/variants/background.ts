import type { Forge } from '../../../src/forge/forge.ts'
import type { EventRecord } from '../../../src/store/models/event.ts'
import { toRequest } from '../mutants/call.ts'
import { editList } from '../mutants/faults/lists.ts'
import { answer, on } from '../mutants/faults/operations.ts'
import { isObject, type Json } from '../mutants/json.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'
import { lateMembers } from './late-members.ts'
import { lateProtection } from './late-protection.ts'
import { mapAnswers, mapObjects } from './layers.ts'
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
  {
    name: 'removes groups, users and merged branches a second later',
    alter: lateWrites(['deleteGroup', 'deleteUser', 'deleteMergedBranches'], 1000),
  },
  { name: 'makes builds a second later', alter: lateBuilds(1000) },
  { name: 'counts a second later', alter: lateCounts(1000) },
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

/** Answers at once what it does so many milliseconds later. */
function lateWrites(operations: readonly OperationId[], milliseconds: number): Fault {
  return on(operations, async (call, context) => {
    const response = await context.forge.fork().fetch(toRequest(call))
    if (!response.ok) return response
    context.hit()
    setTimeout(() => void answer(call, context), milliseconds).unref()
    return response
  })
}

/** A build is not there before it is so many milliseconds old. */
function lateBuilds(milliseconds: number): Fault {
  return editList(['listBuilds', 'listBuildsOfCommit'], (items) =>
    items.filter((item) => isOlder(isObject(item) ? item.created_at : null, milliseconds)),
  )
}

const isOlder = (time: Json | undefined, milliseconds: number) =>
  Date.parse(String(time)) <= Date.now() - milliseconds

/** Counters of projects and issues are those of so many milliseconds ago. */
function lateCounts(milliseconds: number): Fault {
  return (context) => {
    const known = new Map<string, { readonly value: Json; readonly at: number }[]>()
    return mapAnswers((json, _call, status) =>
      status >= 300
        ? json
        : mapObjects(json, (object) => {
            const kind = 'path_with_namespace' in object ? 'project' : 'noteable'
            const counted = counters.filter((name) => typeof object[name] === 'number')
            const late = counted.map((name): [string, Json] => {
              const values = known.get(`${kind} ${object.id} ${name}`) ?? []
              const value = object[name] ?? null
              if (values.at(-1)?.value !== value) values.push({ value, at: Date.now() })
              known.set(`${kind} ${object.id} ${name}`, values)
              const old = values.findLast(({ at }) => at <= Date.now() - milliseconds)
              return [name, (old ?? values[0])?.value ?? value]
            })
            return { ...object, ...Object.fromEntries(late) }
          }),
    )(context)
  }
}

const counters = ['open_issues_count', 'star_count', 'forks_count', 'user_notes_count']

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
