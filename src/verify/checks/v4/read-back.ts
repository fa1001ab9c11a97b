import type { ParameterContract } from '../../../contract/operation-contract.ts'
import type { OperationResponse } from '../../client/answer.ts'
import { aspectsOf } from '../../contract/aspects.ts'
import {
  givenParameters,
  identifyingField,
  type Operation,
  pathParameters,
} from '../../contract/operation.ts'
import type { Parameters } from '../../fixture/requests.ts'
import { createFixture, createProject, type Fixture } from '../../fixture/v4/fixture.ts'
import { entitledCaller, validParameters } from '../../fixture/v4/requests.ts'
import { idOf } from '../../fixture/values.ts'
import { isOfInstance } from '../../sandbox/writes.ts'
import { at, isObject, itemWith } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import type { Story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkOperations } from '../check.ts'
import { isWithoutTarget } from './check.ts'

/**
 * Written values are read back: a creation by the list at its path, a change by the read at its path; deleted records
 * are gone. Uses records that no other check uses.
 */
export const readBack: readonly Story[] = checkOperations(
  'read-back',
  async (t, operation) => {
    const twin = (method: string, path = operation.path) =>
      t.operations(operation.resource).find((one) => one.method === method && one.path === path)
    if (isOfInstance({ operation })) return
    const read = twin('GET')
    if (!read) return
    if (operation.method === 'POST') {
      const removal = t
        .operations(operation.resource)
        .find(({ method, path }) => method === 'DELETE' && isOneBelow(operation.path, path))
      await checkCreation(t, operation, read, removal, await t.shared(createWritten))
    }
    if (operation.method === 'PUT' || operation.method === 'PATCH') {
      await checkChange(t, operation, read, await withPlace(t, operation))
    }
  },
  { api: 'v4' },
)

/** Makes a second fixture to be written to. */
const createWritten = (t: TestContext) => createFixture(t)

/** Creates a new user, group or project, since changes of these affect everything in them. */
async function withPlace(t: TestContext, { path }: Operation): Promise<Fixture> {
  const fixture = await t.shared(createWritten)
  const { owner, places } = fixture
  const place = async () => {
    if (path === '/users/{id}') return { user: (await t.user()).id }
    if (path === '/projects/{id}') {
      return { project: await createProject(t, owner, Number(places.group), 'private') }
    }
    if (path !== '/groups/{id}') return {}
    const name = t.name('group')
    const { body } = await owner.perform('createGroup', { name, path: name, visibility: 'private' })
    return { group: idOf(body, 'createGroup') }
  }
  return { ...fixture, places: { ...places, ...(await place()) } }
}

/** Creates a record, finds it in the list, and removes it where there is an operation for that. */
async function checkCreation(
  t: TestContext,
  operation: Operation,
  list: Operation,
  removal: Operation | undefined,
  fixture: Fixture,
): Promise<void> {
  const { id } = operation
  if (isWithoutTarget(t, operation, fixture, [])) return
  const caller = entitledCaller(operation, fixture, t.admin)
  const sent = {
    ...validParameters(operation, fixture, fixture.places, t.name),
    ...anew(id, fixture, t),
  }
  const answer = await caller.attempt(id, sent)
  if (isOtherwiseAsked(t, answer, 'read-back')) return
  const address = addressOf(operation, sent)
  const field = removal ? identifyingField(removal) : 'id'
  const key = at(answer.body, field)
  const asked = { ...validParameters(list, fixture, fixture.places, t.name), ...address }
  const listed = await caller.attempt(list.id, { ...asked, per_page: 100 })
  const shown = key === undefined ? undefined : itemWith(field, key)(listed.body)
  const subject = { operation: id, exchanges: [answer.exchange, listed.exchange] }
  for (const { name } of givenParameters(operation)) {
    const value = sent[name]
    if (value === undefined || !isShown(operation, name)) continue
    const records = [answer.body, shown].filter((one) => isObject(one) && name in one)
    const rule = `The ${name} that was sent is the one that is answered and listed.`
    for (const record of records) {
      t.expect(subject, `read-back:${name}`, rule).equal(at(record, name), value)
    }
  }
  if (!Array.isArray(listed.body) || key === undefined) return
  const rule = 'What was created stands in the list.'
  t.expect(subject, 'read-back', rule).holds(shown !== undefined, `${field} ${key}`, 'not listed')
  if (removal) await checkRemoval(t, removal, list, caller, { ...address, key, field })
}

/**
 * Whether a request with values from the contract alone is refused: an unstated rule may require others. The requests
 * of the fixture have succeeded before.
 */
function isOtherwiseAsked(t: TestContext, answer: OperationResponse, aspect: string): boolean {
  if (answer.status < 300) return false
  const { operation: id, status } = answer
  if (![400, 403, 404, 409, 422].includes(status)) {
    return !t.expect(answer, 'status').status([t.operation(id).status])
  }
  t.notTested(
    id,
    aspect,
    `it was refused with ${status}, by a rule that the contract does not state`,
  )
  return true
}

