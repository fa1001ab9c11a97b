import type { IssueRecord } from '../../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../../store/models/project.ts'
import { mayChangeIssue, mayChangeMergeRequest } from '../../../access/participation.ts'
import type { Context } from '../../context.ts'

/** The target of commands. The record is undefined while it is yet to be created. */
export type CommandTarget =
  | {
      readonly type: 'Issue'
      readonly project: ProjectRecord
      readonly record: IssueRecord | undefined
    }
  | {
      readonly type: 'MergeRequest'
      readonly project: ProjectRecord
      readonly record: MergeRequestRecord | undefined
    }

/** The changes that commands make; omitted fields stay as they are. */
export interface CommandUpdates {
  readonly state_event?: 'close' | 'reopen'
  readonly title?: string
  readonly assignee_id?: number | null
  readonly milestone_id?: number | null
  /** YEAR-MONTH-DAY. */
  readonly due_date?: string | null
  readonly labels?: LabelUpdates
  readonly todo?: 'add' | 'done'
  readonly subscribed?: boolean
  /** Whether the title of a merge request gets or loses its draft mark. */
  readonly isWorkInProgress?: boolean
  readonly isMerged?: true
  readonly confidential?: boolean
  readonly discussion_locked?: boolean
  readonly issue_type?: IssueRecord['issue_type']
  readonly severity?: IssueRecord['severity']
  readonly target_branch?: string
  readonly reviewer_ids?: readonly number[]
  readonly approval?: 'approve' | 'unapprove'
  readonly isRebased?: true
  /** Whether the caller's draft notes are published. */
  readonly isReviewSubmitted?: true
  /** The address of a Zoom meeting; null to remove it. */
  readonly zoom_meeting_url?: string | null
  /** In seconds. */
  readonly time_estimate?: number
  readonly spend_time?: number | 'reset'
  /** The emoji that the caller awards or revokes. */
  readonly emoji_award?: string
  /** The id of the issue that the target duplicates. */
  readonly canonical_issue_id?: number
  readonly related_issue_ids?: readonly number[]
  readonly unrelated_issue_ids?: readonly number[]
  readonly moved_to_project_id?: number
  readonly cloned_to?: { readonly project_id: number; readonly with_notes: boolean }
}

/** A text without its commands, and the updates by them. */
export interface Interpretation {
  readonly text: string
  readonly updates: CommandUpdates
}

/** The titles of labels. `replace` only applies where none are added or removed, as in GitLab 8.15. */
export interface LabelUpdates {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly replace: readonly string[] | undefined
}

export interface Command {
  /** Returns the text that replaces the command, which has no other effect. */
  readonly text?: (argument: string) => string
  /** Whether the command has no effect without an argument. */
  readonly needsArgument: boolean
  /** Whether the caller may use the command on the target at present; else it has no effect. */
  isAvailable(context: Context, target: CommandTarget): boolean
  /** Returns the updates after the command, from those of the commands before it. */
  run(
    context: Context,
    target: CommandTarget,
    argument: string,
    before: CommandUpdates,
  ): CommandUpdates
}

/** Commands by name; each file has those of one subject. */
export type Commands = Readonly<Record<string, Command>>

/** Whether the caller may plan the target: reporters may plan issues, developers merge requests. */
export function mayPlan({ viewer }: Context, { type, project }: CommandTarget): boolean {
  return viewer.can(type === 'Issue' ? 'admin_issues' : 'admin_merge_requests', project)
}

/** Whether the caller may change the target: with the right to plan it, or as its author or assignee. */
export function mayChange(context: Context, target: CommandTarget): boolean {
  const { viewer } = context
  const { type, project, record } = target
  if (!record) return mayPlan(context, target)
  return type === 'Issue'
    ? mayChangeIssue(viewer, project, record)
    : mayChangeMergeRequest(viewer, project, record)
}
