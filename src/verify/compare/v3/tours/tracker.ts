import { firstOf } from '../calls.ts'
import { add, noteParents } from '../reads.ts'
import { addBranch, addMergeRequest, addNote } from '../records.ts'
import { ref, type World } from '../world.ts'
import { eachField } from './fields.ts'

/** Issues: creation and changes with each of their fields, while a neighbouring issue stays unchanged. */
export function issues(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const [first, second] = project.issues
  if (!first || !second) return
  const id = ref(project.symbol)
  const lists = () => {
    add(world, draw.one(['owner', 'developer']), 'listIssuesOfProject', { id })
    if (draw.isLikely(0.3)) add(world, 'owner', 'listOwnIssues')
    if (draw.isLikely(0.3)) add(world, 'owner', 'getProject', { id })
    if (draw.isLikely(0.3))
      add(world, 'owner', 'listIssuesOfGroup', { id: ref(project.group.symbol) })
    if (draw.isLikely(0.3)) add(world, 'owner', 'listProjectEvents', { id })
  }
  const as = draw.one(['owner', 'developer'] as const)
  const common = () => ({ id })
  // Users other than owners can send a creation time, which is ignored.
  eachField({
    world,
    operation: 'createIssue',
    as,
    target,
    common,
    makes: 'issue',
    show(made) {
      add(world, draw.one(['owner', 'admin']), 'getIssue', { id, issue_id: ref(made) })
      if (draw.isLikely(0.25)) lists()
    },
  })
  const [request] = project.mergeRequests
  if (request) {
    const resolving = { merge_request_for_resolving_discussions: `<${request.symbol}.iid>` }
    const given = { title: 'Resolve it', description: 'As was said' }
    add(world, as, 'createIssue', { id, ...given, ...resolving }, { makes: world.fresh('issue') })
    add(world, 'owner', 'listIssuesOfProject', { id })
  }
  add(world, 'developer', 'createIssue', { id, title: 'Seen', created_at: '2016-11-05T10:20:30Z' })
  add(world, 'owner', 'listIssuesOfProject', { id })
  const issue_id = ref(first.symbol)
  eachField({
    world,
    operation: 'updateIssue',
    as: 'owner',
    target,
    common: () => ({ id, issue_id }),
    show() {
      add(world, draw.one(['owner', 'developer', 'reporter']), 'getIssue', { id, issue_id })
      add(world, 'owner', 'getIssue', { id, issue_id: ref(second.symbol) })
      if (draw.isLikely(0.35)) lists()
    },
  })
  const due_date = '2030-12-31'
  const close = { state_event: 'close', title: 'It is mended', labels: 'done', due_date }
  add(world, 'developer', 'updateIssue', { id, issue_id, ...close })
  add(world, 'owner', 'getIssue', { id, issue_id })
  lists()
  // All events on one page.
  add(world, 'owner', 'listProjectEvents', { id, per_page: 100 })
  add(world, 'owner', 'listUserEvents', { id: ref('developer'), per_page: 100 })
  add(world, 'owner', 'updateIssue', { id, issue_id, state_event: 'reopen' })
  lists()
  // Owners and administrators alone say when it was updated.
  for (const as of ['developer', 'owner', 'admin']) {
    const updated = { title: `Of ${as}`, updated_at: '2016-11-05T10:20:30Z' }
    add(world, as, 'updateIssue', { id, issue_id, ...updated })
    add(world, 'reporter', 'getIssue', { id, issue_id })
  }
}

/** Notes on all kinds of targets, and the subscriptions of an issue. */
export function talk(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const { issue, request, snippet } = firstOf(project)
  const shown = project.snippets[1] ?? snippet
  const id = ref(project.symbol)
  for (const [on, parent] of [
    ['Issue', issue],
    ['MergeRequest', request],
    ['Snippet', shown],
  ] as const) {
    if (!parent) continue
    const address = { id, [noteParents[on]]: ref(parent.symbol) }
    const readAll = () => {
      add(world, draw.one(['owner', 'reporter']), `list${on}Notes`, address)
      if (on !== 'Snippet') {
        add(world, 'owner', `get${on}`, address)
        add(world, 'owner', on === 'Issue' ? 'listIssuesOfProject' : 'listMergeRequests', { id })
      }
      for (const note of parent.notes) {
        add(world, 'owner', `get${on}Note`, { ...address, note_id: ref(note.symbol) })
      }
    }
    for (const author of ['developer', 'master', 'owner'] as const) {
      const note = addNote(world, project, on, parent, author)
      readAll()
      const one = { ...address, note_id: ref(note) }
      const body = 'Löst „Lecks“ & <lt>mehr> – 日本\n\n* one\n* two'
      add(world, author, `update${on}Note`, { ...one, body })
      readAll()
      const open = 'who may change the notes of others is not stated'
      add(world, 'admin', `update${on}Note`, { ...one, body: 'By another' }, { open })
      readAll()
      if (author === 'owner') continue
      add(world, author, `delete${on}Note`, one)
      readAll()
      add(world, author, `delete${on}Note`, one)
      parent.notes.pop()
    }
    if (on === 'Issue') {
      // Who but the administrator may say when is not stated.
      const said = { body: 'As it was', created_at: '2016-11-05T10:20:30+03:00' }
      add(world, 'admin', 'createIssueNote', { ...address, ...said })
      readAll()
    }
    add(world, 'owner', 'listProjectEvents', { id })
    add(world, 'owner', 'listUserEvents', { id: ref('developer') })
    strayNotes(world, address, on, parent.notes[0]?.symbol)
  }
  follow(world)
}

