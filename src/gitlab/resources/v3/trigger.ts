import type { Trigger } from '../../../contract/generated/v3/contract.ts'
import type { TriggerRecord } from '../../../store/models/trigger.ts'

export function triggerResource(trigger: TriggerRecord): Trigger {
  const { token, created_at, updated_at, last_used_at } = trigger
  return { token, created_at, updated_at, deleted_at: null, last_used: last_used_at }
}
