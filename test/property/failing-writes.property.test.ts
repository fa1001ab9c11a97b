import { expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'
import { requestOf, textOfCall } from './calls.ts'
import { changedCollections, stateOf, withFailingWrite } from './failing-writes.ts'
import { searchCalls, searchTimeout } from './search.ts'
import { propertyWorld } from './world.ts'

it(
  'takes back what random calls wrote where a write of theirs fails',
  async () => {
    let failures = 0
    const forge = await createTestForge({
      seed: propertyWorld,
      log: () => {},
      fetch: async () => new Response(null),
    })
    await searchCalls('Failing writes', async (sequence, draws) => {
      forge.reset()
      for (const [index, call] of sequence.entries()) {
        const before = stateOf(forge)
        const [first, second, third] = draws.slice(index % 50)
        const nth = 1 + Number(first) + 2 * Number(second) + 4 * Number(third)
        let status = 0
        const writes = await withFailingWrite(nth, async () => {
          status = (await forge.fetch(requestOf(call))).status
        })
        if (writes < nth) continue
        failures += 1
        const what = `${textOfCall(call)}, where the write ${nth} fails`
        expect(status, what).toBe(500)
        expect(changedCollections(before, stateOf(forge)), what).toEqual([])
        expect((await forge.fetch(requestOf(call))).status, what).toBeLessThan(500)
      }
    })
    expect(failures).toBeGreaterThan(0)
  },
  searchTimeout,
)
