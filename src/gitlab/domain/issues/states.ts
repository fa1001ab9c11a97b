import type { IssueRecord } from '../../../store/models/issue.ts'
import type { StateTable } from '../state-table.ts'

/** `state_event` of updateIssue: an event that the state does not allow changes nothing. */
export const issueStates = {
  close: { from: ['opened'], to: 'closed' },
  reopen: { from: ['closed'], to: 'opened' },
} as const satisfies StateTable<IssueRecord['state']>

export type IssueStateEvent = keyof typeof issueStates
