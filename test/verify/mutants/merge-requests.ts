import {
  createdAsOk,
  lost,
  notHidden,
  permitted,
  stale,
  statusWrong,
  transitionMissing,
} from './behaviour.ts'
import { parametersOf } from './call.ts'
import { editField, editJson } from './faults/answers.ts'
import { editList } from './faults/lists.ts'
import { answerResource } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import { repeated } from './issues.ts'
import type { Mutant, OperationId } from './mutant.ts'
import {
  defaultChanged,
  filterIgnored,
  missingAccepted,
  orderIgnored,
  parameterIgnored,
} from './parameters.ts'
import { reversedDiff } from './patches.ts'

const read: readonly OperationId[] = ['getMergeRequest', 'listMergeRequests']
const merged: readonly OperationId[] = ['getMergeRequest', 'getBranch', 'getFile', 'listCommits']

export const mergeRequests: readonly Mutant[] = [
  filterIgnored('listMergeRequests', 'iid'),
  filterIgnored('listMergeRequests', 'iids'),
  filterIgnored('listMergeRequests', 'state'),
  orderIgnored('listMergeRequests', 'order_by'),
  orderIgnored('listMergeRequests', 'sort'),
  defaultChanged('listMergeRequests', 'sort', 'asc'),
  dropped('listMergeRequests', 'labels'),
  dropped('listMergeRequests', 'merge_status'),
  notHidden('listMergeRequests', 'those who are no members of a private project'),
  dropped('getMergeRequest', 'sha'),
  nulled('getMergeRequest', 'target_branch'),
  retyped('getMergeRequest', 'work_in_progress'),
  retyped('getMergeRequest', 'upvotes'),
  renamed('getMergeRequest', 'merge_when_build_succeeds', 'merge_when_pipeline_succeeds'),
  wrong('getMergeRequest', 'sha', 'of another commit', () => '0'.repeat(40)),
  notHidden('getMergeRequest', 'those who are no members of a private project'),
  stale('getMergeRequest'),
  dropped('listMergeRequestCommits', 'message'),
  retyped('listMergeRequestCommits', 'author_email'),
  {
    name: 'listMergeRequestCommits lists the newest commit alone',
    operation: 'listMergeRequestCommits',
    kind: 'value wrong',
    fault: editList('listMergeRequestCommits', (items) => items.slice(0, 1)),
  },
  dropped('getMergeRequestChanges', 'changes'),
  dropped('getMergeRequestChanges', 'changes.new_file'),
  {
    name: 'getMergeRequestChanges takes additions for removals',
    operation: 'getMergeRequestChanges',
    kind: 'diff reversed',
    fault: editField('getMergeRequestChanges', 'changes.diff', (owner) => {
      owner.diff = reversedDiff(owner.diff)
    }),
  },
  createdAsOk('createMergeRequest'),
  missingAccepted('createMergeRequest', 'title', 'Made up'),
  missingAccepted('createMergeRequest', 'target_branch', 'master'),
  parameterIgnored('createMergeRequest', 'description', read),
  parameterIgnored('createMergeRequest', 'assignee_id', read),
  parameterIgnored('createMergeRequest', 'labels', read),
  parameterIgnored('createMergeRequest', 'milestone_id', read),
  parameterIgnored('createMergeRequest', 'remove_source_branch', read),
  lost('createMergeRequest', read),
  parameterIgnored('updateMergeRequest', 'title', read),
  parameterIgnored('updateMergeRequest', 'target_branch', read),
  lost('updateMergeRequest', read),
  permitted('deleteMergeRequest', 'those who do not own the project'),
  lost('deleteMergeRequest', read),
]

export const merging: readonly Mutant[] = [
  transitionMissing('mergeMergeRequest', 'answers merged and stays opened', merged),
  {
    name: 'mergeMergeRequest merges whatever the head, and does not mind sha',
    operation: 'mergeMergeRequest',
    kind: 'validation missing',
    fault: answerResource('mergeMergeRequest', 409, 200, resource),
  },
  statusWrong('mergeMergeRequest', 409, 400, 'for another head than sha'),
  {
    name: 'mergeMergeRequest answers 200 to a second merge',
    operation: 'mergeMergeRequest',
    kind: 'status wrong',
    fault: answerResource('mergeMergeRequest', 406, 200, resource),
  },
  {
    name: 'mergeMergeRequest answers 200 where there are conflicts',
    operation: 'mergeMergeRequest',
    kind: 'status wrong',
    fault: answerResource('mergeMergeRequest', 405, 200, resource),
  },
  statusWrong('mergeMergeRequest', 401, 403, 'to those who may not merge', (_json, { headers }) =>
    headers.has('private-token'),
  ),
  permitted('mergeMergeRequest', 'those who may not merge'),
  parameterIgnored('mergeMergeRequest', 'merge_when_build_succeeds'),
  parameterIgnored('mergeMergeRequest', 'should_remove_source_branch', [
    'getBranch',
    'listBranches',
  ]),
  parameterIgnored('mergeMergeRequest', 'merge_commit_message', ['getCommit', 'listCommits']),
  wrong('mergeMergeRequest', 'state', 'still opened', () => 'opened'),
  transitionMissing('cancelMergeWhenBuildSucceeds', 'leaves the merge scheduled', [
    'getMergeRequest',
  ]),
  {
    name: 'cancelMergeWhenBuildSucceeds answers 200 where nothing was scheduled',
    operation: 'cancelMergeWhenBuildSucceeds',
    kind: 'status wrong',
    fault: answerResource('cancelMergeWhenBuildSucceeds', 406, 200, resource),
  },
  statusWrong('cancelMergeWhenBuildSucceeds', 405, 406, 'where it is merged'),
  permitted('cancelMergeWhenBuildSucceeds', 'those who may not merge'),
  {
    name: 'listIssuesClosedByMergeRequest finds no issue',
    operation: 'listIssuesClosedByMergeRequest',
    kind: 'value wrong',
    fault: editList('listIssuesClosedByMergeRequest', () => []),
  },
  dropped('listIssuesClosedByMergeRequest', 'title'),
  repeated('subscribeToMergeRequest', 201, 'who is subscribed already'),
  lost('subscribeToMergeRequest', ['getMergeRequest']),
  createdAsOk('subscribeToMergeRequest'),
  {
    name: 'updateMergeRequest answers the title as it was',
    operation: 'updateMergeRequest',
    kind: 'value wrong',
    fault: editJson('updateMergeRequest', (json, call) =>
      'title' in parametersOf(call) ? { ...Object(json), title: 'As it was' } : json,
    ),
  },
]

/** The path of the merge request that something is done to. */
function resource({ url }: { readonly url: URL }): string {
  return url.pathname.replace(/\/[a-z_]+$/, '')
}
