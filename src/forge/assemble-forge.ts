import { advanceBuild, runnerEvents } from '../gitlab/domain/builds/runner.ts'
import { takeFetchArguments } from '../http/fetch-arguments.ts'
import { readGitFile } from '../http/git-http.ts'
import { toResponse } from '../http/response.ts'
import { addToWorld } from '../seed/add.ts'
import { exportWorld } from '../seed/records/export.ts'
import { loadWorld } from '../seed/worlds.ts'
import { refuse } from '../shared/options.ts'
import { type Collections, createCollections } from '../store/collections.ts'
import type { Snapshot } from '../store/store.ts'
import { createNamedSnapshots } from '../worlds/saved/named-snapshots.ts'
import { createSaving } from '../worlds/saved/saving.ts'
import { type CheckAnswer, createCore } from './core.ts'
import { streamEvents } from './event-stream.ts'
import type { Forge } from './forge.ts'
import type { ForgeOptions } from './options.ts'
import type { ForgeOrigin } from './origin.ts'
import { tokensOf } from './token-holders.ts'

/** Puts a forge together that starts from a snapshot, and is reset to it. */
export function assembleForge(
  seeded: Snapshot,
  options: ForgeOptions,
  checkAnswer: CheckAnswer | undefined,
  origin: ForgeOrigin = {},
): Forge {
  const core = createCore(seeded, options, checkAnswer, origin)
  const { store, clock, random, journal, hooks } = core
  const { now } = clock.control
  let start = seeded
  let db: Collections | undefined
  const saving = createSaving(() => ({
    snapshot: store.snapshot(),
    clock: clock.setting,
    random: random.state(),
  }))
  function startOf(from: 'present' | 'seed' | Snapshot): Snapshot {
    if (from === 'present') return store.snapshot()
    return from === 'seed' ? start : from
  }
  const advance: Forge['advance'] = (build, state, report) => {
    const id = typeof build === 'object' ? build?.id : build
    if (typeof id !== 'number') {
      refuse('forge.builds.advance: the build', 'a record of one or its id', build)
    }
    if (!Object.hasOwn(runnerEvents, state)) {
      const states = Object.keys(runnerEvents).join(', ')
      refuse('forge.builds.advance: the state', `one of ${states}`, state)
    }
    return core.act((contextAt) => advanceBuild(contextAt(now()), id, state, report))
  }
  return {
    fetch: takeFetchArguments(async (request) => toResponse(await core.answer(request), request)),
    answer: core.answer,
    readGitFile: (request) => readGitFile(store, now().slice(0, 10), request),
    get db() {
      db ??= createCollections(store)
      return db
    },
    get requests() {
      return journal.entries
    },
    get tokens() {
      return tokensOf(store)
    },
    verifyNoUnhandled: core.unhandled.verify,
    coverage: core.coverage.read,
    deliveries: hooks.deliveries,
    settled: hooks.settled,
    builds: { advance },
    advance,
    async add(seed) {
      return store.transaction(() => addToWorld(store, seed, { now: now(), random: random.next }))
    },
    export: () => exportWorld(store),
    clock: clock.control,
    faults: core.faults,
    reset: () => core.reset(start),
    async reseed(seed) {
      start = await loadWorld(seed)
      core.reset(start)
    },
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot),
    ...saving,
    snapshots: createNamedSnapshots(store, origin.snapshots),
    fork({ from = 'present', name, saved } = {}) {
      // A seed of its own: the same one would make the tokens of this forge a second time.
      const seed = random.seedOfFork()
      const randomSeed = seed === undefined ? {} : { randomSeed: seed }
      return assembleForge(startOf(from), { ...options, ...randomSeed }, checkAnswer, {
        ...(from === 'seed' ? { clock: clock.beginning() } : saved ? {} : { clock }),
        ...(saved === undefined ? {} : { saved }),
        ...(name === undefined ? {} : { world: name }),
      })
    },
    watch: core.events.add,
    events: ({ signal } = {}) => streamEvents(core.events, signal),
  }
}
