import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { signIn } from '../fixture.ts'
import { add, type NoteParent, noteParents } from '../reads.ts'
import { type Project, ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

/** What an account has where its creation does not say so is not stated. */
const usual = { can_create_group: true, projects_limit: 3 }

/** The states of an account: how it is created, then changed. */
const states: readonly { readonly sent: Values; readonly changes: readonly Values[] }[] = [
  { sent: usual, changes: [{ projects_limit: 0 }, { can_create_group: false }] },
  {
    sent: { can_create_group: false, projects_limit: 0 },
    changes: [{ can_create_group: true, projects_limit: 1 }],
  },
  {
    sent: { ...usual, projects_limit: 1, bio: 'Mends' },
    changes: [{ external: true }, { external: false }],
  },
  { sent: { external: true }, changes: [{ name: 'Nora Forgery' }] },
  { sent: { ...usual, admin: true }, changes: [{ admin: false }] },
]

/** Accounts in each of their states: what they may do and see, blocked, made active again and deleted. */
export function accountStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const group = ref(project.group.symbol)
  for (const [place, { sent, changes }] of states.entries()) {
    // What becomes of what a deleted user wrote is not stated.
    const writes = place % 2 === 0
    const symbol = world.fresh('account')
    const id = ref(symbol)
    const word = `<${symbol}.name>`
    const account = { username: word, name: `Account ${symbol}`, email: `${word}@<mail>` }
    const password = `<${symbol}.password>`
    add(
      world,
      'admin',
      'createUser',
      { ...account, password, confirm: false, ...sent },
      { makes: symbol },
    )
    signIn(world, symbol)
    add(world, 'owner', 'addGroupMember', { id: group, user_id: id, access_level: 30 })
    const made = world.fresh('issue')
    const written = writes ? write(world, project, symbol, made) : []
    add(world, symbol, 'createOwnEmail', { email: `<${world.fresh('email')}.name>@<mail>` })
    const key = world.fresh('key')
    const home = { title: 'Home', key: `<${key}.key>` }
    add(world, symbol, 'createOwnSshKey', home, { makes: key })
    const given = world.fresh('key')
    const work = { id, title: 'Work', key: `<${given}.key>` }
    add(world, 'admin', 'createSshKeyOfUser', work, { makes: given })
    const look = lookAt(world, { symbol, issue: made, keys: [key, given], written })
    look.wide()
    // What external users may do is not stated.
    let isExternal = sent.external === true
    if (!isExternal) act(world, symbol, sent.admin === true)
    for (const values of changes) {
      add(world, 'admin', 'updateUser', { id, ...values })
      look.wide()
      isExternal ||= values.external === true
      if (!isExternal) act(world, symbol, sent.admin === true)
    }
    end(world, symbol, look, writes)
    // A key belongs to nobody any more whose user is gone.
    if (!writes) add(world, 'admin', 'createSshKeyOfUser', { ...work, id: ref('guest') })
  }
}

/** Writes an issue and notes, and is assigned to the issue. Returns the notes with their addresses. */
function write(world: World, project: Project, symbol: string, made: string): readonly Written[] {
  const id = ref(project.symbol)
  const issue = { id, title: `From ${symbol}`, labels: 'bug' }
  add(world, symbol, 'createIssue', issue, { makes: made })
  const one = { id, issue_id: ref(made) }
  add(world, 'owner', 'updateIssue', { ...one, assignee_id: ref(symbol) })
  const [request] = project.mergeRequests
  // Only its author and administrators see one that is private.
  const [, snippet] = project.snippets
  const parents = [
    ['Issue', made],
    ['MergeRequest', request?.symbol],
    ['Snippet', snippet?.symbol],
  ] as const
  return parents.flatMap(([on, parent]) => {
    if (parent === undefined) return []
    const note = world.fresh('note')
    const address = { id, [noteParents[on]]: ref(parent) }
    const body = `By ${symbol}`
    add(world, symbol, `create${on}Note`, { ...address, body }, { makes: note })
    return [{ on, address, note: { ...address, note_id: ref(note) } }]
  })
}

interface Written {
  readonly on: NoteParent
  readonly address: Values
  readonly note: Values
}

interface Account {
  readonly symbol: string
  /** The issue that it wrote. */
  readonly issue: string
  readonly keys: readonly string[]
  readonly written: readonly Written[]
}

