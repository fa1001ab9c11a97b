import {
  add,
  type NoteParent,
  noteParents,
  readsOfIssue,
  readsOfMergeRequest,
  readsOfNote,
  readsOfSnippet,
  show,
} from '../reads.ts'
import {
  accessLevels,
  aProject,
  aProjectWith,
  type Commented,
  type Issue,
  living,
  type Move,
  type Note,
  type Person,
  type Project,
  people,
  ref,
  type World,
} from '../world.ts'

const writers = ['owner', 'developer', 'reporter', 'guest'] as const
const labels = ['bug', 'roof', 'bug,roof', 'cellar,bug', '']
const texts = [
  'The roof leaks',
  'The cellar is wet',
  'A window is open',
  'Die Tür „klemmt“ & – 日本',
]
const days = ['2030-01-31', '2031-12-01', '2030-06-15']

/** Returns those who may write: whether others plan, and whether they can be assigned, is not stated. */
const plannersOf = ({ group }: Project): readonly Person[] =>
  people.filter(
    (person) => person === 'owner' || (group.members.get(person) ?? 0) >= accessLevels.developer,
  )

const createIssue: Move = {
  weight: 8,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const author = draw.one(writers)
    const planners = plannersOf(project)
    const isPlanner = planners.includes(author)
    const symbol = world.fresh('issue')
    const label = draw.one(labels)
    const isConfidential = draw.isLikely(0.2)
    const issue: Issue = {
      symbol,
      author,
      isConfidential,
      hasLabels: isPlanner && label !== '',
      isClosed: false,
      isGone: false,
      notes: [],
      participants: new Set([author]),
    }
    const assignee = draw.one(planners)
    const isAssigned = isPlanner && draw.isLikely(0.5)
    if (isAssigned) issue.participants.add(assignee)
    add(
      world,
      author,
      'createIssue',
      {
        id: ref(project.symbol),
        title: draw.one(texts),
        ...(draw.isLikely(0.8) ? { description: draw.one(texts) } : {}),
        ...(isConfidential ? { confidential: true } : {}),
        ...(isPlanner && label !== '' ? { labels: label } : {}),
        ...(isPlanner && draw.isLikely(0.7) ? { due_date: draw.one(days) } : {}),
        ...(isAssigned ? { assignee_id: ref(assignee) } : {}),
        ...(author === 'owner' && draw.isLikely(0.2)
          ? { created_at: draw.one(['2016-11-05T10:20:30Z', '2016-11-05T10:20:30+03:00']) }
          : {}),
      },
      { makes: symbol },
    )
    project.issues.push(issue)
    show(world, readsOfIssue(project, issue))
  },
}

/** Returns an issue of a project; one is created where there is none. */
function anIssue(world: World): { readonly project: Project; readonly issue: Issue } | undefined {
  const hasIssue = ({ issues }: Project) => issues.some(({ isGone }) => !isGone)
  if (!world.projects.some(hasIssue)) createIssue.make(world)
  const project = aProjectWith(world, hasIssue)
  const issue = project && living(world, project.issues)
  return issue && { project, issue }
}

function changeIssue(
  weight: number,
  change: (world: World, issue: Issue, project: Project) => Change | undefined,
): Move {
  return {
    weight,
    make(world) {
      const found = anIssue(world)
      const values = found && change(world, found.issue, found.project)
      if (!found || !values) return
      const { project, issue } = found
      const as = world.draw.one(plannersOf(project))
      add(world, as, 'updateIssue', {
        id: ref(project.symbol),
        issue_id: ref(issue.symbol),
        ...values,
      })
      show(world, readsOfIssue(project, issue, as))
    },
  }
}

type Change = Readonly<Record<string, string | boolean>>