/** Returns parameters for a record that does not exist yet, or where it is read. */
function anew(id: string, { places }: Fixture, t: TestContext): Parameters {
  if (id === 'createBranch') return { branch: t.name('branch') }
  if (id === 'createMergeRequest') return { source_branch: 'other' }
  if (id === 'createFile') return { file_path: `${t.name('file')}.md` }
  if (id === 'createCommit' || id === 'updateFile') return { branch: places.defaultBranch }
  return id === 'createRelease' ? { ref: places.defaultBranch } : {}
}

/** Checks a deletion; one that is deferred is answered with 202, and its effect is not checked. */
async function checkRemoval(
  t: TestContext,
  removal: Operation,
  list: Operation,
  caller: Caller,
  { key, field, ...address }: Parameters & { readonly field: string },
): Promise<void> {
  const last = pathParameters(removal).at(-1)?.name
  // Revoked records stay in the list, and an environment must be stopped before its removal.
  const isLater = removal.status === 202 || /^revoke|^deleteEnvironment$/.test(removal.id)
  if (isLater || last === undefined) return
  // Otherwise their contributions would go to the ghost user and remain.
  const wholly = removal.id === 'deleteUser' ? { hard_delete: true } : {}
  const answer = await caller.attempt(removal.id, { ...address, ...wholly, [last]: key })
  if (isOtherwiseAsked(t, answer, 'removes')) return
  const listed = await caller.attempt(list.id, { ...address, per_page: 100 })
  const exchanges = [answer.exchange, listed.exchange]
  const isGone = itemWith(field, key)(listed.body) === undefined
  t.expect({ operation: removal.id, exchanges }, 'removes').holds(
    isGone,
    'not there',
    'still there',
  )
  const aspect = `unknown:${last}`
  if (!aspectsOf(removal).some(({ name }) => name === aspect)) return
  const again = await caller.attempt(removal.id, { ...address, [last]: key })
  t.expect(again, aspect).status([404])
}

/** Changes each field that the record shows under the name of its parameter, reads it, and restores it. */
async function checkChange(
  t: TestContext,
  operation: Operation,
  lookup: Operation,
  fixture: Fixture,
): Promise<void> {
  const { id } = operation
  if (isWithoutTarget(t, operation, fixture, [])) return
  const caller = entitledCaller(operation, fixture, t.admin)
  const valid = {
    ...validParameters(operation, fixture, fixture.places, t.name),
    ...anew(id, fixture, t),
  }
  const asked = validParameters(lookup, fixture, fixture.places, t.name)
  const address = { ...asked, ...addressOf(operation, valid) }
  const { body: record } = await caller.perform(lookup.id, address)
  for (const parameter of givenParameters(operation)) {
    const { name } = parameter
    const before = at(record, name)
    const value = isShown(operation, name) ? otherValue(parameter, before, t) : undefined
    if (value === undefined) {
      t.notTested(id, `read-back:${name}`, 'the contract alone does not say how it is shown')
      continue
    }
    await t.chapter(`${id} ${name}`, async () => {
      const changed = await caller.perform(id, { ...valid, [name]: value })
      const { body, exchange } = await caller.perform(lookup.id, address)
      const subject = { operation: id, exchanges: [changed.exchange, exchange] }
      t.expect(subject, `read-back:${name}`).equal(at(body, name), value)
      await caller.attempt(id, { ...valid, [name]: before })
    })
  }
}

/** Whether a record shows a parameter unchanged under its own name (`x-shown-as`). */
function isShown({ shownAs }: Operation, name: string): boolean {
  return !(name in shownAs)
}

/** The names of parameters that accept any text. */
const freeTexts = new Set([
  'name',
  'title',
  'description',
  'bio',
  'location',
  'organization',
  'body',
])

/** Returns a valid value that differs from the present one, where the schema states one. */
function otherValue({ name, schema }: ParameterContract, before: unknown, t: TestContext): unknown {
  if (typeof before === 'boolean' && schema.type === 'boolean') return !before
  // The valid values depend on the group.
  if (name === 'visibility') return undefined
  if (schema.enum?.some((one) => one === before)) return schema.enum.find((one) => one !== before)
  return freeTexts.has(name) && before !== undefined ? t.name('text') : undefined
}

/** Returns the parameters of the path. */
function addressOf(operation: Operation, parameters: Parameters): Parameters {
  return Object.fromEntries(pathParameters(operation).map(({ name }) => [name, parameters[name]]))
}

/** Whether a path is that of an item of a list: `/projects/{id}/issues/{issue_iid}` of `/projects/{id}/issues`. */
function isOneBelow(list: string, path: string): boolean {
  const rest = path.startsWith(`${list}/{`) ? path.slice(list.length + 1) : undefined
  return rest !== undefined && !rest.includes('/')
}
