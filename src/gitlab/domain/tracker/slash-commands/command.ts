import type { IssueRecord } from '../../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../../store/models/project.ts'
import { mayChangeIssue, mayChangeMergeRequest } from '../../../access/participation.ts'
import type { Context } from '../../context.ts'

/** What commands are given on. The record is undefined for what is about to be created. */
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

/** What commands change; what is not in it stays. */
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
  /** Whether the title of a merge request gets its WIP, or loses it. */
  readonly isWorkInProgress?: boolean
  readonly isMerged?: true
}

/** Titles; `replace` counts only where nothing is added and nothing removed, as in GitLab 8.15. */
export interface LabelUpdates {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly replace: readonly string[] | undefined
}

export interface Command {
  /** Whether it does nothing without an argument. */
  readonly needsArgument: boolean
  /** Whether the caller may give it, there and then; one that they may not give does nothing. */
  isAvailable(context: Context, target: CommandTarget): boolean
  /** What it changes, after what the commands before it have changed. */
  run(
    context: Context,
    target: CommandTarget,
    argument: string,
    before: CommandUpdates,
  ): CommandUpdates
}

/** A file a subject: the commands by their names. */
export type Commands = Readonly<Record<string, Command>>

/** Whether the caller may plan what the commands are on: reporters issues, developers the others. */
export function mayPlan({ viewer }: Context, { type, project }: CommandTarget): boolean {
  return viewer.can(type === 'Issue' ? 'admin_issues' : 'admin_merge_requests', project)
}

/** Whether the caller may change it: who may plan it, its author and its assignee. */
export function mayChange(context: Context, target: CommandTarget): boolean {
  const { viewer } = context
  const { type, project, record } = target
  if (!record) return mayPlan(context, target)
  return type === 'Issue'
    ? mayChangeIssue(viewer, project, record)
    : mayChangeMergeRequest(viewer, project, record)
}
