import { type ApiError, badRequest } from '../../../contract/errors.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { Context } from '../../domain/context.ts'
import { lifetimeFault, revokeFamily, rotateToken } from '../../domain/users/access-tokens.ts'

/**
 * Rotates a token. A revoked one can be a stolen copy, so all tokens that it was rotated into are revoked. The error is
 * returned, not thrown, since a throw would roll the revocation back.
 */
export function rotateOrRevokeFamily<Shown>(
  context: Context,
  token: CredentialRecord,
  expires_at: string | null | undefined,
  present: (rotated: CredentialRecord) => Shown,
): Shown | ApiError {
  if (token.is_revoked) {
    revokeFamily(context, token)
    return badRequest('token already revoked')
  }
  const fault = lifetimeFault(context, expires_at)
  if (fault) throw badRequest(fault)
  return present(rotateToken(context, token, expires_at))
}