/** All that shows an account, as administrators, others and itself see it. */
function lookAt(world: World, { symbol, issue, keys, written }: Account): Look {
  const project = world.projects.find((one) => one.level === 0) ?? world.projects[0]
  const values = { user_id: ref(symbol), issue_id: ref(issue), search: '<word>' }
  const look = createLook(world, {
    shows: ['UserFull', 'User', 'UserBrief', 'Member', 'Email', 'SshKey'],
    target: firstOf(project ?? world.draw.one(world.projects), 'developer'),
    by: ['admin', 'owner', symbol, 'developer'],
    values,
    without: [
      'listBuilds',
      'listBuildsOfCommit',
      'listCommitComments',
      'listDeployments',
      'listCommitStatuses',
      'listIssuesClosedByMergeRequest',
      'getMergeRequestChanges',
      'listSnippets',
      'getSnippet',
      'getUser',
      'listUserEvents',
      'listSshKeysOfUser',
      'listEmailsOfUser',
      'getIssue',
    ],
  })
  const id = ref(symbol)
  const own = () => {
    for (const as of ['admin', 'owner', symbol, 'stranger']) add(world, as, 'getUser', { id })
    for (const operation of ['listEmailsOfUser', 'listSshKeysOfUser'] as const)
      add(world, 'admin', operation, { id })
    for (const key of keys) add(world, 'admin', 'getSshKeyWithUser', { id: ref(key) })
    add(world, 'admin', 'listAllProjects', { search: '<word>', per_page: 100 })
    add(world, 'owner', 'listUserEvents', { id })
    for (const state of ['active', 'blocked', 'external'])
      add(world, 'admin', 'listUsers', { search: '<word>', [state]: true, per_page: 100 })
    add(world, 'admin', 'listUsers', { blocked: true, per_page: 100 })
    for (const { on, address, note } of written) {
      add(world, 'owner', `get${on}Note`, note)
      add(world, 'developer', `list${on}Notes`, { ...address, per_page: 100 })
    }
    add(world, 'owner', 'listUsers', { username: `<${symbol}.name>` })
  }
  return {
    near: look.near,
    wide() {
      look.wide()
      own()
    },
  }
}

/** What an account may make: groups, projects of its own up to its limit. */
function act(world: World, symbol: string, isAdmin: boolean): void {
  const group = world.fresh('group')
  const path = `<${group}.name>`
  add(
    world,
    symbol,
    'createGroup',
    { name: path, path, visibility_level: world.levels[0] ?? 0 },
    { makes: group },
  )
  // The administrator in the name of a user may do no more than the user.
  const other = `<${world.fresh('group')}.name>`
  const sudo = { credential: 'sudo by name' } as const
  add(world, symbol, 'createGroup', { name: other, path: other, visibility_level: 0 }, sudo)
  for (let count = 0; count < 2; count++) {
    const name = `<${world.fresh('project')}.name>`
    add(world, symbol, 'createProject', {
      name,
      path: name,
      visibility_level: world.levels[0] ?? 0,
    })
  }
  add(world, symbol, 'listOwnedProjects')
  add(world, symbol, 'listOwnedGroups')
  for (const as of ['admin', symbol]) add(world, as, 'getUser', { id: ref(symbol) })
  if (!isAdmin) {
    add(world, symbol, 'blockUser', { id: ref('guest') })
    add(world, symbol, 'listAllProjects', { search: '<word>' })
    add(world, symbol, 'listEmailsOfUser', { id: ref('guest') })
  }
  // A user who alone owns a group could not be deleted.
  add(world, 'admin', 'deleteGroup', { id: ref(group) })
}

/** Blocks an account, twice, makes it active again, twice, and deletes it; what it wrote stays. */
function end(world: World, symbol: string, look: Look, writes: boolean): void {
  const id = ref(symbol)
  const project = world.draw.one(world.projects.slice(0, 2))
  const tryIt = () => {
    add(world, symbol, 'getCurrentUser')
    add(world, symbol, 'listProjects', { search: '<word>' })
    if (writes)
      add(world, symbol, 'createIssue', { id: ref(project.symbol), title: `Still ${symbol}` })
    add(world, symbol, 'getCurrentUser', {}, { credential: 'query' })
  }
  for (const operation of ['blockUser', 'unblockUser'] as const) {
    const act = () => {
      add(world, 'admin', operation, { id })
      // Blocking may have revoked the token.
      if (operation === 'unblockUser') signIn(world, symbol)
    }
    act()
    look.wide()
    tryIt()
    act()
    look.near()
    tryIt()
  }
  add(world, 'admin', 'blockUser', { id })
  add(world, 'admin', 'updateUser', { id, bio: 'While blocked' })
  look.near()
  if (writes) return
  add(world, 'admin', 'deleteUser', { id })
  look.wide()
  add(world, 'admin', 'listUsers', { per_page: 100 })
  tryIt()
  for (const credential of ['sudo by id', 'sudo by name', 'sudo in the query'] as const)
    for (const operation of ['getCurrentUser', 'listOwnIssues', 'listProjects'] as const)
      add(world, symbol, operation, {}, { credential })
  for (const operation of ['deleteUser', 'blockUser', 'unblockUser'] as const) {
    add(world, 'admin', operation, { id })
  }
  // A service may keep the names of those who were removed.
  const word = `<${symbol}.name>`
  const again = world.fresh('account')
  const account = { username: word, name: 'Another', email: `${word}@<mail>`, confirm: false }
  add(
    world,
    'admin',
    'createUser',
    { ...account, password: `<${again}.password>` },
    { makes: again, open: 'whether the names of a removed user are free again is not stated' },
  )
  add(world, 'admin', 'getUser', { id: ref(again) })
  add(world, 'admin', 'listUsers', { username: word })
  add(world, 'admin', 'deleteUser', { id: ref(again) })
}
