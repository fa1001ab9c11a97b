import { recordNotFound } from '../../contract/errors.ts'
import type { BroadcastMessageRecord } from '../../store/models/broadcast-message.ts'
import type { Context } from '../domain/context.ts'

/** Returns a broadcast message by id, for both APIs. Throws 404 where it is missing. */
export function messageOf({ store }: Context, id: number): BroadcastMessageRecord {
  const message = store.broadcastMessages.get(id)
  if (!message) throw recordNotFound()
  return message
}
