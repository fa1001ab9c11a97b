import type { HookMessage } from '../../gitlab/domain/hooks/hook-message.ts'
import { recipients } from '../../gitlab/domain/hooks/hook-recipients.ts'
import { excerptOfFields } from '../../http/redaction/excerpt.ts'
import { maskFields, maskPlaces } from '../../http/redaction/masking.ts'
import type { Store } from '../../store/store.ts'
import { createDeliveryList, type DeliveryList, type HookDelivery } from './delivery-list.ts'
import { createHookQueue, type PendingDelivery } from './hook-queue.ts'
import type { HookOutcome } from './hook-request.ts'

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
  /** Called with each delivery once it has ended. */
  onDelivery?(delivery: HookDelivery): void
  /** How long a receiver may take to answer, in milliseconds. */
  readonly timeout?: number
  /** What takes secrets out of what is shown of one delivery; those in their places by default. */
  masker?(): (text: string) => string
  /** How many deliveries may wait, and how many the journal holds. */
  readonly limit?: number
  /** How many characters of payloads may wait, and how many the journal holds. */
  readonly characterLimit?: number
  /** How many hooks are served at a time. */
  readonly concurrency?: number
}

/** A payload whose JSON is longer is not recorded whole. */
const MAX_PAYLOAD_CHARACTERS = 65_536

/**
 * Delivers what happens to the system hooks, beside the requests that caused it: no answer waits for
 * a receiver, and a dead one disturbs nothing. A hook is sent one message at a time, so its receiver
 * hears of things in their order. Where `limit` messages or `characterLimit` characters of them wait
 * already, a new one is dropped, and the journal says so.
 */
export function createHookDelivery(options: HookDeliveryOptions): HookDeliveries {
  const { store, fetch, now, onDelivery, timeout = 5000, concurrency = 8 } = options
  const { masker = () => maskPlaces, limit = 1000, characterLimit = 16 * 2 ** 20 } = options
  const deliveries = createDeliveryList(limit, characterLimit)
  const limits = { timeout, concurrency, limit, characterLimit }
  const queue = createHookQueue({ fetch, ...limits, onEnd: record })

  function record(pending: PendingDelivery, outcome: HookOutcome, milliseconds: number): void {
    const delivery = describe(pending, outcome, milliseconds, masker())
    deliveries.add(delivery, Math.min(pending.body.length, MAX_PAYLOAD_CHARACTERS))
    onDelivery?.(delivery)
  }

  function send(message: HookMessage): void {
    const hooks = recipients(store, message)
    if (hooks.length === 0) return
    const { body, error } = writePayload(message.payload)
    const { at = now() } = message
    for (const hook of hooks) {
      const pending = { hook, event: message.payload.event_name, body, at }
      if (error === undefined) queue.add(pending)
      else record(pending, { error }, 0)
    }
  }

  return {
    deliveries: deliveries.list,
    deliver: (messages) => messages.forEach(send),
    settled: queue.settled,
    clear() {
      deliveries.clear()
      queue.clear()
    },
  }
}

/** A payload as JSON; where it cannot be written, why, and what is known of it. */
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
  const kept = body.length > MAX_PAYLOAD_CHARACTERS ? excerptOfFields(masked) : masked
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
