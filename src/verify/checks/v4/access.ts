import { type Operation, pathParameters } from '../../contract/operation.ts'
import type { Parameters } from '../../fixture/requests.ts'
import type { Fixture } from '../../fixture/v4/fixture.ts'
import { unknownTarget, validParameters } from '../../fixture/v4/requests.ts'
import { isOfCaller, OF_WHOEVER_CALLS } from '../../sandbox/writes.ts'
import { at } from '../../story/bodies.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkEvery, isWithoutTarget } from './check.ts'

/** The access to an operation: credentials, administrators, members, sudo. */
export const access = checkEvery('access', async (t, operation, fixture) => {
  if (isWithoutFile(t, operation)) return
  const request = harmless(operation, fixture, t)
  const isInPlace = 'namespace_id' in request || 'parent_id' in request
  const { id, method, path } = operation
  if (method !== 'GET' && isOfCaller(operation) && path !== '/users' && !isInPlace) {
    for (const aspect of ['unauthenticated', 'wrong-token', 'sudo-refused']) {
      t.notTested(id, aspect, OF_WHOEVER_CALLS)
    }
    return
  }
  await checkCredentials(t, operation, fixture, request)
  await checkOutsiders(t, operation, fixture, request)
  await checkSudo(t, operation, fixture, request)
})

/** A file in a form is checked before the caller. */
function isWithoutFile(t: TestContext, { id, parameters }: Operation): boolean {
  if (!parameters.some(({ name, required }) => required && name === 'file')) return false
  t.notTested(id, 'private-project', 'no run makes a file of a form here')
  return true
}

const unauthorized = '401 Unauthorized'

async function checkCredentials(
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
  request: Parameters,
): Promise<void> {
  const { id, access } = operation
  if (access !== 'public') {
    const answer = await t.anonymous.attempt(id, request)
    const expectation = t.expect(answer, 'unauthenticated')
    if (expectation.status([401])) expectation.equal(at(answer.body, 'message'), unauthorized)
  } else if (operation.method === 'GET') await checkPublic(t, operation, fixture)
  const wrong = t.caller('a token that does not exist', { token: 'no-such-token-at-all' })
  const answer = await wrong.attempt(id, request)
  const expectation = t.expect(answer, 'wrong-token')
  if (expectation.status([401])) expectation.equal(at(answer.body, 'message'), unauthorized)
}

/** Checks what a public project shows to everyone; responses about the instance depend on the caller. */
async function checkPublic(t: TestContext, operation: Operation, fixture: Fixture): Promise<void> {
  const { id, parameters, status } = operation
  const isOfPlace = parameters.some(({ record }) => record === 'project' || record === 'group')
  if (!isOfPlace) return
  const { publicPlaces: places } = fixture
  if (!places) return t.notTested(id, 'public', 'plain users may make no public project here')
  if (isWithoutTarget(t, operation, { places }, ['public'])) return
  const answer = await t.anonymous.attempt(id, validParameters(operation, fixture, places, t.name))
  t.expect(answer, 'public').status([status])
}

async function checkOutsiders(
  t: TestContext,
  { id, access, method, parameters }: Operation,
  { outsider }: Fixture,
  request: Parameters,
): Promise<void> {
  const has = (record: string) => parameters.some((one) => one.record === record)
  if (access === 'admin') {
    await t.refused(outsider, id, request, [403], 'forbidden-for-users')
  } else if (has('project') || has('group')) {
    const aspect = has('project') ? 'private-project' : 'private-group'
    await t.refused(outsider, id, request, method === 'GET' ? [404] : [403, 404], aspect)
  }
}

async function checkSudo(
  t: TestContext,
  { id, path }: Operation,
  { outsider, owner }: Fixture,
  request: Parameters,
): Promise<void> {
  const refused = await outsider.attempt(id, request, { sudo: owner.username })
  t.expect(refused, 'sudo-refused').status([403])
  // A server that accepts a request without valid credentials would write as the token's user.
  if (!/^\/(users|groups|projects)\/\{/.test(path)) return
  const unknown = await t.admin.attempt(id, request, { sudo: 'no-such-user-at-all' })
  t.expect(unknown, 'sudo-unknown').status([403, 404])
}

/** Returns a valid request that deletes and ends nothing, even if a server accepts it by mistake. */
function harmless(operation: Operation, fixture: Fixture, t: TestContext): Parameters {
  const valid = validParameters(operation, fixture, fixture.places, t.name)
  const last = pathParameters(operation).at(-1)
  const isEnding = operation.method !== 'GET' && operation.path.endsWith(`{${last?.name}}`)
  if (!last || !isEnding || last.record === 'project' || last.record === 'group') return valid
  return { ...valid, [last.name]: unknownTarget(last) }
}
