import { refused } from '../../../contract/errors.ts'
import type {
  NotificationSettings,
  NotificationSettingsGlobal,
} from '../../../contract/generated/v4/contract.ts'
import {
  allNotificationEvents,
  type NotificationSettingRecord,
  notificationLevels,
} from '../../../store/models/notification-setting.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import {
  changeNotificationEmail,
  changeNotifications,
  checkNotificationEmail,
  everywhere,
  type NotificationChanges,
  type NotificationChoice,
  type NotificationSource,
  notificationChoice,
  notificationEmail,
} from '../../domain/notification-settings.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/notification-settings.yaml. */
export const notificationSettings = {
  getNotificationSettings(context) {
    const user = context.viewer.signedIn()
    return globalSettings(context, user, notificationChoice(context.store, user, everywhere))
  },

  updateNotificationSettings(context, { notification_email, ...changes }) {
    const user = context.viewer.signedIn()
    const read = readChanges(changes)
    if (notification_email === undefined) {
      return globalSettings(context, user, changeNotifications(context, user, everywhere, read))
    }
    checkNotificationEmail(context, user, notification_email)
    const changed = changeNotificationEmail(context, user, notification_email)
    return globalSettings(context, changed, changeNotifications(context, user, everywhere, read))
  },

  getGroupNotificationSettings: (context) =>
    getSettings(context, { source_type: 'group', source_id: context.group.id }),

  updateGroupNotificationSettings: (context, { id: _, ...changes }) =>
    updateSettings(context, { source_type: 'group', source_id: context.group.id }, changes),

  getProjectNotificationSettings: (context) =>
    getSettings(context, { source_type: 'project', source_id: context.project.id }),

  updateProjectNotificationSettings: (context, { id: _, ...changes }) =>
    updateSettings(context, { source_type: 'project', source_id: context.project.id }, changes),
} satisfies OperationsOf<'v4', 'Notification settings'>

type GivenChanges = Omit<NotificationChanges, 'level'> & { readonly level?: string }

/** Returns the changes of a request. Throws 400 for an unknown level. */
function readChanges({ level, ...events }: GivenChanges): NotificationChanges {
  if (level === undefined) return events
  if (!isLevel(level)) throw refused(`'${level}' is not a valid level`)
  return { ...events, level }
}

function isLevel(level: string): level is NotificationSettingRecord['level'] {
  return notificationLevels.some((one) => one === level)
}

function getSettings({ store, viewer }: Context, source: NotificationSource) {
  return settingsOf(notificationChoice(store, viewer.signedIn(), source))
}

function updateSettings(context: Context, source: NotificationSource, changes: GivenChanges) {
  const user = context.viewer.signedIn()
  return settingsOf(changeNotifications(context, user, source, readChanges(changes)))
}

function globalSettings(
  { store }: Context,
  user: UserRecord,
  choice: NotificationChoice,
): NotificationSettingsGlobal {
  return { ...settingsOf(choice), notification_email: notificationEmail(user, store) }
}

/** Returns the settings, with the events for the level `custom` only. */
function settingsOf({ level, events: chosen }: NotificationChoice): NotificationSettings {
  if (level !== 'custom') return { level }
  const events = Object.fromEntries(
    allNotificationEvents.map((event) => [event, chosen.includes(event)]),
  ) as Record<(typeof allNotificationEvents)[number], boolean>
  return { level, events }
}
