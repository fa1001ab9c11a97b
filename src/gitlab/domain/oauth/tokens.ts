import type { CredentialRecord, TokenScope } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { hexSecret } from '../secret.ts'
import { revokeToken } from '../users/access-tokens.ts'
import { addCredential } from '../users/accounts.ts'

/** The lifetime of a token in seconds. */
const LIFETIME = 7200

/** The scopes and the application of a new token. */
export interface NewOauthToken {
  readonly scopes: readonly TokenScope[]
  /** The application; undefined for a token of the password grant without a client. */
  readonly application: Pick<OauthApplicationRecord, 'id'> | undefined
}

/** Adds an OAuth token for a user, with a refresh token. */
export function addOauthToken(
  context: SystemContext,
  user: UserRecord,
  { scopes, application }: NewOauthToken,
): CredentialRecord {
  return addCredential(context, user, {
    kind: 'oauth',
    token: hexSecret(context, 64),
    refresh_token: hexSecret(context, 64),
    scopes: [...scopes],
    application_id: application?.id ?? null,
    ends_at: secondsAfter(context.now, LIFETIME),
  })
}

/** Revokes a token with its refresh token, and adds the next one. */
export function refreshOauthToken(
  context: SystemContext,
  user: UserRecord,
  previous: CredentialRecord,
  scopes: readonly TokenScope[],
): CredentialRecord {
  revokeToken(context, previous)
  const { application_id } = previous
  const application = application_id === null ? undefined : { id: application_id }
  return addOauthToken(context, user, { scopes, application })
}

/** Whether a user has granted these scopes to an application, with a token that is not revoked. */
export function hasAuthorized(
  { store }: Pick<SystemContext, 'store'>,
  user: UserRecord,
  application: OauthApplicationRecord,
  scopes: readonly TokenScope[],
): boolean {
  return store.credentials
    .by('application_id', application.id)
    .some(
      (one) =>
        one.user_id === user.id &&
        !one.is_revoked &&
        scopes.every((scope) => one.scopes.includes(scope)),
    )
}

/** Returns a later time, ISO 8601. */
export function secondsAfter(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString()
}