const issueFields = changeIssue(8, ({ draw }, issue, project) => {
  const label = draw.one(labels)
  const assignee = draw.one(plannersOf(project))
  const fields: Change[] = [
    { title: draw.one(texts) },
    { description: draw.one(texts) },
    { labels: label },
    { due_date: draw.one(days) },
    { assignee_id: ref(assignee) },
    { confidential: !issue.isConfidential },
  ]
  const isClosing = draw.isLikely(0.2)
  const state = isClosing ? { state_event: issue.isClosed ? 'reopen' : 'close' } : {}
  if (isClosing) issue.isClosed = !issue.isClosed
  const more = draw.isLikely(0.2) ? draw.one(fields) : {}
  const change = Object.assign({}, draw.one(fields), more, state)
  if (change.labels !== undefined) issue.hasLabels = label !== ''
  if (change.assignee_id !== undefined) issue.participants.add(assignee)
  if (change.confidential !== undefined) issue.isConfidential = change.confidential === true
  return change
})

const issueStates = changeIssue(6, ({ draw }, issue) => {
  const isClosing = draw.isLikely(0.9) ? !issue.isClosed : issue.isClosed
  issue.isClosed = isClosing
  return { state_event: isClosing ? 'close' : 'reopen' }
})

const deleteIssue: Move = {
  weight: 3,
  make(world) {
    const found = anIssue(world)
    if (!found) return
    const { project, issue } = found
    const address = { id: ref(project.symbol), issue_id: ref(issue.symbol) }
    add(world, world.draw.one(['owner', 'admin']), 'deleteIssue', address)
    issue.isGone = true
    show(world, readsOfIssue(project, issue, 'owner'))
    if (world.draw.isLikely(0.3)) add(world, 'owner', 'deleteIssue', address)
  },
}

const moveIssue: Move = {
  weight: 2,
  make(world) {
    const { draw, projects } = world
    const found = anIssue(world)
    // Which labels are moved with it is not specified.
    if (!found || found.issue.hasLabels || found.issue.isGone) return
    const { project, issue } = found
    const target = draw.isLikely(0.85) ? draw.one(projects) : project
    const symbol = world.fresh('issue')
    add(
      world,
      'owner',
      'moveIssue',
      {
        id: ref(project.symbol),
        issue_id: ref(issue.symbol),
        to_project_id: ref(target.symbol),
      },
      { makes: symbol },
    )
    if (target === project) return
    issue.isClosed = true
    const moved: Issue = {
      ...issue,
      symbol,
      isClosed: false,
      notes: [],
      participants: new Set([...issue.participants, 'owner']),
    }
    target.issues.push(moved)
    show(world, readsOfIssue(target, moved))
    show(world, readsOfIssue(project, issue, 'owner'))
  },
}

const subscribe: Move = {
  weight: 4,
  make(world) {
    const { draw } = world
    const found = anIssue(world)
    if (!found || found.issue.isConfidential) return
    const { project, issue } = found
    // Whether participants are subscribed is not specified.
    const free = (['owner', 'developer', 'reporter', 'guest'] as const).filter(
      (one) => !issue.participants.has(one),
    )
    if (free.length === 0) return
    const person = draw.one(free)
    const address = { id: ref(project.symbol), issue_id: ref(issue.symbol) }
    for (const operation of draw.one([
      ['subscribeToIssue'],
      ['subscribeToIssue', 'subscribeToIssue'],
      ['unsubscribeFromIssue'],
      ['subscribeToIssue', 'unsubscribeFromIssue'],
      ['subscribeToIssue', 'unsubscribeFromIssue', 'unsubscribeFromIssue'],
    ] as const)) {
      add(world, person, operation, address)
      add(world, person, 'getIssue', address)
      if (draw.isLikely(0.4)) add(world, person, 'listIssuesOfProject', { id: address.id })
    }
    show(world, [{ operation: 'getIssue', parameters: address, by: ['owner', 'developer'] }])
  },
}

const createTodo: Move = {
  weight: 2,
  make(world) {
    const found = anIssue(world)
    // An assignee or a commenter may have one already.
    if (!found || found.issue.isGone) return
    const address = { id: ref(found.project.symbol), issue_id: ref(found.issue.symbol) }
    for (const person of ['owner', 'developer', 'reporter'] as const) {
      if (found.issue.participants.has(person)) continue
      add(world, person, 'createTodoOfIssue', address)
      if (world.draw.isLikely(0.6)) add(world, person, 'createTodoOfIssue', address)
      found.issue.participants.add(person)
    }
  },
}

