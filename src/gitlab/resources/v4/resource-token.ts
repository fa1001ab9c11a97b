import type { ResourceToken as ResourceTokenShape } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import type { ResourceToken } from '../../domain/users/resource-tokens.ts'
import { accessToken } from './access-token.ts'

/** Returns an access token of a project or a group (`schemas/v4/resources/resource-token.json`). */
export function resourceToken(
  { token, member }: Pick<ResourceToken, 'token' | 'member'>,
  context: Context,
): ResourceTokenShape {
  const { access_level, source_type, source_id } = member
  const details = { access_level, resource_type: source_type, resource_id: source_id }
  return Object.assign(accessToken(token, context), details)
}
