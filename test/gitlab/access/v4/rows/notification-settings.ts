import type { RowsOf } from '../row.ts'

const parameters = { level: 'watch' }

export const rows = {
  getNotificationSettings: { who: 'signed in' },
  updateNotificationSettings: { who: 'signed in', parameters },
  getGroupNotificationSettings: { who: 'sees the group', beyond: 'signed in' },
  updateGroupNotificationSettings: { who: 'sees the group', beyond: 'signed in', parameters },
  getProjectNotificationSettings: { who: 'sees the project', beyond: 'signed in' },
  updateProjectNotificationSettings: { who: 'sees the project', beyond: 'signed in', parameters },
} satisfies RowsOf<'Notification settings'>
