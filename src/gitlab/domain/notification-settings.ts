import { invalid } from '../../contract/errors.ts'
import {
  allNotificationEvents,
  type NotificationEvent,
  type NotificationSettingRecord,
} from '../../store/models/notification-setting.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import type { Context, SystemContext } from './context.ts'
import { addressesOf } from './users/emails.ts'

/** The scope of a setting: a group, a project, or everything else. */
export type NotificationSource = Pick<NotificationSettingRecord, 'source_type' | 'source_id'>

export type NotificationChoice = Pick<NotificationSettingRecord, 'level' | 'events'>

export type NotificationChanges = { readonly level?: NotificationChoice['level'] } & {
  readonly [Event in NotificationEvent]?: boolean
}

export const everywhere: NotificationSource = { source_type: null, source_id: null }

/** Returns the notification setting of a user. The default is `participating`, and in groups and projects `global`. */
export function notificationChoice(
  store: Store,
  user: Pick<UserRecord, 'id'>,
  source: NotificationSource,
): NotificationChoice {
  const level = source.source_type === null ? 'participating' : 'global'
  return findSetting(store, user, source) ?? { level, events: [] }
}

/** Changes the given attributes of a notification setting. */
export function changeNotifications(
  context: Context,
  user: UserRecord,
  source: NotificationSource,
  { level, ...changes }: NotificationChanges,
): NotificationChoice {
  const before = notificationChoice(context.store, user, source)
  const events = allNotificationEvents.filter(
    (event) => changes[event] ?? before.events.includes(event),
  )
  return chooseNotifications(context, user, source, { level: level ?? before.level, events })
}

/**
 * Stores a notification setting in place of the previous one.
 * Only the level `custom` has events; another level drops those chosen before.
 */
export function chooseNotifications(
  { store }: SystemContext,
  user: UserRecord,
  source: NotificationSource,
  { level, events }: NotificationChoice,
): NotificationChoice {
  const { source_type, source_id } = source
  const choice = { level, events: level === 'custom' ? events : [] }
  const setting = findSetting(store, user, source)
  return setting
    ? store.notificationSettings.replace(setting, choice)
    : store.notificationSettings.insert({ user_id: user.id, source_type, source_id, ...choice })
}

/** Throws 400 for an email address that does not belong to the user. */
export function checkNotificationEmail({ store }: Context, user: UserRecord, email: string): void {
  const isOwn = addressesOf(user, store).some((address) => folded(address) === folded(email))
  if (!isOwn) throw invalid({ notification_email: ['is not an email you own'] })
}

/** Sets the notification email, spelled as in the user's own addresses: matching ignores case. */
export function changeNotificationEmail(
  { store }: Context,
  user: UserRecord,
  email: string,
): UserRecord {
  const own = addressesOf(user, store).find((address) => folded(address) === folded(email))
  return store.users.replace(user, { notification_email: own ?? email })
}

/**
 * Returns the notification email; the primary address where none was chosen, or where it no longer belongs to the
 * user.
 */
export function notificationEmail(user: UserRecord, store: Store): string {
  const chosen = user.notification_email
  return chosen !== null && addressesOf(user, store).includes(chosen) ? chosen : user.email
}

function findSetting(store: Store, user: Pick<UserRecord, 'id'>, source: NotificationSource) {
  return store.notificationSettings
    .by('user_id', user.id)
    .find(
      ({ source_type, source_id }) =>
        source_type === source.source_type && source_id === source.source_id,
    )
}