interface OfNote {
  readonly project: Project
  readonly on: NoteParent
  readonly parent: {
    readonly symbol: string
    readonly notes: Note[]
    readonly participants: Set<string>
  }
}

const parentsOf = (project: Project): Readonly<Record<NoteParent, readonly Commented[]>> => ({
  Issue: project.issues.filter(({ isConfidential }) => !isConfidential),
  MergeRequest: project.mergeRequests,
  Snippet: project.snippets,
})

/** Returns a record that can be commented on. */
function aParent(world: World): OfNote | undefined {
  const { draw } = world
  const on = draw.one(['Issue', 'Issue', 'MergeRequest', 'Snippet'] as const)
  const hasParent = (one: Project) => parentsOf(one)[on].some(({ isGone }) => !isGone)
  if (!world.projects.some(hasParent)) creations[on].make(world)
  const project = aProjectWith(world, hasParent)
  const parent = project && living(world, parentsOf(project)[on])
  return parent && { project, on, parent }
}

/** Returns a record with comments. */
function aCommented(world: World): OfNote | undefined {
  const all = world.projects.flatMap((project) =>
    (['Issue', 'MergeRequest', 'Snippet'] as const).flatMap((on) =>
      parentsOf(project)
        [on].filter(({ isGone, notes }) => !isGone && notes.length > 0)
        .map((parent) => ({ project, on, parent })),
    ),
  )
  return all.length > 0 ? world.draw.one(all) : undefined
}

const addressOf = ({ project, on, parent }: OfNote) => ({
  id: ref(project.symbol),
  [noteParents[on]]: ref(parent.symbol),
})

const createNote: Move = {
  weight: 7,
  make(world) {
    const found = aParent(world)
    if (!found) return
    const { project, on, parent } = found
    const author: Person = world.draw.one(['owner', 'developer', 'reporter'])
    const note: Note = { symbol: world.fresh('note'), author }
    const body = `${world.draw.one(texts)}, says ${note.symbol}`
    add(world, author, `create${on}Note`, { ...addressOf(found), body }, { makes: note.symbol })
    add(world, 'owner', `list${on}Notes`, addressOf(found), {
      makes: note.symbol,
      from: `[body=${body}]`,
    })
    parent.notes.push(note)
    parent.participants.add(author)
    show(world, readsOfNote(project, on, parent, note))
  },
}

function changeNote(weight: number, isRemoval: boolean): Move {
  return {
    weight,
    make(world) {
      if (!aCommented(world)) createNote.make(world)
      const found = aCommented(world)
      if (!found) return
      const { project, on, parent } = found
      const note = world.draw.one(parent.notes)
      const address = { ...addressOf(found), note_id: ref(note.symbol) }
      if (isRemoval) add(world, note.author, `delete${on}Note`, address)
      else {
        const body = `${world.draw.one(texts)}, says ${note.symbol} once more`
        const isAnothers = world.draw.isLikely(0.4)
        const open = 'who may change the notes of others is not stated'
        add(
          world,
          isAnothers ? 'admin' : note.author,
          `update${on}Note`,
          { ...address, body },
          isAnothers ? { open } : {},
        )
      }
      show(world, readsOfNote(project, on, parent, note))
      if (!isRemoval) return
      parent.notes.splice(parent.notes.indexOf(note), 1)
      if (world.draw.isLikely(0.3)) add(world, note.author, `delete${on}Note`, address)
    },
  }
}

const createSnippet: Move = {
  weight: 3,
  make(world) {
    const { draw, levels } = world
    const project = aProject(world)
    const symbol = world.fresh('snippet')
    const author = draw.one(['owner', 'developer'] as const)
    add(
      world,
      author,
      'createSnippet',
      {
        id: ref(project.symbol),
        title: draw.one(texts),
        file_name: draw.one(['patch.rb', 'leak.rb']),
        code: draw.one([`puts "${symbol}"\n`, `puts "größer – 日本"\r\nputs 2\n`]),
        visibility_level: draw.one(levels),
      },
      { makes: symbol },
    )
    const snippet = { symbol, author, isGone: false, notes: [], participants: new Set([author]) }
    project.snippets.push(snippet)
    show(world, readsOfSnippet(project, snippet))
  },
}