/** A note is found below its own target only. */
function strayNotes(
  world: World,
  address: Readonly<Record<string, string>>,
  on: keyof typeof noteParents,
  note: string | undefined,
): void {
  if (note === undefined) return
  for (const project of world.projects.slice(0, 2)) {
    const id = ref(project.symbol)
    const places = [
      ...project.issues.map((one) => ['Issue', one] as const),
      ...project.mergeRequests.map((one) => ['MergeRequest', one] as const),
      ...project.snippets.map((one) => ['Snippet', one] as const),
    ].filter(([, one]) => !one.isGone)
    for (const [other, { symbol }] of places) {
      const place = { id, [noteParents[other]]: ref(symbol) }
      if (JSON.stringify(place) === JSON.stringify(address)) continue
      const one = { ...place, note_id: ref(note) }
      add(world, 'owner', `get${other}Note`, one)
      if (other === on) add(world, 'owner', `delete${other}Note`, one)
    }
  }
  // Below a record of another kind with the same id, or below an unknown one.
  const [parent = ''] = Object.entries(address).flatMap(([name, value]) =>
    name === noteParents[on] ? [value] : [],
  )
  for (const other of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    const place = { id: address.id, [noteParents[other]]: parent, note_id: ref(note) }
    if (other !== on) add(world, 'owner', `get${other}Note`, place)
  }
  add(world, 'owner', `list${on}Notes`, address)
}

/** Subscriptions and todos of several users, which are independent. */
function follow(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const people = ['owner', 'master', 'guest'] as const
  const issue = project.issues.find((one) => !one.isConfidential && one.author === 'reporter')
  // The first one has notes by those who are to subscribe.
  const request = project.mergeRequests.findLast(({ isGone }) => !isGone)
  if (issue) {
    const one = { id, issue_id: ref(issue.symbol) }
    const free = people.filter((person) => !issue.participants.has(person))
    const look = () => {
      for (const person of free) add(world, person, 'getIssue', one)
      add(world, 'owner', 'listIssuesOfProject', { id })
    }
    for (const act of ['subscribe', 'subscribe', 'unsubscribe', 'unsubscribe', 'subscribe']) {
      for (const person of free) {
        const operation = act === 'subscribe' ? 'subscribeToIssue' : 'unsubscribeFromIssue'
        add(world, person, operation, one)
        add(world, person, 'getIssue', one)
      }
      look()
    }
    for (const person of free) {
      add(world, person, 'createTodoOfIssue', one)
      add(world, person, 'createTodoOfIssue', one)
      issue.participants.add(person)
    }
  }
  if (request) {
    const one = { id, merge_request_id: ref(request.symbol) }
    for (const person of ['owner', 'master', 'guest'] as const) {
      if (request.participants.has(person) || (person === 'guest' && project.level === 0)) continue
      // Whoever takes part may be subscribed, but not behind this.
      add(world, person, 'unsubscribeFromMergeRequest', one)
      for (let times = 0; times < 2; times++) {
        add(world, person, 'subscribeToMergeRequest', one)
        add(world, person, 'getMergeRequest', one)
        add(world, person, 'listMergeRequests', { id })
      }
      request.participants.add(person)
    }
  }
}

