import { variablesOfBuild } from '../gitlab/domain/builds/job-variables.ts'
import { advanceBuild, runnerEvents } from '../gitlab/domain/builds/runner.ts'
import { upcoming } from '../gitlab/domain/upcoming.ts'
import type { CheckAnswer } from '../http/handler.ts'
import { toResponse } from '../http/response.ts'
import { addToWorld } from '../seed/add.ts'
import { exportWorld } from '../seed/records/export.ts'
import { loadWorld } from '../seed/worlds.ts'
import { refuse } from '../shared/options.ts'
import { type Collections, createCollections } from '../store/collections.ts'
import type { Snapshot } from '../store/store.ts'
import { createNamedSnapshots } from '../worlds/saved/named-snapshots.ts'
import { createSaving } from '../worlds/saved/saving.ts'
import { changesSince, type Snapshots } from './changes/changes-since.ts'
import { createCore } from './core.ts'
import { streamEvents } from './event-stream.ts'
import type { Forge } from './forge.ts'
import type { ForgeOptions } from './options.ts'
import type { ForgeOrigin } from './origin.ts'
import { tokensOf } from './token-holders.ts'

/** The maximum number of upcoming things. A world may have an expiry date for each of a hundred thousand tokens. */
const MAX_UPCOMING = 1000

/** Assembles a forge that starts from a snapshot and is reset to it. */
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
  const snapshots = createNamedSnapshots(store, origin.snapshots)
  const compared: Snapshots = {
    beginning: () => start,
    present: () => store.snapshot(),
    named: snapshots.get,
  }
  function startOf(from: 'present' | 'seed' | Snapshot): Snapshot {
    if (from === 'present') return store.snapshot()
    return from === 'seed' ? start : from
  }
  const idOf = (build: { readonly id: number } | number, what: string): number => {
    const id = typeof build === 'object' ? build?.id : build
    if (typeof id !== 'number') refuse(`${what}: the build`, 'a record of one or its id', build)
    return id
  }
  const variables: Forge['builds']['variables'] = (build) => {
    const id = idOf(build, 'forge.builds.variables')
    const found = store.builds.get(id)
    if (!found) throw new Error(`There is no build ${id}.`)
    return core.act((contextAt) => variablesOfBuild(contextAt(now()), found))
  }
  const advance: Forge['advance'] = (build, state, report) => {
    const id = idOf(build, 'forge.builds.advance')
    if (!Object.hasOwn(runnerEvents, state)) {
      const states = Object.keys(runnerEvents).join(', ')
      refuse('forge.builds.advance: the state', `one of ${states}`, state)
    }
    return core.act((contextAt) => advanceBuild(contextAt(now()), id, state, report))
  }
  return {
    fetch: takeFetchArguments(async (request) => toResponse(await core.answer(request), request)),
    answer: core.answer,
    get db() {
      db ??= createCollections(store)
      return db
    },
    apis: core.apis,
    get requests() {
      return journal.entries
    },
    get tokens() {
      return tokensOf(store)
    },
    unhandled: core.unhandled.read,
    verifyNoUnhandled: core.unhandled.verify,
    coverage: core.coverage.read,
    deliveries: hooks.deliveries,
    settled: hooks.settled,
    builds: { advance, variables },
    advance,
    async add(seed) {
      return store.transaction(() => addToWorld(store, seed, { now: now(), random: random.next }))
    },
    export: () => exportWorld(store),
    clock: {
      ...clock.control,
      upcoming: () => upcoming(store, now()).slice(0, MAX_UPCOMING),
    },
    faults: core.faults,
    reset: () => core.reset(start),
    async reseed(seed) {
      start = await loadWorld(seed)
      core.reset(start)
    },
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot),
    ...saving,
    snapshots,
    changesSince: (since, options) => changesSince(compared, since, options),
    fork({ from = 'present', name, saved } = {}) {
      // A fork gets its own seed, since the same one would generate the tokens of this forge again.
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

/** The arguments of the global `fetch` that Node, browsers and other runtimes share. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Wraps a function that answers a Request into one with the arguments of the global `fetch`. It rejects where the
 * global would without a network: with a TypeError for an invalid URL or request, and with the reason of an aborted
 * signal. A request that is aborted beforehand changes nothing. All that `answer` waits for must end when the signal of
 * the request is aborted: a listener here would cost each request more than most of them need.
 *
 * @example
 * const fetch = takeFetchArguments(async () => new Response('here'))
 * await fetch('http://forge.test/', { signal: AbortSignal.timeout(1000) })
 */
function takeFetchArguments(answer: (request: Request) => Promise<Response>): Fetch {
  return async (input, init) => {
    const request = isRequest(input) && init === undefined ? input : new Request(input, init)
    const signal = isRequest(input) ? signalOf(request) : init?.signal
    signal?.throwIfAborted()
    const response = await answer(request)
    signal?.throwIfAborted()
    return response
  }
}

/** Whether a value is a Request, which may come from another realm (a DOM in a test). */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'headers' in input
}

/**
 * Returns the signal of a request. Requests of an HTTP server have no class and create their signal on access, at a
 * cost; where it is aborted, no caller waits for the response.
 */
function signalOf(request: Request): AbortSignal | undefined {
  const isOfClass = Object.hasOwn(Object.getPrototypeOf(request), 'constructor')
  return isOfClass ? request.signal : undefined
}
