import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { addAccount, addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { type Project, ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'
import { inTurn, lookInTurn, type Writes, writeInEachOrder } from './write-orders.ts'

/** Each write of an account after each other one. */
export function accountOrders(world: World): void {
  const [project] = world.projects
  if (!project) return
  const symbol = addAccount(world, { projects_limit: 3, can_create_group: true })
  const id = ref(symbol)
  const update = (...values: readonly Values[]) =>
    inTurn(world, 'admin', 'updateUser', { id }, values)
  const act = (operation: OperationId<'v3'>) => inTurn(world, 'admin', operation, { id })
  const writes: Writes = {
    ...belong(world, symbol, 'key'),
    ...belong(world, symbol, 'email'),
    name: update({ name: 'Nora Forgery' }, { name: 'Nina Forgery' }),
    tell: update({ bio: 'Mends what leaks' }, { bio: 'Mends' }),
    promote: update({ admin: true }),
    demote: update({ admin: false }),
    limit: update({ projects_limit: 0 }, { projects_limit: 5 }),
    block: act('blockUser'),
    unblock: act('unblockUser'),
  }
  writeInEachOrder(writes, lookAtAccount(world, project, symbol))
}

/** What gives an account a key or an e-mail address, by itself and by an administrator, and takes the oldest away. */
function belong(world: World, symbol: string, kind: 'key' | 'email'): Writes {
  const made: string[] = []
  const name = kind === 'key' ? 'SshKey' : 'Email'
  const id = ref(symbol)
  return {
    [`add a ${kind}`]: () => {
      const one = world.fresh(kind)
      const sent =
        kind === 'key' ? { title: one, key: `<${one}.key>` } : { email: `<${one}.name>@<mail>` }
      add(world, 'admin', `create${name}OfUser`, { id, ...sent }, { makes: one })
      made.push(one)
    },
    [`remove a ${kind}`]: () => {
      const one = made.shift()
      if (one === undefined) return
      add(world, 'admin', `delete${name}OfUser`, { id, [`${kind}_id`]: ref(one) })
      add(world, 'admin', `list${name}sOfUser`, { id })
    },
  }
}

function lookAtAccount(world: World, project: Project, symbol: string): Look {
  const id = ref(symbol)
  return lookInTurn(world, [
    ['admin', 'getUser', { id }],
    ['owner', 'getUser', { id }],
    [symbol, 'getCurrentUser', {}],
    ['admin', 'listUsers', { username: `<${symbol}.name>` }],
    ['admin', 'listSshKeysOfUser', { id }],
    ['admin', 'listEmailsOfUser', { id }],
    [symbol, 'listOwnSshKeys', {}],
    ['admin', 'listUsers', { search: '<word>', active: true, per_page: 100 }],
    [symbol, 'listOwnEmails', {}],
    ['admin', 'listUsers', { search: '<word>', blocked: true, per_page: 100 }],
    [symbol, 'getUser', { id: ref('owner') }],
    ['owner', 'listUsers', { search: `<${symbol}.name>` }],
    [symbol, 'listProjects', { search: '<word>' }],
    [symbol, 'getProject', { id: ref(project.symbol) }],
  ])
}

/** Each write of a group after each other one. */
export function groupOrders(world: World): void {
  const [project] = world.projects
  if (!project) return
  const { symbol } = addGroup(world, 0)
  const id = ref(symbol)
  const update = (...values: readonly Values[]) =>
    inTurn(world, 'owner', 'updateGroup', { id }, values)
  const path = () => ({ path: `<${world.fresh('path')}.name>` })
  const member = { id, user_id: ref('reporter') }
  const writes: Writes = {
    join: inTurn(world, 'owner', 'addGroupMember', { ...member, access_level: 20 }),
    promote: inTurn(world, 'owner', 'updateGroupMember', member, [
      { access_level: 30 },
      { access_level: 10, expires_at: '2031-02-28' },
      { access_level: 40 },
    ]),
    leave: inTurn(world, 'owner', 'removeGroupMember', member),
    name: update({ name: 'Menders' }, { name: 'Tilers' }),
    describe: update({ description: 'For the roof' }, { description: 'For the cellar' }),
    rename: update(path(), path()),
    open: update({ request_access_enabled: true }, { request_access_enabled: false }),
    show: update(...world.levels.map((visibility_level) => ({ visibility_level }))),
    watch: inTurn(world, 'reporter', 'updateGroupNotificationSettings', { id }, [
      { level: 'watch' },
      { level: 'mention' },
    ]),
    fill: () => {
      makeProject(world, { namespace_id: id })
    },
    transfer: () => {
      const project_id = ref(makeProject(world, {}))
      add(world, 'admin', 'transferProjectToGroup', { id, project_id })
    },
  }
  const searched = { search: '<word>', per_page: 100 }
  const look = lookInTurn(world, [
    ['owner', 'getGroup', { id }],
    ['reporter', 'getGroup', { id }],
    ['owner', 'listGroupMembers', { id, per_page: 100 }],
    ['reporter', 'listGroupProjects', { id, per_page: 100 }],
    ['owner', 'getGroupMember', member],
    ['reporter', 'listGroups', {}],
    ['stranger', 'getGroup', { id }],
    ['admin', 'listGroupProjects', { id, per_page: 100 }],
    ['owner', 'listGroups', searched],
    ['reporter', 'listProjects', searched],
    ['reporter', 'listOwnedGroups', {}],
    ['owner', 'listOwnedProjects', { per_page: 100 }],
    ['reporter', 'getGroupNotificationSettings', { id }],
    ['reporter', 'listIssuesOfGroup', { id }],
  ])
  writeInEachOrder(writes, look)
}

/** Creates a private project of the owner without files. */
function makeProject(world: World, place: Values): string {
  const symbol = world.fresh('project')
  const name = `<${symbol}.name>`
  const sent = { name, path: name, ...place, visibility_level: 0, shared_runners_enabled: false }
  add(world, 'owner', 'createProject', sent, { makes: symbol })
  return symbol
}

/** Each write of a repository after each other one. */
export function repositoryOrders(world: World): void {
  const [first] = world.projects
  if (!first) return
  const project = addProject(world, first.group, first.level)
  const id = ref(project.symbol)
  const branch = world.fresh('topic')
  const tag = { id, tag_name: world.fresh('w') }
  const file = { id, branch_name: 'master', file_path: `lib/${world.fresh('file')}.rb` }
  const says = (...texts: readonly string[]) =>
    texts.map((text) => ({ commit_message: text, content: `puts "${text}"\n` }))
  const writes: Writes = {
    branch: inTurn(world, 'owner', 'createBranch', { id, branch_name: branch, ref: 'master' }),
    protect: inTurn(world, 'owner', 'protectBranch', { id, branch }, [
      {},
      { developers_can_push: true },
      { developers_can_merge: true },
    ]),
    unprotect: inTurn(world, 'owner', 'unprotectBranch', { id, branch }),
    drop: inTurn(world, 'owner', 'deleteBranch', { id, branch }),
    tag: inTurn(world, 'owner', 'createTag', { ...tag, ref: 'master' }, [{}, { message: 'First' }]),
    release: inTurn(world, 'owner', 'createRelease', { ...tag, description: 'What is new' }),
    describe: inTurn(world, 'owner', 'updateRelease', tag, [
      { description: 'What is *new*' },
      { description: 'All of it' },
    ]),
    untag: inTurn(world, 'owner', 'deleteTag', tag),
    create: inTurn(world, 'owner', 'createFile', file, says('Make it', 'Make it again')),
    write: inTurn(world, 'owner', 'updateFile', file, says('Change it', 'Change it back')),
    remove: inTurn(world, 'owner', 'deleteFile', { ...file, commit_message: 'Remove it' }),
    comment: inTurn(world, 'owner', 'createCommitComment', {
      id,
      sha: 'master',
      note: 'Well done',
    }),
  }
  const look = createLook(world, {
    shows: ['Branch', 'CommitDetail', 'Tag', 'TagInList', 'RepositoryFile', 'TreeItem', 'Event'],
    target: { ...firstOf(project, 'developer') },
    by: ['owner', 'developer', 'reporter', 'stranger', 'admin'],
    values: { branch, tag_name: tag.tag_name, file_path: file.file_path, ref: 'master' },
    also: ['getRawFile', 'compareRevisions', 'listContributors'],
  })
  writeInEachOrder(writes, look)
}
