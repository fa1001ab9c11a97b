import type { Values } from '../../../reproduction/history.ts'
import { addressOf } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { addAccount, addGroup } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import { ref, type World } from '../world.ts'
import { lookAtAnswer } from './look.ts'
import { type AskedOperation, entitledTo, unconfirmed, writesOf } from './operations.ts'

const tracked = {
  description: 'It drips',
  labels: 'bug,roof',
  assignee_id: ref('master'),
} as const
const account = {
  bio: 'Roofs',
  location: 'Ghent',
  projects_limit: 7,
  can_create_group: false,
} as const

/** GitLab 8.15 required all three with each change. */
const requiredOfMergeRequest: ReadonlySet<string> = new Set([
  'source_branch',
  'target_branch',
  'title',
])

/**
 * Every update with the values that its record was created with, each alone and all together: nothing changes. A policy
 * may refuse a password that was used before.
 */
export function unchanged(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const target = {
    ...completeTarget(world, project),
    issue: addIssue(world, project, 'developer', { ...tracked, due_date: '2031-02-28' }),
    request: addMergeRequest(world, project, tracked),
    snippet: addSnippet(world, project, 'owner', 0),
  }
  for (const [kind, parent] of [
    ['Issue', target.issue],
    ['MergeRequest', target.request],
    ['Snippet', target.snippet],
  ] as const)
    addNote(world, project, kind, parent, 'owner')
  const owned: Readonly<Record<string, Values>> = {
    '/users/{id}': { id: ref(addAccount(world, account)) },
    '/groups/{id}': { id: ref(addGroup(world).symbol) },
  }
  for (const operation of writesOf(world)) {
    const address = owned[operation.path] ?? addressOf(operation, target, world)
    const created = address && creationOf(world, operation, address)
    if (!created) continue
    const look = lookAtAnswer(world, operation, target)
    const fields = operation.parameters.filter(
      ({ in: place, name }) =>
        place === 'body' && name !== 'password' && created[name] !== undefined,
    )
    const valuesOf = (some: typeof fields) =>
      Object.fromEntries(some.map(({ name }) => [name, created[name]]))
    const isRequired = ({ name, required }: (typeof fields)[number]) =>
      required || (operation.id === 'updateMergeRequest' && requiredOfMergeRequest.has(name))
    const required = fields.filter(isRequired)
    const optional = fields.filter((field) => !isRequired(field))
    for (const some of [...optional.map((one) => [one]), optional]) {
      const sent = { ...address, ...valuesOf([...required, ...some]), ...unconfirmed(operation) }
      add(world, entitledTo(operation), operation.id, sent)
      look.near()
    }
  }
}

/** The values with which the record that an update is about was created; undefined of one that the history did not create. */
function creationOf(
  world: World,
  { method, path }: AskedOperation,
  address: Values,
): Values | undefined {
  if (method !== 'PUT' || !path.endsWith('}')) return undefined
  const last = address[/\{(\w+)\}$/.exec(path)?.[1] ?? '']
  const isMembership = path.includes('/members/')
  return world.steps.findLast(({ operation, makes, parameters }) =>
    isMembership
      ? operation.startsWith('add') && parameters.id === address.id && parameters.user_id === last
      : makes !== undefined && ref(makes) === last && world.operation(operation).method === 'POST',
  )?.parameters
}
