import { invalid, notFound } from '../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import { systemHookMessages } from '../domain/hooks/system-messages.ts'
import { sshKeyResource, sshKeyWithUser } from '../resources/ssh-key.ts'
import { keyBody } from '../store/collections.ts'
import type { SshKeyRecord } from '../store/models/ssh-key.ts'
import type { UserRecord } from '../store/models/user.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'

const keyTypes = /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521))$/

/** Document 1, Users: the rows of SSH keys. */
export const sshKeys = {
  listOwnSshKeys: ({ store, viewer }) =>
    list(store.keys.by('user_id', viewer.signedIn().id), sshKeyResource),

  listSshKeysOfUser: ({ store, user }) => list(store.keys.by('user_id', user.id), sshKeyResource),

  getOwnSshKey({ store, viewer }, { key_id }) {
    return sshKeyResource(keyOf(store.keys.get(key_id), viewer.signedIn()))
  },

  createOwnSshKey: (context, attributes) => addKey(context, context.viewer.signedIn(), attributes),

  createSshKeyOfUser: (context, attributes) => addKey(context, context.user, attributes),

  /** Answers 200 even if the key is already absent. */
  deleteOwnSshKey(context, { key_id }) {
    const user = context.viewer.signedIn()
    const key = context.store.keys.get(key_id)
    return key?.user_id === user.id ? removeKey(context, user, key) : null
  },

  deleteSshKeyOfUser(context, { key_id }) {
    return removeKey(context, context.user, keyOf(context.store.keys.get(key_id), context.user))
  },

  getSshKeyWithUser(context, { id }) {
    const key = context.store.keys.get(id)
    if (!key) throw notFound('Key')
    return sshKeyWithUser(key, context)
  },
} satisfies OperationsOf<'SSH keys'>

function keyOf(key: SshKeyRecord | undefined, user: UserRecord): SshKeyRecord {
  if (key?.user_id !== user.id) throw notFound('Key')
  return key
}

function addKey(context: Context, user: UserRecord, attributes: { title: string; key: string }) {
  const { store, now } = context
  const text = attributes.key.trim()
  const errors = {
    ...(attributes.title.trim() === '' ? { title: ["can't be blank"] } : {}),
    ...(isPublicKey(text) ? {} : { key: ['is invalid'] }),
    ...(store.keys.one('key', keyBody(text)) ? { key: ['has already been taken'] } : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const key = store.keys.insert({
    user_id: user.id,
    title: attributes.title,
    key: text,
    created_at: now,
  })
  context.fire(systemHookMessages.keyCreated(key, user))
  return sshKeyResource(key)
}

function removeKey(context: Context, user: UserRecord, key: SshKeyRecord) {
  context.store.keys.remove(key)
  context.fire(systemHookMessages.keyDestroyed(key, user))
  return sshKeyResource(key)
}

/** A type that names itself, and Base64: whether it is a key of that type is for SSH to say. */
function isPublicKey(text: string): boolean {
  const [type = '', body = ''] = text.split(/\s+/)
  return keyTypes.test(type) && /^[A-Za-z0-9+/]+={0,3}$/.test(body)
}
