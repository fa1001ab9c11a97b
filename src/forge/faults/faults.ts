import type { FaultHit, FaultSource } from '../../http/fault-source.ts'
import type { DescribedRequest } from '../../http/request-criteria.ts'
import type { Fault, FaultDescription, FaultId } from '../control.ts'
import { checkDescription } from './description.ts'
import { createFaultList, type FaultList, isFor } from './fault-list.ts'
import { readRange, withinRange } from './range.ts'

/** The faults that a forge answers with: its own, and those that it shares with other worlds. */
export interface Faults {
  /**
   * Adds a fault. A request is hit by the oldest fault that it matches and that is not spent, the
   * world's own first. One with a `world` is for all worlds of the server with such a name.
   * @throws TypeError where the description is wrong, saying what it must be.
   * @example
   * forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
   * forge.faults.add({ path: '/projects/**', delay: '50..200' })
   * forge.faults.add({ world: 'shop-*', status: 503 })
   */
  add(fault: FaultDescription): Fault
  /**
   * Those that are in force or spent, oldest first; the shared ones for this world after its own. The
   * default world has all of the shared ones.
   */
  all(): readonly Fault[]
  /** @throws Error where there is no such fault. */
  remove(id: FaultId): void
  /** @throws Error where there is no such fault. */
  switchOn(id: FaultId): Fault
  /**
   * Keeps a fault, with its hits, that hits nothing until it is switched on.
   * @throws Error where there is no such fault.
   */
  switchOff(id: FaultId): Fault
  /** Removes the world's own; the default world removes the shared ones, too. */
  clear(): void
  /** As `clear`, and the ids begin anew. */
  reset(): void
  /** Whether there is none, spent ones counted. */
  isEmpty(): boolean
  /** Whether a request may be answered from the world before the last write. */
  mayBeStale(): boolean
  /** Counts the hit, where a request is hit; `random` is that of the forge that it is made to. */
  hit(request: DescribedRequest, random: () => number): FaultHit | undefined
  /** Those that worlds share. */
  shared(): FaultList
  /** Shares faults with another forge from now on, as the world of a name. */
  share(other: Pick<Faults, 'shared'>, world: string): void
}

/** Makes the faults of a forge, none at first; `world` is the name that it has. */
export function createFaults(world = ''): Faults {
  const own = createFaultList((count) => count)
  const ownShared = createFaultList((count) => `shared-${count}`)
  let [name, shared] = [world, ownShared]

  /** The default world, which the other ones share theirs with, answers for them. */
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
 * What decides over the requests of one forge: its faults, and a delay that all of its requests have
 * (`createForge({ delay })`), which adds to that of a fault.
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

/** Requests that wait because a fault has it so. */
interface Waiting {
  /**
   * Resolves to true after so many milliseconds, and to false where the signal is aborted or all are
   * ended before. Infinity waits for that alone.
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
