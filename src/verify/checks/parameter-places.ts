import type { OperationId } from '../../contract/operation-contract.ts'
import type { OperationResponse } from '../client/answer.ts'
import type { Encoding } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import { resourcesOf } from '../contract/resources.ts'
import { createFixture, type Fixture } from '../fixture/fixture.ts'
import { entitledCaller, validParameters } from '../fixture/requests.ts'
import { at, unbroken } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { type Story, story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { findRepeated } from './frame/repeated.ts'
import { changesOfValues, createPlace } from './frame/targets.ts'
import { type Pair, pairsOf } from './frame/values.ts'
import { expectedIn, isSame } from './read-back/write-and-read.ts'

type Parameters = Readonly<Record<string, unknown>>

/**
 * Every write with its parameters in the query and in a form, since all other checks use JSON: each value is read back;
 * switches are sent as words and as numbers.
 */
export const parameterPlaces: readonly Story[] = resourcesOf('v3').map((resource) =>
  story(`places of parameters: ${resource}`, { about: [resource], isLong: true }, async (t) => {
    for (const operation of t.operations(resource)) {
      await t.chapter(operation.id, async () => {
        if (changesOfValues[operation.id]) await checkChange(t, operation)
        else if (operation.id in creations) await checkCreation(t, operation)
      })
    }
  }),
)

/** The place of parameters, which of two values they have, and whether switches are numbers. */
interface Way {
  readonly body: 'form' | 'query' | 'split'
  readonly which: 0 | 1
  readonly isNumeric: boolean
}

/** Both values in each place, alternating: a place that is ignored would otherwise go unnoticed. */
const ways: readonly Way[] = [false, true].flatMap((isNumeric) => [
  { body: 'form', which: 0, isNumeric },
  { body: 'query', which: 1, isNumeric },
  { body: 'query', which: 0, isNumeric },
  { body: 'form', which: 1, isNumeric },
])

function valuesOf(pairs: Readonly<Record<string, Pair>>, which: 0 | 1): Parameters {
  return Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[which]]))
}

function written(sent: Parameters, { isNumeric }: Way): Parameters {
  if (!isNumeric) return sent
  const entries = Object.entries(sent).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? Number(value) : value,
  ])
  return Object.fromEntries(entries)
}

/** Every second parameter in the query, the others in the body. */
const split: Way = { body: 'split', which: 0, isNumeric: false }

/** Returns both values in each place where there are switches; else one in each. */
function waysOf(sent: Parameters): readonly Way[] {
  if (Object.values(sent).some((one) => typeof one === 'boolean')) return [...ways, split]
  return [...ways.slice(0, 2), split]
}

async function checkChange(t: TestContext, operation: Operation): Promise<void> {
  const place = () => t.shared(createPlace)
  const target = await changesOfValues[operation.id]?.(t, operation, place)
  if (!target || Object.keys(target.pairs).length === 0) return
  const { caller, path, record, pairs } = target
  const repeated = await findRepeated(operation, target)
  for (const way of waysOf(valuesOf(pairs, 0))) {
    const sent = valuesOf(pairs, way.which)
    const parameters = { ...path, ...(await repeated()), ...written(sent, way) }
    const answer = await send(caller, operation.id, parameters, way)
    const shown = await record.caller.attempt(record.operation, record.parameters)
    expectSent(t, operation, way, sent, answer, shown)
  }
}

/** What an address, a form, a page and a column of three bytes a letter have to write otherwise. */
const words = 'a=b&c=d + %2B <b> "ü" 日本 🚀 end'

/** The created records, with values for required parameters that the fixture lacks. */
const creations: Partial<
  Record<OperationId, (t: TestContext, fixture: Fixture) => Promise<Parameters>>
> = {
  createUser: async (t) => ({
    name: 'Some + body ü 日本',
    projects_limit: 7,
    email: t.email('mail'),
  }),
  createGroup: async () => ({}),
  createProject: async (_t, { group }) => ({ namespace_id: group.id, visibility_level: 0 }),
  createIssue: async (t, { member }) => ({
    title: words,
    description: words,
    labels: 'one,two',
    assignee_id: member.id,
    due_date: t.instance.day(5),
  }),
  createMergeRequest: async (t, fixture) => ({
    source_branch: await branchOf(t, fixture),
    title: words,
    description: words,
    labels: 'one,two',
    assignee_id: fixture.member.id,
  }),
  createSnippet: async () => ({ title: words }),
  createIssueNote: async () => ({ body: words }),
  createSnippetNote: async () => ({ body: words }),
  createMergeRequestNote: async () => ({ body: words }),
  createCommitComment: async () => ({ note: words }),
  createCommitStatus: async (t) => ({
    name: t.name('status'),
    description: words,
    target_url: 'http://ci.example.com/builds?job=one&page=2',
  }),
  createBranch: async () => ({}),
  createTag: async () => ({ message: words, release_description: words }),
  createRelease: async (t, { owner, project: { id } }) => {
    const tag_name = t.name('tag')
    await owner.call('createTag', { id, tag_name, ref: 'master' })
    return { tag_name }
  },
  createFile: async () => ({}),
  createOwnSshKey: async () => ({}),
  createSshKeyOfUser: async () => ({}),
  createOwnEmail: async (t) => ({ email: t.email('mail') }),
  createEmailOfUser: async (t) => ({ email: t.email('mail') }),
  addGroupMember: newMember,
  addProjectMember: newMember,
}

