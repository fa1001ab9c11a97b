import { createHookDelivery, type HookDelivery } from './activity/hook-delivery.ts'
import type { HookMessage } from './activity/hook-message.ts'
import { loadYaml } from './ci/yaml.ts'
import { operations } from './contract/generated/operations.ts'
import { loadOpenApiDocument } from './contract/openapi.ts'
import { createRouter } from './contract/router.ts'
import { advanceBuild, type RunnerReport, type RunnerState } from './domain/builds/runner.ts'
import { consequences } from './domain/consequences.ts'
import { systemContext } from './domain/context.ts'
import { type GitFileAnswer, type GitFileRequest, readGitFile } from './git-http.ts'
import type { AnswersAs } from './http/departures.ts'
import { createFetch } from './http/fetch.ts'
import { createJournal, type JournalEntry } from './http/journal.ts'
import { seededRandom } from './random.ts'
import { type Added, addToWorld } from './seed/add.ts'
import { exportWorld } from './seed/records/export.ts'
import type { Seed } from './seed/schema.ts'
import { worldOf } from './seed/worlds.ts'
import type { Collections } from './store/collections.ts'
import type { BuildRecord } from './store/models/build.ts'
import { createStore, type Snapshot, type Store } from './store/store.ts'

export type { HookDelivery, JournalEntry }

export interface ForgeOptions {
  /**
   * The world to start from: `'empty'` (the default), `'demo'`, a seed, or in Node the path or the
   * file: URL of one.
   */
  readonly seed?: 'empty' | 'demo' | Seed | URL | (string & {})
  /** Pins the clock, or replaces it. */
  readonly now?: string | Date | (() => Date)
  /** Pins every token and id that is made by chance. */
  readonly randomSeed?: number
  /** Holds every answer to the contract; one that breaks it becomes a 500 that says why. */
  readonly validateResponses?: boolean
  /**
   * Where the specification and GitLab 8.15 are known to differ: `'specified'` (the default) answers as
   * the specification says, `'released'` as GitLab 8.15 did. `POST /hooks` then answers the hook itself,
   * a merge 405 for what is closed or merged and 406 for conflicts, and `DELETE` of what is gone 404.
   */
  readonly answersAs?: AnswersAs
  /** The greatest size of a request's body, in bytes; 10 MiB by default. */
  readonly bodyLimit?: number
  /** How many requests `forge.requests` remembers; 1,000 by default. */
  readonly journalLimit?: number
  /** Sends what system hooks are owed; the global `fetch` by default. */
  readonly fetch?: typeof fetch
  /** Told of each request once it is answered, as `forge.requests` remembers it. */
  readonly onRequest?: (entry: JournalEntry) => void
  /** Told of each delivery to a system hook once it has ended, as `forge.deliveries` remembers it. */
  readonly onDelivery?: (delivery: HookDelivery) => void
  /** Takes a line about what went wrong inside; standard error by default. */
  readonly log?: (line: string) => void
}

/** A fake forge: a world in memory, and the function that answers for it. */
export interface Forge {
  /** Answers a request to anything under `/api/v3`; never rejects. */
  fetch(request: Request): Promise<Response>
  /** Answers git's dumb HTTP protocol: what a clone or a fetch of a project asks for, file by file. */
  readGitFile(request: GitFileRequest): GitFileAnswer
  /** The collections of the world, to look into and to change from a suite. */
  readonly db: Collections
  /** What was asked and answered, oldest first, secrets masked. */
  readonly requests: readonly JournalEntry[]
  /** What system hooks were sent and what became of it, in the order it ended; secrets masked. */
  readonly deliveries: readonly HookDelivery[]
  /** Resolves when every system hook has been sent what it is owed. */
  settled(): Promise<void>
  /**
   * Plays the runner: takes a build to a state, with what it printed and left behind. Stages,
   * pipelines and deployments follow. Throws where there is no such build and where it is over.
   */
  advance(build: BuildRecord | number, state: RunnerState, report?: RunnerReport): BuildRecord
  /**
   * Adds to the world what a seed says, in the same words as the seed that it began with, in one
   * step; no system hook is sent. Names mean what is there already as well. What has no date happens
   * now. Resolves to the records that were added, by the names of a seed's lists; rejects with a
   * SeedError where the seed is wrong, and the world is as it was.
   *
   * @example
   * const { issues } = await forge.add({
   *   issues: [{ project: 'jane/website', title: 'It leaks', labels: ['bug'] }],
   * })
   */
  add(seed: Seed): Promise<Added>
  /**
   * The present world as a seed: plain data, with names instead of ids, that JSON and YAML can hold.
   * A forge that is made of it answers what this one answers now.
   *
   * @example
   * writeFileSync('world.json', JSON.stringify(forge.export(), null, 2))
   */
  export(): Seed
  /** Back to the seed: the world, the source of chance and the journals. */
  reset(): void
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
  /** An independent forge that goes on from the present world. */
  fork(): Forge
}

