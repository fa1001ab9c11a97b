import type { Operation } from '../contract/operation.ts'
import { isIdempotentIn } from '../contract/write-aspects.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { type Parameters, unknownTarget, validParameters } from '../fixture/requests.ts'
import { unknownId } from '../sandbox/names.ts'
import { takesNamespace } from '../sandbox/writes.ts'
import { at } from '../story/bodies.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'

/** The access to an operation: credentials, administrators, members, sudo. */
export const access = checkEvery('access', async (t, operation, fixture) => {
  await checkCredentials(t, operation, fixture)
  await checkOutsiders(t, operation, fixture)
  await checkSudo(t, operation, fixture)
})

const unauthorized = '401 Unauthorized'

async function checkCredentials(t: TestContext, operation: Operation, fixture: Fixture) {
  const { id, access } = operation
  const token = 'no-such-token-at-all'
  const wrong = t.caller('a token that does not exist', { token })
  if (access === 'public') {
    const parameters = validParameters(operation, fixture, t.name, 'public')
    const { status } = await t.anonymous.attempt(id, parameters)
    t.expect({ operation: id }, 'public').holds(status === 200, '200', status)
    const kind = 'private token in the query'
    const inQuery = t.caller('a token that does not exist', { credential: { kind, token } })
    expectRefusal(t, await inQuery.attempt(id, parameters), 'wrong-token', 401, unauthorized)
  } else {
    const answer = await t.anonymous.attempt(id, harmless(operation, fixture, t))
    expectRefusal(t, answer, 'unauthenticated', 401, unauthorized)
    const [first] = operation.parameters.filter(({ in: place }) => place === 'path')
    if (first) {
      const nowhere = { ...harmless(operation, fixture, t), [first.name]: unknownTarget(first) }
      const hidden = await t.anonymous.attempt(id, nowhere)
      expectRefusal(t, hidden, 'unauthenticated', 401, unauthorized)
    }
  }
  const answer = await wrong.attempt(id, harmless(operation, fixture, t))
  // A private project is hidden from anonymous callers too.
  if (access === 'public' && answer.status === 404) {
    t.expect(answer, 'wrong-token').status([401, 404])
  } else expectRefusal(t, answer, 'wrong-token', 401, unauthorized)
}

async function checkOutsiders(t: TestContext, operation: Operation, fixture: Fixture) {
  const { id, access, method, parameters } = operation
  const request = harmless(operation, fixture, t)
  if (access === 'admin') {
    await t.refused(fixture.outsider, id, request, [403], 'forbidden-for-users')
  } else if (parameters.some(({ record }) => record === 'project')) {
    const statuses = method === 'GET' ? [404] : [403, 404]
    await t.refused(fixture.outsider, id, request, statuses, 'private-project')
  }
}

async function checkSudo(t: TestContext, operation: Operation, fixture: Fixture) {
  const { id } = operation
  const request = harmless(operation, fixture, t)
  const refusal = '403 Forbidden - Must be admin to use sudo'
  const { outsider } = fixture
  // `credential-places.ts` reads as an unknown id, and as the caller themselves, by the query.
  const isAlsoAskedByQuery = operation.method === 'GET' && !operation.hasEffect
  // A name that nobody has is refused like any other: who is no administrator does not learn whose names there are.
  const name = 'no-such-user-at-all'
  for (const sudo of isAlsoAskedByQuery ? [name] : [name, outsider.id]) {
    const answer = await outsider.attempt(id, request, { sudo })
    expectRefusal(t, answer, 'sudo-refused', 403, refusal)
  }
  for (const nobody of isAlsoAskedByQuery ? [name] : [name, unknownId]) {
    const unknown = await t.admin.attempt(id, request, { sudo: nobody })
    const message = `404 Not Found: No user id or username for: ${nobody}`
    expectRefusal(t, unknown, 'sudo-unknown', 404, message)
  }
}

type OperationResponse = Awaited<ReturnType<TestContext['admin']['attempt']>>

function expectRefusal(
  t: TestContext,
  answer: OperationResponse,
  aspect: string,
  status: number,
  message: string,
): void {
  const expectation = t.expect(answer, aspect)
  if (!expectation.status([status])) return
  expectation.equal(at(answer.body, 'message'), message)
}

/** Returns a valid request that deletes nothing, even if a server accepts it by mistake. */
export function harmless(operation: Operation, fixture: Fixture, t: TestContext): Parameters {
  const valid = validParameters(operation, fixture, t.name)
  // Where sudo as an unknown user is accepted, the project would be in the administrator's own namespace, from which
  // nothing removes it.
  const request = takesNamespace(operation) ? { ...valid, namespace_id: fixture.group.id } : valid
  const last = operation.parameters.filter(({ in: place }) => place === 'path').at(-1)
  if (!last || !isIdempotentIn(operation, last.name)) return request
  return { ...request, [last.name]: unknownTarget(last) }
}
