import type { HookOutcome } from '../../gitlab/domain/hooks/hook-message.ts'
import type { ProjectTrigger } from '../../gitlab/domain/hooks/triggers.ts'
import type { HookRecord } from '../../store/models/hook.ts'
import { postToHook } from './hook-request.ts'

/** A message on its way to one hook, as the hook was when it was fired. */
export interface PendingDelivery {
  readonly hook: HookRecord
  /** What it is of: `push`, `issue`, `project_create`. */
  readonly event: string
  /** Of a hook of a project: what triggered it. */
  readonly trigger: ProjectTrigger | undefined
  /** With the values of its variables. */
  readonly url: string
  readonly headers: () => Record<string, string> | Promise<Record<string, string>>
  /** Those that may be shown. */
  readonly shownHeaders: Readonly<Record<string, string>>
  /** The payload as JSON. */
  readonly body: string
  readonly at: string
  /** Hears what came of it, before anybody else does. */
  readonly onOutcome?: (outcome: HookOutcome) => void
}

/** The deliveries that wait and those that are under way. */
interface HookQueue {
  /** Whether too much is waiting already. */
  isFull(): boolean
  /** Has a message sent when its turn comes; drops it where the queue is full. */
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
