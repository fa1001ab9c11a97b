import type { TokenScope } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import type { OauthGrantRecord } from '../../../store/models/oauth-grant.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { hexSecret } from '../secret.ts'
import { secondsAfter } from './tokens.ts'

/** In seconds. */
const LIFETIME = 600

/** What a user lets an application do, and how the application shows that it is the one that asked. */
export interface NewGrant {
  readonly redirect_uri: string
  readonly scopes: readonly TokenScope[]
  readonly code_challenge: string | null
  readonly code_challenge_method: OauthGrantRecord['code_challenge_method']
}

/** Makes a code that an application changes for a token. */
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

/** Takes a code, which nobody can take again. */
export function useGrant({ store }: Pick<SystemContext, 'store'>, grant: OauthGrantRecord): void {
  store.oauthGrants.replace(grant, { is_revoked: true })
}
