import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Step, Values } from '../../reproduction/history.ts'
import {
  type Issue,
  type MergeRequest,
  type Note,
  type Person,
  type Project,
  people,
  ref,
  type Snippet,
  type World,
} from './world.ts'

/** Adds a call to a history. */
export function add(
  { steps }: World,
  as: string,
  operation: OperationId<'v3'>,
  parameters: Values = {},
  rest: Partial<Step> = {},
): void {
  steps.push({ operation, as, parameters, ...rest })
}

/** A read that shows the effect of a write, with the users who have access. */
interface Read {
  readonly operation: OperationId<'v3'>
  readonly parameters: Values
  /** Defaults to all users who see the project. */
  readonly by?: readonly string[]
}

const everybody = [...people, 'owner', 'owner', 'developer', 'reporter', 'admin', 'nobody']
/** The access of guests to the code of a private project is not specified. */
const readers = [
  'owner',
  'owner',
  'developer',
  'developer',
  'reporter',
  'stranger',
  'admin',
  'nobody',
]

/** Adds most of the reads that show the effect of a write, each by a user with access. */
export function show(world: World, reads: readonly Read[]): void {
  const { draw } = world
  for (const { operation, parameters, by = everybody } of reads) {
    if (draw.isLikely(0.25)) continue
    add(world, draw.one(by), operation, parameters)
  }
}

const ofOwner = ['owner', 'admin']

export function readsOfProject(project: Project): Read[] {
  const id = ref(project.symbol)
  const group = ref(project.group.symbol)
  return [
    { operation: 'getProject', parameters: { id } },
    { operation: 'getProject', parameters: { id }, by: ['owner', 'developer'] },
    { operation: 'listProjects', parameters: { search: '<word>' }, by: people },
    {
      operation: 'listVisibleProjects',
      parameters: { search: '<word>' },
      by: [...people, 'admin'],
    },
    { operation: 'listOwnedProjects', parameters: {}, by: ['owner', 'developer'] },
    { operation: 'listAllProjects', parameters: { search: '<word>' }, by: ['admin'] },
    { operation: 'listGroupProjects', parameters: { id: group } },
    {
      operation: 'getGroup',
      parameters: { id: group },
      by: ['owner', 'developer', 'stranger', 'admin'],
    },
  ]
}

export function readsOfGroup({ symbol }: { readonly symbol: string }): Read[] {
  const id = ref(symbol)
  return [
    { operation: 'getGroup', parameters: { id }, by: ['owner', 'admin', 'developer', 'stranger'] },
    { operation: 'listGroups', parameters: {}, by: ['owner', 'developer'] },
    { operation: 'listGroups', parameters: { search: '<word>' }, by: ['owner', 'admin'] },
    { operation: 'listGroups', parameters: { search: `<${symbol}.name>` }, by: ['owner', 'admin'] },
    { operation: 'listGroups', parameters: { skip_groups: [id], per_page: 2 }, by: ['owner'] },
    { operation: 'listOwnedGroups', parameters: {}, by: ['owner', 'reporter'] },
    { operation: 'listGroupMembers', parameters: { id }, by: ['owner', 'admin', 'developer'] },
    { operation: 'listGroupProjects', parameters: { id }, by: ['owner', 'admin', 'stranger'] },
  ]
}

const events = (id: string): Read => ({
  operation: 'listProjectEvents',
  parameters: { id },
  by: ['owner', 'developer', 'admin'],
})

const eventsOf = (person: string): Read => ({
  operation: 'listUserEvents',
  parameters: { id: ref(person) },
  by: ofOwner,
})

export function readsOfIssue(project: Project, issue: Issue, actor: Person = issue.author): Read[] {
  const id = ref(project.symbol)
  const one = { id, issue_id: ref(issue.symbol) }
  return [
    { operation: 'getIssue', parameters: one },
    { operation: 'getIssue', parameters: one, by: ['owner', 'developer', 'guest', 'stranger'] },
    { operation: 'listIssuesOfProject', parameters: { id } },
    { operation: 'listIssuesOfProject', parameters: { id, iid: `<${issue.symbol}.iid>` } },
    { operation: 'listIssuesOfGroup', parameters: { id: ref(project.group.symbol) } },
    { operation: 'listOwnIssues', parameters: {}, by: [issue.author] },
    { operation: 'getProject', parameters: { id } },
    { operation: 'listProjects', parameters: { search: '<word>' }, by: ['owner', 'developer'] },
    events(id),
    eventsOf(actor),
    ...neighbour(project.issues, issue, (other) => ({
      operation: 'getIssue',
      parameters: { id, issue_id: ref(other.symbol) },
      by: ['owner', 'admin'],
    })),
  ]
}

export function readsOfMergeRequest(project: Project, request: MergeRequest): Read[] {
  const id = ref(project.symbol)
  const one = { id, merge_request_id: ref(request.symbol) }
  return [
    { operation: 'getMergeRequest', parameters: one, by: readers },
    { operation: 'getMergeRequest', parameters: one, by: ['owner', 'developer'] },
    { operation: 'listMergeRequests', parameters: { id }, by: readers },
    { operation: 'getMergeRequestChanges', parameters: one, by: ['owner', 'developer'] },
    { operation: 'listMergeRequestCommits', parameters: one, by: ['owner', 'reporter'] },
    { operation: 'listIssuesClosedByMergeRequest', parameters: one, by: ['owner', 'developer'] },
    events(id),
    ...neighbour(project.mergeRequests, request, (other) => ({
      operation: 'getMergeRequest',
      parameters: { id, merge_request_id: ref(other.symbol) },
      by: ['owner', 'admin'],
    })),
  ]
}

