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
   * Answers a request to anything below the base path of an API, whatever its host. Takes what the global `fetch`
   * takes, so that it can be given to a client instead of that.
   * @throws TypeError where the address is none; the reason of its signal where that is aborted. An
   * unexpected error is a 500 whose request id the log repeats.
   * @example
   * const headers = { 'PRIVATE-TOKEN': 'root-token' }
   * const response = await forge.fetch('http://forge.test/api/v3/user', { headers })
   * const user = await response.json()
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /**
   * The same for a server of one's own, which has the parts of a request at hand and writes those of an
   * answer: it is spared a `Request` and a `Response`. It does not reject.
   */
  answer(request: IncomingRequest): Promise<Rendered>
  /** The APIs that are served, today's first. */
  readonly apis: readonly ApiName[]
  /**
   * The collections of the world, to look into and to change from a suite. Records are frozen: change
   * them with `update` or `replace`. A write that names a record that is not there, or takes a unique
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
   * The private tokens of those who can sign in, by username, as they are now; administrators first.
   * @example
   * const headers = { 'PRIVATE-TOKEN': forge.tokens.root ?? '' }
   */
  readonly tokens: Readonly<Record<string, string>>
  /**
   * The last requests and their answers, oldest first, secrets masked; `journalLimit` says how many.
   * @example
   * const request = await forge.requests.waitFor({ operation: 'createIssue', user: 'jane' })
   * expect(request.given).toEqual({ id: 1, title: 'It leaks' })
   */
  readonly requests: RequestList
  /** What `verifyNoUnhandled` would say; null where there is nothing. */
  unhandled(): string | null
  /**
   * Throws where something below `/api/` was asked for that is not served, since the journal was
   * cleared last.
   * @throws Error naming each such request once, with the operation that was meant.
   * @example
   * afterEach(() => forge.verifyNoUnhandled())
   */
  verifyNoUnhandled(): void
  /**
   * Which operations and statuses, of those that the contract states, were exercised since the forge
   * was made; a reset keeps the counts.
   */
  coverage(): Coverage
  /** What was sent to system hooks and what became of it, in the order it ended; secrets masked. */
  readonly deliveries: DeliveryList
  /**
   * Resolves when every delivery to a system hook has ended.
   * @example
   * await forge.settled()
   * expect(forge.deliveries.map(({ event }) => event)).toEqual(['project_create'])
   */
  settled(): Promise<void>
  /**
   * The builds of the world, of which the suite plays the runner.
   * @example
   * forge.builds.advance(1, 'running')
   * forge.builds.advance(1, 'success', { trace: '12 passed\n', coverage: 91.5 })
   */
  readonly builds: ForgeBuilds
  /** Another name of `forge.builds.advance`. */
  advance: ForgeBuilds['advance']
  /**
   * Adds to the world what a seed says, in the same words as the seed that it began with, in one
   * step; no system hook is sent. Names mean what is there already as well. What has no date happens
   * now. Resolves to the records that were added, by the names of a seed's lists; rejects with a
   * SeedError where the seed is wrong, and the world is as it was.
   * @example
   * const { issues } = await forge.add({
   *   issues: [{ project: 'jane/website', title: 'It leaks', labels: ['bug'] }],
   * })
   */
  add(seed: Seed): Promise<Added>
  /**
   * The present world as a seed: plain data, with names instead of ids, that JSON and YAML can hold.
   * A forge that is made of it answers what this one answers now.
   * @example
   * writeFileSync('world.json', JSON.stringify(forge.export(), null, 2))
   */
  export(): Seed
  /**
   * What became of the records, branches and tags of the world since a snapshot, or since that of a name;
   * without one, since where `reset` leads. Records are in the words of `export`. It costs what the tables
   * hold that were written to.
   * @throws Error where there is no such snapshot; TypeError for an option that is none.
   * @example
   * const before = forge.snapshot()
   * await runTheAgent()
   * const { records, refs } = forge.changesSince(before)
   * console.log(records.map(({ change, name, fields }) => `${name} ${change}: ${fields}`))
   */
  changesSince(since?: Snapshot | string, options?: ChangesOptions<Snapshot | string>): WorldChanges
  /**
   * The time of the forge. When it is moved forward, what time brings happens in the order of its
   * dates: memberships end, with their events and system hooks, artifacts and sessions that expire
   * are removed. A fork goes on from here; `reset` puts the clock back.
   * @example
   * forge.clock.advance('2h')
   * forge.clock.set('2017-02-01')
   */
  readonly clock: ForgeClock & {
    /**
     * What is going to happen by its date alone, soonest first: 1,000 things at most. What stands before
     * the present was due then, and happens when the clock is moved forward.
     * @example
     * const [next] = forge.clock.upcoming()
     * if (next) forge.clock.set(next.at)
     */
    upcoming(): readonly Upcoming[]
  }
  /**
   * What goes wrong: requests that are slow, fail, lose their connection or are answered wrongly, as
   * described. Requests of the API alone are hit. A fork starts without any; `reset` clears them, and
   * ends the requests that still wait.
   * @example
   * forge.faults.add({ operation: 'createIssue', status: 503, times: 2 })
   * forge.faults.add({ operation: 'acceptMergeRequest', phase: 'after', connection: 'drop' })
   */
  readonly faults: Faults
  /**
   * Back to the seed: the world, the tokens and ids that come next, the clock, the faults and the journals. A
   * fork goes back to where it was made.
   * @example
   * beforeEach(() => forge.reset())
   */
  reset(): void
  /**
   * Starts again from another seed, or from the present content of the same file; `reset` goes back
   * to that from then on. Rejects with a SeedError where the seed is wrong, and all is as it was.
   * @example
   * await forge.reseed('fixtures/forgery.yaml')
   */
  reseed(seed: 'empty' | 'demo' | `demo@${string}` | Seed | URL | (string & {})): Promise<void>
  /** The present world, to go back to. It shares its records and git objects, so it costs little. */
  snapshot(): Snapshot
  /**
   * Makes the world that of a snapshot, of this forge or of any other one. The journals stay.
   * @throws Error where the argument is not what `snapshot` returned.
   * @example
   * const before = forge.snapshot()
   * await runTheTest()
   * forge.restore(before)
   */
  restore(snapshot: Snapshot): void
  /**
   * Saves the present world to a file, from which `createForge({ from: file })` goes on: its records
   * and git objects, its clock, and the ids and tokens that come next; not the journals. A file that
   * is there is replaced as a whole. Only in Node; elsewhere `toBytes` gives what the file holds.
   * @throws Error where the file cannot be written.
   * @example
   * await forge.save('world.forgery')
   */
  save(file: string | URL): Promise<void>
  /**
   * The present world as the bytes of such a file.
   * @example
   * const copy = await createForge({ from: await forge.toBytes() })
   */
  toBytes(): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Snapshots under names, for those who have no variable to keep one in.
   * @example
   * forge.snapshots.save('signed in')
   * forge.snapshots.restore('signed in')
   */
  readonly snapshots: NamedSnapshots
  /**
   * An independent forge with the same options, that goes on from the present world, or starts from
   * the seed of this one or from a snapshot.
   */
  fork(options?: ForkOptions): Forge
  /**
   * Calls a listener with what happens from now on: requests, deliveries and changes of the world.
   * Returns the function that ends it. `events` gives the same to a loop.
   * @example
   * const stop = forge.watch((event) => console.log(event.type))
   */
  watch(listener: (event: ForgeEvent) => void): () => void
}

