import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'

export type NewCredential = Omit<Parameters<Store['credentials']['insert']>[0], 'id' | 'user_id'>

/** Adds what a user signs in with: a private, personal or OAuth token, or a session. */
export function addCredential(
  { store }: SystemContext,
  { id }: UserRecord,
  credential: NewCredential,
): CredentialRecord {
  return store.credentials.insert({ ...credential, user_id: id })
}
