import type { HookRecord } from '../store/models/hook.ts'
import type { Store } from '../store/store.ts'
import type { HookMessage } from './hook-message.ts'
import { type HookOutcome, maskedUrl, postToHook } from './hook-request.ts'

/** One delivery to one system hook, done or failed. Secrets are masked. */
export interface HookDelivery {
  readonly hook_id: number
  readonly url: string
  /** The `event_name` of the payload. */
  readonly event: string
  /** What the receiver answered; undefined where it did not. */
  readonly status: number | undefined
  /** Why there was no answer; undefined where there was one. */
  readonly error: string | undefined
  /** When it was fired, ISO 8601, by the forge's clock. */
  readonly at: string
  /** From the request to the answer or the failure. */
  readonly milliseconds: number
  /** Undefined where the hook has no token. */
  readonly token: '[MASKED]' | undefined
  readonly payload: HookMessage['payload']
}

/** The deliveries of one forge. */
interface HookDeliveries {
  /** Sends messages to the hooks they are for. Returns at once and never throws. */
  deliver(messages: readonly HookMessage[]): void
  /** The last deliveries, in the order they ended. */
  readonly deliveries: readonly HookDelivery[]
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
  /** How many deliveries may wait, and how many the journal holds. */
  readonly limit?: number
  /** How many hooks are served at a time. */
  readonly concurrency?: number
}

/** A message on its way to one hook, as the hook was when it was fired. */
interface Owed {
  readonly hook: HookRecord
  readonly message: HookMessage
  readonly at: string
}

/**
 * Delivers what happens to the system hooks (document 1, Events), beside the requests that caused
 * it: no answer waits for a receiver, and a dead one disturbs nothing. A hook is sent one message
 * at a time, so its receiver hears of things in their order. Where `limit` messages wait already,
 * a new one is dropped, and the journal says so.
 */
export function createHookDelivery(options: HookDeliveryOptions): HookDeliveries {
  const { store, fetch, now, onDelivery, timeout = 5000, limit = 1000, concurrency = 8 } = options
  const deliveries: HookDelivery[] = []
  const waiting: Owed[] = []
  const underWay = new Map<HookRecord['id'], AbortController>()
  const whenSettled: (() => void)[] = []

  function queue(owed: Owed): void {
    if (waiting.length >= limit) {
      record(owed, { error: `dropped: ${limit} deliveries are waiting already` }, 0)
      return
    }
    waiting.push(owed)
    startWaiting()
  }

  function startWaiting(): void {
    while (underWay.size < concurrency) {
      const next = waiting.findIndex(({ hook }) => !underWay.has(hook.id))
      if (next === -1) break
      for (const owed of waiting.splice(next, 1)) void send(owed)
    }
    if (underWay.size === 0) for (const resolve of whenSettled.splice(0)) resolve()
  }

  async function send(owed: Owed): Promise<void> {
    const { hook, message } = owed
    const abandon = new AbortController()
    underWay.set(hook.id, abandon)
    const started = performance.now()
    const { payload } = message
    const outcome = await postToHook({ fetch, hook, payload, timeout, abandon })
    const isAbandoned = underWay.get(hook.id) !== abandon
    if (isAbandoned) return
    underWay.delete(hook.id)
    record(owed, outcome, performance.now() - started)
    startWaiting()
  }

  function record({ hook, message, at }: Owed, outcome: HookOutcome, milliseconds: number): void {
    const url = maskedUrl(hook.url)
    const event = message.payload.event_name
    const error = 'error' in outcome ? outcome.error : undefined
    const delivery: HookDelivery = {
      hook_id: hook.id,
      url,
      event,
      status: 'status' in outcome ? outcome.status : undefined,
      error,
      at,
      milliseconds,
      token: hook.token ? '[MASKED]' : undefined,
      payload: message.payload,
    }
    deliveries.push(delivery)
    if (deliveries.length > limit) deliveries.splice(0, deliveries.length - limit)
    onDelivery?.(delivery)
  }

  return {
    deliveries,
    deliver(messages) {
      const owed = messages.flatMap((message) =>
        recipients(store, message).map((hook) => ({ hook, message })),
      )
      if (owed.length === 0) return
      const at = now()
      for (const { hook, message } of owed) queue({ hook, message, at })
    },
    settled() {
      if (waiting.length === 0 && underWay.size === 0) return Promise.resolve()
      return new Promise((resolve) => whenSettled.push(resolve))
    },
    clear() {
      waiting.length = 0
      deliveries.length = 0
      const abandoned = [...underWay.values()]
      underWay.clear()
      for (const abandon of abandoned) abandon.abort()
      startWaiting()
    },
  }
}

function recipients({ hooks }: Pick<Store, 'hooks'>, message: HookMessage): HookRecord[] {
  return hooks.all().filter((hook) => isFor(hook, message))
}

/** Every hook hears of the instance; of pushes those whose flag is true (document 1, Events). */
function isFor(hook: HookRecord, { trigger, hook_id }: HookMessage): boolean {
  if (hook_id !== undefined) return hook.id === hook_id
  if (hook.is_paused) return false
  switch (trigger) {
    case 'system':
      return true
    case 'push':
      return hook.push_events
    case 'tag_push':
      return hook.tag_push_events
  }
}
