import { expect, it } from 'vitest'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'
import { wrongCounts, wrongTotals } from '../invariants/counts.ts'
import { missingObjects } from '../invariants/git-objects.ts'
import { createIndexCheck } from '../invariants/indexes.ts'
import { changeableParts, misfits, recordProblems } from '../invariants/records.ts'
import { isSameWorld, type World, worldOf } from '../invariants/world.ts'
import { type Call, requestOf, textOfCall, tokens } from './calls.ts'
import { searchCalls, searchTimeout } from './search.ts'
import { propertyWorld } from './world.ts'

/**
 * Whatever is asked in whatever order: no answer is a 500, and none breaks the contract (one that
 * does is a 500 here). Every answer has a request id, and a refused write leaves the world as it was.
 * What is written keeps to the invariants of the records, which a checker knows that reads them all.
 */
const log: string[] = []
const options = {
  seed: propertyWorld,
  log: (line: string) => log.push(line),
  fetch: async () => new Response(null),
}

/** The lists that are there as long as the first record of each kind is. */
const lists = operations
  .filter(({ method, isPaginated }) => method === 'GET' && isPaginated)
  .map(({ path }) => path.replace(/\{(?:sha|ref_name)\}/g, 'master').replace(/\{\w+\}/g, '1'))

/** One forge with the checkers that watch it. */
function watch(forge: Forge, frozen: WeakSet<object>, fitting: WeakSet<object>) {
  let indexProblems = createIndexCheck()
  let world = worldOf(forge)
  function check(what: string, next: World): void {
    expect(recordProblems(next), what).toEqual([])
    expect(changeableParts(next, frozen), what).toEqual([])
    expect(misfits(next, fitting), what).toEqual([])
    expect(indexProblems(forge.db), what).toEqual([])
  }
  return {
    forge,
    /** Back to the seed, with nothing indexed yet. */
    begin(isIndexed: boolean) {
      forge.reset()
      indexProblems = createIndexCheck()
      world = worldOf(forge)
      if (isIndexed) check('the seed', world)
    },
    /** Holds what came of a call to the invariants; where nothing was to change, to that. */
    async settle(what: string, mayWrite: boolean): Promise<void> {
      const next = worldOf(forge)
      if (isSameWorld(world, next)) return
      expect(mayWrite, what).toBe(true)
      world = next
      check(what, next)
    },
    /** What costs more than a call does. */
    async end(what: string, isThorough: boolean): Promise<void> {
      check(what, world)
      expect(missingObjects(world, forge.snapshot()), what).toEqual([])
      if (!isThorough) return
      expect(await wrongCounts(forge, world, 'root-token'), what).toEqual([])
      expect(await wrongTotals(forge, lists, 'root-token'), what).toEqual([])
      expect(isSameWorld(world, worldOf(forge)), what).toBe(true)
    },
  }
}

/** Asks, and says what was asked; tokens are shown to those alone who hold them. */
async function ask(forge: Forge, call: Call): Promise<{ status: number; what: string }> {
  const response = await forge.fetch(requestOf(call))
  const what = `${textOfCall(call)} is answered ${response.status}: ${log.at(-1)}`
  expect(response.status, what).toBeLessThan(500)
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const text = await response.text()
  // An administrator who acts as another user gets that user's token.
  const known = [call.token, `${call.sudo}-token`]
  const shown = tokens.filter((token) => token?.endsWith('-token') && text.includes(`"${token}"`))
  expect(
    shown.filter((token) => !known.includes(token)),
    what,
  ).toEqual([])
  return { status: response.status, what }
}

/** True of one in eight, and of the same ones when a sequence is tried again. */
const isRare = (draws: readonly boolean[]) => draws.slice(0, 3).every((draw) => draw)

it(
  'never answers 500, never breaks the contract, and leaves a world that is sound',
  async () => {
    const answered = new Set<string>()
    const watched = watch(await createTestForge(options), new WeakSet(), new WeakSet())
    await searchCalls('One forge', async (sequence, [isIndexed = false, ...others]) => {
      watched.begin(isIndexed)
      for (const call of sequence) {
        const { status, what } = await ask(watched.forge, call)
        await watched.settle(what, status < 400)
        if (status < 400) answered.add(call.operation.id)
      }
      await watched.end('at the end', isRare(others))
    })
    // It would show nothing if nearly everything were refused.
    const neverAnswered = operations.filter(({ id }) => !answered.has(id)).map(({ id }) => id)
    expect(neverAnswered.length, neverAnswered.join(' ')).toBeLessThan(operations.length / 2)
  },
  searchTimeout,
)

it(
  'keeps two forges apart that share the records they began with, whichever is asked',
  async () => {
    const first = await createTestForge(options)
    const [frozen, fitting] = [new WeakSet(), new WeakSet()]
    const [one, other] = [watch(first, frozen, fitting), watch(first.fork(), frozen, fitting)]
    await searchCalls('Two forges', async (sequence, isSecond) => {
      one.begin(false)
      other.begin(false)
      for (const [index, call] of sequence.entries()) {
        const [asked, left] = isSecond[index] ? [other, one] : [one, other]
        const { status, what } = await ask(asked.forge, call)
        await asked.settle(what, status < 400)
        await left.settle(`${what}, by the other forge`, false)
      }
      for (const each of [one, other]) await each.end('at the end', isRare(isSecond))
    })
  },
  searchTimeout,
)
