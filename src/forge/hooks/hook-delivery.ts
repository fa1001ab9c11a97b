import type { Delivered } from '../../gitlab/domain/hooks/hook-logs.ts'
import {
  type HookMessage,
  type HookOutcome,
  type HookPayload,
  isOfProject,
} from '../../gitlab/domain/hooks/hook-message.ts'
import { recipients } from '../../gitlab/domain/hooks/hook-recipients.ts'
import { interpolatedUrl } from '../../gitlab/domain/hooks/hook-url.ts'
import type { ProjectTrigger } from '../../gitlab/domain/hooks/triggers.ts'
import { excerptOfFields } from '../../http/redaction/excerpt.ts'
import { maskFields, maskPlaces } from '../../http/redaction/masking.ts'
import type { HookRecord } from '../../store/models/hook.ts'
import type { Store } from '../../store/store.ts'
import { createDeliveryList, type DeliveryList, type HookDelivery } from './delivery-list.ts'
import { bodyOf, bodyOfTemplate } from './hook-body.ts'
import { headersOf, shownHeaders, signatureOf } from './hook-headers.ts'
import { createHookQueue, type PendingDelivery } from './hook-queue.ts'

export type { DeliveryList, HookDelivery } from './delivery-list.ts'

/** The deliveries of one forge. */
interface HookDeliveries {
  /** Queues messages for the hooks that match them. Returns at once and never throws. */
  deliver(messages: readonly HookMessage[]): void
  /** Sends a message to its one hook and waits for the outcome. */
  deliverAndWait(message: HookMessage): Promise<HookOutcome>
  /** The last deliveries, in the order in which they ended. */
  readonly deliveries: DeliveryList
  /** Resolves when no delivery is queued or in progress; at once where there is none. */
  settled(): Promise<void>
  /** Abandons all queued deliveries and those in progress, and empties the list of deliveries. */
  clear(): void
}

export interface HookDeliveryOptions {
  readonly store: Pick<Store, 'hooks'>
  readonly fetch: typeof globalThis.fetch
  /** Returns the present time, ISO 8601. */
  now(): string
  /** Returns a random number from 0 up to 1, for the UUIDs of deliveries. */
  random(): number
  /** Called with each delivery when it has ended. */
  onDelivery?(delivery: HookDelivery): void
  /** Stores a delivery of a project hook in its log, before `onDelivery` is called. */
  keep?(delivered: Delivered): void
  /** The timeout of a request, in milliseconds. */
  readonly timeout?: number
  /** Returns a function that masks the secrets in one delivery. By default it masks secrets at known places. */
  masker?(): (text: string) => string
  /** The maximum number of queued deliveries, and of recorded ones. */
  readonly limit?: number
  /** The maximum number of characters of queued payloads, and of recorded ones. */
  readonly characterLimit?: number
  /** The number of hooks that are served concurrently. */
  readonly concurrency?: number
}

/** The longest payload that is recorded in full, in characters of JSON. */
const MAX_PAYLOAD_CHARACTERS = 65_536

/** The maximum number of queued deliveries. A push to a project with 1,000 hooks queues as many. */
const MAX_WAITING = 10_000

/**
 * Delivers events to hooks, apart from the requests that caused them: no response waits for a receiver, and a dead
 * receiver affects nothing else. Each hook is sent one message at a time, so that its receiver gets events in order.
 * Where `limit` messages or `characterLimit` characters are queued already, a new message is dropped and recorded as an
 * error.
 */
