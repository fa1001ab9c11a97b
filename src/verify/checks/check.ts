import type { Operation } from '../contract/operation.ts'
import { resources } from '../contract/resources.ts'
import { createFixture, type Fixture } from '../fixture/fixture.ts'
import { type Story, story } from '../story/story.ts'
import type { Teller } from '../story/teller.ts'

/** Looks at one operation, on the fixture of the run. */
export type Look = (t: Teller, operation: Operation, fixture: Fixture) => Promise<void>

/**
 * The same look at every operation, told as one story a resource, so that they run side by side: what
 * fails at one operation ends the look at that one alone.
 */
export function checkEvery(name: string, look: Look): readonly Story[] {
  return checkOperations(name, async (t, operation) =>
    look(t, operation, await t.shared(createFixture)),
  )
}

/** The same without the fixture. */
export function checkOperations(
  name: string,
  look: (t: Teller, operation: Operation) => Promise<void>,
): readonly Story[] {
  return resources.map((resource) =>
    story(`${name}: ${resource}`, { about: [resource] }, async (t) => {
      for (const operation of t.operations(resource)) {
        await t.chapter(operation.id, () => look(t, operation))
      }
    }),
  )
}
