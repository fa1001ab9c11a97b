import type { BroadcastMessageRecord } from '../../store/models/broadcast-message.ts'
import { omitUndefined } from './changes.ts'
import type { SystemContext } from './context.ts'
import type { WithStore } from './lookups.ts'
import { checkNoErrors, colorErrors } from './validation.ts'

/** The attributes of a message that can be written. */
export type BroadcastMessageAttributes = Partial<Omit<BroadcastMessageRecord, 'id'>>

/** Throws 400 for a message without text and for invalid colours. */
export function checkBroadcastMessage({ message, color, font }: BroadcastMessageAttributes): void {
  checkNoErrors({
    message: message?.trim() === '' ? ["can't be blank"] : [],
    color: color ? colorErrors(color) : [],
    font: font ? colorErrors(font) : [],
  })
}

const HOUR = 3_600_000

/** Creates a broadcast message. By default it starts now and ends after an hour. */
export function createBroadcastMessage(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  { message, ...others }: BroadcastMessageAttributes & { readonly message: string },
): BroadcastMessageRecord {
  const ends_at = new Date(Date.parse(now) + HOUR).toISOString()
  return store.broadcastMessages.insert({
    message,
    starts_at: now,
    ends_at,
    ...omitUndefined(others),
  })
}

/** Changes the given attributes of a message. */
export function changeBroadcastMessage(
  { store }: WithStore,
  message: BroadcastMessageRecord,
  attributes: BroadcastMessageAttributes,
): BroadcastMessageRecord {
  return store.broadcastMessages.replace(message, omitUndefined(attributes))
}

export function removeBroadcastMessage(
  { store }: WithStore,
  message: BroadcastMessageRecord,
): void {
  store.broadcastMessages.remove(message)
}
