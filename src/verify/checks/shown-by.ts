import type { OperationId } from '../../contract/operation-contract.ts'
import { itemWith } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import type { Person } from '../story/test-context.ts'

type Parameters = Readonly<Record<string, unknown>>

/** An operation that shows a record. */
export interface Reader {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Parameters
  /** Finds the record in the body; undefined where it is missing. By default it is the body. */
  readonly find?: (body: unknown) => unknown
}

/** Reads a record, or finds it in the body by `find`. */
export function lookup(
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  find?: Reader['find'],
): Reader {
  return { caller, operation, parameters, ...(find ? { find } : {}) }
}

/** Reads a list, and finds the record by the value of a field, by default its id. */
export function listed(
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  value: unknown,
  field = 'id',
): Reader {
  return lookup(caller, operation, { ...parameters, per_page: 100 }, itemWith(field, value))
}

/** The targets of notes. */
export type NoteParent = 'Issue' | 'MergeRequest' | 'Snippet'

/** The operations that show each kind of record, for callers with access. */
export const shownBy = {
  user: (admin: Caller, id: number, username: string) => [
    lookup(admin, 'getUser', { id }),
    listed(admin, 'listUsers', { username }, id),
  ],
  sshKey: (admin: Caller, owner: Person, key_id: number) => [
    lookup(owner, 'getOwnSshKey', { key_id }),
    listed(owner, 'listOwnSshKeys', {}, key_id),
    listed(admin, 'listSshKeysOfUser', { id: owner.id }, key_id),
    lookup(admin, 'getSshKeyWithUser', { id: key_id }),
  ],
  email: (admin: Caller, owner: Person, email_id: number) => [
    lookup(owner, 'getOwnEmail', { email_id }),
    listed(owner, 'listOwnEmails', {}, email_id),
    listed(admin, 'listEmailsOfUser', { id: owner.id }, email_id),
  ],
  group: (owner: Caller, id: number) => [
    lookup(owner, 'getGroup', { id }),
    listed(owner, 'listOwnedGroups', {}, id),
  ],
  project: (admin: Caller, caller: Caller, id: number, search: string) => [
    lookup(caller, 'getProject', { id }),
    listed(admin, 'listAllProjects', { search }, id),
    listed(caller, 'listVisibleProjects', { search }, id),
  ],
  member: (caller: Caller, of: 'Group' | 'Project', id: number, user_id: number) => [
    lookup(caller, `get${of}Member`, { id, user_id }),
    listed(caller, `list${of}Members`, { id }, user_id),
  ],
  issue: (caller: Caller, id: number, group: number, issue_id: number) => [
    lookup(caller, 'getIssue', { id, issue_id }),
    listed(caller, 'listIssuesOfProject', { id }, issue_id),
    listed(caller, 'listIssuesOfGroup', { id: group }, issue_id),
    listed(caller, 'listOwnIssues', {}, issue_id),
  ],
  mergeRequest: (caller: Caller, id: number, merge_request_id: number) => [
    lookup(caller, 'getMergeRequest', { id, merge_request_id }),
    listed(caller, 'listMergeRequests', { id }, merge_request_id),
    lookup(caller, 'getMergeRequestChanges', { id, merge_request_id }),
  ],
  note: (caller: Caller, on: NoteParent, parent: Parameters, note_id: unknown) => [
    lookup(caller, `get${on}Note`, { ...parent, note_id }),
    listed(caller, `list${on}Notes`, parent, note_id),
  ],
  snippet: (caller: Caller, id: number, snippet_id: number) => [
    lookup(caller, 'getSnippet', { id, snippet_id }),
    listed(caller, 'listSnippets', { id }, snippet_id),
  ],
  branch: (caller: Caller, id: number, branch: string) => [
    lookup(caller, 'getBranch', { id, branch }),
    listed(caller, 'listBranches', { id }, branch, 'name'),
  ],
  tag: (caller: Caller, id: number, tag_name: string) => [
    lookup(caller, 'getTag', { id, tag_name }),
    listed(caller, 'listTags', { id }, tag_name, 'name'),
  ],
  commit: (caller: Caller, id: number, sha: string, ref_name: string) => [
    lookup(caller, 'getCommit', { id, sha }),
    listed(caller, 'listCommits', { id, ref_name }, sha),
  ],
  hook: (admin: Caller, id: number) => [listed(admin, 'listSystemHooks', {}, id)],
} satisfies Readonly<Record<string, (...values: never[]) => readonly Reader[]>>
