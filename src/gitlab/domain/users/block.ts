import { forbidden } from '../../../contract/errors.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { next, type StateTable } from '../state-table.ts'

/** The states of a user, and what changes them. */
const userStates = {
  block: { from: ['active'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'active' },
} as const satisfies StateTable<UserRecord['state']>

/** Throws 403 for a user whom the directory has blocked. */
export function checkBlock({ is_blocked_by_directory }: UserRecord): void {
  if (is_blocked_by_directory) {
    throw forbidden('directory-blocked users cannot be modified by the API')
  }
}

/** As `checkBlock`, in the words of the opposite. */
export function checkUnblock({ is_blocked_by_directory }: UserRecord): void {
  if (is_blocked_by_directory) {
    throw forbidden('directory-blocked users cannot be unblocked by the API')
  }
}

/** Blocks or unblocks a user; whether that changed anything. */
export function changeUserState(
  { store }: SystemContext,
  user: UserRecord,
  event: keyof typeof userStates,
): boolean {
  const state = next(userStates, user.state, event)
  if (state !== undefined) store.users.replace(user, { state })
  return state !== undefined
}