/** The builds of a forge in this process. */
export interface ForgeBuilds {
  /**
   * Plays the runner: takes a build (or the one of an id) to a state, with what it printed and left
   * behind. Stages, pipelines and deployments follow. Returns the build as it is then.
   * @throws Error where there is no such build and where it is over; TypeError where the build or the state is none.
   * @throws ZodError where the trace or the artifacts are too large.
   * @example
   * forge.builds.advance(1, 'success', { trace: '12 passed\n', coverage: 91.5 })
   */
  advance(build: BuildRecord | number, state: RunnerState, report?: RunnerReport): BuildRecord
  /**
   * The variables that a build (or the one of an id) finds when it runs: those of its pipeline, of the project, its
   * groups and the instance, as far as its branch or tag and its environment let them in, and what GitLab says itself.
   * What it prints hides the values of masked ones.
   * @throws Error where there is no such build.
   * @example
   * const names = forge.builds.variables(1).map(({ key }) => key)
   */
  variables(build: BuildRecord | number): readonly JobVariable[]
}

/** What a fork starts from. */
export interface ForkOptions {
  /** The present world (the default), the seed that this forge goes back to, or a snapshot. */
  readonly from?: 'present' | 'seed' | Snapshot
  /** What its journal calls its world. */
  readonly name?: string
  /** A saved world to go on from; `from` is then what a reset leads to. */
  readonly saved?: SavedWorld
}
