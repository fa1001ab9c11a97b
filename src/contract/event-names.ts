/** The actions of events (`action_name`, schemas/v3/resources/event.json), of GitLab 8.15 and of later releases. */
export const eventActions = [
  'created',
  'opened',
  'updated',
  'closed',
  'reopened',
  'accepted',
  'commented on',
  'pushed new',
  'pushed to',
  'deleted',
  'joined',
  'left',
  'expired',
  'approved',
  'destroyed',
] as const

/** The types of the targets of events (`target_type`). */
export const eventTargets = [
  'Issue',
  'MergeRequest',
  'Note',
  'Snippet',
  'Milestone',
  'WikiPage::Meta',
] as const

/** The names that GitLab 8.15 used for some actions in its lists of events. */
export const listedActionNames = {
  reopened: 'opened',
  expired: 'removed due to membership expiration from',
} as const
