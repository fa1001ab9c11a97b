import type { ApiName } from '../../contract/base-paths.ts'
import type { Operation } from '../contract/operation.ts'
import { resourcesOf } from '../contract/resources.ts'
import { createFixture, type Fixture, withHook } from '../fixture/fixture.ts'
import { isOfInstance } from '../sandbox/writes.ts'
import { type Story, story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'

/** Checks one operation, on the fixture of the run. */
export type OperationCheck = (
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
) => Promise<void>

/**
 * The same check of every operation, as one story a resource, so that they run side by side: what
 * fails at one operation ends the check of that one alone.
 */
export function checkEvery(name: string, check: OperationCheck): readonly Story[] {
  return checkOperations(name, async (t, operation) =>
    check(t, operation, await withHook(t, operation, await t.shared(createFixture))),
  )
}

/** The same without the fixture, of the operations of v3 or of another API. */
export function checkOperations(
  name: string,
  check: (t: TestContext, operation: Operation) => Promise<void>,
  api: ApiName = 'v3',
): readonly Story[] {
  return resourcesOf(api).map((resource) =>
    story(`${name}: ${resource}`, { about: [resource] }, async (t) => {
      for (const operation of t.operations(resource)) {
        // Why it is not tested is said of each of its aspects.
        if (isOfInstance({ operation }) && !t.instance.mayBeWritten) continue
        await t.chapter(operation.id, () => check(t, operation))
      }
    }),
  )
}
