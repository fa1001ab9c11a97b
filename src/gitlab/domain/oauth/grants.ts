import type { TokenScope } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import type { OauthGrantRecord } from '../../../store/models/oauth-grant.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { hexSecret } from '../secret.ts'
import { secondsAfter } from './tokens.ts'

/** The lifetime of a grant in seconds. */
const LIFETIME = 600

/** The attributes of a grant: redirect URI, scopes and PKCE challenge. */
export interface NewGrant {
  readonly redirect_uri: string
  readonly scopes: readonly TokenScope[]
  readonly code_challenge: string | null
  readonly code_challenge_method: OauthGrantRecord['code_challenge_method']
}

/** Adds a grant with a code, which the application exchanges for a token. */
export function addGrant(
  context: SystemContext,
  user: UserRecord,
  application: OauthApplicationRecord,
  { redirect_uri, scopes, code_challenge, code_challenge_method }: NewGrant,
): OauthGrantRecord {
  const { store, now } = context
  return store.oauthGrants.insert({
    application_id: application.id,
    user_id: user.id,
    code: hexSecret(context, 64),
    redirect_uri,
    scopes: [...scopes],
    code_challenge,
    code_challenge_method,
    expires_at: secondsAfter(now, LIFETIME),
    created_at: now,
  })
}

/** Marks a grant as used, so that its code is no longer valid. */
export function useGrant({ store }: Pick<SystemContext, 'store'>, grant: OauthGrantRecord): void {
  store.oauthGrants.replace(grant, { is_revoked: true })
}
