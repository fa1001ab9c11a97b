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
import { userBrief } from './user.ts'

/** A todo on an issue, with its project, author and target (x-unspecified: createTodoOfIssue). */
export function todoOfIssue(
  todo: TodoRecord,
  issue: IssueRecord,
  presentation: Presentation,
): Todo {
  return {
    id: todo.id,
    project: projectOfTodo(existingProject(presentation, todo.project_id), presentation),
    author: userBrief(existingUser(presentation, todo.author_id), presentation),
    // GitLab 8.15 knew no reviews.
    action_name: todo.action_name === 'review_requested' ? 'assigned' : todo.action_name,
    target_type: 'Issue',
    target: issueResource(issue, presentation),
    target_url: issueAddress(issue, presentation),
    body: issue.title,
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
