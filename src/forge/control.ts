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
 * What a suite does to a forge beside asking its API, the same for a forge in this process
 * (`createForge`) and for one that is served (`connect` of `forgery/client`): a suite that awaits each
 * call works with both.
 * @example
 * async function breakTheTracker(forge: ForgeControl) {
 *   await forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
 *   await forge.clock.advance('2h')
 * }
 */
export interface ForgeControl {
  /** Back to the seed: the world, its tokens and ids, clock, faults and journals. */
  reset(): Awaitable<void>
  /** Adds to the world what a seed says; see `Forge.add`. */
  add(seed: Seed): Promise<Added>
  /** The present world as a seed; see `Forge.export`. */
  export(): Awaitable<Seed>
  /**
   * What became of the records, branches and tags of the world since a snapshot of a name; without one,
   * since its beginning.
   * @throws Error where there is no such snapshot.
   * @example
   * await forge.snapshots.save('before')
   * await runTheAgent()
   * const { records, refs } = await forge.changesSince('before')
   */
  changesSince(since?: string, options?: ChangesOptions): Awaitable<WorldChanges>
  readonly builds: BuildControl
  /** Another name of `forge.builds.advance`. */
  advance: BuildControl['advance']
  readonly clock: ClockControl
  readonly faults: FaultControl
  readonly requests: RequestControl
  readonly deliveries: DeliveryControl
  readonly snapshots: SnapshotControl
  /**
   * Which operations and statuses, of those that the contract knows, were exercised; a reset keeps
   * the counts.
   */
  coverage(): Awaitable<Coverage>
  /**
   * What happens from now on: requests, deliveries and changes of the world. Ends with the signal, with
   * the world, and for a reader that is 1,000 events behind.
   * @example
   * for await (const event of forge.events({ signal: AbortSignal.timeout(5000) })) {
   *   if (event.type === 'request') console.log(event.request.path)
   * }
   */
  events(options?: { readonly signal?: AbortSignal }): EventStream
  /** What was asked for that is not served, each such request once; null where there is none. */
  unhandled(): Awaitable<string | null>
  /**
   * Throws where something was asked for that is not served.
   * @throws Error naming each such request, once.
   */
  verifyNoUnhandled(): Awaitable<void>
}

/** The builds of the world. */
export interface BuildControl {
  /**
   * Plays the runner for one build; see `ForgeBuilds.advance`.
   * @example
   * await forge.builds.advance(19, 'success', { coverage: 91.5 })
   */
  advance(build: number, state: RunnerState, report?: RunnerReport): Awaitable<BuildRecord>
}

/** The time of a forge. What time brings happens when the clock is moved, in the order of its dates. */
export interface ClockControl {
  /** ISO 8601, in UTC. */
  now(): Awaitable<string>
  /** Moves the clock to a time; it then stands or runs as it did before. */
  set(time: string | Date): Awaitable<void>
  /** Moves the clock on, by milliseconds or by a text such as `2h`, `90s`, `3d` or `1d 12h`. */
  advance(by: number | string): Awaitable<void>
  /** Stops the clock where it is. */
  freeze(): Awaitable<void>
  /** Lets the clock run on from where it is. */
  resume(): Awaitable<void>
  /** Whether it stands still. */
  isFrozen(): Awaitable<boolean>
  /** What is going to happen by its date alone, soonest first: 1,000 things at most. */
  upcoming(): Awaitable<readonly Upcoming[]>
}

/** The journal of requests. */
export interface RequestControl {
  /** The requests that are recorded, oldest first. */
  all(): Awaitable<readonly JournalEntry[]>
  /** The last request of the kind; undefined where there is none. */
  find(criteria: JournalCriteria): Awaitable<JournalEntry | undefined>
  /**
   * Resolves to the first request of the kind, one that was made already included.
   * @throws Error after `timeout` milliseconds (1,000 by default), naming the requests that were made.
   */
  waitFor(criteria: JournalCriteria, options?: { readonly timeout?: number }): Promise<JournalEntry>
  clear(): Awaitable<void>
}

