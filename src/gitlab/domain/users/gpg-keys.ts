import type { GpgKeyRecord } from '../../../store/models/gpg-key.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { checkNoErrors } from '../validation.ts'

const begin = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
const end = '-----END PGP PUBLIC KEY BLOCK-----'

/** Throws 400 for a key that is not armored or already taken (app/models/gpg_key.rb). */
export function checkGpgKey({ store }: Pick<SystemContext, 'store'>, text: string): void {
  const key = text.trim()
  const isArmored = key.startsWith(begin) && key.endsWith(end)
  const isTaken = store.gpgKeys.one('key', key) !== undefined
  checkNoErrors({
    key: [
      ...(isArmored
        ? []
        : [`is invalid. A valid public GPG key begins with '${begin}' and ends with '${end}'`]),
      ...(isTaken ? ['has already been taken'] : []),
    ],
  })
}

export function addGpgKey(
  { store, now }: SystemContext,
  user: UserRecord,
  text: string,
): GpgKeyRecord {
  return store.gpgKeys.insert({ user_id: user.id, key: text.trim(), created_at: now })
}

/** Removes a key, also where it is revoked: signatures, which would differ, are not stored. */
export function removeGpgKey({ store }: SystemContext, key: GpgKeyRecord): void {
  store.gpgKeys.remove(key)
}
