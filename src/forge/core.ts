import { apiNames } from '../contract/base-paths.ts'
import { addressesUnder } from '../gitlab/domain/addresses.ts'
import { consequences } from '../gitlab/domain/consequences.ts'
import { type SystemContext, systemContext } from '../gitlab/domain/context.ts'
import { expire } from '../gitlab/domain/expiry.ts'
import { recordDelivery } from '../gitlab/domain/hooks/hook-logs.ts'
import type { HookMessage } from '../gitlab/domain/hooks/hook-message.ts'
import { worldRelease } from '../gitlab/domain/release.ts'
import { type CheckAnswer, type HandlerOptions, handle } from '../http/handler.ts'
import type { IncomingRequest } from '../http/incoming-request.ts'
import { createKnownSecrets } from '../http/redaction/known-secrets.ts'
import type { Rendered } from '../http/response.ts'
import { Throttle } from '../http/throttle.ts'
import { type Snapshot, type Store, storeFrom } from '../store/store.ts'
import type { OwnClock } from './clock.ts'
import { createEventListeners, type EventListeners } from './events.ts'
import { createFaults, createWaiting, type Faults, faultSource } from './faults/faults.ts'
import { createHookDelivery } from './hooks/hook-delivery.ts'
import { createCoverageCounter } from './journal/coverage.ts'
import { createJournal } from './journal/journal.ts'
import { createUnhandledRequests } from './journal/unhandled-requests.ts'
import type { ForgeOptions } from './options.ts'
import { clockOf, createRandom, type ForgeOrigin, type ForgeRandom } from './origin.ts'

/** The parts of a forge: its world, its journals, and its request handler. */
export interface ForgeCore extends ReturnType<typeof createRecorders> {
  readonly store: Store
  readonly events: EventListeners
  readonly clock: OwnClock
  readonly random: ForgeRandom
  readonly faults: Faults
  answer(request: IncomingRequest): Promise<Rendered>
  /** Runs a step that was not requested through the API, and sends its messages to hooks. */
  act<T>(step: (contextAt: (time: string) => SystemContext) => T): T
  /** Returns the world to a snapshot, and resets everything else. */
  reset(start: Snapshot): void
}

/** Makes the parts of a forge around a store that starts from a snapshot. */
export function createCore(
  seeded: Snapshot,
  options: ForgeOptions,
  checkAnswer: CheckAnswer | undefined,
  origin: ForgeOrigin,
): ForgeCore {
  const store = storeFrom(origin.saved?.snapshot ?? seeded)
  const events = createEventListeners()
  store.onChange = events.notifyOfChange
  const isSavedStart = origin.saved?.snapshot === seeded
  const clock = clockOf(options, origin, isSavedStart, (time) =>
    act((contextAt) => expire(store, contextAt, now(), time)),
  )
  const { now } = clock.control
  const savedRandom = origin.saved?.random ?? options.randomSeed
  const startRandom = origin.reopened?.start?.random ?? (isSavedStart ? savedRandom : undefined)
  const random = createRandom(savedRandom)
  const work = { store, consequences, now, random: random.next }
  const recorders = createRecorders(store, options, { now, random: random.next }, events)
  const { journal, hooks, secrets, log } = recorders
  const faults = createFaults(origin.world)
  const waiting = createWaiting()
  const throttle = new Throttle()
  store.keepsPrevious = faults.mayBeStale
  const handling: HandlerOptions = {
    ...work,
    faults: faultSource(faults, options.delay, random.next),
    storeBefore: () => {
      const before = store.previous()
      return before && storeFrom(before)
    },
    wait: waiting.wait,
    answersAs: options.answersAs ?? 'specified',
    apis: recorders.apis,
    bodyLimit: options.bodyLimit ?? 10 * 2 ** 20,
    throttle,
    deliver: hooks.deliver,
    deliverAndWait: hooks.deliverAndWait,
    record: journal.record,
    countAnswer: recorders.coverage.count,
    world: origin.world,
    log,
    checkAnswer,
  }
  const answer = (request: IncomingRequest) => handle(handling, request)
  const addresses = addressesUnder(ownAddress)
  function act<T>(step: (contextAt: (time: string) => SystemContext) => T): T {
    const messages: HookMessage[] = []
    const result = store.transaction(() =>
      step((time) =>
        systemContext({ ...work, release: worldRelease, now: time }, addresses, messages),
      ),
    )
    hooks.deliver(messages)
    return result
  }
  function reset(start: Snapshot): void {
    store.restore(start)
    journal.clear()
    hooks.clear()
    secrets.forgetFormer()
    clock.reset()
    faults.reset()
    throttle.reset()
    waiting.endAll()
    const isStart = start === seeded
    random.restart((isStart ? startRandom : undefined) ?? options.randomSeed)
  }
  return { ...recorders, store, events, clock, random, faults, answer, act, reset }
}

/** Makes the recorders of requests and deliveries, which mask secrets. */
function createRecorders(
  store: Store,
  options: ForgeOptions,
  { now, random }: { now(): string; random(): number },
  events: EventListeners,
) {
  const secrets = createKnownSecrets(store)
  const { log: write = console.error } = options
  const log = (line: string) => quietly(() => write(secrets.masker()(line)))
  const { apis: chosen = apiNames } = options
  const apis = apiNames.filter((name) => chosen.includes(name))
  const unhandled = createUnhandledRequests(log)
  const journal = createJournal({
    apis,
    limit: options.journalLimit ?? 1000,
    masker: secrets.masker,
    remember: secrets.remember,
    onRecord(recorded) {
      if (recorded.operationId === undefined) unhandled.note(recorded.entry())
      if (!events.isEmpty()) events.notify({ type: 'request', request: recorded.entry() })
      options.onRequest?.(recorded.entry())
    },
    onClear: unhandled.clear,
  })
  const hooks = createHookDelivery({
    store,
    // Looked up at each call, so that a suite that replaces the global fetch later sees the deliveries.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
    random,
    masker: secrets.masker,
    keep(delivered) {
      try {
        store.transaction(() => recordDelivery({ store, now: now() }, delivered))
      } catch (error) {
        log(`A delivery of the hook ${delivered.hook_id} could not be kept: ${error}`)
      }
    },
    onDelivery(delivery) {
      events.notify({ type: 'delivery', delivery })
      quietly(() => options.onDelivery?.(delivery))
    },
  })
  const coverage = createCoverageCounter(apis)
  return { apis, secrets, log, unhandled, journal, hooks, coverage }
}

/** The URL of the forge for work without a request: the default address of `forgery serve`. */
const ownAddress = 'http://127.0.0.1:8080'

/** Calls a listener of the suite; its errors are ignored. */
function quietly(call: () => void): void {
  try {
    call()
  } catch {}
}
