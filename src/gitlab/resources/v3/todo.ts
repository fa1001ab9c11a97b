import type { Todo } from '../../../contract/generated/v3/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { TodoRecord } from '../../../store/models/todo.ts'
import type { Presentation } from '../../domain/context.ts'
import {
  existingProject,
  existingUser,
  namespaceOf,
  ownerOf,
  pathWithNamespace,
} from '../../domain/lookups.ts'
import { issueAddress, issueResource } from './issue.ts'
import { mergeRequestResource } from './merge-request.ts'
import { userBrief } from './user.ts'

/** Returns a todo with its project, author and target; undefined where the target no longer exists. */
export function todoResource(todo: TodoRecord, presentation: Presentation): Todo | undefined {
  const { target_id } = todo
  const { issues, mergeRequests } = presentation.store
  if (todo.target_type === 'Issue') {
    const issue = issues.get(target_id)
    return issue && todoOfIssue(todo, issue, presentation)
  }
  const mergeRequest = mergeRequests.get(target_id)
  if (!mergeRequest) return undefined
  const target = mergeRequestResource(mergeRequest, presentation)
  return {
    ...todoOn(todo, mergeRequest.title, presentation),
    target_type: 'MergeRequest',
    target,
    target_url: `${target.web_url}${anchorOf(todo)}`,
  }
}

/** Returns the action in GitLab 8.15, which had no reviews, directly addressed users and todos for conflicts. */
export function actionOfTodo({ action_name }: TodoRecord): Todo['action_name'] {
  switch (action_name) {
    case 'review_requested':
      return 'assigned'
    case 'directly_addressed':
      return 'mentioned'
    case 'unmergeable':
      return 'build_failed'
    default:
      return action_name
  }
}

/** Returns a todo on an issue (x-unspecified: createTodoOfIssue). */
export function todoOfIssue(
  todo: TodoRecord,
  issue: IssueRecord,
  presentation: Presentation,
): Todo {
  return {
    ...todoOn(todo, issue.title, presentation),
    target_type: 'Issue',
    target: issueResource(issue, presentation),
    target_url: `${issueAddress(issue, presentation)}${anchorOf(todo)}`,
  }
}

/** Returns the anchor of the note that caused a todo. */
function anchorOf({ note_id }: TodoRecord): string {
  return note_id === null ? '' : `#note_${note_id}`
}

/** Returns the fields of a todo except its target. */
function todoOn(
  todo: TodoRecord,
  title: string,
  presentation: Presentation,
): Omit<Todo, 'target_type' | 'target' | 'target_url'> {
  return {
    id: todo.id,
    project: projectOfTodo(existingProject(presentation, todo.project_id), presentation),
    author: userBrief(existingUser(presentation, todo.author_id), presentation),
    action_name: actionOfTodo(todo),
    body: presentation.store.notes.get(todo.note_id ?? 0)?.body ?? title,
    state: todo.state,
    created_at: todo.created_at,
  }
}

function projectOfTodo(project: ProjectRecord, presentation: Presentation): Todo['project'] {
  const namespace = namespaceOf(presentation, project)
  const owner = ownerOf(presentation, namespace)
  return {
    id: project.id,
    name: project.name,
    name_with_namespace: `${owner?.name ?? namespace.name} / ${project.name}`,
    path: project.path,
    path_with_namespace: pathWithNamespace(presentation, project),
  }
}
