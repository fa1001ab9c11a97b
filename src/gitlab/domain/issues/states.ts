import type { IssueRecord } from '../../../store/models/issue.ts'
import type { StateTable } from '../state-table.ts'

/** The transitions of `state_event` (updateIssue). An event that the state does not allow changes nothing. */
export const issueStates = {
  close: { from: ['opened'], to: 'closed' },
  reopen: { from: ['closed'], to: 'opened' },
} as const satisfies StateTable<IssueRecord['state']>

export type IssueStateEvent = keyof typeof issueStates
