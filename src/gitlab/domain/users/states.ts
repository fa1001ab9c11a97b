import type { UserRecord } from '../../../store/models/user.ts'
import type { StateTable } from '../state-table.ts'

/** The states of a user, and what changes them. */
export const userStates = {
  block: { from: ['active'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'active' },
} as const satisfies StateTable<UserRecord['state']>