const changeSnippet: Move = {
  weight: 4,
  make(world) {
    const { draw, levels } = world
    const hasSnippet = ({ snippets }: Project) => snippets.some(({ isGone }) => !isGone)
    if (!world.projects.some(hasSnippet)) createSnippet.make(world)
    const project = aProjectWith(world, hasSnippet)
    const snippet = project && living(world, project.snippets)
    if (!snippet) return
    const address = { id: ref(project.symbol), snippet_id: ref(snippet.symbol) }
    if (draw.isLikely(0.35)) {
      add(world, snippet.author, 'deleteSnippet', address)
      snippet.isGone = true
      if (draw.isLikely(0.3)) add(world, snippet.author, 'deleteSnippet', address)
    } else {
      const change = draw.one([
        { title: draw.one(texts) },
        { file_name: 'other.rb' },
        { code: draw.one([`puts ${draw.below(1000)}\n`, 'puts "größer"\r\n']) },
        { visibility_level: draw.one(levels) },
      ])
      add(world, snippet.author, 'updateSnippet', { ...address, ...change })
    }
    show(world, readsOfSnippet(project, snippet))
  },
}

const createMergeRequest: Move = {
  weight: 6,
  make(world) {
    const { draw } = world
    const project = aProject(world)
    const taken = new Set(
      project.mergeRequests.filter((one) => !one.isGone && !one.isMerged).map((one) => one.source),
    )
    const free = project.branches.filter((one) => !taken.has(one))
    const id = ref(project.symbol)
    const source = free.length > 0 ? draw.one(free) : world.fresh('topic')
    if (free.length === 0) {
      add(world, 'owner', 'createBranch', { id, branch_name: source, ref: 'master' })
      project.branches.push(source)
    }
    const file = `lib/${world.fresh('file')}.rb`
    const push = { file_path: file, branch_name: source, content: `puts "${file}"\n` }
    add(world, 'developer', 'createFile', { id, ...push, commit_message: `Add ${file}` })
    const symbol = world.fresh('mergeRequest')
    const title = draw.one(['Mend the roof', 'WIP: Mend the cellar', 'Mend the window'])
    const label = draw.one(labels)
    const isOpen = ({ isGone, isClosed }: Issue) => !isGone && !isClosed
    const closes = draw.isLikely(0.6) ? project.issues.find(isOpen) : undefined
    const description = closes ? `Closes #<${closes.symbol}.iid>` : draw.one(texts)
    const isAssigned = draw.isLikely(0.3)
    const assignee = draw.one(plannersOf(project))
    add(
      world,
      'developer',
      'createMergeRequest',
      {
        id,
        source_branch: source,
        target_branch: 'master',
        title,
        description,
        ...(label === '' ? {} : { labels: label }),
        ...(isAssigned ? { assignee_id: ref(assignee) } : {}),
      },
      { makes: symbol },
    )
    const request = {
      symbol,
      source,
      title,
      closes,
      isMerged: false,
      isGone: false,
      notes: [],
      participants: new Set(['developer', ...(isAssigned ? [assignee] : [])]),
    }
    project.mergeRequests.push(request)
    show(world, readsOfMergeRequest(project, request))
  },
}

