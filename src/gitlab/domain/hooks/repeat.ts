import { unprocessable } from '../../../contract/errors.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import type { HookLogRecord } from '../../../store/models/hook-log.ts'
import type { Context } from '../context.ts'
import { isExecutable } from './health.ts'
import type { ProjectMessage } from './hook-message.ts'

/**
 * Returns the message of a delivery for a retry, with the same idempotency key. Throws 422 for a disabled hook, and
 * where its URL has changed (app/services/web_hooks/events/resend_service.rb).
 */
export function checkRepeat(
  { now, addresses }: Context,
  hook: HookRecord,
  log: HookLogRecord,
): ProjectMessage {
  if (log.url !== hook.url) {
    throw unprocessable('The hook URL has changed, and this log entry cannot be retried')
  }
  if (!isExecutable(hook, now)) throw unprocessable('Hook disabled')
  const { 'Idempotency-Key': idempotencyKey } = log.request_headers
  return {
    trigger: log.trigger,
    payload: JSON.parse(log.request_data),
    hook_ids: [hook.id],
    origin: addresses.origin,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
}
