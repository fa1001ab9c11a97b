import { notificationEvents } from '../../../store/models/notification-setting.ts'
import type { Context } from '../../domain/context.ts'
import {
  changeNotificationEmail,
  changeNotifications,
  checkNotificationEmail,
  everywhere,
  type NotificationChanges,
  type NotificationSource,
  notificationChoice,
} from '../../domain/notification-settings.ts'
import { checkSomeChange } from '../../domain/validation.ts'
import {
  notificationSettingsGlobal,
  notificationSettings as notificationSettingsResource,
} from '../../resources/v3/notification-settings.ts'
import type { OperationsOf } from '../operation.ts'

const ofGroup = ({ id }: { readonly id: number }): NotificationSource => ({
  source_type: 'group',
  source_id: id,
})

const ofProject = ({ id }: { readonly id: number }): NotificationSource => ({
  source_type: 'project',
  source_id: id,
})

/** The operations of the tag Notification settings. Everyone who sees a group or a project has settings for it. */
export const notificationSettings = {
  getNotificationSettings({ store, viewer }) {
    const user = viewer.signedIn()
    return notificationSettingsGlobal(notificationChoice(store, user, everywhere), user, store)
  },

  updateNotificationSettings(context, { notification_email, ...changes }) {
    const { store, viewer } = context
    checkSomeChange({ notification_email, ...changes }, [
      'level',
      'notification_email',
      ...notificationEvents,
    ])
    let user = viewer.signedIn()
    if (notification_email !== undefined) {
      checkNotificationEmail(context, user, notification_email)
      user = changeNotificationEmail(context, user, notification_email)
    }
    const choice = changeNotifications(context, user, everywhere, changes)
    return notificationSettingsGlobal(choice, user, store)
  },

  getGroupNotificationSettings: (context) => getSettings(context, ofGroup(context.group)),

  updateGroupNotificationSettings: (context, changes) =>
    updateSettings(context, ofGroup(context.group), changes),

  getProjectNotificationSettings: (context) => getSettings(context, ofProject(context.project)),

  updateProjectNotificationSettings: (context, changes) =>
    updateSettings(context, ofProject(context.project), changes),
} satisfies OperationsOf<'v3', 'Notification settings'>

function getSettings({ store, viewer }: Context, source: NotificationSource) {
  return notificationSettingsResource(notificationChoice(store, viewer.signedIn(), source))
}

function updateSettings(
  context: Context,
  source: NotificationSource,
  changes: NotificationChanges,
) {
  const user = context.viewer.signedIn()
  checkSomeChange(changes, ['level', ...notificationEvents])
  return notificationSettingsResource(changeNotifications(context, user, source, changes))
}
