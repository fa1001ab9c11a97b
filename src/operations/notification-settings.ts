import { invalid } from '../contract/errors.ts'
import {
  addressesOf,
  notificationSettingsGlobal,
  notificationSettings as notificationSettingsResource,
} from '../resources/notification-settings.ts'
import { folded } from '../store/collections.ts'
import {
  type NotificationEvent,
  type NotificationSettingRecord,
  notificationEvents,
} from '../store/models/notification-setting.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import type { OperationsOf } from './operation.ts'

/** What a setting is for: a group, a project, or everything else. */
type Source = Pick<NotificationSettingRecord, 'source_type' | 'source_id'>

type Choice = Pick<NotificationSettingRecord, 'level' | 'events'>

type Changes = { readonly level?: Choice['level'] } & {
  readonly [Event in NotificationEvent]?: boolean
}

const everywhere: Source = { source_type: null, source_id: null }

const ofGroup = ({ id }: { readonly id: number }): Source => ({
  source_type: 'group',
  source_id: id,
})

const ofProject = ({ id }: { readonly id: number }): Source => ({
  source_type: 'project',
  source_id: id,
})

/** Document 1, Notification settings. Whoever sees a group or a project has settings for it. */
export const notificationSettings = {
  getNotificationSettings({ store, viewer }) {
    const user = viewer.signedIn()
    return notificationSettingsGlobal(choiceOf(store, user, everywhere), user, store)
  },

  updateNotificationSettings({ store, viewer }, { notification_email, ...changes }) {
    const user = viewer.signedIn()
    const changed =
      notification_email === undefined
        ? user
        : store.users.replace(user, {
            notification_email: ownAddress(notification_email, user, store),
          })
    return notificationSettingsGlobal(choose(store, user, everywhere, changes), changed, store)
  },

  getGroupNotificationSettings: ({ store, viewer, group }) =>
    notificationSettingsResource(choiceOf(store, viewer.signedIn(), ofGroup(group))),

  updateGroupNotificationSettings: ({ store, viewer, group }, changes) =>
    notificationSettingsResource(choose(store, viewer.signedIn(), ofGroup(group), changes)),

  getProjectNotificationSettings: ({ store, viewer, project }) =>
    notificationSettingsResource(choiceOf(store, viewer.signedIn(), ofProject(project))),

  updateProjectNotificationSettings: ({ store, viewer, project }, changes) =>
    notificationSettingsResource(choose(store, viewer.signedIn(), ofProject(project), changes)),
} satisfies OperationsOf<'Notification settings'>

function find(store: Store, user: UserRecord, source: Source) {
  return store.notificationSettings
    .by('user_id', user.id)
    .find(
      ({ source_type, source_id }) =>
        source_type === source.source_type && source_id === source.source_id,
    )
}

/** Who never chose takes part everywhere, and follows that in each group and project. */
function choiceOf(store: Store, user: UserRecord, source: Source): Choice {
  const level = source.source_type === null ? 'participating' : 'global'
  return find(store, user, source) ?? { level, events: [] }
}

/** What is left out stays as it is. The events belong to the level `custom`, and go with it. */
function choose(
  store: Store,
  user: UserRecord,
  source: Source,
  { level, ...changes }: Changes,
): Choice {
  const before = choiceOf(store, user, source)
  const after = level ?? before.level
  const events = notificationEvents.filter(
    (event) => after === 'custom' && (changes[event] ?? before.events.includes(event)),
  )
  const setting = find(store, user, source)
  return setting
    ? store.notificationSettings.replace(setting, { level: after, events })
    : store.notificationSettings.insert({ user_id: user.id, ...source, level: after, events })
}

/** The address as the user has it, whatever the case it is asked for in. */
function ownAddress(email: string, user: UserRecord, store: Store): string {
  const own = addressesOf(user, store).find((address) => folded(address) === folded(email))
  if (own === undefined) throw invalid({ notification_email: ['is not an email you own'] })
  return own
}
