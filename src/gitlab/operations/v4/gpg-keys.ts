import { notFound } from '../../../contract/errors.ts'
import type { GpgKey } from '../../../contract/generated/v4/contract.ts'
import type { GpgKeyRecord } from '../../../store/models/gpg-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import { addGpgKey, checkGpgKey, removeGpgKey } from '../../domain/users/gpg-keys.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/gpg-keys.yaml. */
export const gpgKeys = {
  listOwnGpgKeys: (context) => listKeys(context, context.viewer.signedIn()),
  listGpgKeysOfUser: (context) => listKeys(context, context.user),

  getOwnGpgKey: (context, { key_id }) => gpgKey(keyOf(context, context.viewer.signedIn(), key_id)),
  getGpgKeyOfUser: (context, { key_id }) => gpgKey(keyOf(context, context.user, key_id)),

  createOwnGpgKey: (context, { key }) => createKey(context, context.viewer.signedIn(), key),
  createGpgKeyOfUser: (context, { key }) => createKey(context, context.user, key),

  deleteOwnGpgKey: (context, { key_id }) => deleteKey(context, context.viewer.signedIn(), key_id),
  deleteGpgKeyOfUser: (context, { key_id }) => deleteKey(context, context.user, key_id),

  revokeOwnGpgKey: (context, { key_id }) => revokeKey(context, context.viewer.signedIn(), key_id),
  revokeGpgKeyOfUser: (context, { key_id }) => revokeKey(context, context.user, key_id),
} satisfies OperationsOf<'v4', 'GPG keys'>

function listKeys({ store }: Context, { id }: UserRecord) {
  return list(store.gpgKeys.by('user_id', id), gpgKey)
}

function keyOf({ store }: Context, user: UserRecord, id: number): GpgKeyRecord {
  const key = store.gpgKeys.get(id)
  if (key?.user_id !== user.id) throw notFound('GPG Key')
  return key
}

function createKey(context: Context, user: UserRecord, text: string): GpgKey {
  checkGpgKey(context, text)
  return gpgKey(addGpgKey(context, user, text))
}

function deleteKey(context: Context, user: UserRecord, id: number): undefined {
  removeGpgKey(context, keyOf(context, user, id))
}

function revokeKey(context: Context, user: UserRecord, id: number) {
  deleteKey(context, user, id)
  return null
}

function gpgKey({ id, key, created_at }: GpgKeyRecord): GpgKey {
  return { id, key, created_at }
}
