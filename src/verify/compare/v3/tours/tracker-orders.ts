import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add, type NoteParent, noteParents } from '../reads.ts'
import { addClosingRequest, addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import {
  type Commented,
  type Issue,
  type MergeRequest,
  type Project,
  people,
  ref,
  type Snippet,
  type World,
} from '../world.ts'
import { createLook, type Look } from './look.ts'
import { inTurn, type Writes, writeInEachOrder } from './write-orders.ts'

/** Each write of an issue after each other one; and each before and after a move. */
export function issueOrders(world: World): void {
  const [project, other] = world.projects
  if (!project || !other) return
  const one = addIssue(world, project, 'developer', {})
  const writes = writesOfIssue(world, project, one)
  const request = addClosingRequest(world, project, one)
  writeInEachOrder(writes, lookAtIssue(world, project, one, request))
  for (const name of Object.keys(writes)) {
    // Which labels go with an issue is not stated.
    if (name === 'label') continue
    const issue = addIssue(world, project, 'developer', {})
    writesOfIssue(world, project, issue)[name]?.()
    const moved = move(world, project, issue, other)
    for (const [place, which] of [
      [other, moved],
      [project, issue],
    ] as const) {
      const look = lookAtIssue(world, place, which)
      look.near()
      writesOfIssue(world, place, which)[name]?.()
      look.near()
    }
  }
}

/** Each write of a merge request after each other one; and each before and after a merge. */
export function mergeRequestOrders(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const one = addMergeRequest(world, project, {})
  const writes = writesOfMergeRequest(world, project, one)
  writeInEachOrder(writes, lookAtMergeRequest(world, project, one))
  for (const name of Object.keys(writes)) {
    const request = addMergeRequest(world, project, {})
    const look = lookAtMergeRequest(world, project, request)
    const before = writesOfMergeRequest(world, project, request)
    before[name]?.()
    const address = { id: ref(project.symbol), merge_request_id: ref(request.symbol) }
    const merge_commit_message = `Merge ${request.symbol}`
    add(world, 'owner', 'mergeMergeRequest', { ...address, merge_commit_message })
    request.isMerged = true
    look.wide()
    before[name]?.()
    look.near()
  }
}

/** Each write of a snippet after each other one. */
export function snippetOrders(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const snippet = addSnippet(world, project, 'developer', 0)
  const look = createLook(world, {
    shows: ['Snippet'],
    also: ['getRawSnippet'],
    target: { ...firstOf(project, 'developer'), snippet },
  })
  writeInEachOrder(writesOfSnippet(world, project, snippet), look)
}

/** What comments on a record, changes its last comment and removes its first one. */
function talkOn(world: World, project: Project, on: NoteParent, parent: Commented): Writes {
  const address = { id: ref(project.symbol), [noteParents[on]]: ref(parent.symbol) }
  const list = () => add(world, 'reporter', `list${on}Notes`, { ...address, per_page: 100 })
  let changes = 0
  return {
    comment: () => {
      addNote(world, project, on, parent, 'developer')
    },
    'change a comment': () => {
      const note = parent.notes.at(-1)
      if (!note) return
      const body = `It is wet, change ${++changes}`
      add(world, note.author, `update${on}Note`, { ...address, note_id: ref(note.symbol), body })
      list()
    },
    'remove a comment': () => {
      const note = parent.notes.shift()
      if (!note) return
      add(world, note.author, `delete${on}Note`, { ...address, note_id: ref(note.symbol) })
      list()
    },
  }
}

function writesOfIssue(world: World, project: Project, issue: Issue): Writes {
  const one = { id: ref(project.symbol), issue_id: ref(issue.symbol) }
  const update = (...values: readonly Values[]) =>
    inTurn(world, 'owner', 'updateIssue', one, values)
  return {
    ...talkOn(world, project, 'Issue', issue),
    close: update({ state_event: 'close' }),
    reopen: update({ state_event: 'reopen' }),
    title: update({ title: 'The door is open' }, { title: 'The window is open' }),
    describe: update({ description: 'It drips' }, { description: 'It is wet' }),
    label: update({ labels: 'roof' }, { labels: 'bug,cellar' }, { labels: '' }),
    assign: update({ assignee_id: ref('owner') }, { assignee_id: ref('developer') }),
    schedule: update({ due_date: '2031-02-28' }, { due_date: '2032-02-29' }),
    hide: update({ confidential: true }),
    show: update({ confidential: false }),
    subscribe: inTurn(world, 'master', 'subscribeToIssue', one),
    unsubscribe: inTurn(world, 'master', 'unsubscribeFromIssue', one),
    remember: inTurn(world, 'master', 'createTodoOfIssue', one),
  }
}

/** What shows an issue, a merge request that is to close it among it where there is one. */
function lookAtIssue(world: World, project: Project, issue: Issue, request?: MergeRequest): Look {
  return createLook(world, {
    shows: ['Issue', 'Project', 'Event'],
    target: { ...firstOf(project, 'developer'), issue, ...(request && { request }) },
    by: [...people, 'admin'],
    without: ['listStarredProjects'],
  })
}

function move(world: World, from: Project, issue: Issue, to: Project): Issue {
  const symbol = world.fresh('issue')
  const address = { id: ref(from.symbol), issue_id: ref(issue.symbol) }
  const sent = { ...address, to_project_id: ref(to.symbol) }
  add(world, 'owner', 'moveIssue', sent, { makes: symbol })
  const moved = { ...issue, symbol, notes: [] }
  to.issues.push(moved)
  return moved
}

function writesOfMergeRequest(world: World, project: Project, request: MergeRequest): Writes {
  const id = ref(project.symbol)
  const one = { id, merge_request_id: ref(request.symbol) }
  const base = { source_branch: request.source, target_branch: 'master', title: request.title }
  const update = (...values: readonly Values[]) =>
    inTurn(world, 'developer', 'updateMergeRequest', { ...one, ...base }, values)
  return {
    ...talkOn(world, project, 'MergeRequest', request),
    title: update({ title: 'WIP: Mend the roof' }, { title: 'Mend the roof' }),
    describe: update({ description: 'It drips' }, { description: 'It is wet' }),
    label: update({ labels: 'roof' }, { labels: 'bug,cellar' }, { labels: '' }),
    assign: update({ assignee_id: ref('owner') }, { assignee_id: ref('developer') }),
    aim: update({ target_branch: 'alpha' }, {}),
    push: () => {
      const file_path = `lib/${world.fresh('file')}.rb`
      const file = { file_path, branch_name: request.source, content: 'puts 1\n' }
      add(world, 'developer', 'createFile', { id, ...file, commit_message: `Add ${file_path}` })
    },
    subscribe: inTurn(world, 'master', 'subscribeToMergeRequest', one),
  }
}

function lookAtMergeRequest(world: World, project: Project, request: MergeRequest): Look {
  return createLook(world, {
    shows: ['MergeRequest', 'Event', 'Branch', 'CommitDetail'],
    target: { ...firstOf(project, 'developer'), request },
    by: ['owner', 'master', 'developer', 'reporter', 'stranger', 'admin'],
    values: { branch: request.source, ref_name: request.source, sha: request.source },
  })
}

function writesOfSnippet(world: World, project: Project, snippet: Snippet): Writes {
  const one = { id: ref(project.symbol), snippet_id: ref(snippet.symbol) }
  const update = (...values: readonly Values[]) =>
    inTurn(world, snippet.author, 'updateSnippet', one, values)
  return {
    ...talkOn(world, project, 'Snippet', snippet),
    title: update({ title: 'A patch' }, { title: 'Another patch' }),
    rename: update({ file_name: 'patch.rb' }, { file_name: 'other.rb' }),
    code: update({ code: 'puts 1\n' }, { code: 'puts "größer"\r\n' }),
    show: update(...world.levels.map((visibility_level) => ({ visibility_level }))),
  }
}
