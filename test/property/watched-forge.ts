import { expect } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { wrongCounts, wrongTotals } from '../invariants/counts.ts'
import { missingObjects } from '../invariants/git-objects.ts'
import { createIndexCheck } from '../invariants/indexes.ts'
import { changeableParts, misfits, recordProblems } from '../invariants/records.ts'
import { isSameWorld, type World, worldOf } from '../invariants/world.ts'
import { type Call, operationsOf, requestOf, textOfCall, tokens } from './calls.ts'
import { propertyWorld } from './world.ts'

/**
 * Whatever is asked in whatever order: no answer is a 500, and none breaks the contract (one that
 * does is a 500 here). Every answer has a request id, and a refused write leaves the world as it was.
 * What is written keeps to the invariants of the records, which a checker knows that reads them all.
 */
const log: string[] = []
export const watchedOptions = {
  seed: propertyWorld,
  log: (line: string) => log.push(line),
  fetch: async () => new Response(null),
}

/** The lists that are there as long as the first record of each kind is. */
const lists = operationsOf.v3
  .filter(({ method, isPaginated }) => method === 'GET' && isPaginated)
  .map(({ path }) => path.replace(/\{(?:sha|ref_name)\}/g, 'master').replace(/\{\w+\}/g, '1'))

/** One forge with the checkers that watch it. */
export function watch(forge: Forge, frozen: WeakSet<object>, fitting: WeakSet<object>) {
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
export async function ask(forge: Forge, call: Call): Promise<{ status: number; what: string }> {
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
export const isRare = (draws: readonly boolean[]) => draws.slice(0, 3).every((draw) => draw)
