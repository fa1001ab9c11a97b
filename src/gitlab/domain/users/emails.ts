import type { EmailRecord } from '../../../store/models/email.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import type { Context } from '../context.ts'
import { checkNoErrors } from '../validation.ts'
import { isEmail, isEmailTaken, normalEmail } from './validation.ts'

/** Returns the primary e-mail address of a user, then the others. */
export function addressesOf(user: UserRecord, store: Store): string[] {
  return [user.email, ...store.emails.by('user_id', user.id).map(({ email }) => email)]
}

/** Throws 400 for an e-mail address that is invalid or already taken. */
export function checkEmail({ store }: Context, given: string): void {
  const email = normalEmail(given)
  const isTaken = isEmail(email) && isEmailTaken(store, email)
  checkNoErrors({
    email: isEmail(email) ? (isTaken ? ['has already been taken'] : []) : ['is invalid'],
  })
}

export function addEmail(
  { store, now }: Pick<Context, 'store' | 'now'>,
  user: UserRecord,
  email: string,
  confirmed_at: string | null = now,
): EmailRecord {
  return store.emails.insert({ user_id: user.id, email: normalEmail(email), confirmed_at })
}

export function removeEmail({ store }: Context, email: EmailRecord): void {
  store.emails.remove(email)
}
