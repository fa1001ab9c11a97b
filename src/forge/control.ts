import type { RunnerReport, RunnerState } from '../gitlab/domain/builds/runner.ts'
import type { Upcoming } from '../gitlab/domain/upcoming.ts'
import type { FaultId } from '../http/fault-source.ts'
import type { JournalCriteria, RequestCriteria } from '../http/request-criteria.ts'
import type { Added } from '../seed/add.ts'
import type { Seed } from '../seed/schema.ts'
import type { Awaitable } from '../shared/awaitable.ts'
import type { BuildRecord } from '../store/models/build.ts'
import type { ChangesOptions, WorldChanges } from './changes/world-changes.ts'
import type { EventStream } from './events.ts'
import type { HookDelivery } from './hooks/hook-delivery.ts'
import type { Coverage, OperationCoverage } from './journal/coverage.ts'
import type { JournalEntry } from './journal/journal-entry.ts'

export type {
  Awaitable,
  Coverage,
  EventStream,
  FaultId,
  JournalCriteria,
  OperationCoverage,
  RequestCriteria,
  Upcoming,
}

/**
 * Controls a forge beside its API. A forge in this process (`createForge`) and a served one (`connect` of
 * `forgery/client`) have the same interface: a suite that awaits each call works with both.
 * @example
 * async function breakTheTracker(forge: ForgeControl) {
 *   await forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
 *   await forge.clock.advance('2h')
 * }
 */
export interface ForgeControl {
  /** Returns to the seed: resets the world, its tokens and ids, the clock, the faults and the journals. */
  reset(): Awaitable<void>
  /** Loads a seed into the present world; see `Forge.add`. */
  add(seed: Seed): Promise<Added>
  /** Returns the present world as a seed; see `Forge.export`. */
  export(): Awaitable<Seed>
  /**
   * Returns the records, branches and tags that changed since a named snapshot; without a name, since the world that
   * `reset` returns to.
   * @throws Error where there is no such snapshot.
   * @example
   * await forge.snapshots.save('before')
   * await runTheAgent()
   * const { records, refs } = await forge.changesSince('before')
   */
  changesSince(since?: string, options?: ChangesOptions): Awaitable<WorldChanges>
  readonly builds: BuildControl
  /** An alias of `forge.builds.advance`. */
  advance: BuildControl['advance']
  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly requests: RequestControl
  readonly deliveries: DeliveryControl
  readonly snapshots: SnapshotControl
  /**
   * Returns which operations and statuses of the contract were exercised. A reset keeps the counts.
   */
  coverage(): Awaitable<Coverage>
  /**
   * Returns a stream of the events from now on: requests, deliveries and changes of the world. It ends when the signal
   * is aborted, when the world is removed, and when the reader is 1,000 events behind.
   * @example
   * for await (const event of forge.events({ signal: AbortSignal.timeout(5000) })) {
   *   if (event.type === 'request') console.log(event.request.path)
   * }
   */
  events(options?: { readonly signal?: AbortSignal }): EventStream
  /** Returns a message naming each request that is not served, once; null where there is none. */
  unhandled(): Awaitable<string | null>
  /**
   * Throws where a request was made that is not served.
   * @throws Error naming each such request, once.
   */
  verifyNoUnhandled(): Awaitable<void>
}

/** The builds of the world. */
export interface BuildControl {
  /**
   * Acts as the runner of one build; see `ForgeBuilds.advance`.
   * @example
   * await forge.builds.advance(19, 'success', { coverage: 91.5 })
   */
  advance(build: number, state: RunnerState, report?: RunnerReport): Awaitable<BuildRecord>
}

/** The clock of a forge. When it is moved forward, all that is due happens in the order of its dates. */
export interface ClockControl {
  /** Returns the time, ISO 8601 in UTC. */
  now(): Awaitable<string>
  /** Sets the clock to a time; it stays frozen or running as it was. */
  set(time: string | Date): Awaitable<void>
  /** Moves the clock forward, by milliseconds or by a duration such as `2h`, `90s`, `3d` or `1d 12h`. */
  advance(by: number | string): Awaitable<void>
  /** Freezes the clock at the present time. */
  freeze(): Awaitable<void>
  /** Lets the clock run from the present time. */
  resume(): Awaitable<void>
  /** Whether the clock is frozen. */
  isFrozen(): Awaitable<boolean>
  /** Returns what will happen when the clock moves forward, soonest first: at most 1,000 things. */
  upcoming(): Awaitable<readonly Upcoming[]>
}

