import { createHookDelivery } from './activity/hook-delivery.ts'
import type { HookMessage } from './activity/hook-message.ts'
import { createKnownSecrets } from './activity/known-secrets.ts'
import { createClock } from './clock.ts'
import { operations } from './contract/generated/operations.ts'
import { loadOpenApiDocument } from './contract/openapi.ts'
import { createRouter } from './contract/router.ts'
import { advanceBuild } from './domain/builds/runner.ts'
import { consequences } from './domain/consequences.ts'
import { systemContext } from './domain/context.ts'
import type { Forge } from './forge.ts'
import type { ForgeOptions } from './forge-options.ts'
import { readGitFile } from './git-http.ts'
import { createFetch } from './http/fetch.ts'
import { createJournal } from './http/journal.ts'
import { seededRandom } from './random.ts'
import { addToWorld } from './seed/add.ts'
import { exportWorld } from './seed/records/export.ts'
import { createStore, type Snapshot } from './store/store.ts'
import { guardWrites } from './store/write-guard.ts'

/** Throws where an answer breaks the contract. */
export type CheckAnswer = (operationId: string, status: number, json: unknown) => void

/** Puts a forge together around a store that starts from a snapshot. */
export function assembleForge(
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
    remember: secrets.remember,
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
      return store.transaction(() =>
        addToWorld(store, seed, { now: now(), random: () => random() }),
      )
    },
    export: () => exportWorld(store),
    reset() {
      store.restore(seeded)
      journal.clear()
      hooks.clear()
      secrets.forgetFormer()
      random = sourceOfChance(options.randomSeed)
    },
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot),
    fork() {
      // A seed of its own: the same one would make the tokens of this forge a second time.
      const randomSeed = options.randomSeed === undefined ? {} : { randomSeed: random() * 2 ** 32 }
      return assembleForge(store.snapshot(), { ...options, ...randomSeed }, checkAnswer)
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
