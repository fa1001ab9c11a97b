import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Value, Values } from '../../../reproduction/history.ts'
import { firstOf, requiredOf } from '../calls.ts'
import { signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest, addSnippet } from '../records.ts'
import { valuesOf } from '../values.ts'
import { type Project, ref, type World } from '../world.ts'

interface Update {
  readonly operation: OperationId<'v3'>
  readonly as: string
  /** The path parameters, and what every call has. */
  readonly common: Values
  /** Values of further parameters, or others than usual. */
  readonly fields?: Readonly<Record<string, Value>>
  /** The parameters that bring the record into another state. */
  readonly without?: readonly string[]
  /** Adds the reads that show the record with its state. */
  readonly read: () => void
}

/** Every change of a record, each of one field, in states that none of them is to end. */
export function updatesInStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  usersInStates(world)
  issuesInStates(world, project)
  mergeRequestsInStates(world, project)
  placesInStates(world, project)
  snippetsInStates(world, project)
}

/** Adds a change of each optional parameter alone. */
function changeEach(world: World, project: Project, update: Update): void {
  const { operation: id, as, common, fields = {}, without = [], read } = update
  const operation = world.operation(id)
  const target = firstOf(project)
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter
    if (place === 'path' || required || without.includes(name)) continue
    const value = fields[name] ?? valuesOf(parameter, operation, project, world)[0]
    if (value === undefined) continue
    const sent = { ...requiredOf(operation, target, world), ...common, [name]: value }
    add(world, as, id, sent)
    read()
  }
}

/** An account that is blocked, one that is external, and one that may make nothing. */
function usersInStates(world: World): void {
  const [project] = world.projects
  if (!project) return
  for (const state of ['blocked', 'external', 'limited'] as const) {
    const symbol = world.fresh('account')
    const id = ref(symbol)
    const word = `<${symbol}.name>`
    const account = { username: word, name: `Account ${symbol}`, email: `${word}@<mail>` }
    const limits = {
      can_create_group: state !== 'limited',
      projects_limit: state === 'limited' ? 0 : 5,
    }
    const values = { ...account, ...limits, confirm: false, external: state === 'external' }
    const password = `<${symbol}.password>`
    add(world, 'admin', 'createUser', { ...values, password }, { makes: symbol })
    signIn(world, symbol)
    if (state === 'blocked') add(world, 'admin', 'blockUser', { id })
    const read = () => {
      add(world, 'admin', 'getUser', { id })
      add(world, symbol, 'getCurrentUser')
    }
    changeEach(world, project, {
      operation: 'updateUser',
      as: 'admin',
      common: { id },
      // An administrator is told more of, and is in no other state here.
      without: ['admin', ...(state === 'external' ? ['external'] : [])],
      read,
    })
    if (state === 'blocked') {
      belongAndJoin(world, project, symbol, read)
      add(world, 'admin', 'unblockUser', { id })
      // Blocking may have revoked the token.
      signIn(world, symbol)
      read()
    }
    // At the end, since the user has to change it before anything else.
    const changed = `<${world.fresh('secret')}.password>`
    add(world, 'admin', 'updateUser', { id, password: changed })
    add(world, 'admin', 'getUser', { id })
  }
}

/** What an administrator gives a user who is blocked, and takes away again. */
function belongAndJoin(world: World, project: Project, symbol: string, read: () => void): void {
  const id = ref(symbol)
  const email = world.fresh('email')
  const address = { id, email: `<${email}.name>@<mail>` }
  add(world, 'admin', 'createEmailOfUser', address, { makes: email })
  read()
  const key = world.fresh('key')
  const given = { id, title: 'Work', key: `<${key}.key>` }
  add(world, 'admin', 'createSshKeyOfUser', given, { makes: key })
  read()
  for (const of of ['Group', 'Project'] as const) {
    const place = { id: ref(of === 'Group' ? project.group.symbol : project.symbol) }
    const member = { ...place, user_id: id }
    add(world, 'owner', `add${of}Member`, { ...member, access_level: 20 })
    for (const values of [
      { access_level: 30, expires_at: '2031-05-01' },
      { access_level: 30, expires_at: '2032-06-30' },
      { access_level: 10 },
    ]) {
      add(world, 'owner', `update${of}Member`, { ...member, ...values })
      read()
      add(world, 'owner', `get${of}Member`, member)
      add(world, 'owner', `list${of}Members`, { ...place, per_page: 100 })
    }
    add(world, 'owner', `remove${of}Member`, member)
    read()
  }
  add(world, 'admin', 'deleteSshKeyOfUser', { id, key_id: ref(key) })
  add(world, 'admin', 'deleteEmailOfUser', { id, email_id: ref(email) })
  read()
}