export function readsOfSnippet(project: Project, snippet: Snippet): Read[] {
  const id = ref(project.symbol)
  const one = { id, snippet_id: ref(snippet.symbol) }
  return [
    { operation: 'getSnippet', parameters: one, by: ['owner', 'developer', 'stranger'] },
    { operation: 'listSnippets', parameters: { id }, by: ['owner', 'developer', 'stranger'] },
    { operation: 'getRawSnippet', parameters: one, by: ['owner', 'developer'] },
    ...neighbour(project.snippets, snippet, (other) => ({
      operation: 'getSnippet',
      parameters: { id, snippet_id: ref(other.symbol) },
      by: ['owner'],
    })),
  ]
}

/** The targets of notes: the words in names of operations, with the parameter for the id. */
export const noteParents = {
  Issue: 'issue_id',
  MergeRequest: 'merge_request_id',
  Snippet: 'snippet_id',
} as const
export type NoteParent = keyof typeof noteParents

export function readsOfNote(
  project: Project,
  on: NoteParent,
  parent: { readonly symbol: string; readonly notes: readonly Note[] },
  note: Note,
): Read[] {
  const address = { id: ref(project.symbol), [noteParents[on]]: ref(parent.symbol) }
  const by = ['owner', 'developer', 'admin']
  return [
    { operation: `list${on}Notes`, parameters: address, by },
    { operation: `get${on}Note`, parameters: { ...address, note_id: ref(note.symbol) }, by },
    ...(on === 'Snippet'
      ? []
      : [{ operation: `get${on}`, parameters: address, by } as const, countsIn(project, on)]),
    events(ref(project.symbol)),
    eventsOf(note.author),
    ...neighbour(parent.notes, note, (other) => ({
      operation: `get${on}Note`,
      parameters: { ...address, note_id: ref(other.symbol) },
      by,
    })),
  ]
}

/** Returns the list that shows the number of notes. */
function countsIn({ symbol }: Project, on: 'Issue' | 'MergeRequest'): Read {
  const operation = on === 'Issue' ? 'listIssuesOfProject' : 'listMergeRequests'
  return { operation, parameters: { id: ref(symbol) }, by: ['owner', 'developer'] }
}

export function readsOfBranch(project: Project, branch: string): Read[] {
  const id = ref(project.symbol)
  return [
    { operation: 'getBranch', parameters: { id, branch }, by: readers },
    { operation: 'listBranches', parameters: { id }, by: readers },
    { operation: 'getBranch', parameters: { id, branch: 'master' }, by: ['owner', 'reporter'] },
    { operation: 'compareRevisions', parameters: { id, from: 'master', to: branch }, by: readers },
  ]
}

/** Returns the reads that show a push. */
export function readsOfPush(project: Project, branch: string, file: string): Read[] {
  const id = ref(project.symbol)
  return [
    { operation: 'getFile', parameters: { id, file_path: file, ref: branch }, by: readers },
    { operation: 'getRawFile', parameters: { id, sha: branch, filepath: file }, by: readers },
    { operation: 'listTree', parameters: { id, ref_name: branch, recursive: true }, by: readers },
    { operation: 'listCommits', parameters: { id, ref_name: branch }, by: readers },
    { operation: 'getCommit', parameters: { id, sha: branch }, by: readers },
    {
      operation: 'listCommitDifferences',
      parameters: { id, sha: branch },
      by: ['owner', 'reporter'],
    },
    { operation: 'listContributors', parameters: { id }, by: ['owner', 'reporter'] },
    ...readsOfBranch(project, branch),
    events(id),
  ]
}

export function readsOfTag(project: Project, tag_name: string): Read[] {
  const id = ref(project.symbol)
  return [
    { operation: 'getTag', parameters: { id, tag_name }, by: readers },
    { operation: 'listTags', parameters: { id }, by: readers },
    { operation: 'listTags', parameters: { id }, by: ['owner'] },
  ]
}

export function readsOfMember(of: 'Group' | 'Project', id: string, user: Person): Read[] {
  return [
    { operation: `list${of}Members`, parameters: { id }, by: ['owner', 'admin', 'developer'] },
    { operation: `get${of}Member`, parameters: { id, user_id: ref(user) }, by: ['owner', 'admin'] },
    { operation: `get${of}`, parameters: { id }, by: [user] },
    { operation: 'listProjects', parameters: { search: '<word>' }, by: [user] },
    ...(of === 'Project'
      ? [{ operation: 'listProjectUsers', parameters: { id }, by: ['owner', 'developer'] } as const]
      : [{ operation: 'listGroups', parameters: {}, by: [user] } as const]),
  ]
}

export function readsOfUser(user: Person): Read[] {
  return [
    { operation: 'getUser', parameters: { id: ref(user) }, by: ['admin', 'owner', 'stranger'] },
    { operation: 'getCurrentUser', parameters: {}, by: [user] },
    { operation: 'listUsers', parameters: { search: '<word>' }, by: ['admin', 'owner'] },
    { operation: 'listUsers', parameters: { username: `<${user}.name>` }, by: ['admin', 'owner'] },
  ]
}

/** Returns another record of the same kind, which a write must not change. */
function neighbour<T extends { readonly symbol: string }>(
  all: readonly T[],
  one: T,
  read: (other: T) => Read,
): Read[] {
  const other = all.find((each) => each !== one)
  return other ? [read(other)] : []
}
