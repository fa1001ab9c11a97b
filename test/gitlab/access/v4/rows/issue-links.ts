import type { RowsOf } from '../row.ts'

const reads = {
  who: 'sees the project',
  beyond: 'signed in',
  reason: 'Whoever sees both issues and is signed in sees that they are linked.',
} as const
const links = {
  who: 'takes part',
  beyond: 'nobody',
  reason: 'Members of the projects of both issues link them.',
} as const

export const rows = {
  listIssueLinks: reads,
  getIssueLink: { ...reads, path: { issue_link_id: '1' } },
  createIssueLink: { ...links, parameters: { target_project_id: 1, target_issue_iid: 3 } },
  deleteIssueLink: {
    ...links,
    path: { issue_link_id: '1' },
    refusal: 404,
    administrators: 'may',
  },
} satisfies RowsOf<'Issue links'>