/** Merge requests: creation and changes with each of their fields, pushes, and all ways of merging. */
export function mergeRequests(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const id = ref(project.symbol)
  const [first, second] = project.mergeRequests
  if (!first || !second) return
  const readOne = (symbol: string) => {
    const one = { id, merge_request_id: ref(symbol) }
    add(world, draw.one(['owner', 'developer', 'reporter']), 'getMergeRequest', one)
    if (draw.isLikely(0.3)) add(world, 'owner', 'getMergeRequestChanges', one)
    if (draw.isLikely(0.3)) add(world, 'owner', 'listMergeRequestCommits', one)
    if (draw.isLikely(0.3)) add(world, 'owner', 'listIssuesClosedByMergeRequest', one)
    if (draw.isLikely(0.4)) add(world, 'owner', 'listMergeRequests', { id })
  }
  eachField({
    world,
    operation: 'createMergeRequest',
    as: 'developer',
    target,
    common: () => ({ id, source_branch: addBranch(world, project), target_branch: 'master' }),
    makes: 'mergeRequest',
    show: (made) => readOne(made),
  })
  const address = { id, merge_request_id: ref(first.symbol) }
  // GitLab 8.15 required all three with each change.
  const base = { source_branch: first.source, target_branch: 'master', title: first.title }
  eachField({
    world,
    operation: 'updateMergeRequest',
    as: draw.one(['developer', 'owner']),
    target,
    common: () => ({ ...address, ...base }),
    without: ['state_event', 'source_branch', 'target_branch'],
    show() {
      readOne(first.symbol)
      add(world, 'owner', 'getMergeRequest', { id, merge_request_id: ref(second.symbol) })
    },
  })
  const issue = project.issues.find(({ isClosed }) => !isClosed)
  if (issue) {
    const description = `Fixes #<${issue.symbol}.iid>`
    add(world, 'developer', 'updateMergeRequest', { ...address, ...base, description })
    add(world, 'owner', 'listIssuesClosedByMergeRequest', address)
  }
  merge(world)
}

/** Merges merge requests one after the other, each twice; closes one, then merges it. */
function merge(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const id = ref(project.symbol)
  const all = () => {
    for (const state of ['opened', 'closed', 'merged', 'all']) {
      add(world, 'owner', 'listMergeRequests', { id, state })
    }
  }
  const remove = { should_remove_source_branch: true }
  for (const way of [
    'plain',
    'by sha',
    'by short sha',
    'by another sha',
    'removing by another sha',
    'removing',
    'of a draft',
  ]) {
    const draft: Readonly<Record<string, string>> =
      way === 'of a draft' ? { title: 'WIP: Mend' } : {}
    const request = addMergeRequest(world, project, draft)
    const one = { id, merge_request_id: ref(request.symbol) }
    const readIt = () => {
      add(world, 'owner', 'getMergeRequest', one)
      add(world, 'owner', 'listMergeRequestCommits', one)
      add(world, 'owner', 'getMergeRequestChanges', one)
    }
    readIt()
    const file = `lib/${world.fresh('file')}.rb`
    const push = { file_path: file, branch_name: request.source, content: 'puts 1\n' }
    add(world, 'developer', 'createFile', { id, ...push, commit_message: `Add ${file}` })
    readIt()
    const head = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha: request.source }, { makes: head })
    const words = { merge_commit_message: `Merge ${request.symbol}` }
    const sha = {
      'by sha': { sha: `<${head}.id>` },
      'by short sha': { sha: `<${head}.short_id>`, ...(draw.isLikely(0.5) ? remove : {}) },
      'by another sha': { sha: 'f'.repeat(40) },
      'removing by another sha': { sha: 'f'.repeat(40), ...remove },
      removing: remove,
    }[way]
    add(world, 'owner', 'cancelMergeWhenBuildSucceeds', one)
    add(world, draw.one(['owner', 'master']), 'mergeMergeRequest', { ...one, ...words, ...sha })
    readIt()
    add(world, 'owner', 'mergeMergeRequest', { ...one, ...words })
    add(world, 'owner', 'cancelMergeWhenBuildSucceeds', one)
    add(world, 'owner', 'getBranch', { id, branch: request.source })
    add(world, 'owner', 'getCommit', { id, sha: 'master' })
    readIt()
    request.isMerged = true
  }
  all()
  const last = addMergeRequest(world, project, { labels: 'bug' })
  const one = { id, merge_request_id: ref(last.symbol) }
  const close = { state_event: 'close', source_branch: last.source, target_branch: 'master' }
  const open = 'how a merge request is closed is not stated'
  add(world, 'owner', 'updateMergeRequest', { ...one, ...close, title: last.title }, { open })
  all()
  add(world, 'owner', 'mergeMergeRequest', { ...one, merge_commit_message: 'Merge it' })
  add(world, 'owner', 'getMergeRequest', one)
  add(world, 'owner', 'deleteMergeRequest', one)
  add(world, 'owner', 'getMergeRequest', one)
  add(world, 'owner', 'deleteMergeRequest', one)
  all()
  last.isGone = true
}
