import { notFound } from '../../../contract/errors.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context, SystemContext } from '../context.ts'

type SupportPin = NonNullable<UserRecord['support_pin']>

/** The lifetime of a PIN, in days. */
const DAYS = 7

/** Returns the support PIN of a user. Throws 404 where it is missing or expired. */
export function supportPinOf({ now }: SystemContext, { support_pin: pin }: UserRecord): SupportPin {
  if (!pin || pin.expires_at <= now) throw notFound('Support PIN not found or expired')
  return pin
}

/** Generates a new support PIN of six digits. */
export function giveSupportPin({ store, random, now }: Context, user: UserRecord): SupportPin {
  const expires = Date.parse(now) + DAYS * 24 * 60 * 60 * 1000
  const support_pin = {
    pin: String(Math.floor(random() * 1_000_000)).padStart(6, '0'),
    expires_at: new Date(expires).toISOString(),
  }
  store.users.replace(user, { support_pin })
  return support_pin
}
