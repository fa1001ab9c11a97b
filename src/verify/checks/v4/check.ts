import type { Operation } from '../../contract/operation.ts'
import { createFixture, type Fixture } from '../../fixture/v4/fixture.ts'
import { missingTarget } from '../../fixture/v4/requests.ts'
import type { Story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { checkOperations } from '../check.ts'

/** Checks an operation of v4 on the fixture of the run. */
type CheckOfV4 = (t: TestContext, operation: Operation, fixture: Fixture) => Promise<void>

/** Makes a check of every operation of v4, as one story for each resource. */
export function checkEvery(name: string, check: CheckOfV4): readonly Story[] {
  return checkOperations(
    name,
    async (t, operation) => check(t, operation, await t.shared(createFixture)),
    { api: 'v4' },
  )
}

/** Reports aspects as not tested where their target does not exist; returns whether that is so. */
export function isWithoutTarget(
  t: TestContext,
  operation: Operation,
  { places }: Pick<Fixture, 'places'>,
  aspects: readonly string[],
): boolean {
  const missing = missingTarget(operation, places)
  if (missing === undefined) return false
  const reason = `no run makes ${missing} here`
  for (const aspect of aspects) t.notTested(operation.id, aspect, reason)
  return true
}
