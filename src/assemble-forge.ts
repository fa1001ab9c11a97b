import { createHookDelivery } from './activity/hook-delivery.ts'
import type { HookMessage } from './activity/hook-message.ts'
import { createKnownSecrets } from './activity/known-secrets.ts'
import { createClock, type OwnClock } from './clock.ts'
import { operations } from './contract/generated/operations.ts'
import { loadOpenApiDocument } from './contract/openapi.ts'
import { createRouter } from './contract/router.ts'
import { advanceBuild } from './domain/builds/runner.ts'
import { consequences } from './domain/consequences.ts'
import { systemContext } from './domain/context.ts'
import { passTime } from './domain/passing-time.ts'
import { createFaults } from './faults/faults.ts'
import { faultSource } from './faults/source.ts'
import { createWaiting } from './faults/waiting.ts'
import type { Forge } from './forge.ts'
import { createEventListeners } from './forge-events.ts'
import type { ForgeOptions } from './forge-options.ts'
import { readGitFile } from './git-http.ts'
import { createCoverageCounter } from './http/coverage.ts'
import { createFetch } from './http/fetch.ts'
import { takeFetchArguments } from './http/fetch-arguments.ts'
import { createJournal } from './http/journal.ts'
import { createUnhandledRequests } from './http/unhandled-requests.ts'
import { type RandomSource, seededRandom } from './random.ts'
import { createNamedSnapshots } from './saved-world/named-snapshots.ts'
import type { SavedWorld } from './saved-world/world-file.ts'
import { exportWorld } from './seed/records/export.ts'
import { createStore, type Snapshot } from './store/store.ts'
import { guardWrites } from './store/write-guard.ts'

/** Throws where an answer breaks the contract. */
export type CheckAnswer = (operationId: string, status: number, json: unknown) => void

/** What a forge has of the one that it was made of. */
interface ForgeOrigin {
  /** Goes on from the time that this clock shows. */
  readonly clock?: OwnClock
  /** What the journal calls its world. */
  readonly world?: string
  /** A world to go on from instead of the one that a reset leads to. */
  readonly saved?: SavedWorld
}

