import type { ApiName } from '../contract/base-paths.ts'
import type { JobVariable } from '../gitlab/domain/builds/job-variables.ts'
import type { RunnerReport, RunnerState } from '../gitlab/domain/builds/runner.ts'
import type { Upcoming } from '../gitlab/domain/upcoming.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import type { Rendered } from '../http/response.ts'
import type { Added } from '../seed/add.ts'
import type { Seed } from '../seed/schema.ts'
import type { Collections } from '../store/collections.ts'
import type { BuildRecord } from '../store/models/build.ts'
import type { Snapshot } from '../store/store.ts'
import type { NamedSnapshots } from '../worlds/saved/named-snapshots.ts'
import type { SavedWorld } from '../worlds/saved/world-file.ts'
import type { ChangesOptions, WorldChanges } from './changes/world-changes.ts'
import type { ForgeClock } from './clock.ts'
import type { ForgeControl } from './control.ts'
import type { ForgeEvent } from './events.ts'
import type { Faults } from './faults/faults.ts'
import type { DeliveryList } from './hooks/hook-delivery.ts'
import type { Coverage } from './journal/coverage.ts'
import type { RequestList } from './journal/request-list.ts'

export type { IncomingBody, IncomingHeaders, IncomingRequest } from '../http/incoming-request.ts'
export type { Rendered } from '../http/response.ts'

/** A fake forge: a world in memory, and the function that answers for it. */
export interface Forge extends ForgeControl {
  /**
   * Answers a request below the base path of an API, whatever its host. Has the signature of the global `fetch`, so
   * that it can be passed to a client in its place.
   * @throws TypeError where the URL is invalid; the reason of the signal where it is aborted. An
   * unexpected error is a 500 whose request id the log repeats.
   * @example
   * const headers = { 'PRIVATE-TOKEN': 'root-token' }
   * const response = await forge.fetch('http://forge.test/api/v3/user', { headers })
   * const user = await response.json()
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /**
   * The same without `Request` and `Response`, for an HTTP server that has the parts of a request at hand and writes
   * those of a response. It does not reject.
   */
  answer(request: IncomingRequest): Promise<Rendered>
  /** The APIs that are served, the current one first. */
  readonly apis: readonly ApiName[]
  /**
   * The collections of the world, for a suite to inspect and change. Records are frozen: change
   * them with `update` or `replace`. A write that refers to a missing record, or uses a unique
   * name twice, throws an Error, and nothing is written.
   * @example
   * const project = forge.db.projects.findFirst((query) => query.where({ path: 'website' }))
   * await forge.db.issues.update((query) => query.where({ iid: 1 }), {
   *   data(issue) {
   *     issue.state = 'closed'
   *   },
   * })
   */
  readonly db: Collections
  /**
   * The current private tokens of all users who can sign in, by username; administrators first.
   * @example
   * const headers = { 'PRIVATE-TOKEN': forge.tokens.root ?? '' }
   */
  readonly tokens: Readonly<Record<string, string>>
  /**
   * The journal: the last requests with their responses, oldest first, secrets masked. `journalLimit` is its length.
   * @example
   * const request = await forge.requests.waitFor({ operation: 'createIssue', user: 'jane' })
   * expect(request.given).toEqual({ id: 1, title: 'It leaks' })
   */
  readonly requests: RequestList
  /** Returns the message that `verifyNoUnhandled` would throw; null where there is none. */
  unhandled(): string | null
  /**
   * Throws where a path below `/api/` was requested that is not served, since the journal was last cleared.
   * @throws Error naming each such request once, with the operation that was probably meant.
   * @example
   * afterEach(() => forge.verifyNoUnhandled())
   */
  verifyNoUnhandled(): void
  /**
   * Returns which operations and statuses of the contract were exercised since the forge was made. A reset keeps
   * the counts.
   */
  coverage(): Coverage
  /** The deliveries to hooks with their outcomes, in the order in which they ended; secrets masked. */
  readonly deliveries: DeliveryList
  /**
   * Resolves when all deliveries to hooks have ended.
   * @example
   * await forge.settled()
   * expect(forge.deliveries.map(({ event }) => event)).toEqual(['project_create'])
   */
  settled(): Promise<void>
  /**
   * The builds of the world. The suite acts as their runner.
   * @example
   * forge.builds.advance(1, 'running')
   * forge.builds.advance(1, 'success', { trace: '12 passed\n', coverage: 91.5 })
   */
  readonly builds: ForgeBuilds
  /** An alias of `forge.builds.advance`. */
  advance: ForgeBuilds['advance']
  /**
   * Loads a seed into the present world, in one transaction and without deliveries to hooks. Names in it may refer to
   * existing records. What has no date happens now. Resolves to the added records, by the names of the seed's lists;
   * rejects with a SeedError where the seed is wrong, and leaves the world unchanged.
   * @example
   * const { issues } = await forge.add({
   *   issues: [{ project: 'jane/website', title: 'It leaks', labels: ['bug'] }],
   * })
   */
  add(seed: Seed): Promise<Added>
  /**
   * Returns the present world as a seed: plain data for JSON or YAML, with names instead of ids.
   * A forge that is made from it answers as this one does now.
   * @example
   * writeFileSync('world.json', JSON.stringify(forge.export(), null, 2))
   */
  export(): Seed
  /**
   * Returns the records, branches and tags that changed since a snapshot, or since the named one; without an argument,
   * since the world that `reset` returns to. Records are named as `export` names them. The cost grows with the tables
   * that were written to.
   * @throws Error where there is no such snapshot; TypeError for an unknown option.
   * @example
   * const before = forge.snapshot()
   * await runTheAgent()
   * const { records, refs } = forge.changesSince(before)
   * console.log(records.map(({ change, name, fields }) => `${name} ${change}: ${fields}`))
   */
  changesSince(since?: Snapshot | string, options?: ChangesOptions<Snapshot | string>): WorldChanges
  /**
   * The clock of the forge. When it is moved forward, all that is due happens in the order of its dates: memberships
   * end, with their events and system hooks, and expired artifacts and sessions are removed. A fork continues from the
   * present time; `reset` sets the clock back.
   * @example
   * forge.clock.advance('2h')
   * forge.clock.set('2017-02-01')
   */
  readonly clock: ForgeClock & {
    /**
     * Returns what will happen when the clock moves forward, soonest first: at most 1,000 things. Entries dated before
     * the present are overdue, and happen with the next move.
     * @example
     * const [next] = forge.clock.upcoming()
     * if (next) forge.clock.set(next.at)
     */
    upcoming(): readonly Upcoming[]
  }
  /**
   * The faults to inject: requests that are slow, fail, lose their connection or get a wrong response. They affect
   * requests to the APIs and to git. A fork starts without faults; `reset` clears them, and ends the requests that
   * are still delayed.
   * @example
   * forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
   * forge.faults.add({ operation: 'acceptMergeRequest', phase: 'after', connection: 'drop' })
   */
  readonly faults: Faults
  /**
   * Returns to the seed: resets the world, the next tokens and ids, the clock, the faults and the journals. A
   * fork returns to the world that it was made from.
   * @example
   * beforeEach(() => forge.reset())
   */
  reset(): void
  /**
   * Starts again from another seed, or from the present content of the same file, to which `reset` returns from
   * then on. Rejects with a SeedError where the seed is wrong, and leaves the world unchanged.
   * @example
   * await forge.reseed('fixtures/forgery.yaml')
   */
  reseed(seed: 'empty' | 'demo' | `demo@${string}` | Seed | URL | (string & {})): Promise<void>
  /** Takes a snapshot of the present world for `restore`. It is cheap, since it shares records and git objects. */
  snapshot(): Snapshot
  /**
   * Returns to a snapshot of this forge or of any other one. The journals stay.
   * @throws Error where the argument was not returned by `snapshot`.
   * @example
   * const before = forge.snapshot()
   * await runTheTest()
   * forge.restore(before)
   */
  restore(snapshot: Snapshot): void
  /**
   * Saves the present world to a file, from which `createForge({ from: file })` continues: its records
   * and git objects, its clock, and the next ids and tokens; not the journals. An existing file is
   * replaced atomically. Only in Node; elsewhere `toBytes` returns the content of the file.
   * @throws Error where the file cannot be written.
   * @example
   * await forge.save('world.forgery')
   */
  save(file: string | URL): Promise<void>
  /**
   * Returns the present world as the bytes of such a file.
   * @example
   * const copy = await createForge({ from: await forge.toBytes() })
   */
  toBytes(): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Named snapshots, for callers that cannot keep one in a variable.
   * @example
   * forge.snapshots.save('signed in')
   * forge.snapshots.restore('signed in')
   */
  readonly snapshots: NamedSnapshots
  /**
   * Makes an independent forge with the same options. It starts from the present world, or from the seed of this forge
   * or a snapshot.
   */
  fork(options?: ForkOptions): Forge
  /**
   * Calls a listener with each event from now on: requests, deliveries and changes of the world.
   * Returns the function that removes it. `events` is the same for a loop.
   * @example
   * const stop = forge.watch((event) => console.log(event.type))
   */
  watch(listener: (event: ForgeEvent) => void): () => void
}

