import type { BroadcastMessage } from '../../../contract/generated/v3/contract.ts'
import type { BroadcastMessageRecord } from '../../../store/models/broadcast-message.ts'

/** Returns a broadcast message at a time (schemas/v3/resources/broadcast-message.json). */
export function broadcastMessageResource(
  { id, message, starts_at, ends_at, color, font }: BroadcastMessageRecord,
  now: string,
): BroadcastMessage {
  const active = starts_at <= now && now <= ends_at
  return { id, message, starts_at, ends_at, color, font, active }
}
