import type {
  NotificationEvents,
  NotificationSettings,
  NotificationSettingsGlobal,
} from '../../../contract/generated/v3/contract.ts'
import type {
  NotificationEvent,
  NotificationSettingRecord,
} from '../../../store/models/notification-setting.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import { notificationEmail } from '../../domain/notification-settings.ts'

type Choice = Pick<NotificationSettingRecord, 'level' | 'events'>

/** Returns the settings for a group or a project, with the events for the level `custom` only. */
export function notificationSettings({ level, events }: Choice): NotificationSettings {
  return level === 'custom' ? { level, events: switches(events) } : { level }
}

/** Returns the global settings, which apply where a user has no others. */
export function notificationSettingsGlobal(
  { level }: Choice,
  user: UserRecord,
  store: Store,
): NotificationSettingsGlobal {
  return { level, notification_email: notificationEmail(user, store) }
}

function switches(events: readonly NotificationEvent[]): NotificationEvents {
  return {
    new_note: events.includes('new_note'),
    new_issue: events.includes('new_issue'),
    reopen_issue: events.includes('reopen_issue'),
    close_issue: events.includes('close_issue'),
    reassign_issue: events.includes('reassign_issue'),
    new_merge_request: events.includes('new_merge_request'),
    reopen_merge_request: events.includes('reopen_merge_request'),
    close_merge_request: events.includes('close_merge_request'),
    reassign_merge_request: events.includes('reassign_merge_request'),
    merge_merge_request: events.includes('merge_merge_request'),
    failed_pipeline: events.includes('failed_pipeline'),
    success_pipeline: events.includes('success_pipeline'),
  }
}
