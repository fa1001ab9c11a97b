import type { WorldRecords } from '../store/tables.ts'

/** A user who can sign in, with their private token. */
export interface TokenHolder {
  readonly username: string
  readonly name: string
  readonly role: 'administrator' | 'user' | 'external user'
  readonly token: string
}

/** Returns all users who can sign in, administrators first, then by id. */
export function tokenHolders(db: WorldRecords): TokenHolder[] {
  const holders = db.users.all().flatMap((user): TokenHolder[] => {
    const token = db.credentials.by('user_id', user.id).find(({ kind }) => kind === 'private')
    if (!token || user.state !== 'active') return []
    const role = user.is_admin ? 'administrator' : user.is_external ? 'external user' : 'user'
    return [{ username: user.username, name: user.name, role, token: token.token }]
  })
  const isFirst = ({ role }: TokenHolder) => role === 'administrator'
  return [...holders.filter(isFirst), ...holders.filter((holder) => !isFirst(holder))]
}

/** Returns the tokens of all users who can sign in, by username, in the same order. */
export function tokensOf(db: WorldRecords): Readonly<Record<string, string>> {
  return Object.fromEntries(tokenHolders(db).map(({ username, token }) => [username, token]))
}
