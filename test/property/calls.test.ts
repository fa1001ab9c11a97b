import { expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'
import { searchCalls, searchTimeout } from './search.ts'
import { ask, isRare, watch, watchedOptions } from './watched-forge.ts'

it(
  'never answers 500, never breaks the contract, and leaves a world that is sound',
  async () => {
    const asked = { v3: 0, v4: 0 }
    const answered = { v3: 0, v4: 0 }
    const watched = watch(await createTestForge(watchedOptions), new WeakSet(), new WeakSet())
    await searchCalls('One forge', async (sequence, [isIndexed = false, ...others]) => {
      watched.begin(isIndexed)
      for (const call of sequence) {
        const { status, what } = await ask(watched.forge, call)
        await watched.settle(what, status < 400)
        asked[call.api] += 1
        if (status < 400) answered[call.api] += 1
      }
      await watched.end('at the end', isRare(others))
    })
    // It would show nothing if nearly everything were refused.
    for (const api of ['v3', 'v4'] as const) {
      expect(answered[api] / asked[api], api).toBeGreaterThan(1 / 20)
    }
  },
  searchTimeout,
)
