import type { CredentialRecord, TokenScope } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { hexSecret } from '../secret.ts'
import { revokeToken } from '../users/access-tokens.ts'
import { addCredential } from '../users/accounts.ts'

/** In seconds. */
const LIFETIME = 7200

/** What a token that an application is given opens, and how long. */
export interface NewOauthToken {
  readonly scopes: readonly TokenScope[]
  /** Undefined for a token of nobody's program, as who knows the password is given. */
  readonly application: Pick<OauthApplicationRecord, 'id'> | undefined
}

/** Gives an application a token by which it acts for a user, with what it gets the next one for. */
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

/** Gives the token after one, which opens nothing any more, nor gets another. */
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

/** Whether a user let an application have these scopes, and did not take them back. */
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

/** ISO 8601. */
export function secondsAfter(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString()
}