/** An issue that is closed, and an open one with a value in each field. */
function issuesInStates(world: World, project: Project): void {
  const id = ref(project.symbol)
  const filled = {
    ...{ description: 'It drips', labels: 'bug,roof', due_date: '2030-03-31' },
    ...{ confidential: true, assignee_id: ref('master') },
  }
  for (const state of ['closed', 'opened', 'closed, of another']) {
    const author = state === 'closed, of another' ? 'master' : 'developer'
    const { symbol } = addIssue(world, project, author, state === 'closed' ? {} : filled)
    const one = { id, issue_id: ref(symbol) }
    if (state !== 'opened') add(world, 'owner', 'updateIssue', { ...one, state_event: 'close' })
    changeEach(world, project, {
      operation: 'updateIssue',
      as: 'owner',
      common: one,
      without: ['state_event'],
      read() {
        add(world, 'owner', 'getIssue', one)
        add(world, 'developer', 'listIssuesOfProject', { id, state: 'closed', per_page: 100 })
      },
    })
  }
}

/** A merge request with a value in each field, one that keeps its source, one that was merged, and a draft. */
function mergeRequestsInStates(world: World, project: Project): void {
  const id = ref(project.symbol)
  const filled = { description: 'It drips', labels: 'bug,roof', assignee_id: ref('master') }
  for (const [state, sent] of [
    ['removes its source', { ...filled, remove_source_branch: true }],
    ['keeps its source', { remove_source_branch: false }],
    ['draft', { title: 'WIP: Mend the roof' }],
    ['merged', filled],
  ] as const) {
    const request = addMergeRequest(world, project, sent)
    const one = { id, merge_request_id: ref(request.symbol) }
    if (state === 'merged') {
      add(world, 'owner', 'mergeMergeRequest', { ...one, merge_commit_message: 'Merge it' })
      request.isMerged = true
    }
    const title = 'title' in sent ? sent.title : request.title
    changeEach(world, project, {
      operation: 'updateMergeRequest',
      as: 'developer',
      common: { ...one, source_branch: request.source, target_branch: 'master', title },
      without: ['state_event', 'source_branch', 'target_branch', 'title'],
      read() {
        add(world, 'owner', 'getMergeRequest', one)
        add(world, 'developer', 'listMergeRequests', { id, iid: `<${request.symbol}.iid>` })
      },
    })
    if (state === 'merged') continue
    const merge_commit_message = `Merge ${request.symbol}`
    add(world, 'owner', 'mergeMergeRequest', { ...one, merge_commit_message })
    request.isMerged = true
    add(world, 'owner', 'getMergeRequest', one)
    add(world, 'owner', 'getBranch', { id, branch: request.source })
  }
}

/** A group and a project in it whose values are no defaults. */
function placesInStates(world: World, project: Project): void {
  const symbol = world.fresh('group')
  const path = `<${symbol}.name>`
  const [level = 0] = world.levels
  const last = world.levels.at(-1) ?? 0
  const values = { description: 'Of menders', visibility_level: last, request_access_enabled: true }
  add(world, 'owner', 'createGroup', { name: path, path, ...values }, { makes: symbol })
  const id = ref(symbol)
  changeEach(world, project, {
    operation: 'updateGroup',
    as: 'owner',
    common: { id },
    read: () => add(world, 'owner', 'getGroup', { id }),
  })
  for (const isOn of [true, false]) {
    const made = world.fresh('project')
    const name = `<${made}.name>`
    const flags = Object.fromEntries(flagsOfProjects.map((flag) => [flag, isOn]))
    const sent = { name, path: name, description: 'Of one', ...flags, visibility_level: level }
    const place = { namespace_id: id, shared_runners_enabled: false }
    add(world, 'owner', 'createProject', { ...sent, ...place }, { makes: made })
    changeEach(world, project, {
      operation: 'updateProject',
      as: 'owner',
      common: { id: ref(made) },
      fields: Object.fromEntries(flagsOfProjects.map((flag) => [flag, !isOn])),
      without: ['name'],
      read: () => add(world, 'owner', 'getProject', { id: ref(made) }),
    })
  }
  add(world, 'admin', 'deleteGroup', { id })
}

const flagsOfProjects = [
  'issues_enabled',
  'merge_requests_enabled',
  'builds_enabled',
  'wiki_enabled',
  'snippets_enabled',
  'public_builds',
  'request_access_enabled',
  'only_allow_merge_if_build_succeeds',
  'only_allow_merge_if_all_discussions_are_resolved',
] as const

/** A snippet of each level. */
function snippetsInStates(world: World, project: Project): void {
  for (const level of world.levels) {
    const { symbol } = addSnippet(world, project, 'developer', level)
    const one = { id: ref(project.symbol), snippet_id: ref(symbol) }
    changeEach(world, project, {
      operation: 'updateSnippet',
      as: 'developer',
      common: one,
      without: ['visibility_level'],
      read() {
        for (const as of ['developer', 'stranger']) add(world, as, 'getSnippet', one)
        add(world, 'developer', 'getRawSnippet', one)
      },
    })
  }
}
