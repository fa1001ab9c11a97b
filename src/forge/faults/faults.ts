import type { FaultHit, FaultSource } from '../../http/fault-source.ts'
import type { DescribedRequest } from '../../http/request-criteria.ts'
import type { Fault, FaultDescription, FaultId } from '../control.ts'
import { checkDescription } from './description.ts'
import { createFaultList, type FaultList, isFor } from './fault-list.ts'
import { readRange, withinRange } from './range.ts'

/** The faults of a forge: its own, and those that it shares with other worlds. */
export interface Faults {
  /**
   * Adds a fault. A request is hit by the oldest matching fault that is not spent; faults of the world itself come
   * first. A fault with a `world` applies to all worlds of the server whose name matches.
   * @throws TypeError where the description is wrong, saying what it must be.
   * @example
   * forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
   * forge.faults.add({ path: '/projects/**', delay: '50..200' })
   * forge.faults.add({ world: 'shop-*', status: 503 })
   */
  add(fault: FaultDescription): Fault
  /**
   * Returns all faults, including spent ones, oldest first; shared faults of this world follow its own. The default
   * world returns all shared faults.
   */
  all(): readonly Fault[]
  /** @throws Error where there is no such fault. */
  remove(id: FaultId): void
  /** @throws Error where there is no such fault. */
  switchOn(id: FaultId): Fault
  /**
   * Disables a fault until it is switched on again, and keeps its hits.
   * @throws Error where there is no such fault.
   */
  switchOff(id: FaultId): Fault
  /** Removes the faults of this world; the default world removes the shared faults as well. */
  clear(): void
  /** Clears the faults, and numbers new ones from 1 again. */
  reset(): void
  /** Whether there are no faults at all, not even spent ones. */
  isEmpty(): boolean
  /** Whether a request may be answered from the state before the last write. */
  mayBeStale(): boolean
  /**
   * Finds the fault that hits a request and counts the hit. `random` is the random source of the forge it was sent to.
   */
  hit(request: DescribedRequest, random: () => number): FaultHit | undefined
  /** Returns the faults that worlds share. */
  shared(): FaultList
  /** Uses the shared faults of another forge from now on, as the world with a name. */
  share(other: Pick<Faults, 'shared'>, world: string): void
}

/** Creates the faults of a forge, none at first. `world` is its name. */
export function createFaults(world = ''): Faults {
  const own = createFaultList((count) => count)
  const ownShared = createFaultList((count) => `shared-${count}`)
  let [name, shared] = [world, ownShared]

  /** The default world owns the shared faults, so it clears them as well. */
  const cleared = () => (shared === ownShared ? [own, ownShared] : [own])
  const sharedHere = () =>
    shared === ownShared ? shared.all() : shared.all().filter((fault) => isFor(fault, name))
  const all = () => [...own.all(), ...sharedHere()]
  function turn(id: FaultId, isOff: boolean): Fault {
    const turned = own.turn(id, isOff) ?? shared.turn(id, isOff)
    if (!turned) throw new Error(noSuchFault(isOff ? 'switchOff' : 'switchOn', id, all()))
    return turned
  }
  return {
    add(description) {
      checkDescription(description)
      return (description.world === undefined ? own : shared).add(description)
    },
    all,
    remove(id) {
      const known = all()
      if (!own.remove(id) && !shared.remove(id)) throw new Error(noSuchFault('remove', id, known))
    },
    switchOn: (id) => turn(id, false),
    switchOff: (id) => turn(id, true),
    clear() {
      for (const list of cleared()) list.clear()
    },
    reset() {
      for (const list of cleared()) list.reset()
    },
    isEmpty: () => own.isEmpty() && shared.isEmpty(),
    mayBeStale: () => own.mayBeStale(name) || shared.mayBeStale(name),
    hit: (request, random) => own.hit(request, random, name) ?? shared.hit(request, random, name),
    shared: () => shared,
    share(other, world) {
      shared = other.shared()
      name = world
    },
  }
}

function noSuchFault(caller: string, id: FaultId, faults: readonly Fault[]): string {
  return `faults.${caller}: there is no fault ${id}; ${present(faults.map((fault) => fault.id))}`
}

function present(ids: readonly FaultId[]): string {
  if (ids.length === 0) return 'there is none at all'
  return ids.length === 1 ? `the only one is ${ids[0]}` : `there are ${ids.join(', ')}`
}

/**
 * Creates the fault source of one forge: its faults, and the delay of all its requests (`createForge({ delay })`),
 * which is added to the delay of a fault.
 */
export function faultSource(
  faults: Faults,
  delay: number | string | undefined,
  random: () => number,
): FaultSource {
  const range = readRange(delay)
  return {
    hit(request) {
      const hit = faults.hit(request, random)
      if (!range) return hit
      const standing = withinRange(range, random())
      if (hit) return { ...hit, delay: hit.delay + standing }
      return { id: undefined, phase: 'before', delay: standing, effect: { kind: 'none' } }
    },
  }
}

/** Requests that are held back by a fault. */
interface Waiting {
  /**
   * Resolves to true after a number of milliseconds, or to false where the signal is aborted or `endAll` is called
   * before. With Infinity, only those end the wait.
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<boolean>
  endAll(): void
}

export function createWaiting(): Waiting {
  const ends = new Set<() => void>()
  return {
    wait(milliseconds, signal) {
      if (signal.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const timer = Number.isFinite(milliseconds)
          ? setTimeout(() => finish(true), milliseconds)
          : undefined
        const end = () => finish(false)
        function finish(isOver: boolean): void {
          clearTimeout(timer)
          ends.delete(end)
          signal.removeEventListener('abort', end)
          resolve(isOver)
        }
        ends.add(end)
        signal.addEventListener('abort', end)
      })
    },
    endAll() {
      for (const end of [...ends]) end()
    },
  }
}
