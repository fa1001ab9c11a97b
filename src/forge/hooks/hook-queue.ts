import type { HookOutcome } from '../../gitlab/domain/hooks/hook-message.ts'
import type { ProjectTrigger } from '../../gitlab/domain/hooks/triggers.ts'
import type { HookRecord } from '../../store/models/hook.ts'
import { postToHook } from './hook-request.ts'

/** A delivery to one hook, with the state of the hook at the time of the event. */
export interface PendingDelivery {
  readonly hook: HookRecord
  /** The kind of event: `push`, `issue`, `project_create`. */
  readonly event: string
  /** The trigger of a project hook; undefined for a system hook. */
  readonly trigger: ProjectTrigger | undefined
  /** The URL, with its variables replaced. */
  readonly url: string
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>
  /** The headers with secrets redacted. */
  readonly shownHeaders: Readonly<Record<string, string>>
  /** The payload as JSON. */
  readonly body: string
  readonly at: string
  /** Called with the outcome, after it was logged and before it is recorded as a delivery. */
  readonly onOutcome?: (outcome: HookOutcome) => void
}

/** The deliveries that are queued or in progress. */
interface HookQueue {
  /** Whether the queue has reached one of its limits. */
  isFull(): boolean
  /** Queues a delivery; drops it where the queue is full. */
  add(pending: PendingDelivery): void
  /** Resolves when no delivery is queued or in progress; at once where there is none. */
  settled(): Promise<void>
  /** Abandons all queued deliveries and those in progress. */
  clear(): void
}

interface HookQueueOptions {
  readonly fetch: typeof globalThis.fetch
  /** The timeout of a request, in milliseconds. */
  readonly timeout: number
  /** The number of hooks that are served concurrently. */
  readonly concurrency: number
  /** The maximum number of queued deliveries, and below it that of the characters of their payloads. */
  readonly limit: number
  readonly characterLimit: number
  /** Called with each delivery that ended or was dropped. */
  onEnd(pending: PendingDelivery, outcome: HookOutcome, milliseconds: number): void
}

/** Creates a queue that sends each hook one message at a time, so that its receiver gets events in order. */
export function createHookQueue(options: HookQueueOptions): HookQueue {
  const { fetch, timeout, concurrency, limit, characterLimit, onEnd } = options
  let waiting: PendingDelivery[] = []
  let characters = 0
  const underWay = new Map<
    HookRecord['id'],
    { abandon: AbortController; pending: PendingDelivery }
  >()
  const whenSettled: (() => void)[] = []

  function startWaiting(): void {
    while (underWay.size < concurrency) {
      const next = waiting.findIndex(({ hook }) => !underWay.has(hook.id))
      if (next === -1) break
      for (const pending of waiting.splice(next, 1)) {
        characters -= pending.body.length
        void send(pending)
      }
    }
    if (underWay.size === 0) for (const resolve of whenSettled.splice(0)) resolve()
  }

  async function send(pending: PendingDelivery): Promise<void> {
    const { hook, url, headers, body } = pending
    const keepsAnswer = pending.trigger !== undefined
    const abandon = new AbortController()
    underWay.set(hook.id, { abandon, pending })
    const started = performance.now()
    const outcome = await postToHook({ fetch, url, headers, body, keepsAnswer, timeout, abandon })
    const isAbandoned = underWay.get(hook.id)?.abandon !== abandon
    if (isAbandoned) return
    underWay.delete(hook.id)
    onEnd(pending, outcome, performance.now() - started)
    startWaiting()
  }

  const isFull = () => waiting.length >= limit || characters >= characterLimit

  return {
    isFull,
    add(pending) {
      if (isFull()) {
        onEnd(pending, { error: `dropped: ${waiting.length} deliveries are waiting already` }, 0)
        return
      }
      waiting.push(pending)
      characters += pending.body.length
      startWaiting()
    },
    settled() {
      if (waiting.length === 0 && underWay.size === 0) return Promise.resolve()
      return new Promise((resolve) => whenSettled.push(resolve))
    },
    clear() {
      const abandoned = [...underWay.values()]
      const given = [...abandoned.map(({ pending }) => pending), ...waiting]
      waiting = []
      characters = 0
      underWay.clear()
      for (const { abandon } of abandoned) abandon.abort()
      for (const { onOutcome } of given) onOutcome?.({ error: 'abandoned' })
      startWaiting()
    },
  }
}
