import type { UserStatus } from '../../../contract/generated/v4/contract.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import { statusOf } from '../../domain/users/status.ts'
import { emojiHtml } from './text-html.ts'

/** Returns the status of a user, with nulls where there is none (`schemas/v4/resources/user-status.json`). */
export function userStatus(user: UserRecord, { now }: Pick<Context, 'now'>): UserStatus {
  const status = statusOf(user, now)
  const message = status?.message ?? null
  return {
    emoji: status?.emoji ?? null,
    message,
    availability: status?.availability ?? null,
    message_html: emojiHtml(message ?? ''),
    clear_status_at: status?.clear_status_at ?? null,
  }
}
