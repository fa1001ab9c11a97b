import { createHookDelivery, type HookDelivery } from './activity/hook-delivery.ts'
import type { HookMessage } from './activity/hook-message.ts'
import { createKnownSecrets } from './activity/known-secrets.ts'
import { loadYaml } from './ci/yaml.ts'
import { createClock } from './clock.ts'
import { operations } from './contract/generated/operations.ts'
import { loadOpenApiDocument } from './contract/openapi.ts'
import { createRouter } from './contract/router.ts'
import { advanceBuild, type RunnerReport, type RunnerState } from './domain/builds/runner.ts'
import { consequences } from './domain/consequences.ts'
import { systemContext } from './domain/context.ts'
import { type ForgeOptions, optionRules } from './forge-options.ts'
import { type GitFileAnswer, type GitFileRequest, readGitFile } from './git-http.ts'
import type { AnswersAs } from './http/departures.ts'
import { createFetch } from './http/fetch.ts'
import { createJournal, type JournalEntry } from './http/journal.ts'
import { checkOptions } from './options.ts'
import { seededRandom } from './random.ts'
import { type Added, addToWorld } from './seed/add.ts'
import { exportWorld } from './seed/records/export.ts'
import type { Seed } from './seed/schema.ts'
import { worldOf } from './seed/worlds.ts'
import type { Collections } from './store/collections.ts'
import type { BuildRecord } from './store/models/build.ts'
import { createStore, type Snapshot } from './store/store.ts'
import { guardWrites } from './store/write-guard.ts'

export type { ForgeOptions, HookDelivery, JournalEntry }

/** A fake forge: a world in memory, and the function that answers for it. */
export interface Forge {
  /**
   * Answers a request to anything under `/api/v3`, whatever its host. Never rejects: an unexpected
   * error is a 500 whose request id the log repeats.
   * @example
   * const request = new Request('http://forge.test/api/v3/user', {
   *   headers: { 'PRIVATE-TOKEN': 'root-token' },
   * })
   * const user = await (await forge.fetch(request)).json()
   */
  fetch(request: Request): Promise<Response>
  /** Answers git's dumb HTTP protocol: what a clone or a fetch of a project asks for, file by file. */
  readGitFile(request: GitFileRequest): GitFileAnswer
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
  /** The last requests and their answers, oldest first, secrets masked; `journalLimit` says how many. */
  readonly requests: readonly JournalEntry[]
  /** What was sent to system hooks and what became of it, in the order it ended; secrets masked. */
  readonly deliveries: readonly HookDelivery[]
  /**
   * Resolves when every delivery to a system hook has ended.
   * @example
   * await forge.settled()
   * expect(forge.deliveries.map(({ event }) => event)).toEqual(['project_create'])
   */
  settled(): Promise<void>
  /**
   * Plays the runner: takes a build (or the one of an id) to a state, with what it printed and left
   * behind. Stages, pipelines and deployments follow. Returns the build as it is then.
   * @throws Error where there is no such build and where it is over.
   * @throws ZodError where the trace or the artifacts are too large.
   * @example
   * forge.advance(1, 'running')
   * forge.advance(1, 'success', { trace: '12 passed\n', coverage: 91.5 })
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
  /**
   * Back to the seed: the world, the tokens and ids that come next, and the journals. A fork goes
   * back to where it was made.
   * @example
   * beforeEach(() => forge.reset())
   */
  reset(): void
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
  /** An independent forge that goes on from the present world, with the same options. */
  fork(): Forge
}

/**
 * Makes a forge: a world in memory that answers as GitLab 8.15's API v3 does.
 * @throws TypeError where an option is unknown or wrong, naming it and what it must be.
 * @throws SeedError where the seed is wrong, naming the source, the path and the reason of every
 * problem.
 * @example
 * const forge = await createForge({
 *   seed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] },
 *   now: '2017-01-15T12:00:00Z',
 * })
 * setupServer(...handlers(forge)).listen()
 */
export async function createForge(options: ForgeOptions = {}): Promise<Forge> {
  checkOptions('createForge', options, optionRules)
  const [world] = await Promise.all([worldOf(options.seed ?? 'empty'), loadYaml()])
  const { answersAs = 'specified' } = options
  if (options.validateResponses) strictChecks[answersAs] ??= createStrictCheck(answersAs)
  const checkAnswer = options.validateResponses ? await strictChecks[answersAs] : undefined
  return assemble(world.snapshot, options, checkAnswer)
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
  seeded: Snapshot,
  options: ForgeOptions,
  checkAnswer: CheckAnswer | undefined,
): Forge {
  const store = createStore()
  store.restore(seeded)
  guardWrites(store)
  const secrets = createKnownSecrets(store)
  const journal = createJournal({
    limit: options.journalLimit ?? 1000,
    mask: secrets.mask,
    ...(options.onRequest ? { onRecord: options.onRequest } : {}),
  })
  const now = createClock(options.now)
  let random = sourceOfChance(options.randomSeed)
  const { log: write = console.error } = options
  const log = (line: string) => quietly(() => write(secrets.mask(line)))
  const hooks = createHookDelivery({
    store,
    // Looked up when it is called: a suite that replaces the global fetch later sees the deliveries.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
    mask: secrets.mask,
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
    db: store.collections,
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
      return assemble(store.snapshot(), { ...options, ...randomSeed }, checkAnswer)
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

function sourceOfChance(seed: number | undefined): () => number {
  return seed === undefined ? Math.random : seededRandom(seed)
}