/** The journal of requests. */
export interface RequestControl {
  /** The recorded requests, oldest first. */
  all(): Awaitable<readonly JournalEntry[]>
  /** The last request that matches the criteria; undefined where there is none. */
  find(criteria: JournalCriteria): Awaitable<JournalEntry | undefined>
  /**
   * Resolves to the first request that matches the criteria, including those that were made already.
   * @throws Error after `timeout` milliseconds (1,000 by default), naming the requests that were made.
   */
  waitFor(criteria: JournalCriteria, options?: { readonly timeout?: number }): Promise<JournalEntry>
  clear(): Awaitable<void>
}

/** The journal of deliveries to hooks. */
export interface DeliveryControl {
  /** The deliveries to hooks, in the order in which they ended. */
  all(): Awaitable<readonly HookDelivery[]>
  /**
   * Sends a delivery again, to the hook as it is now. The repetition is a delivery of its own.
   * @throws Error where there is no such delivery, or its hook was removed.
   */
  resend(id: number): Awaitable<void>
}

/**
 * A fault: its effect, the requests that it matches, and how often it hits. It has one effect, `status`, `connection`,
 * `body` or `isStale`, with or without a `delay`, or a `delay` alone.
 */
export interface FaultDescription extends RequestCriteria {
  /** How many requests it hits before it is spent; unlimited by default. */
  readonly times?: number
  /**
   * The names of the worlds that it affects: `shop-1`, `shop-*`, or `*` for all, including worlds that are made later.
   * Without it, the fault belongs to the world that it is added to. A shared fault survives a reset of the worlds that
   * it affects, and is removed by a reset or `clear` of the default world.
   */
  readonly world?: string
  /** The share of matching requests that it hits, 0 to 1, drawn from the forge's own random source. */
  readonly share?: number
  /**
   * Whether it applies `before` the request is executed (the default) or `after`: then the response is
   * lost, but its writes stay. With `body` and `isStale` the request is always executed.
   */
  readonly phase?: 'before' | 'after'
  /** Answers with this status, 400 to 599, and the API's own error body; 429 and 503 carry `Retry-After`. */
  readonly status?: number
  /** The seconds in `Retry-After` of a 429 or 503; 1 by default. */
  readonly retryAfter?: number
  /**
   * Milliseconds, up to an hour: a number, or a range such as `50..200`. Combines with any effect. A request that is
   * delayed `before` is not executed where its client gives up meanwhile.
   */
  readonly delay?: number | string
  /** Closes the connection without a response (`drop`), or leaves it open without one (`stall`). */
  readonly connection?: 'drop' | 'stall'
  /** Cuts the body off, or makes it no valid JSON. */
  readonly body?: 'truncate' | 'malform'
  /** After how many bytes `body: 'truncate'` cuts the body; half of them by default. */
  readonly afterBytes?: number
  /**
   * Answers reads from the world before the last write since the fault was added; from the present world where there
   * was no write.
   */
  readonly isStale?: boolean
  /** Whether it is switched off: it keeps its count of hits, and hits nothing. */
  readonly isOff?: boolean
}

/** A fault that was added, active or spent. */
export interface Fault extends FaultDescription {
  readonly id: FaultId
  /** How many requests it has hit. */
  readonly hits: number
}

/** The faults of a forge. */
export interface FaultControl {
  /** @throws TypeError where the description is wrong, saying what it must be. */
  add(fault: FaultDescription): Awaitable<Fault>
  all(): Awaitable<readonly Fault[]>
  /** @throws Error where there is no such fault. */
  remove(id: FaultId): Awaitable<void>
  /** Switches a fault on again. @throws Error where there is no such fault. */
  switchOn(id: FaultId): Awaitable<Fault>
  /** Switches a fault off without removing it. @throws Error where there is no such fault. */
  switchOff(id: FaultId): Awaitable<Fault>
  /** Removes the faults of the world; in the default world the shared ones too. */
  clear(): Awaitable<void>
}

/** The named snapshots of a world. A reset keeps them; they end with the world. */
export interface SnapshotControl {
  /** Saves the present world under a name, and replaces a snapshot of the same name. */
  save(name: string): Awaitable<void>
  /** Returns to a snapshot. @throws Error where there is no such snapshot, naming those that exist. */
  restore(name: string): Awaitable<void>
  /** The names, in the order in which they were saved. */
  all(): Awaitable<readonly string[]>
  /** @throws Error where there is no such snapshot. */
  remove(name: string): Awaitable<void>
}
