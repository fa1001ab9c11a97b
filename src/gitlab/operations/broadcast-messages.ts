import { recordNotFound } from '../../contract/errors.ts'
import type { BroadcastMessageRecord } from '../../store/models/broadcast-message.ts'
import type { Context } from '../domain/context.ts'

/** The message of an id, in either API; throws 404 where there is none. */
export function messageOf({ store }: Context, id: number): BroadcastMessageRecord {
  const message = store.broadcastMessages.get(id)
  if (!message) throw recordNotFound()
  return message
}
