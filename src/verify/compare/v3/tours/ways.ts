import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Step, Values } from '../../../reproduction/history.ts'
import { firstOf, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { takesPath } from '../paths.ts'
import { add, noteParents } from '../reads.ts'
import { addBranch, addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import { type Project, pathOf, ref, type World } from '../world.ts'
import { readRecords } from './callers.ts'
import { readCreated } from './look.ts'
import { type AskedOperation, isOfPlace, readsOf, searchOf, writesOf } from './operations.ts'

/** Each way to call as the owner: a token of their own, or that of the administrator with their id or username. */
const entitled: readonly Partial<Step>[] = [
  { credential: 'query' },
  { credential: 'sudo by name' },
  { credential: 'sudo by id' },
  { credential: 'sudo in the query' },
  { as: 'admin', sudo: ref('owner'), sudoIn: 'query' },
]

/** The token of the administrator in the query, with the user elsewhere or beside it: each operation has one in turn. */
const withTokenInQuery: readonly Partial<Step>[] = [
  { as: 'admin', credential: 'query', sudo: ref('owner') },
  { as: 'admin', credential: 'query', sudo: '<owner.name>', sudoIn: 'query' },
  { as: 'admin', credential: 'query', sudo: '<owner.name>' },
]

const refused: readonly NonNullable<Step['credential']>[] = [
  'wrong token',
  'sudo as nobody',
  'sudo without the right',
  'sudo as oneself',
]

/** Every operation with its credentials and its parameters in each of the other possible places. */
export function ways(world: World): void {
  const { draw } = world
  const project = draw.one(world.projects.slice(0, 2))
  const target = completeTarget(world, project)
  for (const [index, operation] of [...readsOf(world), ...writesOf(world)].entries()) {
    const { id, access, method, path } = operation
    const isRemoval = method === 'DELETE'
    const ofPlace = isOfPlace(operation) || path === '/projects/{id}'
    const valid = validParameters(operation, target, world)
    if (!valid) continue
    const parameters = { ...searchOf(operation), ...valid }
    // If a server accepts it as the administrator, the record would be theirs.
    const isOfCaller = !path.includes('{') && method !== 'GET'
    const tried = isOfCaller ? refused.filter((one) => one !== 'sudo as nobody') : refused
    for (const credential of tried) add(world, 'developer', id, parameters, { credential })
    add(world, 'nobody', id, parameters, { credential: 'empty token' })
    if (method === 'GET' && ofPlace)
      add(world, 'stranger', id, parameters, { credential: 'sudo in the query' })
    if (access === 'admin' && method === 'GET')
      add(world, 'admin', id, parameters, { credential: 'query' })
    if (access === 'admin' || isRemoval || (!ofPlace && method !== 'GET')) continue
    // A cherry-pick onto its own parent within the same second is the same commit; an issue is moved once.
    if (id === 'cherryPickCommit' || id === 'moveIssue') continue
    const hasNested = Object.values(valid).some((one) => typeof one === 'object')
    const places: readonly Partial<Step>[] =
      method === 'GET' || hasNested ? [{}] : [{}, form, inQuery, split]
    const byPath =
      path.startsWith('/projects/{id}') && takesPath(operation) ? { id: pathOf(project) } : {}
    // What administrators have themselves is of the whole server.
    const inTurn = withTokenInQuery.slice(index % 3, (index % 3) + 1)
    const asOwner = [...entitled, ...inTurn]
    const callers = path.includes('{') ? [...asOwner, { as: 'admin' }] : asOwner
    // What becomes of a build that is canceled or played again is not stated.
    const changesBuild = path.includes('/builds/') && method !== 'GET'
    for (const [turn, way] of callers.entries()) {
      if (changesBuild && turn !== 1) continue
      const values = { ...parameters, ...validParameters(operation, target, world) }
      const sent = turn % 2 === 0 ? values : { ...values, ...byPath }
      const placed = { ...places[turn % places.length], ...way }
      if (method === 'POST') createAndRead(world, operation, sent, placed)
      else add(world, way.as ?? 'owner', id, sent, placed)
    }
    if (method !== 'GET') readRecords(world, target)
  }
}

/** What is written, removed and subscribed to with each credential is that user's, as events and members show. */
export function attributions(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  for (const way of entitled) {
    removeAll(world, project, way)
    subscribe(world, project, way)
    openAndClose(world, project, way)
  }
  for (const way of [...entitled, ...withTokenInQuery]) makeGroup(world, way)
}

/** Creates a record with a credential, and reads it as the user whose it is: a response need not tell whose. */
function createAndRead(
  world: World,
  operation: AskedOperation,
  sent: Values,
  way: Partial<Step>,
): void {
  const makes = world.fresh('made')
  add(world, way.as ?? 'owner', operation.id, sent, { ...way, makes })
  readCreated(world, operation, sent, makes)
  const list = readsOf(world).find(
    ({ path, isPaginated }) => isPaginated && path === operation.path,
  )
  const place = list?.parameters.filter((one) => one.in === 'path') ?? []
  const address = Object.fromEntries(place.map(({ name }) => [name, sent[name]]))
  if (list) add(world, 'owner', list.id, { ...address, per_page: 100 })
}

/** Creates a group and a project in it with a credential: its first member shows whose they are. */
function makeGroup(world: World, way: Partial<Step>): void {
  const [group, project] = [world.fresh('group'), world.fresh('project')]
  const caller = way.as ?? 'owner'
  const named = (symbol: string) => ({ name: `<${symbol}.name>`, path: `<${symbol}.name>` })
  add(world, caller, 'createGroup', named(group), { ...way, makes: group })
  for (const as of ['owner', 'admin']) {
    add(world, as, 'getGroup', { id: ref(group) })
    add(world, as, 'listGroupMembers', { id: ref(group) })
  }
  add(world, 'owner', 'listOwnedGroups', { per_page: 100 })
  const within = { namespace_id: ref(group), shared_runners_enabled: false }
  add(world, caller, 'createProject', { ...named(project), ...within }, { ...way, makes: project })
  add(world, 'owner', 'getProject', { id: ref(project) })
  add(world, 'owner', 'listProjectEvents', { id: ref(project) })
}

/** Whoever took no part subscribes and unsubscribes with a credential: whose subscription it is shows with a token of theirs. */
function subscribe(world: World, project: Project, way: Partial<Step>): void {
  const id = ref(project.symbol)
  const issue = addIssue(world, project, 'owner', {})
  const request = addMergeRequest(world, project, {})
  const person = 'reporter'
  const caller = way.as ?? person
  const credential = way.sudo === undefined ? way : { ...way, sudo: ref(person) }
  const ofIssue = { id, issue_id: ref(issue.symbol) }
  const ofRequest = { id, merge_request_id: ref(request.symbol) }
  for (const operation of [
    'subscribeToIssue',
    'unsubscribeFromIssue',
    'subscribeToIssue',
  ] as const) {
    add(world, caller, operation, ofIssue, credential)
    for (const as of [person, 'admin']) add(world, as, 'getIssue', ofIssue)
    add(world, caller, 'getIssue', ofIssue, credential)
  }
  add(world, caller, 'subscribeToMergeRequest', ofRequest, credential)
  for (const as of [person, 'admin']) add(world, as, 'getMergeRequest', ofRequest)
  add(world, caller, 'getMergeRequest', ofRequest, credential)
  add(world, caller, 'createTodoOfIssue', ofIssue, credential)
}

/** Opens an issue, and closes and reopens those of somebody else, with a credential: the events say who did. */
function openAndClose(world: World, project: Project, way: Partial<Step>): void {
  const id = ref(project.symbol)
  const caller = way.as ?? 'owner'
  const own = world.fresh('issue')
  add(world, caller, 'createIssue', { id, title: 'Opened' }, { ...way, makes: own })
  add(world, 'owner', 'listProjectEvents', { id })
  const issue_id = ref(addIssue(world, project, 'developer', {}).symbol)
  const merge_request_id = ref(addMergeRequest(world, project, {}).symbol)
  for (const state_event of ['close', 'reopen']) {
    add(world, caller, 'updateIssue', { id, issue_id, state_event }, way)
    add(world, caller, 'updateMergeRequest', { id, merge_request_id, state_event }, way)
    add(world, 'owner', 'listProjectEvents', { id })
  }
  add(world, 'owner', 'listUserEvents', { id: ref('owner') })
}

/** Creates a record of each kind, and removes or moves it with a credential: whom that is attributed to is shown. */
function removeAll(world: World, project: Project, way: Partial<Step>): void {
  const id = ref(project.symbol)
  const remove: Remove = (operation, parameters, place = {}) =>
    add(world, way.as ?? 'owner', operation, { id, ...parameters }, { ...way, ...place })
  removeCode(world, project, remove)
  removeFromTracker(world, project, remove)
  moveAnIssue(world, project, way)
  const member = { user_id: ref('stranger') }
  for (const place of ['Project', 'Group'] as const) {
    const of = { id: place === 'Group' ? ref(project.group.symbol) : id }
    add(world, 'owner', `add${place}Member`, { ...of, ...member, access_level: 20 })
    remove(`remove${place}Member`, { ...of, ...member })
  }
  add(world, 'owner', 'listProjectEvents', { id })
  readRecords(world, firstOf(project, 'guest'))
}

type Remove = (operation: OperationId<'v3'>, parameters: Values, place?: Partial<Step>) => void

function removeCode(world: World, project: Project, remove: Remove): void {
  const id = ref(project.symbol)
  for (const place of [form, inQuery]) {
    const file = { branch_name: 'master', file_path: `lib/${world.fresh('file')}.rb` }
    const made = { ...file, content: 'puts 1\n', commit_message: `Add ${file.file_path}` }
    add(world, 'owner', 'createFile', { id, ...made })
    remove('deleteFile', { ...file, commit_message: `Remove ${file.file_path}` }, place)
    add(world, 'owner', 'getCommit', { id, sha: 'master' })
  }
  remove('deleteBranch', { branch: addBranch(world, project) })
  const tag_name = world.fresh('tag')
  add(world, 'developer', 'createTag', { id, tag_name, ref: 'master' })
  remove('deleteTag', { tag_name })
  remove('deleteMergedBranches', {})
}

/** Removes an issue, a merge request and a snippet, each after a note on it. */
function removeFromTracker(world: World, project: Project, remove: Remove): void {
  const removed = {
    Issue: addIssue(world, project, 'developer', {}),
    MergeRequest: addMergeRequest(world, project, {}),
    Snippet: addSnippet(world, project, 'owner', 0),
  } as const
  for (const kind of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    const record = removed[kind]
    const note_id = ref(addNote(world, project, kind, record, 'owner'))
    const one = { [noteParents[kind]]: ref(record.symbol) }
    remove(`delete${kind}Note`, { ...one, note_id })
    remove(`delete${kind}`, one)
    record.isGone = true
  }
}

function moveAnIssue(world: World, project: Project, way: Partial<Step>): void {
  const issue = addIssue(world, project, 'owner', {})
  const another = world.projects.find((one) => one !== project)
  if (!another) return
  const to = { issue_id: ref(issue.symbol), to_project_id: ref(another.symbol) }
  const makes = world.fresh('issue')
  add(world, way.as ?? 'owner', 'moveIssue', { id: ref(project.symbol), ...to }, { ...way, makes })
  add(world, 'owner', 'getIssue', { id: ref(another.symbol), issue_id: ref(makes) })
  issue.isGone = true
}

const form = { form: true } as const
const inQuery = { inQuery: 'all' } as const
const split = { inQuery: 'every other' } as const
