import { z } from '../../shared/zod.ts'

export const notificationLevels = [
  'disabled',
  'participating',
  'watch',
  'global',
  'mention',
  'custom',
] as const

/** The events of GitLab 8.15. */
export const notificationEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
] as const

export const allNotificationEvents = [
  ...notificationEvents,
  'new_release',
  'issue_due',
  'push_to_merge_request',
  'change_reviewer_merge_request',
  'fixed_pipeline',
  'moved_project',
  'merge_when_pipeline_succeeds',
] as const
export type NotificationEvent = (typeof allNotificationEvents)[number]

/** A notification setting of a user: global (no source), for a group, or for a project. */
export const notificationSettingModel = z.object({
  id: z.int(),
  user_id: z.int(),
  source_type: z._default(z.nullable(z.enum(['group', 'project'])), null),
  source_id: z._default(z.nullable(z.int()), null),
  level: z._default(z.enum(notificationLevels), 'global'),
  /** The enabled e-mail events, which apply to the level `custom`. */
  events: z._default(z.array(z.enum(allNotificationEvents)), []),
})

/** A record of `forge.db.notificationSettings`: a notification setting of a user. */
export type NotificationSettingRecord = z.output<typeof notificationSettingModel>