async function newMember(t: TestContext): Promise<Parameters> {
  const { id: user_id } = await t.account()
  return { user_id, access_level: 20 }
}

async function branchOf(t: TestContext, { owner, project: { id } }: Fixture): Promise<string> {
  const branch_name = t.name('branch')
  await owner.call('createBranch', { id, branch_name, ref: 'master' })
  const file_path = `${branch_name}.txt`
  const change = { file_path, content: 'text\n', commit_message: 'Add' }
  await owner.call('createFile', { id, branch_name, ...change })
  return branch_name
}

async function checkCreation(t: TestContext, operation: Operation): Promise<void> {
  const fixture = await t.shared(createFixture)
  const caller = entitledCaller(operation, fixture, t.admin)
  const flags = pairsOf(t, operation, { confirm: null, public: null, admin: null, external: null })
  const given = operation.parameters.filter(({ in: place }) => place !== 'path')
  for (const way of waysOf(valuesOf(flags, 0))) {
    const switches = given.flatMap(({ name, schema, isExtension }) =>
      schema.type === 'boolean' && !isExtension && flags[name]
        ? [[name, flags[name]?.[way.which]] as const]
        : [],
    )
    const parameters = {
      ...validParameters(operation, fixture, t.name),
      ...Object.fromEntries(switches),
      ...(await creations[operation.id]?.(t, fixture)),
    }
    const sent = Object.fromEntries(given.map(({ name }) => [name, Reflect.get(parameters, name)]))
    const person = [fixture.owner, fixture.member].find((one) => one === caller)
    const isSplit = way.body === 'split' && person !== undefined
    const by = isSplit ? withTokenInQuery(t, person) : caller
    const answer = await send(by, operation.id, written(parameters, way), way)
    expectSent(t, operation, way, sent, answer)
    if (isSplit) await checkSudo(t, operation, fixture, person)
  }
}

function withTokenInQuery(t: TestContext, { who, token }: Person): Caller {
  return t.caller(who, { credential: { kind: 'private token in the query', token } })
}

/** Checks that a record created by an administrator with sudo in the query belongs to the impersonated user. */
async function checkSudo(t: TestContext, { id }: Operation, fixture: Fixture, person: Person) {
  const parameters = {
    ...validParameters(t.operation(id), fixture, t.name),
    ...(await creations[id]?.(t, fixture)),
  }
  const answer = await t.admin.attempt(id, parameters, { sudo: person.id, sudoIn: 'query' })
  const maker = at(answer.body, 'author.id') ?? at(answer.body, 'creator_id')
  const rule = 'What is made with sudo in the query is of that user.'
  t.expect(answer, 'sudo:query', rule).holds(
    answer.status < 300 && (maker === undefined || maker === person.id),
    `a success, by ${person.id}`,
    `${answer.status}, by ${maker}`,
  )
}

const places = { form: 'a form', query: 'the query', split: 'the query and in a body' } as const

function send(caller: Caller, id: OperationId, parameters: Parameters, { body }: Way) {
  const options: Pick<Encoding, 'body'> = { body }
  return caller.attempt(id, parameters, options)
}

/** Checks that the sent values are shown, by a read or by the response to the write. */
function expectSent(
  t: TestContext,
  operation: Operation,
  { body, isNumeric }: Way,
  sent: Parameters,
  answer: OperationResponse,
  shown = answer,
): void {
  const rule = `Parameters may stand in ${places[body]}${isNumeric ? ', switches as 1 and 0' : ''}.`
  const exchanges = [...new Set([answer, shown])].map(({ exchange }) => exchange)
  const subject = { operation: operation.id, exchanges }
  if (isNumeric && answer.status === 400) {
    t.leftOpen(operation.id, `place:${body}`, 'whether 1 and 0 are booleans is not stated')
    return
  }
  const expectation = t.expect(subject, `place:${body}`, rule)
  if (!expectation.holds(answer.status < 300, 'a success', `${answer.status} ${answer.text}`))
    return
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  for (const [name, [field, value]] of Object.entries(expectedIn(operation, given))) {
    const received = at(shown.body, field)
    if (received === undefined || received === null) continue
    // An open issue is `opened` or `reopened`; a file is shown in Base64.
    const values = name === 'state_event' && value !== 'closed' ? ['opened', value] : [value]
    const all = name === 'content' ? [...values, btoa(String(value))] : values
    const compared = name === 'content' ? unbroken(received) : received
    const isShown = all.some((one) => isSame(compared, one) || isSame(received, one))
    const expected = `${name} ${JSON.stringify(value)}`
    t.expect(subject, `place:${body}`, rule).holds(isShown, expected, received)
  }
}
