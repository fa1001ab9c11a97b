import type { HookRecord } from '../../store/models/hook.ts'
import { type HookOutcome, postToHook } from './hook-request.ts'

/** A message on its way to one hook, as the hook was when it was fired. */
export interface PendingDelivery {
  readonly hook: HookRecord
  /** The `event_name` of the payload. */
  readonly event: string
  /** The payload as JSON. */
  readonly body: string
  readonly at: string
}

/** The deliveries that wait and those that are under way. */
interface HookQueue {
  /** Has a message sent when its turn comes; drops it where too much is waiting already. */
  add(pending: PendingDelivery): void
  /** Resolves when nothing waits and nothing is under way; at once where that is so already. */
  settled(): Promise<void>
  /** Abandons what waits and what is under way. */
  clear(): void
}

interface HookQueueOptions {
  readonly fetch: typeof globalThis.fetch
  /** How long a receiver may take to answer, in milliseconds. */
  readonly timeout: number
  /** How many hooks are served at a time. */
  readonly concurrency: number
  /** How many deliveries may wait, and how many characters of payloads. */
  readonly limit: number
  readonly characterLimit: number
  /** Called with each delivery that ended, or was dropped. */
  onEnd(pending: PendingDelivery, outcome: HookOutcome, milliseconds: number): void
}

/** Sends messages, to each hook one at a time, so that its receiver hears of things in their order. */
export function createHookQueue(options: HookQueueOptions): HookQueue {
  const { fetch, timeout, concurrency, limit, characterLimit, onEnd } = options
  let waiting: PendingDelivery[] = []
  const underWay = new Map<HookRecord['id'], AbortController>()
  const whenSettled: (() => void)[] = []

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
    onEnd(pending, outcome, performance.now() - started)
    startWaiting()
  }

  return {
    add(pending) {
      const isFull = waiting.length >= limit || charactersOf(waiting) >= characterLimit
      if (isFull) {
        onEnd(pending, { error: `dropped: ${waiting.length} deliveries are waiting already` }, 0)
        return
      }
      waiting.push(pending)
      startWaiting()
    },
    settled() {
      if (waiting.length === 0 && underWay.size === 0) return Promise.resolve()
      return new Promise((resolve) => whenSettled.push(resolve))
    },
    clear() {
      waiting = []
      const abandoned = [...underWay.values()]
      underWay.clear()
      for (const abandon of abandoned) abandon.abort()
      startWaiting()
    },
  }
}

const charactersOf = (waiting: readonly PendingDelivery[]) =>
  waiting.reduce((sum, { body }) => sum + body.length, 0)
