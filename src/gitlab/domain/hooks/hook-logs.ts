import type { HookRecord } from '../../../store/models/hook.ts'
import type { HookLogRecord } from '../../../store/models/hook-log.ts'
import type { SystemContext } from '../context.ts'
import { releaseOfPayloads } from '../release.ts'
import { healthAfter } from './health.ts'

/** How many deliveries of a hook are kept; GitLab keeps those of two days. */
const MAX_LOGS = 20

/** A delivery that has ended, as its hook was when it was sent. */
export type Delivered = Omit<HookLogRecord, 'id' | 'created_at'>

/**
 * Keeps what came of a delivery, and lets a hook rest whose receiver fails; nothing where the hook is gone meanwhile, or
 * its release keeps nothing.
 */
export function recordDelivery(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  delivered: Delivered,
): void {
  const hook = store.hooks.get(delivered.hook_id)
  if (!hook || !restsAfterFailures(hook)) return
  const logs = store.hookLogs.by('hook_id', hook.id)
  if (logs.length >= MAX_LOGS) store.hookLogs.removeAll(logs.slice(0, logs.length - MAX_LOGS + 1))
  store.hookLogs.insert({ ...delivered, created_at: now })
  const health = healthAfter(hook, hasSucceeded(delivered), now)
  const { recent_failures, disabled_until } = hook
  const isSame =
    health.recent_failures === recent_failures && health.disabled_until === disabled_until
  if (!isSame) store.hooks.replace(hook, health)
}

/** Whether what comes of its deliveries is kept, and counts: system hooks go on whatever their receivers answer. */
function restsAfterFailures({ project_id, payloads }: HookRecord): boolean {
  return project_id !== null && releaseOfPayloads(payloads).webHooks.restAfterFailures
}

/** A receiver that answers 2xx or 3xx is well (`response_category` in app/services/web_hook_service.rb). */
function hasSucceeded({ response_status }: Pick<HookLogRecord, 'response_status'>): boolean {
  return /^[23]\d\d$/.test(response_status)
}

/** What deliveries may be listed by, beside their statuses. */
const statusClasses = {
  successful: /^2\d\d$/,
  client_failure: /^4\d\d$/,
  server_failure: /^(?:5\d\d|internal error)$/,
} as const

/** The deliveries of a hook, the newest first; those alone that came to one of some statuses, where any are given. */
export function deliveriesOf(
  { store }: Pick<SystemContext, 'store'>,
  { id }: HookRecord,
  statuses: readonly string[] = [],
): HookLogRecord[] {
  const logs = store.hookLogs.by('hook_id', id).toReversed()
  if (statuses.length === 0) return logs
  return logs.filter(({ response_status }) =>
    statuses.some((status) =>
      isStatusClass(status)
        ? statusClasses[status].test(response_status)
        : status === response_status,
    ),
  )
}

function isStatusClass(status: string): status is keyof typeof statusClasses {
  return Object.hasOwn(statusClasses, status)
}
