import type { Todo } from '../../../contract/generated/v4/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { TodoRecord } from '../../../store/models/todo.ts'
import type { Context } from '../../domain/context.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import { issueAddress, mergeRequestAddress } from './addresses.ts'
import { issueResource } from './issue.ts'
import { mergeRequestOfOthers } from './merge-request.ts'
import { projectIdentity } from './project.ts'
import { userBasic } from './user.ts'

/** Returns a to-do item on an issue (schemas/v4/resources/todo.json). */
export function todoOfIssue(todo: TodoRecord, issue: IssueRecord, context: Context): Todo {
  const project = existingProject(context, todo.project_id)
  return {
    ...todoOn(todo, issue.title, context),
    target_type: 'Issue',
    target: issueResource(issue, context, { place: { kind: 'project', project } }),
    target_url: `${issueAddress(issue, context)}${anchorOf(todo, context)}`,
  }
}

export function todoOfMergeRequest(
  todo: TodoRecord,
  mergeRequest: MergeRequestRecord,
  context: Context,
): Todo {
  return {
    ...todoOn(todo, mergeRequest.title, context),
    target_type: 'MergeRequest',
    target: mergeRequestOfOthers(mergeRequest, context),
    target_url: `${mergeRequestAddress(mergeRequest, context)}${anchorOf(todo, context)}`,
  }
}

/** Returns a to-do item; undefined where its target no longer exists. */
export function todoResource(todo: TodoRecord, context: Context): Todo | undefined {
  const { target_type, target_id } = todo
  const { issues, mergeRequests } = context.store
  if (target_type === 'Issue') {
    const issue = issues.get(target_id)
    return issue && todoOfIssue(todo, issue, context)
  }
  const mergeRequest = mergeRequests.get(target_id)
  return mergeRequest && todoOfMergeRequest(todo, mergeRequest, context)
}

/** Returns the anchor of the note that caused a to-do item. */
function anchorOf({ note_id }: TodoRecord, { store }: Context): string {
  return note_id !== null && store.notes.get(note_id) ? `#note_${note_id}` : ''
}

/** Returns the fields of a to-do item except its target. */
function todoOn(
  todo: TodoRecord,
  title: string,
  context: Context,
): Omit<Todo, 'target_type' | 'target' | 'target_url'> {
  const project = existingProject(context, todo.project_id)
  return {
    id: todo.id,
    project: projectIdentity(project, context),
    author: userBasic(existingUser(context, todo.author_id), context),
    action_name: todo.action_name,
    body: context.store.notes.get(todo.note_id ?? 0)?.body ?? title,
    state: todo.state,
    created_at: todo.created_at,
    updated_at: todo.created_at,
  }
}
