import type { Value } from '../../reproduction/history.ts'
import { add, noteParents } from './reads.ts'
import {
  type Commented,
  type Issue,
  type MergeRequest,
  type Person,
  type Project,
  people,
  ref,
  type Snippet,
  type World,
} from './world.ts'

/** Adds several records of each kind to a project, with different values for filters and orders. */
export function addRecords(world: World, project: Project): void {
  const id = ref(project.symbol)
  const [first] = [
    addIssue(world, project, 'developer', {
      description: 'Through the ceiling',
      labels: 'bug,roof',
      due_date: '2030-06-15',
      assignee_id: ref('master'),
    }),
    addIssue(world, project, 'reporter', {}),
    addIssue(world, project, 'owner', { labels: 'bug' }),
    addIssue(world, project, 'developer', { labels: 'roof', confidential: true }),
    addIssue(world, project, 'guest', {}),
  ]
  const [closed] = project.issues.slice(2)
  if (closed) {
    const close = { id, issue_id: ref(closed.symbol), state_event: 'close' }
    add(world, 'owner', 'updateIssue', close)
    closed.isClosed = true
  }
  const request = addMergeRequest(world, project, {
    description: `Closes #<${first.symbol}.iid>`,
    labels: 'bug',
    assignee_id: ref('master'),
  })
  addMergeRequest(world, project, {})
  const last = world.levels.at(-1) ?? 0
  const snippets = [0, last, 0, last].map((level, place) =>
    addSnippet(world, project, place < 2 ? 'developer' : 'owner', level),
  )
  addNote(world, project, 'Issue', first, 'developer')
  addNote(world, project, 'Issue', first, 'reporter')
  addNote(world, project, 'MergeRequest', request, 'developer')
  const [, shown, , ofOwner] = snippets
  if (shown) addNote(world, project, 'Snippet', shown, 'owner')
  if (ofOwner) addNote(world, project, 'Snippet', ofOwner, 'owner')
  addTags(world, project)
  const blob = world.fresh('blob')
  const file = { makes: blob, from: '[name=README.md]' }
  add(world, 'owner', 'listTree', { id, ref_name: 'master' }, file)
  project.blob = blob
}

type Sent = Readonly<Record<string, Value | undefined>>

const assigneesOf = ({ assignee_id }: Sent) =>
  people.filter((person) => ref(person) === assignee_id)

/**
 * Creates an issue. Its assignee is somebody who may write, and of those who may not none sends labels, a date or an
 * assignee: whether others can be assigned, and what becomes of what they plan, is not stated.
 */
export function addIssue(world: World, project: Project, author: Person, sent: Sent): Issue {
  const symbol = world.fresh('issue')
  const values = { id: ref(project.symbol), title: `The ${symbol} leaks`, ...sent }
  add(world, author, 'createIssue', values, { makes: symbol })
  const issue = {
    symbol,
    author,
    isConfidential: sent.confidential === true,
    hasLabels: sent.labels !== undefined,
    isClosed: false,
    isGone: false,
    notes: [],
    participants: new Set([author, ...assigneesOf(sent)]),
  }
  project.issues.push(issue)
  return issue
}

/** Creates a merge request from a new branch that is one commit ahead. */
export function addMergeRequest(world: World, project: Project, sent: Sent): MergeRequest {
  const id = ref(project.symbol)
  const source = addBranch(world, project)
  const symbol = world.fresh('mergeRequest')
  const title = `Mend the ${symbol}`
  const values = { id, source_branch: source, target_branch: 'master', title, ...sent }
  add(world, 'developer', 'createMergeRequest', values, { makes: symbol })
  const request = {
    symbol,
    source,
    title,
    closes: undefined,
    isMerged: false,
    isGone: false,
    notes: [],
    participants: new Set(['developer', ...assigneesOf(sent)]),
  }
  project.mergeRequests.push(request)
  return request
}

/** The words for an issue that a merge request closes; they take turns. */
const closingWords = ['Closes', 'Fixes', 'Resolves'] as const

/** Creates a merge request whose description says that it closes an issue. */
export function addClosingRequest(world: World, project: Project, issue: Issue): MergeRequest {
  const word = closingWords[project.mergeRequests.length % closingWords.length]
  return addMergeRequest(world, project, { description: `${word} #<${issue.symbol}.iid>` })
}

/** Creates a branch that is one commit ahead of the default branch. */
export function addBranch(world: World, project: Project, name = world.fresh('topic')): string {
  const id = ref(project.symbol)
  // Whether developers may is not stated, and not every group has a master.
  add(world, 'owner', 'createBranch', { id, branch_name: name, ref: 'master' })
  const file = `lib/${world.fresh('file')}.rb`
  const push = { file_path: file, branch_name: name, content: `puts "${file}"\n` }
  add(world, 'developer', 'createFile', { id, ...push, commit_message: `Add ${file}` })
  project.branches.push(name)
  return name
}

export function addSnippet(
  world: World,
  project: Project,
  author: Person,
  visibility_level: number,
): Snippet {
  const symbol = world.fresh('snippet')
  const values = {
    id: ref(project.symbol),
    title: `The ${symbol}`,
    file_name: `${symbol}.rb`,
    code: `puts "größer ${symbol}"\r\nputs 2\n`,
    visibility_level,
  }
  add(world, author, 'createSnippet', values, { makes: symbol })
  const snippet = { symbol, author, isGone: false, notes: [], participants: new Set([author]) }
  project.snippets.push(snippet)
  return snippet
}

export function addNote(
  world: World,
  { symbol: project }: Project,
  on: keyof typeof noteParents,
  parent: Commented,
  author: Person,
): string {
  const symbol = world.fresh('note')
  const address = { id: ref(project), [noteParents[on]]: ref(parent.symbol) }
  const body = `It is wet, says ${symbol}`
  add(world, author, `create${on}Note`, { ...address, body }, { makes: symbol })
  // The response to a creation need not contain the record.
  const from = `[body=${body}]`
  add(world, 'owner', `list${on}Notes`, { ...address, per_page: 100 }, { makes: symbol, from })
  parent.notes.push({ symbol, author })
  parent.participants.add(author)
  return symbol
}

function addTags(world: World, project: Project): void {
  const common = { id: ref(project.symbol), ref: 'master' }
  const annotated = { message: 'The second', release_description: 'What is new' }
  add(world, 'owner', 'createTag', { ...common, tag_name: 'v2', ...annotated })
  add(world, 'owner', 'createTag', { ...common, tag_name: 'v10' })
  project.tags.push({ name: 'v2', hasRelease: true }, { name: 'v10', hasRelease: false })
}
