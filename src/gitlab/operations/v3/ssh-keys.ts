import { notFound } from '../../../contract/errors.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import {
  addSshKey,
  checkSshKey,
  type NewSshKey,
  removeSshKey,
} from '../../domain/users/ssh-keys.ts'
import { sshKeyResource, sshKeyWithUser } from '../../resources/v3/ssh-key.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag SSH keys. */
export const sshKeys = {
  listOwnSshKeys: ({ store, viewer }) =>
    list(store.keys.by('user_id', viewer.signedIn().id), sshKeyResource),

  listSshKeysOfUser: ({ store, user }) => list(store.keys.by('user_id', user.id), sshKeyResource),

  getOwnSshKey({ store, viewer }, { key_id }) {
    return sshKeyResource(keyOf(store.keys.get(key_id), viewer.signedIn()))
  },

  createOwnSshKey: (context, attributes) =>
    createKey(context, context.viewer.signedIn(), attributes),

  createSshKeyOfUser: (context, attributes) => createKey(context, context.user, attributes),

  /** Deletes a key. Returns 200 even if the key is already absent. */
  deleteOwnSshKey(context, { key_id }) {
    const user = context.viewer.signedIn()
    const key = context.store.keys.get(key_id)
    return key?.user_id === user.id ? deleteKey(context, user, key) : null
  },

  deleteSshKeyOfUser(context, { key_id }) {
    return deleteKey(context, context.user, keyOf(context.store.keys.get(key_id), context.user))
  },

  getSshKeyWithUser(context, { id }) {
    const key = context.store.keys.get(id)
    if (!key) throw notFound('Key')
    return sshKeyWithUser(key, context)
  },
} satisfies OperationsOf<'v3', 'SSH keys'>

function keyOf(key: SshKeyRecord | undefined, user: UserRecord): SshKeyRecord {
  if (key?.user_id !== user.id) throw notFound('Key')
  return key
}

function createKey(context: Context, user: UserRecord, attributes: NewSshKey) {
  checkSshKey(context, attributes)
  return sshKeyResource(addSshKey(context, user, attributes))
}

function deleteKey(context: Context, user: UserRecord, key: SshKeyRecord) {
  removeSshKey(context, user, key)
  return sshKeyResource(key)
}
