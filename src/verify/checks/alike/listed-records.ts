import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Lists } from '../../fixture/lists/lists.ts'
import { at, itemWith } from '../../story/bodies.ts'
import type { Reader } from '../read-back/write.ts'

/** Records whose ids nothing but a list gives: it is read first, and its first record looked up. */
export interface ListedRecord {
  readonly list: OperationId
  readonly lookup: OperationId
  /** The parameter of the lookup that takes the id. */
  readonly idParameter: string
  readonly parameters: (lists: Lists) => Readonly<Record<string, unknown>>
}

export const issueNotes: ListedRecord = {
  list: 'listIssueNotes',
  lookup: 'getIssueNote',
  idParameter: 'note_id',
  parameters: ({ project, issues }) => ({ ...project, issue_id: issues.b.id }),
}

export const snippetNotes: ListedRecord = {
  list: 'listSnippetNotes',
  lookup: 'getSnippetNote',
  idParameter: 'note_id',
  parameters: ({ project, snippets }) => ({ ...project, snippet_id: snippets.b }),
}

export const mergeRequestNotes: ListedRecord = {
  list: 'listMergeRequestNotes',
  lookup: 'getMergeRequestNote',
  idParameter: 'note_id',
  parameters: ({ project, mergeRequests }) => ({
    ...project,
    merge_request_id: mergeRequests.b.id,
  }),
}

export const builds: ListedRecord = {
  list: 'listBuilds',
  lookup: 'getBuild',
  idParameter: 'build_id',
  parameters: ({ project }) => project,
}

/** The list, and the lookup of its first record; none where the list is empty. */
export async function readersOf(
  { list, lookup, idParameter, parameters }: ListedRecord,
  lists: Lists,
): Promise<readonly Reader[]> {
  const { owner: caller } = lists
  const given = parameters(lists)
  const { body } = await caller.attempt(list, given)
  const id = at(body, '0.id')
  if (id === undefined) return []
  return [
    { caller, operation: list, parameters: given, find: itemWith('id', id) },
    { caller, operation: lookup, parameters: { ...given, [idParameter]: id } },
  ]
}
