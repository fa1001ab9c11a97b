import { notIdempotent, statusWrong } from './behaviour.ts'
import { editJson } from './faults/answers.ts'
import { isObject } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'

/** Deletes that only the rule for every DELETE holds to answer 200 when nothing is there. */
const deletes: readonly OperationId[] = [
  'deleteGroup',
  'deleteSystemHook',
  'deleteIssue',
  'deleteMergeRequest',
  'deleteIssueNote',
  'deleteSnippetNote',
  'deleteMergeRequestNote',
]

const all: readonly Mutant[] = [
  ...deletes.map(notIdempotent),
  statusWrong('removeGroupMember', 200, 404, 'for somebody who is no member', (json) =>
    Boolean(isObject(json) && 'message' in json),
  ),
  statusWrong('mergeMergeRequest', 406, 405, 'where it is merged or closed'),
  statusWrong('mergeMergeRequest', 405, 406, 'on conflicts'),
  {
    name: 'createSystemHook answers the hook, and no array',
    operation: 'createSystemHook',
    kind: 'value wrong',
    fault: editJson('createSystemHook', (json) => (Array.isArray(json) ? (json[0] ?? null) : json)),
  },
]

/** Faults that GitLab 8.15 itself had (`x-released`): failures with `strict` alone. */
export const releasedAnswers: readonly Mutant[] = all.map((mutant) => ({
  ...mutant,
  isAsReleased: true,
}))
