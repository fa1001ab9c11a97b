import {
  createdAsOk,
  leaking,
  lost,
  notHidden,
  permitted,
  permittedToAnonymous,
  stale,
  transitionMissing,
} from './behaviour.ts'
import { type Call, parametersOf } from './call.ts'
import { editList } from './faults/lists.ts'
import { misread, reroute } from './faults/requests.ts'
import { answerResource, beside } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import { isObject, type Json } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'
import {
  anyValueAccepted,
  defaultChanged,
  filterIgnored,
  missingAccepted,
  orderIgnored,
  parameterIgnored,
} from './parameters.ts'

const read: readonly OperationId[] = ['getIssue', 'listIssuesOfProject']

export const issueLists: readonly Mutant[] = [
  filterIgnored('listOwnIssues', 'state'),
  filterIgnored('listOwnIssues', 'labels'),
  filterIgnored('listOwnIssues', 'milestone'),
  orderIgnored('listOwnIssues', 'order_by'),
  defaultChanged('listOwnIssues', 'sort', 'asc'),
  {
    name: 'listOwnIssues lists the issues of a project, whoever wrote them',
    operation: 'listOwnIssues',
    kind: 'filter keeps too much',
    fault: reroute('listOwnIssues', () => '/projects/1/issues'),
  },
  {
    name: 'listIssuesOfGroup lists issues that have any of the labels',
    operation: 'listIssuesOfGroup',
    kind: 'filter keeps too much',
    fault: misread('listIssuesOfGroup', 'labels', (labels) => String(labels).split(',')[0] ?? ''),
  },
  filterIgnored('listIssuesOfGroup', 'state'),
  filterIgnored('listIssuesOfGroup', 'milestone'),
  orderIgnored('listIssuesOfGroup', 'sort'),
  leaking('listIssuesOfGroup', 'the issues of private projects to those who are no members'),
  filterIgnored('listIssuesOfProject', 'iid'),
  filterIgnored('listIssuesOfProject', 'state'),
  filterIgnored('listIssuesOfProject', 'labels'),
  filterIgnored('listIssuesOfProject', 'milestone'),
  orderIgnored('listIssuesOfProject', 'order_by'),
  orderIgnored('listIssuesOfProject', 'sort'),
  defaultChanged('listIssuesOfProject', 'order_by', 'updated_at'),
  defaultChanged('listIssuesOfProject', 'sort', 'asc'),
  defaultChanged('listIssuesOfProject', 'state', 'opened'),
  {
    name: 'listIssuesOfProject lists only issues that have all of the labels',
    operation: 'listIssuesOfProject',
    kind: 'value wrong',
    fault: editList('listIssuesOfProject', (items, call) =>
      items.filter((item) => labelsOf(call).every((label) => hasLabel(item, label))),
    ),
  },
  permittedToAnonymous('listIssuesOfProject'),
  notHidden('listIssuesOfProject', 'those who are no members of a private project'),
  retyped('listIssuesOfProject', 'labels'),
  dropped('listIssuesOfProject', 'milestone'),
  dropped('listIssuesOfProject', 'author.username'),
  wrong('listIssuesOfProject', 'iid', 'the id', () => 4711),
]

export const issues: readonly Mutant[] = [
  dropped('getIssue', 'state'),
  nulled('getIssue', 'author'),
  retyped('getIssue', 'iid'),
  renamed('getIssue', 'assignee', 'assignees'),
  wrong('getIssue', 'state', 'open for opened', (state) => (state === 'opened' ? 'open' : state)),
  notHidden('getIssue', 'those who are no members of a private project'),
  permittedToAnonymous('getIssue'),
  stale('getIssue'),
  createdAsOk('createIssue'),
  missingAccepted('createIssue', 'title', 'Made up'),
  parameterIgnored('createIssue', 'description', read),
  parameterIgnored('createIssue', 'assignee_id', read),
  parameterIgnored('createIssue', 'milestone_id', read),
  parameterIgnored('createIssue', 'labels', read),
  parameterIgnored('createIssue', 'due_date', read),
  parameterIgnored('createIssue', 'created_at', read),
  parameterIgnored('createIssue', 'merge_request_for_resolving_discussions', read),
  defaultChanged('createIssue', 'confidential', true, read),
  lost('createIssue', read),
  parameterIgnored('updateIssue', 'title', read),
  parameterIgnored('updateIssue', 'labels', read),
  parameterIgnored('updateIssue', 'assignee_id', read),
  parameterIgnored('updateIssue', 'confidential', read),
  transitionMissing('updateIssue', 'closing leaves the issue opened', read, (call) =>
    event(call, 'close'),
  ),
  transitionMissing('updateIssue', 'reopening leaves the issue closed', read, (call) =>
    event(call, 'reopen'),
  ),
  anyValueAccepted('updateIssue', 'state_event', ['close', 'reopen']),
  {
    name: 'updateIssue leaves updated_at as it is when it closes',
    operation: 'updateIssue',
    alsoAt: read,
    kind: 'value wrong',
    fault: beside('updateIssue', ({ db }, call) => {
      const issue = db.issues.get(Number(call.path.get('issue_id')))
      if (!issue || !event(call, 'close')) return undefined
      return () => {
        const changed = db.issues.get(issue.id)
        if (changed) db.issues.replace(changed, { updated_at: issue.updated_at })
      }
    }),
  },
  permitted('deleteIssue', 'those who do not own the project'),
  lost('deleteIssue', read),
  lost('moveIssue', read),
  acceptedMove(),
  {
    name: 'moveIssue leaves the labels behind that the target project has',
    operation: 'moveIssue',
    alsoAt: ['getIssue'],
    kind: 'cascade forgotten',
    fault: beside('moveIssue', ({ db }) => (json) => {
      const moved = isObject(json) ? db.issues.get(Number(json.id)) : undefined
      if (moved) db.issues.replace(moved, { labels: [] })
    }),
  },
  repeated('subscribeToIssue', 201, 'who is subscribed already'),
  lost('subscribeToIssue', ['getIssue', 'unsubscribeFromIssue']),
  repeated('unsubscribeFromIssue', 200, 'who is not subscribed'),
  lost('unsubscribeFromIssue', ['getIssue', 'subscribeToIssue']),
  repeated('createTodoOfIssue', 201, 'who has a todo on it already'),
  createdAsOk('createTodoOfIssue'),
]

function event(call: Call, name: string): boolean {
  return parametersOf(call).state_event === name
}

function labelsOf(call: Call): string[] {
  const { labels } = parametersOf(call)
  return typeof labels === 'string' ? labels.split(',').map((label) => label.trim()) : []
}

function hasLabel(item: Json, label: string): boolean {
  return isObject(item) && Array.isArray(item.labels) && item.labels.includes(label)
}

/** A move into the project that the issue is in makes a second issue there. */
function acceptedMove(): Mutant {
  return {
    name: 'moveIssue moves an issue to the project that it is in',
    operation: 'moveIssue',
    kind: 'validation missing',
    fault: answerResource('moveIssue', 400, 201, ({ url }) => url.pathname.replace(/\/move$/, '')),
  }
}

/** What answers 304 where nothing changes answers with success. */
export function repeated(operation: OperationId, status: number, whom: string): Mutant {
  return {
    name: `${operation} answers ${status} for 304 to somebody ${whom}`,
    operation,
    kind: 'subscription status wrong',
    fault: answerResource(operation, 304, status, ({ url }) =>
      url.pathname.replace(/\/(subscription|todo)$/, ''),
    ),
  }
}
