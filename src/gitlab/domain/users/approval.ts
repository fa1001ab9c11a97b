import { badRequest, conflict, forbidden, refusedWith } from '../../../contract/errors.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../context.ts'

/** Throws 403 unless the caller is an administrator. */
export function mustDecideOnUsers({ viewer }: Context, decision: 'approve' | 'reject'): void {
  if (!viewer.isAdmin) throw refusedWith(403, `You are not allowed to ${decision} a user`)
}

/** Throws 409 for a user who is not pending approval. */
export function checkApproval({ state }: UserRecord): void {
  if (state !== 'blocked_pending_approval') {
    throw conflict('The user you are trying to approve is not pending approval')
  }
}

/** Does the same as `checkApproval`, with the message of a rejection. */
export function checkRejection({ state }: UserRecord): void {
  if (state !== 'blocked_pending_approval') {
    throw conflict('This user does not have a pending request')
  }
}

/** Throws 403 for an administrator, and 400 where two-factor authentication is not enabled. */
export function checkSecondFactor({ is_admin, two_factor_enabled }: UserRecord): void {
  if (is_admin) {
    throw forbidden(
      'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console',
    )
  }
  if (!two_factor_enabled) {
    throw badRequest('Two-factor authentication is not enabled for this user')
  }
}

/** Disables two-factor authentication of a user. */
export function disableSecondFactor({ store }: Context, user: UserRecord): void {
  store.users.replace(user, { two_factor_enabled: false })
}