/** The journal of deliveries to hooks. */
export interface DeliveryControl {
  /** What was sent to hooks, in the order it ended. */
  all(): Awaitable<readonly HookDelivery[]>
  /**
   * Sends a delivery again, to the hook as it is now; what comes of it is a delivery of its own.
   * @throws Error where there is no such delivery, or its hook is gone.
   */
  resend(id: number): Awaitable<void>
}

/**
 * What a fault does, to which requests and how often. One effect is given, `status`, `connection`,
 * `body` or `isStale`, with a `delay` or without, or a `delay` alone.
 */
export interface FaultDescription extends RequestCriteria {
  /** How many requests it hits before it is spent; without end by default. */
  readonly times?: number
  /**
   * Which worlds of the server it hits, by their names: `shop-1`, `shop-*`, or `*` for all, those that are
   * made later included. Without it, it is a fault of the world that it is added to. The shared ones stay
   * when such a world is reset, and go with a reset or `clear` of the default one.
   */
  readonly world?: string
  /** The share of the matching requests that it hits, 0 to 1, drawn from the forge's own random source. */
  readonly share?: number
  /**
   * Whether it is applied `before` the request is carried out (the default) or `after`: the answer is
   * lost, and what was written stays. With `body` and `isStale` a request is carried out in any case.
   */
  readonly phase?: 'before' | 'after'
  /** Answers this status, 400 to 599, with the API's own error body; 429 and 503 carry `Retry-After`. */
  readonly status?: number
  /** Seconds that `Retry-After` says beside a 429 or 503; 1 by default. */
  readonly retryAfter?: number
  /**
   * Milliseconds, up to an hour: a number, or a range such as `50..200`. Goes with any effect. A
   * request waits `before` it is carried out, and is not carried out where its client gives up.
   */
  readonly delay?: number | string
  /** What becomes of the connection: closed without an answer, or open without one. */
  readonly connection?: 'drop' | 'stall'
  /** What becomes of the body: it breaks off, or is no longer the JSON that its headers promise. */
  readonly body?: 'truncate' | 'malform'
  /** How many bytes of the body come before it ends, with `body: 'truncate'`; half of them by default. */
  readonly afterBytes?: number
  /**
   * Answers reading requests from the world as it was before the last write that was made since the
   * fault was added; from the present one where there was none.
   */
  readonly isStale?: boolean
  /** Whether it is switched off: it stays, with its hits, and hits nothing. */
  readonly isOff?: boolean
}

/** A fault that is in force, or spent. */
export interface Fault extends FaultDescription {
  readonly id: FaultId
  /** How many requests it has hit. */
  readonly hits: number
}

/** The faults that a forge answers with, where it should. */
export interface FaultControl {
  /** @throws TypeError where the description is wrong, saying what it must be. */
  add(fault: FaultDescription): Awaitable<Fault>
  all(): Awaitable<readonly Fault[]>
  /** @throws Error where there is no such fault. */
  remove(id: FaultId): Awaitable<void>
  /** Lets a fault hit again. @throws Error where there is no such fault. */
  switchOn(id: FaultId): Awaitable<Fault>
  /** Keeps a fault, which hits nothing until it is switched on. @throws Error where there is no such fault. */
  switchOff(id: FaultId): Awaitable<Fault>
  /** Removes those of the world; of the default one, those that worlds share as well. */
  clear(): Awaitable<void>
}

/** Snapshots that the world keeps under names, until it is gone: a reset keeps them. */
export interface SnapshotControl {
  /** Keeps the present world under a name; one of the same name is replaced. */
  save(name: string): Awaitable<void>
  /** @throws Error where there is no such snapshot, naming those that there are. */
  restore(name: string): Awaitable<void>
  /** The names, in the order they were saved. */
  all(): Awaitable<readonly string[]>
  /** @throws Error where there is no such snapshot. */
  remove(name: string): Awaitable<void>
}
