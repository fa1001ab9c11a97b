import type { OperationTag } from '../../contract/operation-contract.ts'
import { type Operation, pathParameters } from '../contract/operation.ts'
import { resourcesOf } from '../contract/resources.ts'
import { createFixture, withHook } from '../fixture/fixture.ts'
import { validParameters } from '../fixture/requests.ts'
import { isOfInstance } from '../sandbox/writes.ts'
import { at } from '../story/bodies.ts'
import { type Story, story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'

/** Methods that a path does not have, and unknown paths. */
export const routes: readonly Story[] = resourcesOf('v3').map((resource) =>
  story(`routes: ${resource}`, { about: [resource] }, (t) => checkPaths(t, resource)),
)

async function checkPaths(t: TestContext, resource: OperationTag): Promise<void> {
  const fixture = await t.shared(createFixture)
  const operations = t.operations(resource)
  const paths = new Map(operations.map((operation) => [operation.path, operation]))
  for (const operation of paths.values()) {
    await t.chapter(operation.path, async () => {
      const withTarget = await withHook(t, operation, fixture)
      const parameters = validParameters(operation, withTarget, t.name)
      await checkVerb(t, operation, parameters, operations)
      await checkUnknown(t, operation, parameters)
    })
  }
}

/** Checks an unknown last segment; after a parameter it may be a name. */
async function checkUnknown(
  t: TestContext,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const isNameable = /^\/(groups|projects)\/[a-z]+$/.test(operation.path)
  if (isNameable || operation.path.endsWith('}')) return
  if (operation.parameters.some((one) => one.spansSlashes)) return
  const unknown = await t.request(`${pathOf(operation, parameters)}-no-such-route`)
  const rule = 'An unknown route is answered with 404 and the error "404 Not Found".'
  const expectation = t.expect({ ...unknown, operation: operation.id }, 'unknown-route', rule)
  if (expectation.status([404])) expectation.equal(at(unknown.body, 'error'), '404 Not Found')
}

async function checkVerb(
  t: TestContext,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  operations: readonly Operation[],
): Promise<void> {
  // PATCH may be another name of PUT, with its effect.
  if (operations.some(({ method, path }) => method === 'PUT' && path === operation.path)) return
  // The effect of an unknown method on the instance is not tried without permission.
  const isInstanceWide = isOfInstance({ operation, method: 'PATCH' })
  if (isInstanceWide && !t.instance.mayBeWritten) return
  const given = pathParameters(operation).map(({ name }) => [name, parameters[name]])
  const answer = await t.wrongVerb(operation, Object.fromEntries(given))
  const rule =
    'A verb that a path does not have is answered with 405, or as an unknown route with 404.'
  t.expect({ ...answer, operation: operation.id }, 'wrong-verb', rule).status([404, 405])
}

function pathOf({ path }: Operation, parameters: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  )
}
