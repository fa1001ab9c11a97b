import type { UserRecord } from '../../../store/models/user.ts'
import type { SystemContext } from '../context.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'

export type UserStatus = NonNullable<UserRecord['status']>

/** The status of a user in a request. */
export interface StatusChange {
  readonly emoji?: string | null
  readonly message?: string | null
  readonly availability?: UserStatus['availability'] | null
  readonly clear_status_after?: keyof typeof minutes | null
}

/** The durations of a status, in minutes. */
const minutes = {
  '30_minutes': 30,
  '3_hours': 180,
  '8_hours': 480,
  '1_day': 1440,
  '3_days': 4320,
  '7_days': 10_080,
  '30_days': 43_200,
} as const

const MAX_MESSAGE_LENGTH = 100

/** The emoji of a status that has only a message (`DEFAULT_EMOJI` in app/models/user_status.rb). */
const DEFAULT_EMOJI = 'speech_balloon'

/** Throws 400 for an invalid emoji, and for a message that is too long. */
export function checkStatus({ emoji, message }: StatusChange): void {
  const isName = !emoji || /^[\w+-]+$/.test(emoji)
  checkNoErrors({
    emoji: isName ? [] : ['is not a valid emoji name'],
    message: lengthErrors(message ?? '', MAX_MESSAGE_LENGTH),
  })
}

/** Sets the status of a user. An empty request removes it. */
export function setStatus(
  { store, now }: SystemContext,
  user: UserRecord,
  { emoji, message, availability, clear_status_after: after }: StatusChange,
): UserRecord {
  if (!emoji && !message && !availability) return store.users.replace(user, { status: null })
  const until = after ? new Date(Date.parse(now) + minutes[after] * 60_000).toISOString() : null
  const status: UserStatus = {
    emoji: emoji || DEFAULT_EMOJI,
    message: message || null,
    availability: availability ?? 'not_set',
    clear_status_at: until,
  }
  return store.users.replace(user, { status })
}

/** Updates only the fields of the status that the request has. */
export function changeStatus(
  context: SystemContext,
  user: UserRecord,
  change: StatusChange,
): UserRecord {
  if (Object.keys(change).length === 0) return user
  const before = statusOf(user, context.now)
  const changed = setStatus(context, user, { ...before, ...change })
  const { status } = changed
  if (!status || !before || change.clear_status_after !== undefined) return changed
  const { clear_status_at } = before
  return context.store.users.replace(changed, { status: { ...status, clear_status_at } })
}

/** Returns the status of a user at a time; null after its expiry. */
export function statusOf({ status }: UserRecord, now: string): UserRecord['status'] {
  const until = status?.clear_status_at
  return until && Date.parse(until) <= Date.parse(now) ? null : status
}
