import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationTag } from '../../contract/operation-contract.ts'
import type { Operation } from '../contract/operation.ts'
import { resourcesOf } from '../contract/resources.ts'
import { createFixture, type Fixture, withHook } from '../fixture/fixture.ts'
import { isOfInstance } from '../sandbox/writes.ts'
import { type Story, story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'

/** Checks an operation on the fixture of the run. */
export type OperationCheck = (
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
) => Promise<void>

/**
 * Makes a check of every operation, as one story for each resource, so that they run concurrently: a failure ends the
 * check of a single operation only.
 */
export function checkEvery(name: string, check: OperationCheck): readonly Story[] {
  return checkOperations(name, async (t, operation) =>
    check(t, operation, await withHook(t, operation, await t.shared(createFixture))),
  )
}

interface OfOperations {
  readonly api?: ApiName
  /**
   * The resources with the most requests, the longest first. Their stories begin before the others; that of the first
   * makes what all of the check share, for which the others would otherwise wait at the same time.
   */
  readonly long?: readonly OperationTag[]
  /** Whether it only reads, and what other checks of the resource share with it. */
  readonly isReading?: boolean
}

/** Does the same without the fixture, for the operations of v3 or another API. */
export function checkOperations(
  name: string,
  check: (t: TestContext, operation: Operation) => Promise<void>,
  { api = 'v3', long = [], isReading = false }: OfOperations = {},
): readonly Story[] {
  return resourcesOf(api).map((resource) =>
    story(
      `${name}: ${resource}`,
      {
        about: [resource],
        isLong: long.includes(resource),
        // These two write: the first makes what all share, and checks of hooks make hooks of their own.
        isReading: isReading && resource !== long[0] && resource !== 'System hooks',
      },
      async (t) => {
        for (const operation of t.operations(resource)) {
          // The reason why an operation is not tested applies to all its aspects.
          if (isOfInstance({ operation }) && !t.instance.mayBeWritten) continue
          await t.chapter(operation.id, () => check(t, operation))
        }
      },
    ),
  )
}
