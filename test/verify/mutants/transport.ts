import { answerAs, answerHtml, cutShort, hangUp, stall, stallHalfway } from './faults/transport.ts'
import type { Fault, Mutant, MutantKind, OperationId } from './mutant.ts'

/** Faults of how an answer arrives, at operations of several resources. */
export const transport: readonly Mutant[] = [
  ...each('HTML for JSON', 'answers a web page', answerHtml, [
    'listGroups',
    'getProject',
    'createIssue',
    'getApplicationSettings',
  ]),
  ...each('media type wrong', 'sends JSON as plain text', asText, [
    'getUser',
    'listBranches',
    'createSnippet',
    'listBuilds',
  ]),
  ...each('content corrupted', 'breaks its JSON off in the middle', cutShort, [
    'listDeployments',
    'getMergeRequest',
  ]),
  ...each('stalled answer', 'never answers', stall, ['listTags', 'createBranch']),
  ...each('stalled answer', 'stops in the middle of its answer', stallHalfway, ['listTree']),
  ...each('connection closed', 'closes the connection', hangUp, [
    'getFile',
    'updateGroup',
    'deleteSnippet',
    'listCommitStatuses',
  ]),
]

function asText(operation: OperationId): Fault {
  return answerAs(operation, 'text/plain')
}

function each(
  kind: MutantKind,
  what: string,
  fault: (operation: OperationId) => Fault,
  operations: readonly OperationId[],
): Mutant[] {
  return operations.map((operation) => ({
    name: `${operation} ${what}`,
    operation,
    kind,
    fault: fault(operation),
  }))
}
