import type { OperationResponse } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { entitledCaller, unknownTarget, validParameters } from '../fixture/requests.ts'
import { unknownId } from '../sandbox/names.ts'
import { at } from '../story/bodies.ts'
import type { CallOptions } from '../story/caller.ts'
import { describe } from '../story/check-response.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'

type Parameters = Readonly<Record<string, unknown>>

/**
 * Every operation with its credential in the query, and with all forms of sudo: the response equals that for the same
 * user otherwise. For writes, requests are used that the user is refused, so that nothing is written.
 */
export const credentialPlaces = checkEvery(
  'places of credentials',
  async (t, operation, fixture) => {
    if (operation.hasEffect) return
    const valid = idle(t, operation, fixture)
    if (!valid) return
    const parameters = operation.isPaginated ? { ...valid, per_page: 100 } : valid
    const usual = await checkToken(t, operation, fixture, parameters)
    await checkSudo(t, operation, { fixture, parameters, usual })
  },
)

/** The response to a user with the token in its header. */
interface Usual {
  readonly person: Person
  readonly answer: OperationResponse
}

/**
 * Returns a request without any effect for all callers: a required parameter is missing, or the target does not exist.
 */
function idle(t: TestContext, operation: Operation, fixture: Fixture): Parameters | undefined {
  const valid = validParameters(operation, fixture, t.name)
  if (operation.method === 'GET') return valid
  const missing = operation.parameters.find(
    ({ in: place, required }) => place !== 'path' && required,
  )
  if (missing) {
    const { [missing.name]: _, ...rest } = valid
    return rest
  }
  const last = operation.parameters.filter(({ in: place }) => place === 'path').at(-1)
  return last ? { ...valid, [last.name]: unknownTarget(last) } : undefined
}

/** Returns the response to the token in the header, which the check of sudo compares as well. */
async function checkToken(
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
  parameters: Parameters,
): Promise<Usual | undefined> {
  const person = entitledPerson(t, operation, fixture)
  if (!person) return undefined
  const kind = 'private token in the query'
  const inQuery = t.caller(person.who, { credential: { kind, token: person.token } })
  const usual = await person.attempt(operation.id, parameters)
  const answer = await inQuery.attempt(operation.id, parameters)
  const rule = 'private_token in the query is as good as the header PRIVATE-TOKEN.'
  t.expect(answer, 'credential:query', rule).holds(
    answer.status === usual.status,
    String(usual.status),
    describe(answer),
  )
  return { person, answer: usual }
}

/**
 * Returns a user with permission. The checks do not know the token of an administrator, so operations for
 * administrators are refused to all others.
 */
function entitledPerson(
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
): Person | undefined {
  if (operation.access === 'admin') return fixture.outsider
  const caller = entitledCaller(operation, fixture, t.admin)
  return [fixture.owner, fixture.member].find((one) => one === caller)
}

const forms = [
  ['header', 'username'],
  ['header', 'id'],
  ['query', 'username'],
  ['query', 'id'],
] as const

interface SudoCheck {
  readonly fixture: Fixture
  readonly parameters: Parameters
  readonly usual: Usual | undefined
}

/**
 * Checks sudo as the outsider, who has the least permissions; reads as a user with access, whose responses are
 * compared.
 */
async function checkSudo(
  t: TestContext,
  operation: Operation,
  { fixture, parameters, usual }: SudoCheck,
): Promise<void> {
  const isRead = operation.method === 'GET' && operation.answers === 'json'
  const person = (isRead && readerOf(operation, fixture, usual)) || fixture.outsider
  const ask = () => person.attempt(operation.id, parameters)
  let before = comparable(usual?.person === person ? usual.answer : await ask())
  for (const [sudoIn, by] of forms) {
    const options: CallOptions = { sudo: person[by], sudoIn }
    const answer = await t.admin.attempt(operation.id, parameters, options)
    const received = comparable(answer)
    // An equal result is not requested again.
    const isSame = JSON.stringify(received) === JSON.stringify(before)
    const after = isSame ? before : comparable(await ask())
    const rule = `sudo in the ${sudoIn}, by ${by}, makes a call as that user.`
    const expectation = t.expect(answer, `sudo:${sudoIn}`, rule)
    expectation.holds(isBetween(received, before, after), JSON.stringify(after), received)
    before = after
  }
  if (operation.method === 'GET') await checkNoSudo(t, operation, person, parameters)
}

/** Permissions are read as a developer, since the administrator has those of an owner of the group as well. */
function readerOf(
  { access, fields }: Operation,
  { member }: Fixture,
  usual: Usual | undefined,
): Person | undefined {
  const isOfMember = usual !== undefined && access !== 'admin' && fields.has('permissions')
  return isOfMember ? member : usual?.person
}

/** Checks sudo as an unknown user, and by a user without administrator rights, even as themselves. */
async function checkNoSudo(
  t: TestContext,
  { id }: Operation,
  person: Person,
  parameters: Parameters,
): Promise<void> {
  const unknown = { sudo: unknownId, sudoIn: 'query' } as const
  const nobody = await t.admin.attempt(id, parameters, unknown)
  t.expect(nobody, 'sudo:unknown', 'sudo as an unknown user is answered with 404.').status([404])
  const own = { sudo: person.username, sudoIn: 'query' } as const
  const plain = await person.attempt(id, parameters, own)
  const rule = 'sudo with a token of somebody who is no administrator is answered with 403.'
  t.expect(plain, 'sudo:refused', rule).status([403])
}

/**
 * Whether a list is consistent with concurrent writes: it contains what it contained before and after, and nothing
 * else.
 */
function isBetween(
  received: readonly unknown[],
  before: readonly unknown[],
  after: readonly unknown[],
) {
  const written = (values: readonly unknown[]) => JSON.stringify(values)
  // The text of a refusal may have a reference of its own in each call.
  const isRefused = before[0] === after[0] && Number(after[0]) >= 300
  if (isRefused && before[1] !== after[1]) return received[0] === after[0]
  if (written(received) === written(after) || written(received) === written(before)) return true
  const lists = [received[1], before[1], after[1]]
  if (received[0] !== after[0] || !lists.every((one) => Array.isArray(one))) return false
  const [seen, earlier, later] = lists.map((one) => new Set<unknown>(one))
  if (!seen || !earlier || !later || later.size >= 100) return true
  const isKnown = [...seen].every((one) => earlier.has(one) || later.has(one))
  return isKnown && [...earlier].every((one) => !later.has(one) || seen.has(one))
}

/**
 * Returns the comparable part of a response: the reason of a refusal, or the identities of the records, since sudo can
 * add fields; of a single record also what depends on who reads it.
 */
function comparable({ status, body }: OperationResponse): readonly unknown[] {
  if (status >= 300) return [status, at(body, 'message') ?? null]
  const idOf = (item: unknown) => at(item, 'id') ?? at(item, 'name') ?? null
  if (Array.isArray(body)) return [status, body.map(idOf)]
  return [status, idOf(body), ...ofReader.map((field) => at(body, field) ?? null)]
}

/** The fields of a record that differ between those who read it. */
const ofReader = ['permissions', 'subscribed', 'level', 'notification_email']
