import type { AccessToken, ImpersonationToken } from '../../../contract/generated/v4/contract.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import { isCurrent } from '../../access/credentials.ts'
import type { Context } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { scopesFor } from '../../domain/users/access-tokens.ts'

/**
 * Returns an access token without its text (`schemas/v4/resources/access-token.json`). A private token of v3 has every
 * scope.
 */
export function accessToken(token: CredentialRecord, context: Context): AccessToken {
  const isPrivate = token.kind === 'private'
  return {
    id: token.id,
    name: isPrivate ? 'Private token' : token.name,
    revoked: token.is_revoked,
    created_at: token.created_at,
    description: token.description,
    scopes: isPrivate ? scopesFor(existingUser(context, token.user_id)) : token.scopes,
    user_id: token.user_id,
    last_used_at: token.last_used_at,
    active: isCurrent(token, context.today),
    granular: false,
    expires_at: token.expires_at,
    last_used_ips: [],
  }
}

export function impersonationToken(token: CredentialRecord, context: Context): ImpersonationToken {
  return { ...accessToken(token, context), impersonation: true }
}
