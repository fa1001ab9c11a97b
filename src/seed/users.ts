import { folded, keyBody } from '../store/collections.ts'
import type { CredentialRecord } from '../store/models/credential.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import { isoTime, type Loading, written } from './loading.ts'
import type { SeedToken, SeedUser } from './person-schema.ts'

/** A user with namespace, tokens, keys and addresses. Stars and notifications wait for the rest. */
export function loadUser(loading: Loading, seed: SeedUser, path: string): void {
  const { store, isTwice } = loading
  const { username } = seed
  if (isTwice(store.namespaces.one('path', folded(username)), username, `${path}.username`)) return
  if (isTwice(store.users.get(seed.id ?? 0), `user ${seed.id}`, `${path}.id`)) return
  const email = seed.email ?? `${username}@example.com`
  if (isTwice(whoHas(store, email), email, `${path}.email`)) return
  const user = store.users.insert(valuesOf(seed))
  store.namespaces.insert({
    kind: 'user',
    owner_id: user.id,
    name: user.username,
    path: user.username,
    created_at: user.created_at,
    updated_at: user.created_at,
  })
  loadCredentials(loading, user, seed, path)
  for (const [index, key] of (seed.keys ?? []).entries()) {
    isTwice(store.keys.one('key', keyBody(key.key)), key.title, `${path}.keys[${index}]`)
    store.keys.insert({
      ...key,
      user_id: user.id,
      created_at: isoTime(key.created_at) ?? user.created_at,
    })
  }
  for (const [index, email] of (seed.emails ?? []).entries()) {
    isTwice(whoHas(store, email), email, `${path}.emails[${index}]`)
    store.emails.insert({ user_id: user.id, email })
  }
}

/** An address is the primary or a secondary one of one user. */
function whoHas(store: Store, email: string): object | undefined {
  return store.users.one('email', folded(email)) ?? store.emails.one('email', folded(email))
}

/** What an external user may, unless the seed says otherwise: nothing to fill, as through the API. */
const externalRights = { projects_limit: 0, can_create_group: false }

function valuesOf(seed: SeedUser) {
  const {
    token: _token,
    emails: _emails,
    keys: _keys,
    personal_access_tokens: _personal,
    oauth_tokens: _oauth,
    sessions: _sessions,
    stars: _stars,
    notifications: _notifications,
    admin,
    external,
    blocked_by_directory,
    ...plain
  } = seed
  return {
    ...(external ? externalRights : {}),
    ...written(plain),
    ...written({
      is_admin: admin,
      is_external: external,
      is_blocked_by_directory: blocked_by_directory,
    }),
    ...written({
      created_at: isoTime(seed.created_at),
      confirmed_at: isoTime(seed.created_at),
      last_sign_in_at: isoTime(seed.last_sign_in_at),
      current_sign_in_at: isoTime(seed.last_sign_in_at),
    }),
    username: seed.username,
    name: seed.name ?? seed.username,
    email: seed.email ?? `${seed.username}@example.com`,
  }
}

/** Every token opens one account, so none may be there twice. */
function loadCredentials(
  { store, isTwice }: Loading,
  { id, username }: UserRecord,
  seed: SeedUser,
  path: string,
): void {
  function loadToken(kind: CredentialRecord['kind'], token: SeedToken, where: string): void {
    const { revoked, ...values } = token
    isTwice(store.credentials.one('token', token.token), token.token, `${path}.${where}`)
    store.credentials.insert({ user_id: id, kind, ...written({ ...values, is_revoked: revoked }) })
  }
  loadToken('private', { token: seed.token ?? `${username}-token` }, 'token')
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

/** What a user has of groups and projects, once those are loaded. */
export function loadAttachments(loading: Loading, seed: SeedUser, path: string): void {
  const { store } = loading
  const user = store.users.one('username', folded(seed.username))
  if (!user) return
  for (const [index, name] of (seed.stars ?? []).entries()) {
    const project = loading.project(name, `${path}.stars[${index}]`)
    if (project) store.stars.insert({ user_id: user.id, project_id: project.id })
  }
  for (const [name, setting] of Object.entries(seed.notifications ?? {})) {
    const source = sourceOf(loading, name, `${path}.notifications.${name}`)
    store.notificationSettings.insert({ user_id: user.id, ...source, ...written(setting) })
  }
}

function sourceOf(loading: Loading, name: string, path: string) {
  if (name === 'global') return { source_type: null, source_id: null }
  if (name.includes('/')) {
    return { source_type: 'project' as const, source_id: loading.project(name, path)?.id ?? null }
  }
  return { source_type: 'group' as const, source_id: loading.group(name, path)?.id ?? null }
}
