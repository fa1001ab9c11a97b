import { omitUndefined } from '../../gitlab/domain/changes.ts'
import type { SystemContext } from '../../gitlab/domain/context.ts'
import { chooseNotifications, everywhere } from '../../gitlab/domain/notification-settings.ts'
import { starProject } from '../../gitlab/domain/projects/stars.ts'
import { addAccount, addCredential, externalRights } from '../../gitlab/domain/users/accounts.ts'
import { addEmail } from '../../gitlab/domain/users/emails.ts'
import { followUser } from '../../gitlab/domain/users/follows.ts'
import { addSshKey } from '../../gitlab/domain/users/ssh-keys.ts'
import type { CredentialRecord } from '../../store/models/credential.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded, keyBody } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import type { SeedToken, SeedUser } from '../schema/people.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading } from './loading.ts'

/** Loads users with namespaces, tokens, keys and addresses. Stars and notification settings are loaded later. */
export function loadUsers(loading: Loading, { users }: ReadSeed): void {
  each(users, 'users', (user, path) => loadUser(loading, user, path))
}

function loadUser(loading: Loading, seed: SeedUser, path: string): void {
  const { store, isTwice } = loading
  const { username } = seed
  if (isTwice(store.namespaces.one('full_path', folded(username)), username, `${path}.username`))
    return
  if (isTwice(store.users.get(seed.id ?? 0), `user ${seed.id}`, `${path}.id`)) return
  const email = seed.email ?? `${username}@example.com`
  if (isTwice(whoHas(store, email), email, `${path}.email`)) return
  const token = seed.token ?? `${username}-token`
  if (isTwice(store.credentials.one('token', token), token, `${path}.token`)) return
  const since = isoTime(seed.created_at) ?? loading.timeWithin()
  const context = loading.alone(since)
  const user = addAccount(context, valuesOf(seed, since), token)
  loadCredentials(loading, context, user, seed, path)
  each(seed.keys, `${path}.keys`, (key, where) => {
    isTwice(store.keys.one('key', keyBody(key.key)), key.title, where)
    addSshKey(loading.alone(isoTime(key.created_at) ?? since), user, key)
  })
  each(seed.emails, `${path}.emails`, (secondary, where) => {
    isTwice(whoHas(store, secondary), secondary, where)
    addEmail(context, user, secondary)
  })
}

/** Finds the user or secondary address that already uses an address. */
function whoHas(store: Store, email: string): object | undefined {
  return store.users.one('email', folded(email)) ?? store.emails.one('email', folded(email))
}

function valuesOf(seed: SeedUser, since: string) {
  const {
    token: _token,
    emails: _emails,
    keys: _keys,
    personal_access_tokens: _personal,
    oauth_tokens: _oauth,
    sessions: _sessions,
    stars: _stars,
    follows: _follows,
    notifications: _notifications,
    admin,
    external,
    blocked_by_directory,
    ...plain
  } = seed
  return {
    ...(external ? externalRights : {}),
    ...omitUndefined(plain),
    ...omitUndefined({
      is_admin: admin,
      is_external: external,
      is_blocked_by_directory: blocked_by_directory,
    }),
    ...omitUndefined({
      last_sign_in_at: isoTime(seed.last_sign_in_at),
      current_sign_in_at: isoTime(seed.last_sign_in_at),
    }),
    confirmed_at: since,
    created_at: since,
    username: seed.username,
    name: seed.name ?? seed.username,
    email: seed.email ?? `${seed.username}@example.com`,
  }
}

/** Loads the tokens of a user. A token identifies one account, so it must be unique. */
function loadCredentials(
  { store, isTwice }: Loading,
  context: SystemContext,
  user: UserRecord,
  seed: SeedUser,
  path: string,
): void {
  function loadToken(kind: CredentialRecord['kind'], token: SeedToken, where: string): void {
    const { token: text, revoked, impersonation, created_at, ...values } = token
    isTwice(store.credentials.one('token', text), text, `${path}.${where}`)
    const details = omitUndefined({
      ...values,
      is_revoked: revoked,
      is_impersonation: impersonation,
    })
    const since = isoTime(created_at) ?? user.created_at
    addCredential(context, user, { ...details, kind, token: text, created_at: since })
  }
  for (const [index, token] of (seed.personal_access_tokens ?? []).entries()) {
    loadToken('personal', token, `personal_access_tokens[${index}]`)
  }
  for (const [index, token] of (seed.oauth_tokens ?? []).entries()) {
    loadToken('oauth', token, `oauth_tokens[${index}]`)
  }
  for (const [index, token] of (seed.sessions ?? []).entries()) {
    loadToken('session', { token }, `sessions[${index}]`)
  }
}

/** Loads the stars and notification settings of users, once groups and projects exist. */
export function loadAttachments(loading: Loading, { users }: ReadSeed): void {
  each(users, 'users', (user, path) => loadAttachmentsOf(loading, user, path))
}

function loadAttachmentsOf(loading: Loading, seed: SeedUser, path: string): void {
  const { store } = loading
  const user = store.users.one('username', folded(seed.username))
  if (!user) return
  const context = loading.as(user, user.created_at)
  for (const [index, name] of (seed.stars ?? []).entries()) {
    const project = loading.project(name, `${path}.stars[${index}]`)
    if (project) starProject(context, project)
  }
  for (const [index, name] of (seed.follows ?? []).entries()) {
    const followed = loading.user(name, `${path}.follows[${index}]`)
    if (followed) followUser(context, followed)
  }
  for (const [name, setting] of Object.entries(seed.notifications ?? {})) {
    const source = sourceOf(loading, name, `${path}.notifications.${name}`)
    const { level, events = [] } = setting
    chooseNotifications(context, user, source, { level, events })
  }
}

function sourceOf(loading: Loading, name: string, path: string) {
  if (name === 'global') return everywhere
  const isGroup = loading.store.namespaces.one('full_path', folded(name))?.kind === 'group'
  if (!isGroup && name.includes('/')) {
    return { source_type: 'project' as const, source_id: loading.project(name, path)?.id ?? null }
  }
  return { source_type: 'group' as const, source_id: loading.group(name, path)?.id ?? null }
}
