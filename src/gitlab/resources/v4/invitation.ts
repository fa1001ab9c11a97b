import type { AccessRequest, Invitation } from '../../../contract/generated/v4/contract.ts'
import type { AccessRequestRecord } from '../../../store/models/access-request.ts'
import type { InvitationRecord } from '../../../store/models/invitation.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** Returns a request for access (schemas/v4/resources/access-request.json). */
export function accessRequestResource(
  { user_id, requested_at }: AccessRequestRecord,
  presentation: Presentation,
): AccessRequest {
  return Object.assign(userBasic(existingUser(presentation, user_id), presentation), {
    requested_at,
  })
}

/** Returns an invitation (schemas/v4/resources/invitation.json). */
export function invitationResource(
  { access_level, created_at, expires_at, email, token, created_by_id }: InvitationRecord,
  { store }: Presentation,
): Invitation {
  const user = store.users.one('email', folded(email))
  const creator = store.users.get(created_by_id ?? 0)
  return {
    access_level,
    created_at,
    expires_at,
    invite_email: email,
    invite_token: token,
    ...(user && { user_name: user.name }),
    ...(creator && { created_by_name: creator.name }),
  }
}
