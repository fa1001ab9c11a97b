import { forbidden, unauthorized, unknownSudo } from '../../contract/errors.ts'
import type { OperationContract } from '../../contract/operation-contract.ts'
import type { CredentialRecord } from '../../store/models/credential.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'

/** What a request presents to say who is asking (`securitySchemes` in schemas/v3/openapi.yaml). */
export interface PresentedCredentials {
  /** `private_token` in the query or the body, or the header `PRIVATE-TOKEN`. */
  readonly privateToken: string | undefined
  /** `access_token` in the query or the body, or the header `Authorization: Bearer`. */
  readonly accessToken: string | undefined
  /** The cookie `_service_session`. */
  readonly session: string | undefined
  /** `sudo` in the query or the body, or the header `SUDO`: an id or a username. */
  readonly sudo: string | undefined
}

export interface Identity {
  readonly user: UserRecord | undefined
  readonly sudoer: UserRecord | undefined
  readonly credential: CredentialRecord | undefined
  /**
   * Whether a call with sudo shows the other user's private token: only to who presents a private token,
   * which may do anything already, and not to a token that can be revoked.
   */
  readonly showsPrivateToken: boolean
}

/**
 * Says who is asking. Credentials that are presented and do not hold are refused with 401, even
 * where none are needed; so are those of a blocked user. Sudo needs the scope `api`: a call made
 * with it shows the other user's private token, which may do anything.
 */
export function identify(store: Store, presented: PresentedCredentials, today: string): Identity {
  const credential = findCredential(store, presented, today)
  if (!credential) {
    if (presented.sudo !== undefined) throw unauthorized()
    return { user: undefined, sudoer: undefined, credential: undefined, showsPrivateToken: false }
  }
  const user = store.users.get(credential.user_id)
  if (user?.state !== 'active') throw unauthorized()
  if (presented.sudo === undefined) {
    return { user, sudoer: undefined, credential, showsPrivateToken: false }
  }
  if (!user.is_admin) throw forbidden('Must be admin to use sudo')
  if (!credential.scopes.includes('api')) throw insufficientScope(credential)
  const showsPrivateToken = credential.kind === 'private'
  return { user: findSudo(store, presented.sudo), sudoer: user, credential, showsPrivateToken }
}

/**
 * A scope `read_user` alone reads users and nothing else: in GitLab 8.15 the GET operations under
 * /user and /users.
 */
export function checkScopes(
  credential: CredentialRecord,
  { method, path }: Pick<OperationContract, 'method' | 'path'>,
): void {
  if (credential.scopes.includes('api')) return
  const readsUsers = method === 'GET' && /^\/users?(\/|$)/.test(path)
  if (credential.scopes.includes('read_user') && readsUsers) return
  throw insufficientScope(credential)
}

/** GitLab 8.15 took a personal token for none where its scopes do not cover the call. */
function insufficientScope({ kind }: CredentialRecord) {
  return kind === 'personal'
    ? unauthorized()
    : forbidden('insufficient scope: this call needs a token with the scope api')
}

/**
 * Clients take the kind of a token from its length: GitLab's private tokens have 20 characters, and
 * what is longer they send as an OAuth 2 token. Tokens of a seed may have any length.
 */
const MAX_PRIVATE_TOKEN_LENGTH = 20
const oauthOnly = ['oauth'] as const
const bearerKinds = ['oauth', 'private', 'personal'] as const

function findCredential(
  store: Store,
  { privateToken, accessToken, session }: PresentedCredentials,
  today: string,
): CredentialRecord | undefined {
  if (privateToken !== undefined) return valid(store, privateToken, ['private', 'personal'], today)
  if (accessToken !== undefined) {
    const kinds = accessToken.length > MAX_PRIVATE_TOKEN_LENGTH ? bearerKinds : oauthOnly
    return valid(store, accessToken, kinds, today)
  }
  if (session !== undefined) return valid(store, session, ['session'], today)
  return undefined
}

function valid(
  store: Store,
  token: string,
  kinds: readonly CredentialRecord['kind'][],
  today: string,
): CredentialRecord {
  const credential = store.credentials
    .by('token', token)
    .find(({ kind, is_revoked, expires_at }) => {
      const isPast = expires_at !== null && expires_at <= today
      return kinds.includes(kind) && !is_revoked && !isPast
    })
  if (!credential) throw unauthorized()
  return credential
}

function findSudo(store: Store, who: string): UserRecord {
  const byId = /^\d+$/.test(who) ? store.users.get(Number(who)) : undefined
  const user = byId ?? store.users.one('username', folded(who))
  if (!user) throw unknownSudo(who)
  return user
}
