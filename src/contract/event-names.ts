/** What the activity lists say that somebody did (`action_name`, schemas/v3/resources/event.json): the names of GitLab 8.15, and what later releases have beside. */
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

/** What it was done to (`target_type`). */
export const eventTargets = [
  'Issue',
  'MergeRequest',
  'Note',
  'Snippet',
  'Milestone',
  'WikiPage::Meta',
] as const

/** The actions that GitLab 8.15 gave other names where it listed them. */
export const listedActionNames = {
  reopened: 'opened',
  expired: 'removed due to membership expiration from',
} as const
