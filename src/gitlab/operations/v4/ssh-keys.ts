import { notFound, recordNotFound, refused } from '../../../contract/errors.ts'
import type { SshKeyRecord } from '../../../store/models/ssh-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import {
  addSshKey,
  checkSshKey,
  keyOfFingerprint,
  type NewSshKey,
  readFingerprint,
  removeSshKey,
} from '../../domain/users/ssh-keys.ts'
import { deployKeyFound } from '../../resources/v4/deploy-key.ts'
import { sshKeyResource, sshKeyWithUser } from '../../resources/v4/ssh-key.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/ssh-keys.yaml. */
export const sshKeys = {
  listOwnSshKeys: (context) => listKeys(context, context.viewer.signedIn()),

  listSshKeysOfUser: (context) => listKeys(context, context.user),

  getOwnSshKey: (context, { key_id }) =>
    sshKeyResource(keyOf(context, context.viewer.signedIn(), key_id), context),

  getSshKeyOfUser: (context, { key_id }) =>
    sshKeyResource(keyOf(context, context.user, key_id), context),

  createOwnSshKey: (context, attributes) =>
    createKey(context, context.viewer.signedIn(), attributes),

  createSshKeyOfUser: (context, { id: _, ...attributes }) =>
    createKey(context, context.user, attributes),

  deleteOwnSshKey: (context, { key_id }) => deleteKey(context, context.viewer.signedIn(), key_id),

  deleteSshKeyOfUser: (context, { key_id }) => deleteKey(context, context.user, key_id),

  getSshKeyWithUser(context, { id }) {
    const { keys, deployKeys } = context.store
    const key = keys.get(id)
    if (key) return sshKeyWithUser(key, context)
    const deployKey = deployKeys.get(id)
    if (!deployKey) throw recordNotFound()
    return deployKeyFound(deployKey, context)
  },

  findSshKey(context, { fingerprint }) {
    const read = readFingerprint(fingerprint)
    if (!read) throw refused('Failed to return the key')
    const { keys, deployKeys } = context.store
    const key = keyOfFingerprint(keys.all(), read)
    if (key) return sshKeyWithUser(key, context)
    const deployKey = keyOfFingerprint(deployKeys.all(), read)
    if (!deployKey) throw notFound('Key')
    return deployKeyFound(deployKey, context)
  },
} satisfies OperationsOf<'v4', 'SSH keys'>

function listKeys(context: Context, { id }: UserRecord) {
  return list(context.store.keys.by('user_id', id), (key) => sshKeyResource(key, context))
}

function keyOf({ store }: Context, user: UserRecord, id: number): SshKeyRecord {
  const key = store.keys.get(id)
  if (key?.user_id !== user.id) throw notFound('Key')
  return key
}

function createKey(context: Context, user: UserRecord, attributes: NewSshKey) {
  checkSshKey(context, attributes)
  return sshKeyResource(addSshKey(context, user, attributes), context)
}

function deleteKey(context: Context, user: UserRecord, id: number): undefined {
  removeSshKey(context, user, keyOf(context, user, id))
}
