import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { isCurrent } from '../../access/credentials.ts'
import type { SystemContext } from '../context.ts'
import { secondsAfter } from '../oauth/tokens.ts'
import { hexSecret } from '../secret.ts'
import { addCredential } from './accounts.ts'
import { noteActivity } from './activity.ts'

/** Signs a user in. The session lasts as long as the settings of the instance allow. */
export function signIn(context: SystemContext, user: UserRecord): CredentialRecord {
  const { store, now, settings } = context
  store.users.replace(user, {
    last_sign_in_at: user.current_sign_in_at,
    current_sign_in_at: now,
    sign_in_count: user.sign_in_count + 1,
  })
  noteActivity(store, user, now)
  for (const other of store.credentials.by('user_id', user.id).slice()) {
    if (other.kind === 'session' && !isCurrent(other, now)) signOut(context, other)
  }
  return addCredential(context, user, {
    kind: 'session',
    token: hexSecret(context, 32),
    ends_at: secondsAfter(now, 60 * settings.session_expire_delay),
  })
}

export function signOut({ store }: Pick<SystemContext, 'store'>, session: CredentialRecord): void {
  store.credentials.remove(session)
}

/**
 * Finds the active user with a username or an e-mail address and a password. Users without a password cannot sign in by
 * one.
 */
export function userOfPassword(
  store: Store,
  login: string,
  password: string,
): UserRecord | undefined {
  const index = login.includes('@') ? 'email' : 'username'
  const user = store.users.one(index, folded(login))
  if (user?.state !== 'active' || user.is_locked) return undefined
  return user.password !== null && user.password === password ? user : undefined
}
