import type { RowsOf } from '../row.ts'

const admin = { who: 'administrator' } as const

export const rows = {
  listTopics: { who: 'everyone' },
  getTopic: { who: 'everyone' },
  createTopic: { ...admin, parameters: { name: 'new', title: 'New' } },
  updateTopic: { ...admin, parameters: { title: 'Another' } },
  deleteTopic: admin,
  mergeTopics: { ...admin, parameters: { source_topic_id: 1, target_topic_id: 2 } },
} satisfies RowsOf<'Topics'>
