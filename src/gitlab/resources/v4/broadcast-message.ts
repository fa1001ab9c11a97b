import type { BroadcastMessage } from '../../../contract/generated/v4/contract.ts'
import type { BroadcastMessageRecord } from '../../../store/models/broadcast-message.ts'
import { broadcastMessageResource as basic } from '../v3/broadcast-message.ts'

/** Returns a broadcast message at a time (schemas/v4/resources/broadcast-message.json). */
export function broadcastMessageResource(
  record: BroadcastMessageRecord,
  now: string,
): BroadcastMessage {
  const { target_access_levels, target_path, broadcast_type, theme } = record
  return {
    ...basic(record, now),
    target_access_levels: [...target_access_levels],
    target_path,
    broadcast_type,
    theme,
    dismissable: record.is_dismissable,
  }
}
