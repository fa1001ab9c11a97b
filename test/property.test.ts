import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Forge } from '../src/forge.ts'
import { createTestForge } from './harness.ts'
import { type Call, calls, implemented, requestOf, runs } from './property-calls.ts'
import { propertyWorld } from './property-world.ts'

/**
 * Whatever is asked in whatever order: no answer is a 500, and none breaks the contract (one that
 * does is a 500 here). Every answer has a request id, and a refused write leaves the world as it was.
 */
const recordsIn = ({ db }: Forge): readonly object[] =>
  Object.values(db).flatMap((collection): object[] => collection.all())

/** Records are replaced, never changed: the same world holds the very same ones. */
const isSame = (before: readonly object[], after: readonly object[]) =>
  before.length === after.length && before.every((record, index) => record === after[index])

it(
  'never answers 500, never breaks the contract, and writes nothing where it refuses',
  async () => {
    const log: string[] = []
    const forge = await createTestForge({
      seed: propertyWorld,
      log: (line) => log.push(line),
      fetch: async () => new Response(null),
    })
    const answered = new Set<string>()
    const recordsOf = () => recordsIn(forge)

    async function ask(call: Call): Promise<void> {
      const before = recordsOf()
      const response = await forge.fetch(requestOf(call))
      const what = `${call.operation.id} ${call.path} as ${call.token}: ${log.at(-1)}`
      expect(response.status, what).toBeLessThan(500)
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      if (response.status >= 400) expect(isSame(before, recordsOf()), what).toBe(true)
      else answered.add(call.operation.id)
    }

    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        forge.reset()
        for (const call of sequence) await ask(call)
      }),
      { numRuns: runs },
    )
    // It would show nothing if nearly everything were refused.
    const neverAnswered = implemented.filter(({ id }) => !answered.has(id)).map(({ id }) => id)
    expect(neverAnswered.length, neverAnswered.join(' ')).toBeLessThan(implemented.length / 2)
  },
  60_000 + runs * 100,
)

it(
  'keeps two forges apart that share the records they began with, whichever is asked',
  async () => {
    const log: string[] = []
    const one = await createTestForge({
      seed: propertyWorld,
      log: (line) => log.push(line),
      fetch: async () => new Response(null),
    })
    const other = one.fork()
    const turns = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(calls, turns, async (sequence, isOthersTurn) => {
        one.reset()
        other.reset()
        for (const [index, call] of sequence.entries()) {
          const [asked, left] = isOthersTurn[index] ? [other, one] : [one, other]
          const before = recordsIn(left)
          const { status } = await asked.fetch(requestOf(call))
          const what = `${call.operation.id} ${call.path} as ${call.token}: ${log.at(-1)}`
          expect(status, what).toBeLessThan(500)
          expect(isSame(before, recordsIn(left)), what).toBe(true)
        }
      }),
      { numRuns: runs },
    )
  },
  60_000 + runs * 100,
)
