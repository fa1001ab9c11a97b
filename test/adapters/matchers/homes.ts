import { expect } from 'vitest'
import { type ForgeMatchers, forgeMatchers } from '../../../src/adapters/matchers/index.ts'
import type { ForgeControl } from '../../../src/forge/control.ts'
import type { Forge } from '../../../src/forge/forge.ts'

expect.extend(forgeMatchers)

/** A served forge has no `db` and answers later. */
function served(forge: Forge): Pick<ForgeControl, 'changesSince' | 'export' | 'requests'> {
  const unused = () => Promise.reject(new Error('No matcher asks for it.'))
  return {
    changesSince: async (since, options) => forge.changesSince(since, options),
    export: async () => forge.export(),
    requests: { all: async () => forge.requests, find: unused, waitFor: unused, clear: unused },
  }
}

/** Where a forge may be that a matcher is asked about. */
export const homes = {
  'a forge in this process': (forge: Forge): object => forge,
  'a served forge': (forge: Forge): object => served(forge),
}

type Expectation = ForgeMatchers<Promise<void>> & { readonly not: ForgeMatchers<Promise<void>> }

/** The matchers of whatever is given to `expect`, to be awaited. */
export function expectationOf(subject: object): Expectation {
  return expect(subject) as unknown as Expectation
}

/** The message of what a matcher refuses. */
export async function refusal(expectation: () => unknown): Promise<string> {
  try {
    await expectation()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('It was not refused.')
}