/** Puts a forge together around a store that starts from a snapshot. */
export function assembleForge(
  seeded: Snapshot,
  options: ForgeOptions,
  checkAnswer: CheckAnswer | undefined,
  origin: ForgeOrigin = {},
): Forge {
  const events = createEventListeners()
  const store = createStore()
  store.restore(origin.saved?.snapshot ?? seeded)
  store.onChange = events.tellOfChange
  guardWrites(store)
  const secrets = createKnownSecrets(store)
  const isSavedStart = origin.saved?.snapshot === seeded
  const clock = clockOf(options, origin, isSavedStart, bringUntil)
  const { now } = clock.control
  const savedRandom = origin.saved?.random ?? options.randomSeed
  let random = sourceOfChance(savedRandom)
  const { log: write = console.error } = options
  const log = (line: string) => quietly(() => write(secrets.mask(line)))
  const unhandled = createUnhandledRequests(log)
  const journal = createJournal({
    limit: options.journalLimit ?? 1000,
    mask: secrets.mask,
    remember: secrets.remember,
    onRecord(entry) {
      unhandled.note(entry)
      events.tell({ type: 'request', request: entry })
      options.onRequest?.(entry)
    },
    onClear: unhandled.clear,
  })
  const coverage = createCoverageCounter()
  const hooks = createHookDelivery({
    store,
    // Looked up when it is called: a suite that replaces the global fetch later sees the deliveries.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
    mask: secrets.mask,
    onDelivery(delivery) {
      events.tell({ type: 'delivery', delivery })
      quietly(() => options.onDelivery?.(delivery))
    },
  })
  const core = { store, consequences, now, random: () => random() }
  const faults = createFaults()
  const waiting = createWaiting()
  store.keepsPrevious = faults.mayBeStale
  const fetch = createFetch({
    ...core,
    faults: faultSource(faults, options.delay, () => random()),
    storeBefore: () => storeOf(store.previous()),
    wait: waiting.wait,
    route,
    answersAs: options.answersAs ?? 'specified',
    bodyLimit: options.bodyLimit ?? 10 * 2 ** 20,
    deliver: hooks.deliver,
    journal,
    coverage,
    world: origin.world,
    log,
    checkAnswer,
    openApiDocument: async () => JSON.stringify(await loadOpenApiDocument()),
  })
  function bringUntil(time: string): void {
    const messages: HookMessage[] = []
    const contextAt = (at: string) =>
      systemContext({ ...core, now: () => at }, ownAddress, messages)
    store.transaction(() => passTime(store, contextAt, now(), time))
    hooks.deliver(messages)
  }
  async function toBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const saved = {
      snapshot: store.snapshot(),
      clock: clock.setting,
      random: random.state?.(),
    }
    return (await import('./saved-world/world-file.ts')).writeWorld(saved)
  }
  let start = seeded
  function startOf(from: 'present' | 'seed' | Snapshot): Snapshot {
    if (from === 'present') return store.snapshot()
    return from === 'seed' ? start : from
  }
  function reset(): void {
    store.restore(start)
    journal.clear()
    hooks.clear()
    secrets.forgetFormer()
    clock.reset()
    faults.reset()
    waiting.endAll()
    const goesOn = isSavedStart && start === seeded
    random = sourceOfChance(goesOn ? savedRandom : options.randomSeed)
  }
  return {
    fetch: takeFetchArguments(fetch),
    readGitFile: (request) => readGitFile(store, now().slice(0, 10), request),
    db: store.collections,
    requests: journal.entries,
    verifyNoUnhandled: unhandled.verify,
    coverage: coverage.read,
    deliveries: hooks.deliveries,
    settled: hooks.settled,
    advance(build, state, report) {
      const id = typeof build === 'number' ? build : build.id
      const messages: HookMessage[] = []
      const work = systemContext(core, ownAddress, messages)
      const advanced = store.transaction(() => advanceBuild(work, id, state, report))
      hooks.deliver(messages)
      return advanced
    },
    async add(seed) {
      const { addToWorld } = await import('./seed/add.ts')
      return store.transaction(() =>
        addToWorld(store, seed, { now: now(), random: () => random() }),
      )
    },
    export: () => exportWorld(store),
    clock: clock.control,
    faults,
    reset,
    async reseed(seed) {
      const { worldOf } = await import('./seed/worlds.ts')
      start = (await worldOf(seed)).snapshot
      reset()
    },
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot),
    async save(file) {
      const storing = import('./saved-world/file-storage.ts')
      const [bytes, { fileStorage }] = await Promise.all([toBytes(), storing])
      await fileStorage(file).save(bytes)
    },
    toBytes,
    snapshots: createNamedSnapshots(store),
    fork({ from = 'present', name } = {}) {
      // A seed of its own: the same one would make the tokens of this forge a second time.
      const randomSeed = random.state === undefined ? {} : { randomSeed: random() * 2 ** 32 }
      return assembleForge(startOf(from), { ...options, ...randomSeed }, checkAnswer, {
        // Time begins again with the seed.
        ...(from === 'seed' ? {} : { clock }),
        ...(name === undefined ? {} : { world: name }),
      })
    },
    watch: events.add,
  }
}

/** The routes follow from the contract alone: all forges find their operations by the same ones. */
const route = createRouter(operations)

/** Where the forge is when nobody asked at an address: the one that `forgery serve` listens at. */
const ownAddress = 'http://127.0.0.1:8080'

/** Tells a listener that is not ours; one that fails has nobody left to tell, and disturbs nothing. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {}
}

/** That of the origin, of the saved world or of the options; it is reset to where it begins. */
function clockOf(
  { now }: ForgeOptions,
  { clock: other, saved }: ForgeOrigin,
  isSavedStart: boolean,
  onForward: (to: string) => void,
): OwnClock {
  if (other) return other.fork(onForward)
  const clock = createClock(now, onForward)
  if (!saved || now !== undefined) return clock
  clock.goOnFrom(saved.clock)
  return isSavedStart ? clock.fork(onForward) : clock
}

function storeOf(snapshot: Snapshot | undefined) {
  if (!snapshot) return undefined
  const store = createStore()
  store.restore(snapshot)
  return store
}

function sourceOfChance(seed: number | undefined): RandomSource {
  return seed === undefined ? Math.random : seededRandom(seed)
}
