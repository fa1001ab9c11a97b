import type { OperationId, OperationTag } from '../../../contract/operation-contract.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Parameters } from '../../fixture/requests.ts'
import type { Caller } from '../../story/caller.ts'
import type { Sight } from '../ledger/photograph.ts'
import { identityOf } from '../pages.ts'
import { lookup } from '../shown-by.ts'

/** The operation that shows the effect of writes to a resource. Builds and statuses change by themselves. */
const shows: Partial<Record<OperationTag, OperationId>> = {
  Branches: 'listBranches',
  Commits: 'listBranches',
  Files: 'listBranches',
  Groups: 'getGroup',
  Issues: 'listIssuesOfProject',
  'Merge requests': 'listMergeRequests',
  Snippets: 'listSnippets',
  Tags: 'listTags',
}

/** Returns the read by which the owner sees whether a write was carried out; undefined where there is none. */
export function sightOf(
  { id: operation, resource, path }: Operation,
  owner: Caller,
  request: Parameters,
): Sight | undefined {
  const shown = shownBy(operation, resource, path)
  if (!shown) return undefined
  const { id, sha, issue_id, merge_request_id, snippet_id } = request
  const named = { id, sha, issue_id, merge_request_id, snippet_id }
  const parameters = { ...named, per_page: 100 }
  if (shown === 'getGroup') {
    return { kind: shown, reader: lookup(owner, shown, { id }), id: String(id) }
  }
  return { kind: shown, reader: lookup(owner, shown, parameters), identify }
}

const identify = (item: unknown) => JSON.stringify(identityOf(item))

function shownBy(
  operation: OperationId,
  resource: OperationTag,
  path: string,
): OperationId | undefined {
  if (operation === 'createCommitComment') return 'listCommitComments'
  if (resource === 'Members')
    return path.startsWith('/groups') ? 'listGroupMembers' : 'listProjectMembers'
  if (resource !== 'Notes') return shows[resource]
  if (path.includes('/issues/')) return 'listIssueNotes'
  return path.includes('/snippets/') ? 'listSnippetNotes' : 'listMergeRequestNotes'
}
