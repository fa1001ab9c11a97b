import type { Fault, FaultDescription } from '../forge-control.ts'
import type { FaultEffect, FaultHit } from '../http/fault-source.ts'
import { type DescribedRequest, matchesRequest } from '../http/request-criteria.ts'
import { checkDescription, isReading } from './description.ts'
import { readRange, withinRange } from './range.ts'

/** The faults that a forge, or a server over all its worlds, answers with. */
export interface Faults {
  /**
   * Adds a fault. A request is hit by the oldest fault that it matches and that is not spent.
   * @throws TypeError where the description is wrong, saying what it must be.
   * @example
   * forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
   * forge.faults.add({ path: '/projects/**', delay: '50..200' })
   */
  add(fault: FaultDescription): Fault
  /** Those that are in force or spent, oldest first. */
  all(): readonly Fault[]
  /** @throws Error where there is no such fault. */
  remove(id: number): void
  clear(): void
  /** As `clear`, and the ids begin anew. */
  reset(): void
  /**
   * Goes by the faults of others too, after its own: those of a server over all its worlds. `world` is
   * the name that their descriptions know this forge by; a fault that names another one passes it over.
   */
  include(others: Faults, world?: string): void
  /** Whether there is none, spent ones counted, here or in what is included. */
  isEmpty(): boolean
  /** Whether a request may be answered from the world before the last write. */
  mayBeStale(world?: string): boolean
  /** Counts the hit, where a request is hit; chance comes from the forge that it is made to. */
  hit(request: DescribedRequest, random: () => number, world?: string): FaultHit | undefined
}

interface Entry {
  fault: Fault
}

/** Makes an empty list of faults. */
export function createFaults(): Faults {
  let entries: Entry[] = []
  let lastId = 0
  const included = new Map<Faults, string | undefined>()

  function isInForce({ fault }: Entry, world: string | undefined): boolean {
    const isSpent = fault.times !== undefined && fault.hits >= fault.times
    return !isSpent && (fault.world === undefined || fault.world === world)
  }
  function hitOwn(request: DescribedRequest, random: () => number, world: string | undefined) {
    for (const entry of entries) {
      const { fault } = entry
      if (!isInForce(entry, world) || !matchesRequest(fault, request)) continue
      if (fault.isStale && !isReading(request.method)) continue
      if (fault.share !== undefined && random() >= fault.share) continue
      entry.fault = { ...fault, hits: fault.hits + 1 }
      return hitBy(fault, random)
    }
    return undefined
  }
  return {
    add(description) {
      checkDescription(description)
      const fault: Fault = Object.freeze({ ...description, id: ++lastId, hits: 0 })
      entries.push({ fault })
      return fault
    },
    all: () => entries.map(({ fault }) => fault),
    remove(id) {
      const rest = entries.filter(({ fault }) => fault.id !== id)
      if (rest.length === entries.length) throw new Error(noSuchFault(id, entries))
      entries = rest
    },
    clear() {
      entries = []
    },
    reset() {
      entries = []
      lastId = 0
    },
    include(others, world) {
      included.set(others, world)
    },
    isEmpty: () => entries.length === 0 && [...included.keys()].every((one) => one.isEmpty()),
    mayBeStale: (world) =>
      entries.some((entry) => entry.fault.isStale === true && isInForce(entry, world)) ||
      [...included].some(([others, name]) => others.mayBeStale(name)),
    hit(request, random, world) {
      const own = hitOwn(request, random, world)
      if (own) return own
      for (const [others, name] of included) {
        const hit = others.hit(request, random, name)
        if (hit) return hit
      }
      return undefined
    },
  }
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

function effectOf({ status, retryAfter, connection, body, isStale }: Fault): FaultEffect {
  if (status !== undefined) return { kind: 'status', status, retryAfter: retryAfter ?? 1 }
  if (connection !== undefined) return { kind: connection }
  if (body !== undefined) return { kind: body }
  return { kind: isStale ? 'stale' : 'none' }
}

function noSuchFault(id: number, entries: readonly Entry[]): string {
  const ids = entries.map(({ fault }) => fault.id).join(', ')
  return `faults.remove: there is no fault ${id}; ${ids === '' ? 'there is none' : `there are ${ids}`}`
}