/**
 * Makes a forge. Throws a SeedError where the seed is wrong, naming the source, the path and the
 * reason of every problem.
 */
export async function createForge(options: ForgeOptions = {}): Promise<Forge> {
  const [world] = await Promise.all([worldOf(options.seed ?? 'empty'), loadYaml()])
  const { answersAs = 'specified' } = options
  if (options.validateResponses) strictChecks[answersAs] ??= createStrictCheck(answersAs)
  const checkAnswer = options.validateResponses ? await strictChecks[answersAs] : undefined
  return assemble(world, world.snapshot, options, checkAnswer)
}

type CheckAnswer = (operationId: string, status: number, json: unknown) => void

/** For all forges: compiling the schemas takes longer than most suites. */
const strictChecks: Partial<Record<AnswersAs, Promise<CheckAnswer>>> = {}

async function createStrictCheck(answersAs: AnswersAs): Promise<CheckAnswer> {
  const { createResponseCheck } = await import('./contract/response-check.ts')
  const check = createResponseCheck(await loadOpenApiDocument(), 'strict', answersAs)
  return (operationId, status, json) => {
    const problem = check(operationId, status, json)
    if (problem !== undefined) throw new Error(problem)
  }
}

function assemble(
  { objects }: Pick<Store, 'objects'>,
  seeded: Snapshot,
  options: ForgeOptions,
  checkAnswer: CheckAnswer | undefined,
): Forge {
  const store = createStore(objects)
  store.restore(seeded)
  const journal = createJournal(options.journalLimit ?? 1000, options.onRequest)
  const clock = clockOf(options.now)
  let random = sourceOfChance(options.randomSeed)
  const now = () => clock().toISOString()
  const { log: write = console.error } = options
  const log = (line: string) => quietly(() => write(line))
  const hooks = createHookDelivery({
    store,
    // Looked up when it is called: a suite that replaces the global fetch later sees the deliveries.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
    onDelivery: (delivery) => quietly(() => options.onDelivery?.(delivery)),
  })
  const world = { store, consequences, now, random: () => random() }
  const fetch = createFetch({
    ...world,
    route: createRouter(operations),
    answersAs: options.answersAs ?? 'specified',
    bodyLimit: options.bodyLimit ?? 10 * 2 ** 20,
    deliver: hooks.deliver,
    journal,
    log,
    checkAnswer,
    openApiDocument: async () => JSON.stringify(await loadOpenApiDocument()),
  })
  return {
    fetch,
    readGitFile: (request) => readGitFile(store, now().slice(0, 10), request),
    db: store,
    requests: journal.entries,
    deliveries: hooks.deliveries,
    settled: hooks.settled,
    advance(build, state, report) {
      const id = typeof build === 'number' ? build : build.id
      const messages: HookMessage[] = []
      const work = systemContext(world, ownAddress, messages)
      const advanced = store.transaction(() => advanceBuild(work, id, state, report))
      hooks.deliver(messages)
      return advanced
    },
    async add(seed) {
      return addToWorld(store, seed, { now: now(), random: () => random() })
    },
    export: () => exportWorld(store),
    reset() {
      store.restore(seeded)
      journal.clear()
      hooks.clear()
      random = sourceOfChance(options.randomSeed)
    },
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot),
    fork() {
      // A seed of its own: the same one would make the tokens of this forge a second time.
      const randomSeed = options.randomSeed === undefined ? {} : { randomSeed: random() * 2 ** 32 }
      return assemble(store, store.snapshot(), { ...options, ...randomSeed }, checkAnswer)
    },
  }
}

/** Where the forge is when nobody asked at an address: the one that `forgery serve` listens at. */
const ownAddress = 'http://127.0.0.1:8080'

/** Tells a listener that is not ours; one that fails has nobody left to tell, and disturbs nothing. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {}
}

function clockOf(now: ForgeOptions['now']): () => Date {
  if (typeof now === 'function') return now
  const pinned = now === undefined ? undefined : new Date(now)
  if (Number.isNaN(pinned?.getTime())) throw new Error(`The option now, "${now}", is no time.`)
  return () => pinned ?? new Date()
}

function sourceOfChance(seed: number | undefined): () => number {
  return seed === undefined ? Math.random : seededRandom(seed)
}
