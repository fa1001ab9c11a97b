import { expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'
import { operationsOf } from './calls.ts'
import { searchCalls, searchTimeout } from './search.ts'
import { ask, isRare, watch, watchedOptions } from './watched-forge.ts'

it(
  'never answers 500, never breaks the contract, and leaves a world that is sound',
  async () => {
    const answered = new Set<string>()
    const watched = watch(await createTestForge(watchedOptions), new WeakSet(), new WeakSet())
    await searchCalls('One forge', async (sequence, [isIndexed = false, ...others]) => {
      watched.begin(isIndexed)
      for (const call of sequence) {
        const { status, what } = await ask(watched.forge, call)
        await watched.settle(what, status < 400)
        if (status < 400) answered.add(`${call.api} ${call.operation.id}`)
      }
      await watched.end('at the end', isRare(others))
    })
    // It would show nothing if nearly everything were refused.
    for (const api of ['v3', 'v4'] as const) {
      const ids = operationsOf[api].map(({ id }) => id)
      const neverAnswered = ids.filter((id) => !answered.has(`${api} ${id}`))
      expect(neverAnswered.length, neverAnswered.join(' ')).toBeLessThan(ids.length / 2)
    }
  },
  searchTimeout,
)
