import type { UserBasic } from '../../../contract/generated/v4/contract.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Presentation } from '../../domain/context.ts'

/** The form of lists and of embedded users (`schemas/v4/resources/user-basic.json`). */
export function userBasic(user: UserRecord, { addresses }: Presentation): UserBasic {
  const { id, username, name } = user
  return {
    id,
    username,
    public_email: user.public_email ?? '',
    name,
    state: stateOf(user),
    locked: user.is_locked,
    avatar_url: addresses.avatar(user.avatar_url),
    web_url: addresses.user(user),
  }
}

function stateOf({ state, is_blocked_by_directory }: UserRecord): UserBasic['state'] {
  return state === 'blocked' && is_blocked_by_directory ? 'ldap_blocked' : state
}
