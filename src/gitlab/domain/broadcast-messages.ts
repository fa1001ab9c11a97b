import type { BroadcastMessageRecord } from '../../store/models/broadcast-message.ts'
import { omitUndefined } from './changes.ts'
import type { SystemContext } from './context.ts'
import type { WithStore } from './lookups.ts'
import { checkNoErrors, colorErrors } from './validation.ts'

/** What of a message can be written. */
export type BroadcastMessageAttributes = Partial<Omit<BroadcastMessageRecord, 'id'>>

/** Throws 400 for a message without text, and for colours that are none. */
export function checkBroadcastMessage({ message, color, font }: BroadcastMessageAttributes): void {
  checkNoErrors({
    message: message?.trim() === '' ? ["can't be blank"] : [],
    color: color ? colorErrors(color) : [],
    font: font ? colorErrors(font) : [],
  })
}

const HOUR = 3_600_000

/** Adds a message, which is shown from now on for an hour where nobody says otherwise. */
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

/** Changes what is given. */
export function changeBroadcastMessage(
  { store }: WithStore,
  message: BroadcastMessageRecord,
  attributes: BroadcastMessageAttributes,
): BroadcastMessageRecord {
  return store.broadcastMessages.replace(message, omitUndefined(attributes))
}

/** Removes a message. */
export function removeBroadcastMessage(
  { store }: WithStore,
  message: BroadcastMessageRecord,
): void {
  store.broadcastMessages.remove(message)
}