export function createHookDelivery(options: HookDeliveryOptions): HookDeliveries {
  const { store, fetch, now, onDelivery, keep, timeout = 5000, concurrency = 8 } = options
  const { masker = () => maskPlaces, limit = 1000, characterLimit = 16 * 2 ** 20 } = options
  const { random } = options
  const ended = new WeakMap<HookDelivery, PendingDelivery>()
  let endedCount = 0
  const deliveries = createDeliveryList(limit, characterLimit, resend)
  const limits = { timeout, concurrency, limit: options.limit ?? MAX_WAITING, characterLimit }
  const queue = createHookQueue({ fetch, ...limits, onEnd: record })
  const masked = createMaskedPayloads()

  function record(pending: PendingDelivery, outcome: HookOutcome, milliseconds: number): void {
    const { trigger } = pending
    if (trigger !== undefined) keep?.(deliveredOf(pending, trigger, outcome, milliseconds))
    pending.onOutcome?.(outcome)
    const mask = masker()
    const shown = masked(pending.body, mask)
    const delivery = describe(++endedCount, pending, outcome, milliseconds, mask, shown)
    ended.set(delivery, pending)
    deliveries.add(delivery, Math.min(pending.body.length, MAX_PAYLOAD_CHARACTERS))
    onDelivery?.(delivery)
  }

  function send(message: HookMessage, onOutcome?: (outcome: HookOutcome) => void): void {
    const hooks = recipients(store, message)
    if (hooks.length === 0) onOutcome?.({ error: 'there is no such hook' })
    if (hooks.length === 0) return
    const whole = bodyOf(message.payload)
    const written = new Map<string, string>()
    const event = createUuid(random)
    for (const hook of hooks) {
      const { custom_webhook_template: template } = hook
      const isTemplate = isOfProject(message) && template !== null && template !== ''
      // A full queue drops the delivery, so its template is not rendered: for a hundred hooks that could be megabytes
      // each.
      const { text, error } =
        isTemplate && !queue.isFull() ? bodyOfTemplate(template, message.payload, written) : whole
      const pending = pendingOf(hook, message, text, event, onOutcome)
      if (error === undefined) queue.add(pending)
      else record(pending, { error }, 0)
    }
  }

  /** Repeats a delivery under the same ids, by which a receiver detects the duplicate. */
  function resend(delivery: HookDelivery): void {
    const hook = store.hooks.get(delivery.hook_id)
    const pending = ended.get(delivery)
    if (!hook || !pending) throw new Error(`The hook ${delivery.hook_id} is gone.`)
    const { onOutcome: _, ...again } = pending
    queue.add({ ...again, hook, url: interpolatedUrl(hook) ?? hook.url, at: now() })
  }

  function pendingOf(
    hook: HookRecord,
    message: HookMessage,
    body: string,
    event: string,
    onOutcome: ((outcome: HookOutcome) => void) | undefined,
  ): PendingDelivery {
    const { at = now() } = message
    const ofProject = isOfProject(message) ? message : undefined
    const idempotencyKey = ofProject?.idempotencyKey ?? createUuid(random)
    const ids = { event, webhook: createUuid(random), idempotencyKey }
    return {
      hook,
      event: eventOf(message.payload),
      trigger: ofProject?.trigger,
      url: interpolatedUrl(hook) ?? hook.url,
      headers: async () => ({
        ...headersOf(hook, message, ids),
        ...(ofProject ? await signatureOf(hook, idempotencyKey, body, at) : {}),
      }),
      shownHeaders: shownHeaders(hook, message, ids),
      body,
      at,
      ...(onOutcome ? { onOutcome } : {}),
    }
  }

  return {
    deliveries: deliveries.list,
    deliver: (messages) => {
      for (const message of messages) send(message)
    },
    deliverAndWait: (message) =>
      new Promise((resolve) => {
        send(message, resolve)
      }),
    settled: queue.settled,
    clear() {
      endedCount = 0
      deliveries.clear()
      queue.clear()
    },
  }
}

/** Returns the kind of event that a payload describes. */
function eventOf({ object_kind, event_name }: HookPayload): string {
  return String(object_kind ?? event_name)
}

/** Generates a version 4 UUID (RFC 9562) from a source of random numbers. */
function createUuid(random: () => number): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (letter) => {
    const digit = Math.floor(random() * 16)
    return (letter === 'x' ? digit : (digit & 3) | 8).toString(16)
  })
}

/**
 * Creates a function that masks and cuts payloads for display. It caches the last one, which the hooks of an event
 * share.
 */
function createMaskedPayloads() {
  let last: { readonly body: string; readonly shown: Record<string, unknown> } | undefined
  return (body: string, mask: (text: string) => string): Record<string, unknown> => {
    if (last?.body !== body) {
      const masked = maskFields(JSON.parse(body), mask)
      last = {
        body,
        shown: body.length > MAX_PAYLOAD_CHARACTERS ? excerptOfFields(masked) : masked,
      }
    }
    return last.shown
  }
}

function describe(
  id: number,
  { hook, event, shownHeaders: headers, at }: PendingDelivery,
  outcome: HookOutcome,
  milliseconds: number,
  mask: (text: string) => string,
  payload: Record<string, unknown>,
): HookDelivery {
  return {
    id,
    hook_id: hook.id,
    project_id: hook.project_id,
    url: mask(hook.url),
    event,
    status: 'status' in outcome ? outcome.status : undefined,
    error: 'error' in outcome ? mask(outcome.error) : undefined,
    at,
    milliseconds,
    headers,
    token: hook.token ? '[MASKED]' : undefined,
    payload,
  }
}

/** Returns a delivery as the log of a project hook records it. */
function deliveredOf(
  { hook, shownHeaders: request_headers, body }: PendingDelivery,
  trigger: ProjectTrigger,
  outcome: HookOutcome,
  milliseconds: number,
): Delivered {
  const hasAnswer = 'status' in outcome
  return {
    hook_id: hook.id,
    url: hook.url,
    trigger,
    request_headers,
    request_data: body,
    response_headers: hasAnswer ? outcome.headers : {},
    response_body: hasAnswer ? outcome.body : outcome.error,
    response_status: hasAnswer ? String(outcome.status) : 'internal error',
    execution_duration: milliseconds / 1000,
  }
}
