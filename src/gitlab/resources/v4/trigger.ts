import type { Trigger } from '../../../contract/generated/v4/contract.ts'
import type { TriggerRecord } from '../../../store/models/trigger.ts'
import { beginningOfToken } from '../../domain/builds/triggers.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** Returns a trigger; only its owner gets the full token (`schemas/v4/resources/trigger.json`). */
export function triggerResource(trigger: TriggerRecord, presentation: Presentation): Trigger {
  const { id, token, description, owner_id, created_at, updated_at } = trigger
  const isOwn = presentation.viewer.user?.id === owner_id
  return {
    id,
    token: isOwn ? token : beginningOfToken(token),
    description,
    created_at,
    updated_at,
    last_used: trigger.last_used_at,
    expires_at: trigger.expires_at,
    owner: userBasic(existingUser(presentation, owner_id), presentation),
  }
}
