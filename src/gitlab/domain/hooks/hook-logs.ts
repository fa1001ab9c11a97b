import type { HookRecord } from '../../../store/models/hook.ts'
import type { HookLogRecord } from '../../../store/models/hook-log.ts'
import type { SystemContext } from '../context.ts'
import { releaseOfPayloads } from '../release.ts'
import { healthAfter } from './health.ts'

/** The maximum number of deliveries in the log of a hook; GitLab keeps those of two days. */
const MAX_LOGS = 20

/** A finished delivery, with the hook as it was when the delivery was sent. */
export type Delivered = Omit<HookLogRecord, 'id' | 'created_at'>

/**
 * Logs a delivery, and disables the hook after failures. Does nothing where the hook was removed meanwhile, or its
 * release keeps no log.
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

/** Whether deliveries of a hook are logged and counted: system hooks are never disabled. */
function restsAfterFailures({ project_id, payloads }: HookRecord): boolean {
  return project_id !== null && releaseOfPayloads(payloads).webHooks.restAfterFailures
}

/** Whether a delivery succeeded: 2xx and 3xx do (`response_category` in app/services/web_hook_service.rb). */
function hasSucceeded({ response_status }: Pick<HookLogRecord, 'response_status'>): boolean {
  return /^[23]\d\d$/.test(response_status)
}

/** The classes of statuses that deliveries can be filtered by. */
const statusClasses = {
  successful: /^2\d\d$/,
  client_failure: /^4\d\d$/,
  server_failure: /^(?:5\d\d|internal error)$/,
} as const

/** Returns the deliveries of a hook, newest first, filtered by statuses where any are given. */
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
