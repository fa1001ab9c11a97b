import type { FaultEffect, FaultHit } from '../../http/fault-source.ts'
import { type DescribedRequest, matchesRequest } from '../../http/request-criteria.ts'
import { matchesWildcard } from '../../shared/wildcard.ts'
import type { Fault, FaultDescription, FaultId } from '../control.ts'
import { isReading } from './description.ts'
import { readRange, withinRange } from './range.ts'

/** Faults in the order in which they were added, including those that are spent. */
export interface FaultList {
  /** Adds a fault. The description must have passed `checkDescription`. */
  add(description: FaultDescription): Fault
  all(): readonly Fault[]
  /** Switches a fault on or off. Returns undefined where the id is unknown. */
  turn(id: FaultId, isOff: boolean): Fault | undefined
  /** Removes a fault. Returns whether the id was known. */
  remove(id: FaultId): boolean
  clear(): void
  /** Clears the list, and numbers new faults from 1 again. */
  reset(): void
  isEmpty(): boolean
  /** Whether a request to a world may be answered from the state before the last write. */
  mayBeStale(world: string): boolean
  /** Finds the fault that hits a request to a world and counts the hit. `random` is the random source of its forge. */
  hit(request: DescribedRequest, random: () => number, world: string): FaultHit | undefined
}

/** Creates an empty list. `idOf` maps the number of a fault, counted from 1, to its id. */
export function createFaultList(idOf: (count: number) => FaultId): FaultList {
  let faults: Fault[] = []
  let lastCount = 0

  function clear(): void {
    faults = []
  }
  return {
    add(description) {
      const fault: Fault = Object.freeze({ ...description, id: idOf(++lastCount), hits: 0 })
      faults.push(fault)
      return fault
    },
    all: () => faults.slice(),
    remove(id) {
      const count = faults.length
      faults = faults.filter((fault) => fault.id !== id)
      return faults.length < count
    },
    turn(id, isOff) {
      const place = faults.findIndex((fault) => fault.id === id)
      const known = faults[place]
      if (!known) return undefined
      const { isOff: _, ...rest } = known
      const fault: Fault = Object.freeze(isOff ? { ...rest, isOff } : rest)
      faults[place] = fault
      return fault
    },
    clear,
    reset() {
      clear()
      lastCount = 0
    },
    isEmpty: () => faults.length === 0,
    mayBeStale: (world) =>
      faults.some((fault) => fault.isStale === true && mayHitAny(fault) && isFor(fault, world)),
    hit(request, random, world) {
      if (faults.length === 0) return undefined
      const place = faults.findIndex(
        (fault) =>
          isFor(fault, world) &&
          mayHit(fault, request) &&
          (fault.share === undefined || random() < fault.share),
      )
      const fault = place < 0 ? undefined : faults[place]
      if (!fault) return undefined
      faults[place] = Object.freeze({ ...fault, hits: fault.hits + 1 })
      return hitBy(fault, random)
    },
  }
}

/** Whether a fault applies to the world with a name. */
export function isFor(fault: Fault, world: string): boolean {
  return fault.world === undefined || matchesWildcard(fault.world, world)
}

/** Whether a fault is neither switched off nor spent. */
function mayHitAny({ isOff, times, hits }: Fault): boolean {
  return !isOff && (times === undefined || hits < times)
}

function mayHit(fault: Fault, request: DescribedRequest): boolean {
  if (!mayHitAny(fault) || (fault.isStale && !isReading(request.method))) return false
  return matchesRequest(fault, request)
}

function hitBy(fault: Fault, random: () => number): FaultHit {
  const range = readRange(fault.delay ?? 0)
  return {
    id: fault.id,
    phase: fault.phase ?? 'before',
    delay: range === undefined ? 0 : withinRange(range, range.least < range.most ? random() : 0),
    effect: effectOf(fault),
  }
}

function effectOf({
  status,
  retryAfter,
  connection,
  body,
  afterBytes,
  isStale,
}: Fault): FaultEffect {
  if (status !== undefined) return { kind: 'status', status, retryAfter: retryAfter ?? 1 }
  if (connection !== undefined) return { kind: connection }
  if (body === 'truncate') return { kind: body, afterBytes }
  if (body !== undefined) return { kind: body }
  return { kind: isStale ? 'stale' : 'none' }
}
