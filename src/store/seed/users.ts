import { folded } from '../collections.ts'
import type { UserRecord } from '../models/user.ts'
import { isoTime, type Planting, written } from './planting.ts'
import type { SeedUser } from './schema.ts'

/** A user with namespace, tokens, keys and addresses. Stars and notifications wait for the rest. */
export function plantUser(planting: Planting, seed: SeedUser, path: string): void {
  const { store, problems } = planting
  if (store.namespaces.one('path', folded(seed.username))) {
    problems.push({ path: `${path}.username`, reason: `"${seed.username}" is there twice` })
    return
  }
  const user = store.users.insert(valuesOf(seed))
  store.namespaces.insert({
    kind: 'user',
    owner_id: user.id,
    name: user.username,
    path: user.username,
    created_at: user.created_at,
    updated_at: user.created_at,
  })
  plantCredentials(planting, user, seed)
  for (const key of seed.keys ?? []) {
    store.keys.insert({
      ...key,
      user_id: user.id,
      created_at: isoTime(key.created_at) ?? user.created_at,
    })
  }
  for (const email of seed.emails ?? []) store.emails.insert({ user_id: user.id, email })
}

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

function plantCredentials({ store }: Planting, { id }: UserRecord, seed: SeedUser): void {
  const base = { user_id: id }
  store.credentials.insert({
    ...base,
    kind: 'private',
    token: seed.token ?? `${seed.username}-token`,
  })
  for (const { revoked, ...token } of seed.personal_access_tokens ?? []) {
    store.credentials.insert({
      ...base,
      kind: 'personal',
      ...written({ ...token, is_revoked: revoked }),
    })
  }
  for (const { revoked, ...token } of seed.oauth_tokens ?? []) {
    store.credentials.insert({
      ...base,
      kind: 'oauth',
      ...written({ ...token, is_revoked: revoked }),
    })
  }
  for (const token of seed.sessions ?? [])
    store.credentials.insert({ ...base, kind: 'session', token })
}

/** What a user has of groups and projects, once those are planted. */
export function plantAttachments(planting: Planting, seed: SeedUser, path: string): void {
  const { store } = planting
  const user = store.users.one('username', folded(seed.username))
  if (!user) return
  for (const [index, name] of (seed.stars ?? []).entries()) {
    const project = planting.project(name, `${path}.stars[${index}]`)
    if (project) store.stars.insert({ user_id: user.id, project_id: project.id })
  }
  for (const [name, setting] of Object.entries(seed.notifications ?? {})) {
    const source = sourceOf(planting, name, `${path}.notifications.${name}`)
    store.notificationSettings.insert({ user_id: user.id, ...source, ...written(setting) })
  }
}

function sourceOf(planting: Planting, name: string, path: string) {
  if (name === 'global') return { source_type: null, source_id: null }
  if (name.includes('/')) {
    return { source_type: 'project' as const, source_id: planting.project(name, path)?.id ?? null }
  }
  return { source_type: 'group' as const, source_id: planting.group(name, path)?.id ?? null }
}
