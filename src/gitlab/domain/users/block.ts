import { directoryBlocked, forbidden, refusedWith } from '../../../contract/errors.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context, SystemContext } from '../context.ts'
import { next, type StateTable } from '../state-table.ts'

/** The state table of users. */
const userStates = {
  approve: { from: ['blocked_pending_approval'], to: 'active' },
  block: { from: ['active', 'deactivated', 'blocked_pending_approval'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'active' },
  activate: { from: ['deactivated'], to: 'active' },
  deactivate: { from: ['active'], to: 'deactivated' },
  ban: { from: ['active'], to: 'banned' },
  unban: { from: ['banned'], to: 'active' },
} as const satisfies StateTable<UserRecord['state']>

/** Throws 403 for a user who is blocked by the directory. */
export function checkBlock({ is_blocked_by_directory }: UserRecord): void {
  if (is_blocked_by_directory) throw directoryBlocked('modified')
}

/** Does the same as `checkBlock`, with the message of unblocking. */
export function checkUnblock({ is_blocked_by_directory }: UserRecord): void {
  if (is_blocked_by_directory) throw directoryBlocked('unblocked')
}

/** Throws 403 where the caller would block itself. */
export function checkBlocksAnother({ viewer }: Context, { id }: UserRecord): void {
  if (viewer.user?.id === id) {
    throw forbidden('The API initiating user cannot be blocked by the API')
  }
}

/** Throws 403 for a blocked or banned user. */
export function checkActivation({ state }: UserRecord): void {
  if (state === 'active' || state === 'deactivated') return
  throw refusedWith(403, 'Error occurred. A blocked user must be unblocked to be activated')
}

/** The default of the setting `deactivate_dormant_users_period`, in days. */
const DORMANT_DAYS = 90

/** Throws 403 for a user who is blocked or banned, internal, or recently active. */
export function checkDeactivation({ store, now }: SystemContext, user: UserRecord): void {
  if (user.state !== 'active') {
    throw refusedWith(403, 'Error occurred. A blocked user cannot be deactivated')
  }
  if (user.user_type === 'ghost') {
    throw refusedWith(403, 'Internal users cannot be deactivated')
  }
  const lastDay = store.lastActivityOf(user)
  const lastActive = [lastDay, user.last_sign_in_at].filter((time) => time !== null)
  const border = Date.parse(now) - DORMANT_DAYS * 24 * 60 * 60 * 1000
  if (lastActive.some((time) => Date.parse(time) > border)) {
    throw refusedWith(
      403,
      `The user you are trying to deactivate has been active in the past ${DORMANT_DAYS} days and cannot be deactivated`,
    )
  }
}

/** Throws 403 where the state of a user does not allow the ban or its removal. */
export function checkBan({ state }: UserRecord, event: 'ban' | 'unban'): void {
  if (next(userStates, state, event) !== undefined) return
  throw refusedWith(403, `You cannot ${event} ${state} users.`)
}

/** Changes the state of a user. Returns whether it changed. */
export function changeUserState(
  { store }: SystemContext,
  user: UserRecord,
  event: keyof typeof userStates,
): boolean {
  const state = next(userStates, user.state, event)
  if (state !== undefined) store.users.replace(user, { state })
  return state !== undefined
}
