import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import { omitUndefined } from '../changes.ts'
import type { Context, SystemContext } from '../context.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { secret } from '../secret.ts'
import type { NewUserAttributes, UserAttributes, UserPreferenceAttributes } from './attributes.ts'
import { normalEmail } from './validation.ts'

/** The limits of external users: in GitLab 8.15 they had no room for projects, whatever the request said. */
export const externalRights = { projects_limit: 0, can_create_group: false }

/** Creates a user from the attributes of a request. */
export function createUser(context: Context, attributes: NewUserAttributes): UserRecord {
  const { settings, viewer, now } = context
  const { admin = false, confirm, external = false, extern_uid, provider, ...others } = attributes
  const { preferences, ...plain } = others
  const user = {
    ...plain,
    email: normalEmail(plain.email),
    projects_limit: plain.projects_limit ?? settings.default_projects_limit,
    is_admin: admin,
    is_external: external,
    ...(external ? externalRights : {}),
    // An account without a confirmation step counts as confirmed.
    confirmed_at: confirm ? null : now,
    identities: provider && extern_uid ? [{ provider, extern_uid }] : [],
    created_by_id: viewer.user?.id ?? null,
    created_at: now,
  }
  const added = addAccount(context, user, secret(context))
  return preferences ? changePreferences(context, added, preferences) : added
}

export type NewAccount = Parameters<Store['users']['insert']>[0]

/** Adds a user with a personal namespace and a private token. */
export function addAccount(context: SystemContext, account: NewAccount, token: string): UserRecord {
  const user = insertAccount(context, account)
  addCredential(context, user, { kind: 'private', token })
  context.fire(systemHookMessages.userCreated(user))
  return user
}

/** Adds a user with a personal namespace, and without credentials. */
export function insertAccount(
  { store }: Pick<SystemContext, 'store'>,
  account: NewAccount,
): UserRecord {
  const user = store.users.insert(account)
  store.namespaces.insert({
    kind: 'user',
    owner_id: user.id,
    name: user.username,
    path: user.username,
    created_at: user.created_at,
    updated_at: user.created_at,
  })
  return user
}

/** Updates a user; the personal namespace is renamed with the username. */
export function changeUser(
  context: Context,
  user: UserRecord,
  attributes: UserAttributes,
): UserRecord {
  const changed = context.store.users.replace(user, changesOfUser(context, attributes, user))
  if (changed.username !== user.username) renameNamespace(context, changed)
  return changed
}

/** Updates the preferences of a user. */
export function changePreferences(
  { store }: SystemContext,
  user: UserRecord,
  changes: UserPreferenceAttributes,
): UserRecord {
  const preferences = { ...user.preferences, ...omitUndefined(changes) }
  return store.users.replace(user, { preferences })
}

/** Removes the identity of a provider from a user. */
export function removeIdentity({ store }: SystemContext, user: UserRecord, provider: string): void {
  const identities = user.identities.filter((identity) => identity.provider !== provider)
  store.users.replace(user, { identities })
}

/** Returns the fields that an update changes. A new password must be changed at the next sign-in (`updateUser`). */
function changesOfUser(
  { viewer, release, now }: Context,
  attributes: UserAttributes,
  user: UserRecord,
): Partial<UserRecord> {
  const { admin, external, extern_uid, provider, preferences, ...plain } = attributes
  const identities = user.identities.filter((identity) => identity.provider !== provider)
  const isExternal = external ?? user.is_external
  const expires = release.expiresOwnPasswords || viewer.user?.id !== user.id
  return {
    ...plain,
    ...omitUndefined({ email: plain.email && normalEmail(plain.email) }),
    ...omitUndefined({ is_admin: admin, is_external: external }),
    preferences: { ...user.preferences, ...omitUndefined(preferences ?? {}) },
    ...(provider && extern_uid ? { identities: [...identities, { provider, extern_uid }] } : {}),
    ...(expires && plain.password ? { password_expires_at: now } : {}),
    ...(isExternal ? externalRights : {}),
  }
}

function renameNamespace({ store, now }: Context, { id, username }: UserRecord): void {
  const namespace = store.namespaces.one('owner_id', id)
  if (namespace)
    store.namespaces.replace(namespace, { path: username, name: username, updated_at: now })
}

export type NewCredential = Omit<Parameters<Store['credentials']['insert']>[0], 'id' | 'user_id'>

/** Adds a credential of a user: a private, personal or OAuth token, or a session. */
export function addCredential(
  { store, now }: SystemContext,
  { id }: UserRecord,
  credential: NewCredential,
): CredentialRecord {
  return store.credentials.insert({ created_at: now, ...credential, user_id: id })
}