/** The builds of a forge in this process. */
export interface ForgeBuilds {
  /**
   * Acts as the runner: moves a build (a record or an id) to a state, with its trace, coverage and artifacts. Stages,
   * pipelines and deployments follow. Returns the build afterwards.
   * @throws Error where the build does not exist or is over; TypeError where the build or the state is invalid.
   * @throws ZodError where the trace or the artifacts are too large.
   * @example
   * forge.builds.advance(1, 'success', { trace: '12 passed\n', coverage: 91.5 })
   */
  advance(build: BuildRecord | number, state: RunnerState, report?: RunnerReport): BuildRecord
  /**
   * Returns the variables of a build (a record or an id) at run time: those of its pipeline, its project, the groups
   * and the instance that apply to its branch or tag and its environment, and GitLab's predefined ones. Values of
   * masked variables are hidden in its trace.
   * @throws Error where the build does not exist.
   * @example
   * const names = forge.builds.variables(1).map(({ key }) => key)
   */
  variables(build: BuildRecord | number): readonly JobVariable[]
}

/** The options of `forge.fork`. */
export interface ForkOptions {
  /** The world to start from: the present one (the default), the seed of this forge, or a snapshot. */
  readonly from?: 'present' | 'seed' | Snapshot
  /** The name of its world in its journal. */
  readonly name?: string
  /** A saved world to start from; a reset then returns to `from`. */
  readonly saved?: SavedWorld
}