const changeMergeRequest: Move = {
  weight: 9,
  make(world) {
    const { draw } = world
    const hasRequest = ({ mergeRequests }: Project) =>
      mergeRequests.some(({ isGone, isMerged }) => !isGone && !isMerged)
    if (!world.projects.some(hasRequest)) createMergeRequest.make(world)
    const project = aProjectWith(world, hasRequest)
    const request = project && living(world, project.mergeRequests)
    if (!request) return
    const address = { id: ref(project.symbol), merge_request_id: ref(request.symbol) }
    const act = draw.one([
      ...['update', 'update', 'merge', 'merge', 'schedule', 'subscribe', 'delete', 'close'],
      ...['subscribe'],
    ])
    // The generated message of a merge is not specified.
    const words = { merge_commit_message: `Merge ${request.symbol}` }
    if (act === 'update') {
      if (request.isMerged) return
      add(world, draw.one(['developer', 'owner']), 'updateMergeRequest', {
        ...address,
        source_branch: request.source,
        target_branch: 'master',
        title: draw.one([request.title, 'Mend everything']),
        ...draw.one([
          { description: draw.one(texts) },
          { labels: draw.one(labels) },
          { assignee_id: ref(draw.one(plannersOf(project))) },
          {},
        ]),
      })
    }
    if (act === 'merge') {
      const head = world.fresh('head')
      const isOfHead = draw.isLikely(0.3)
      if (isOfHead)
        add(world, 'owner', 'getCommit', { id: address.id, sha: request.source }, { makes: head })
      const wrong = isOfHead ? `<${head}.short_id>` : 'f'.repeat(40)
      const sha = draw.isLikely(0.6)
        ? { sha: draw.isLikely(0.4) ? `<${request.symbol}.sha>` : wrong }
        : {}
      const remove = draw.isLikely(0.3) ? { should_remove_source_branch: true } : {}
      const title = { source_branch: request.source, target_branch: 'master', title: 'Mend it' }
      if (!request.isMerged) add(world, 'developer', 'updateMergeRequest', { ...address, ...title })
      add(world, 'owner', 'mergeMergeRequest', { ...address, ...words, ...sha, ...remove })
      if (draw.isLikely(0.4)) add(world, 'owner', 'mergeMergeRequest', { ...address, ...words })
      if (draw.isLikely(0.2)) add(world, 'owner', 'cancelMergeWhenBuildSucceeds', address)
      request.isMerged = true
      if (remove.should_remove_source_branch) dropBranch(project, request.source)
      if (request.closes) show(world, readsOfIssue(project, request.closes, 'owner'))
    }
    if (act === 'schedule') {
      add(world, 'owner', 'cancelMergeWhenBuildSucceeds', address)
    }
    if (act === 'subscribe') {
      for (const person of ['owner', 'reporter'] as const) {
        if (request.participants.has(person)) continue
        add(world, person, 'subscribeToMergeRequest', address)
        add(world, person, 'getMergeRequest', address)
        if (draw.isLikely(0.5)) add(world, person, 'subscribeToMergeRequest', address)
        request.participants.add(person)
      }
    }
    if (act === 'close') {
      // Where a server closes it by this request, it is no longer merged; where it does not, the states diverge.
      const close = { state_event: 'close', source_branch: request.source, target_branch: 'master' }
      const open = 'how a merge request is closed is not stated'
      add(
        world,
        'owner',
        'updateMergeRequest',
        { ...address, ...close, title: request.title },
        { open },
      )
      for (const state of ['closed', 'merged', 'opened']) {
        add(world, 'owner', 'listMergeRequests', { id: address.id, state })
      }
      add(world, 'owner', 'mergeMergeRequest', { ...address, ...words })
      add(world, 'owner', 'cancelMergeWhenBuildSucceeds', address)
      request.isMerged = true
    }
    if (act === 'delete' && draw.isLikely(0.7)) {
      add(world, draw.one(['owner', 'admin']), 'deleteMergeRequest', address)
      request.isGone = true
      if (draw.isLikely(0.3)) add(world, 'owner', 'deleteMergeRequest', address)
    }
    show(world, readsOfMergeRequest(project, request))
  },
}

function dropBranch({ branches }: Project, branch: string): void {
  if (branches.includes(branch)) branches.splice(branches.indexOf(branch), 1)
}

const creations: Readonly<Record<NoteParent, Move>> = {
  Issue: createIssue,
  MergeRequest: createMergeRequest,
  Snippet: createSnippet,
}

export const trackerMoves: readonly Move[] = [
  createIssue,
  issueFields,
  issueStates,
  deleteIssue,
  moveIssue,
  subscribe,
  createTodo,
  createNote,
  changeNote(4, false),
  changeNote(4, true),
  createSnippet,
  changeSnippet,
  createMergeRequest,
  changeMergeRequest,
]
