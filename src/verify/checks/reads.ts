import type { OperationResponse } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import { identifyingField, pathParameters } from '../contract/operation.ts'
import { entitledCaller, type Parameters, validParameters } from '../fixture/requests.ts'
import { unknownId } from '../sandbox/names.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'

/** Every read of existing records: its status, media type and schema, and the identity of the record. */
export const reads = checkEvery('reads', async (t, operation, fixture) => {
  if (operation.method !== 'GET') return
  const parameters = validParameters(operation, fixture, t.name)
  if (hasNoTarget(t, operation, parameters)) return
  const caller = entitledCaller(operation, fixture, t.admin)
  if (isFileOfBuild(operation)) {
    return checkFile(t, operation, await caller.attempt(operation.id, parameters))
  }
  const answer = await caller.perform(operation.id, parameters)
  checkIdentity(t, operation, parameters, answer)
})

/** Whether an operation has no target: builds and deployments come from runners, which some servers lack. */
function hasNoTarget(t: TestContext, operation: Operation, parameters: Parameters): boolean {
  const missing = pathParameters(operation).find(({ name }) => parameters[name] === unknownId)
  if (!missing) return false
  const reason = `there is no ${missing.name.replace('_id', '')} on this server, and the API has no way to make one`
  for (const aspect of ['status', 'media-type', 'schema']) {
    if (aspect === 'schema' && operation.answers === 'file') continue
    t.notTested(operation.id, aspect, reason)
  }
  return true
}

function isFileOfBuild({ resource, answers }: Operation): boolean {
  return resource === 'Builds' && answers === 'file'
}

/** Checks an artifact or a trace of a build, which exists after it ran; before that it is a 404. */
function checkFile(t: TestContext, { id }: Operation, answer: OperationResponse): void {
  if (answer.status === 200) return
  t.expect(answer, 'absent-file', 'A build without it is answered with 404.').status([404])
  const reason = 'no build that ran is on this server'
  t.notTested(id, 'status', reason)
  t.notTested(id, 'media-type', reason)
}

/** Checks that the response is about the requested record. */
export function checkIdentity(
  t: TestContext,
  operation: Operation,
  parameters: Parameters,
  answer: OperationResponse,
): void {
  const last = pathParameters(operation).at(-1)
  if (!last || !operation.path.endsWith(`{${last.name}}`)) return
  if (typeof answer.body !== 'object' || answer.body === null || operation.hasEffect) return
  const asked = parameters[last.name]
  const field = identifyingField(operation)
  const rule = 'The record that was asked for is the one that is answered.'
  t.expect(answer, 'identity', rule).equal(Reflect.get(answer.body, field), asked)
}
