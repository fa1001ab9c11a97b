import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Lists } from '../../fixture/lists/lists.ts'
import { at, itemWith } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../read-back/write.ts'

/** Where one record is shown, of those that the fixture of lists holds. */
export type Readers = (lists: Lists, t: TestContext) => readonly Reader[]

type Parameters = Readonly<Record<string, unknown>>

const read = (
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
  find?: Reader['find'],
): Reader => ({ caller, operation, parameters, ...(find ? { find } : {}) })

/** Of a list: all of it is read, and the record found in it. */
const listed = (caller: Caller, operation: OperationId, parameters: Parameters, id: unknown) =>
  read(caller, operation, { ...parameters, per_page: 100 }, itemWith('id', id))

const named = (caller: Caller, operation: OperationId, parameters: Parameters, name: string) =>
  read(caller, operation, { ...parameters, per_page: 100 }, itemWith('name', name))

export const users: Readers = ({ people }, t) => [
  read(t.admin, 'getUser', { id: people.b.id }),
  listed(t.admin, 'listUsers', { username: people.b.username }, people.b.id),
]

export const oneself: Readers = ({ owner }, t) => [
  read(t.admin, 'getUser', { id: owner.id }),
  listed(t.admin, 'listUsers', { username: owner.username }, owner.id),
  read(owner, 'getCurrentUser', {}),
]

export const sshKeys: Readers = ({ owner, keys }, t) => [
  read(owner, 'getOwnSshKey', { key_id: keys.b }),
  listed(owner, 'listOwnSshKeys', {}, keys.b),
  listed(t.admin, 'listSshKeysOfUser', { id: owner.id }, keys.b),
  read(t.admin, 'getSshKeyWithUser', { id: keys.b }),
]

export const emails: Readers = ({ owner, emails: ids }, t) => [
  read(owner, 'getOwnEmail', { email_id: ids.b }),
  listed(owner, 'listOwnEmails', {}, ids.b),
  listed(t.admin, 'listEmailsOfUser', { id: owner.id }, ids.b),
]

export const groups: Readers = ({ owner, groups: { b }, base }) => [
  read(owner, 'getGroup', { id: b }),
  listed(owner, 'listGroups', { search: base }, b),
  listed(owner, 'listOwnedGroups', {}, b),
]

/** A private one: a level that is always the greatest would be right for the public one. */
export const projects: Readers = ({ owner, base, groups: { b: group }, projects: { a } }, t) => [
  read(owner, 'getProject', { id: a }),
  listed(owner, 'listProjects', { search: base }, a),
  listed(owner, 'listVisibleProjects', { search: base }, a),
  listed(owner, 'listOwnedProjects', { search: base }, a),
  listed(t.admin, 'listAllProjects', { search: base }, a),
  listed(owner, 'listGroupProjects', { id: group }, a),
]

export const members: Readers = ({ owner, people, project }) => [
  read(owner, 'getProjectMember', { ...project, user_id: people.b.id }),
  listed(owner, 'listProjectMembers', project, people.b.id),
  listed(owner, 'listProjectUsers', project, people.b.id),
]

export const groupMembers: Readers = ({ owner, people, groups: { b } }) => [
  read(owner, 'getGroupMember', { id: b, user_id: people.b.id }),
  listed(owner, 'listGroupMembers', { id: b }, people.b.id),
]

export const issues: Readers = ({ owner, project, groups: { b }, issues: all, mergeRequests }) => {
  const { id } = all.c
  return [
    read(owner, 'getIssue', { ...project, issue_id: id }),
    listed(owner, 'listIssuesOfProject', project, id),
    listed(owner, 'listOwnIssues', {}, id),
    listed(owner, 'listIssuesOfGroup', { id: b }, id),
    listed(
      owner,
      'listIssuesClosedByMergeRequest',
      { ...project, merge_request_id: mergeRequests.c.id },
      id,
    ),
  ]
}

export const mergeRequests: Readers = ({ owner, project, mergeRequests: { b } }) => [
  read(owner, 'getMergeRequest', { ...project, merge_request_id: b.id }),
  listed(owner, 'listMergeRequests', project, b.id),
  read(owner, 'getMergeRequestChanges', { ...project, merge_request_id: b.id }),
]

export const snippets: Readers = ({ owner, project, snippets: { b } }) => [
  read(owner, 'getSnippet', { ...project, snippet_id: b }),
  listed(owner, 'listSnippets', project, b),
]

export const branches: Readers = ({ owner, project }) => [
  read(owner, 'getBranch', { ...project, branch: 'branch-b' }),
  named(owner, 'listBranches', project, 'branch-b'),
]

export const tags: Readers = ({ owner, project }) => [
  read(owner, 'getTag', { ...project, tag_name: 'tag-b' }),
  named(owner, 'listTags', project, 'tag-b'),
]

/** The head of a branch, wherever a commit is shown. */
export const commits: Readers = ({ owner, project, mergeRequests: { b } }) => {
  const commitOf = (body: unknown) => at(body, 'commit')
  const refs = { from: 'tag-b', to: 'branch-b' }
  return [
    read(owner, 'getCommit', { ...project, sha: 'branch-b' }),
    read(owner, 'listCommits', { ...project, ref_name: 'branch-b' }, (body) => at(body, '0')),
    read(owner, 'getBranch', { ...project, branch: 'branch-b' }, commitOf),
    read(owner, 'compareRevisions', { ...project, ...refs }, commitOf),
    // In which order they are listed is left open.
    read(
      owner,
      'listMergeRequestCommits',
      { ...project, merge_request_id: b.id },
      itemWith('title', 'Add b 3'),
    ),
  ]
}
