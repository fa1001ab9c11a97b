import type { HookRecord } from '../store/models/hook.ts'
import type { Store } from '../store/store.ts'
import { createDeliveryList, type DeliveryList, type HookDelivery } from './delivery-list.ts'
import { excerptOfFields } from './excerpt.ts'
import type { HookMessage } from './hook-message.ts'
import { recipients } from './hook-recipients.ts'
import { type HookOutcome, postToHook } from './hook-request.ts'
import { maskFields, maskPlaces } from './masking.ts'

export type { DeliveryList, HookDelivery } from './delivery-list.ts'

/** The deliveries of one forge. */
interface HookDeliveries {
  /** Sends messages to the hooks they are for. Returns at once and never throws. */
  deliver(messages: readonly HookMessage[]): void
  /** The last deliveries, in the order they ended. */
  readonly deliveries: DeliveryList
  /** Resolves when nothing waits and nothing is under way; at once where that is so already. */
  settled(): Promise<void>
  /** Abandons what waits and what is under way, and empties the journal. */
  clear(): void
}

export interface HookDeliveryOptions {
  readonly store: Pick<Store, 'hooks'>
  readonly fetch: typeof globalThis.fetch
  /** ISO 8601. */
  now(): string
  /** Told of each delivery once it has ended. */
  onDelivery?(delivery: HookDelivery): void
  /** How long a receiver may take to answer, in milliseconds. */
  readonly timeout?: number
  /** What takes secrets out of what is told of one delivery; those in their places by default. */
  masker?(): (text: string) => string
  /** How many deliveries may wait, and how many the journal holds. */
  readonly limit?: number
  /** How many characters of payloads may wait, and how many the journal holds. */
  readonly characterLimit?: number
  /** How many hooks are served at a time. */
  readonly concurrency?: number
}

/** A message on its way to one hook, as the hook was when it was fired. */
interface PendingDelivery {
  readonly hook: HookRecord
  /** The `event_name` of the payload. */
  readonly event: string
  /** The payload as JSON. */
  readonly body: string
  readonly at: string
}

/** A payload whose JSON is longer is not remembered whole. */
const longestPayload = 65_536

/**
 * Delivers what happens to the system hooks, beside the requests that caused it: no answer waits for
 * a receiver, and a dead one disturbs nothing. A hook is sent one message at a time, so its receiver
 * hears of things in their order. Where `limit` messages or `characterLimit` characters of them wait
 * already, a new one is dropped, and the journal says so.
 */
export function createHookDelivery(options: HookDeliveryOptions): HookDeliveries {
  const { store, fetch, now, onDelivery, timeout = 5000, concurrency = 8 } = options
  const { masker = () => maskPlaces, limit = 1000, characterLimit = 16 * 2 ** 20 } = options
  const deliveries = createDeliveryList()
  let lengths: number[] = []
  let waiting: PendingDelivery[] = []
  const underWay = new Map<HookRecord['id'], AbortController>()
  const whenSettled: (() => void)[] = []

  function queue(pending: PendingDelivery): void {
    const isFull = waiting.length >= limit || sumOf(waiting.map(bodyLength)) >= characterLimit
    if (isFull) {
      record(pending, { error: `dropped: ${waiting.length} deliveries are waiting already` }, 0)
      return
    }
    waiting.push(pending)
    startWaiting()
  }

  function startWaiting(): void {
    while (underWay.size < concurrency) {
      const next = waiting.findIndex(({ hook }) => !underWay.has(hook.id))
      if (next === -1) break
      for (const pending of waiting.splice(next, 1)) void send(pending)
    }
    if (underWay.size === 0) for (const resolve of whenSettled.splice(0)) resolve()
  }

  async function send(pending: PendingDelivery): Promise<void> {
    const { hook, body } = pending
    const abandon = new AbortController()
    underWay.set(hook.id, abandon)
    const started = performance.now()
    const outcome = await postToHook({ fetch, hook, body, timeout, abandon })
    const isAbandoned = underWay.get(hook.id) !== abandon
    if (isAbandoned) return
    underWay.delete(hook.id)
    record(pending, outcome, performance.now() - started)
    startWaiting()
  }

  function record(pending: PendingDelivery, outcome: HookOutcome, milliseconds: number): void {
    const delivery = describe(pending, outcome, milliseconds, masker())
    deliveries.push(delivery)
    lengths.push(Math.min(pending.body.length, longestPayload))
    while (deliveries.length > limit || (sumOf(lengths) > characterLimit && lengths.length > 1)) {
      deliveries.shift()
      lengths.shift()
    }
    onDelivery?.(delivery)
  }

  return {
    deliveries,
    deliver(messages) {
      for (const message of messages) {
        const hooks = recipients(store, message)
        if (hooks.length === 0) continue
        const { payload } = message
        const written = writePayload(payload)
        const at = now()
        for (const hook of hooks) {
          const pending = { hook, event: payload.event_name, body: written.body, at }
          if (written.error === undefined) queue(pending)
          else record(pending, { error: written.error }, 0)
        }
      }
    },
    settled() {
      if (waiting.length === 0 && underWay.size === 0) return Promise.resolve()
      return new Promise((resolve) => whenSettled.push(resolve))
    },
    clear() {
      waiting = []
      deliveries.length = 0
      lengths = []
      const abandoned = [...underWay.values()]
      underWay.clear()
      for (const abandon of abandoned) abandon.abort()
      startWaiting()
    },
  }
}

const bodyLength = ({ body }: PendingDelivery) => body.length
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** A payload as JSON; where it cannot be written, why, and what can be told of it. */
function writePayload(payload: HookMessage['payload']): { body: string; error?: string } {
  try {
    return { body: JSON.stringify(payload) }
  } catch (error) {
    const { event_name } = payload
    return { body: JSON.stringify({ event_name }), error: String(error) }
  }
}

function describe(
  { hook, event, body, at }: PendingDelivery,
  outcome: HookOutcome,
  milliseconds: number,
  mask: (text: string) => string,
): HookDelivery {
  const masked = maskFields(JSON.parse(body), mask)
  const kept = body.length > longestPayload ? excerptOfFields(masked) : masked
  return {
    hook_id: hook.id,
    url: mask(hook.url),
    event,
    status: 'status' in outcome ? outcome.status : undefined,
    error: 'error' in outcome ? mask(outcome.error) : undefined,
    at,
    milliseconds,
    token: hook.token ? '[MASKED]' : undefined,
    payload: { ...kept, event_name: event },
  }
}
