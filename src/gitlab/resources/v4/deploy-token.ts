import type { DeployToken } from '../../../contract/generated/v4/contract.ts'
import type { DeployTokenRecord } from '../../../store/models/deploy-token.ts'

/** Returns a deploy token without its text (`schemas/v4/resources/deploy-token.json`). */
export function deployToken(
  token: DeployTokenRecord,
  { now }: { readonly now: string },
): DeployToken {
  const { id, name, username, expires_at, scopes, is_revoked } = token
  const expired = expires_at !== null && expires_at <= now
  return { id, name, username, expires_at, scopes, revoked: is_revoked, expired }
}
