import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { addAccount } from '../fixture.ts'
import { add } from '../reads.ts'
import { addBranch, addIssue } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'

/** Records with one name or number, or with names that begin alike: what is done to one of them is nothing to the others. */
export function namesakes(world: World): void {
  const [project, other] = world.projects
  if (!project || !other) return
  branches(world, ref(project.symbol))
  files(world, ref(project.symbol))
  merges(world, project)
  members(world, ref(project.symbol), ref(other.symbol))
  todos(world, [project, other])
  numbers(world, ref(project.group.symbol))
  signs(world)
}

/** A tag and a branch of one name, and branches whose names begin with it. */
function branches(world: World, id: string): void {
  const names = ['same', 'same-too', 'the-same']
  const read = () => {
    for (const branch of names) add(world, 'developer', 'getBranch', { id, branch })
    add(world, 'developer', 'getTag', { id, tag_name: 'same-too' })
    add(world, 'developer', 'listTags', { id })
    add(world, 'developer', 'listBranches', { id, per_page: 100 })
  }
  for (const branch_name of names)
    add(world, 'master', 'createBranch', { id, branch_name, ref: 'master' })
  add(world, 'developer', 'createTag', { id, tag_name: 'same-too', ref: 'master' })
  read()
  add(world, 'owner', 'protectBranch', { id, branch: 'same' })
  read()
  add(world, 'owner', 'unprotectBranch', { id, branch: 'same' })
  add(world, 'developer', 'deleteBranch', { id, branch: 'same' })
  read()
  add(world, 'developer', 'deleteBranch', { id, branch: 'same-too' })
  read()
}

/** Files whose paths begin alike, of which each is changed, moved or removed by itself. */
function files(world: World, id: string): void {
  const names = ['same', 'same.md', 'same-too', 'same.d/one.md', 'same.d/one.md.old']
  const actions = names.map((name) => ({
    ...{ action: 'create', file_path: `docs/${name}`, content: `It is ${name}\n` },
  }))
  const commit = { id, branch_name: 'master' }
  add(world, 'owner', 'createCommit', { ...commit, commit_message: 'Write alike', actions })
  const read = () => {
    add(world, 'owner', 'listTree', { id, path: 'docs', recursive: true, per_page: 100 })
    for (const name of names)
      add(world, 'developer', 'getFile', { id, file_path: `docs/${name}`, ref: 'master' })
  }
  read()
  const write = { ...commit, file_path: 'docs/same', content: 'Another\n' }
  add(world, 'owner', 'updateFile', { ...write, commit_message: 'Change the first' })
  read()
  for (const file_path of ['docs/same', 'docs/same.d/one.md']) {
    add(world, 'owner', 'deleteFile', {
      ...commit,
      file_path,
      commit_message: `Remove ${file_path}`,
    })
    read()
  }
  const move = { action: 'move', file_path: 'docs/moved', previous_path: 'docs/same.md' }
  add(world, 'owner', 'createCommit', { ...commit, commit_message: 'Move one', actions: [move] })
  read()
}

/** A branch that is merged and removed, beside one whose name begins alike; and one that is merged into another alone. */
function merges(world: World, project: Project): void {
  const id = ref(project.symbol)
  const source_branch = addBranch(world, project, 'fix')
  addBranch(world, project, 'fix-more')
  addBranch(world, project, 'topic')
  const read = () => {
    for (const branch of ['fix', 'fix-more', 'topic', 'into-topic'])
      add(world, 'owner', 'getBranch', { id, branch })
    add(world, 'developer', 'listBranches', { id, per_page: 100 })
  }
  // It has what the topic has, and the default branch has not.
  add(world, 'master', 'createBranch', { id, branch_name: 'into-topic', ref: 'topic' })
  const request = world.fresh('mergeRequest')
  const ends = { source_branch, target_branch: 'master', title: 'Fix it' }
  add(world, 'developer', 'createMergeRequest', { id, ...ends }, { makes: request })
  const merge = { merge_request_id: ref(request), should_remove_source_branch: true }
  add(world, 'owner', 'mergeMergeRequest', { id, ...merge, merge_commit_message: 'Merge the fix' })
  read()
  add(world, 'owner', 'deleteMergedBranches', { id })
  read()
}

/** A user who is a member of two projects of a group. */
function members(world: World, id: string, other: string): void {
  const member = { user_id: ref('stranger') }
  const write = (operation: OperationId<'v3'>, values: Values) => {
    add(world, 'owner', operation, values)
    for (const place of [id, other]) {
      add(world, 'owner', 'getProjectMember', { id: place, ...member })
      add(world, 'owner', 'listProjectMembers', { id: place })
    }
  }
  for (const place of [id, other])
    write('addProjectMember', { id: place, ...member, access_level: 20 })
  write('updateProjectMember', { id, ...member, access_level: 30 })
  write('removeProjectMember', { id: other, ...member })
  write('removeProjectMember', { id, ...member })
}

/** Issues of one number in two projects: each is to be done by itself. */
function todos(world: World, projects: readonly Project[]): void {
  const issues = projects.map((project) => ({
    id: ref(project.symbol),
    issue_id: ref(project.issues[0]?.symbol ?? addIssue(world, project, 'owner', {}).symbol),
  }))
  for (const issue of [...issues, ...issues]) add(world, 'reporter', 'createTodoOfIssue', issue)
}

/** A user and a group whose names begin with a number, which the first user and the first group have as their id. */
function numbers(world: World, id: string): void {
  const username = `1-<${world.fresh('name')}.name>`
  const account = addAccount(world, { username })
  for (const sudoIn of [{}, { sudoIn: 'query' }] as const)
    add(world, 'admin', 'getCurrentUser', {}, { sudo: username, ...sudoIn })
  for (const as of ['admin', account]) add(world, as, 'listUsers', { username })
  const symbol = world.fresh('group')
  const path = `1-<${symbol}.name>`
  add(world, 'owner', 'createGroup', { name: path, path, visibility_level: 0 }, { makes: symbol })
  for (const one of [path, ref(symbol), id]) add(world, 'owner', 'getGroup', { id: one })
  add(world, 'owner', 'updateGroup', { id: ref(symbol), description: 'Of its own' })
  for (const one of [path, id]) add(world, 'owner', 'getGroup', { id: one })
}

/** Users whose usernames have other signs than letters, digits and dashes, which a server need not take. */
function signs(world: World): void {
  const open = 'which signs a username may have is not stated'
  for (const sign of ['.', '_']) {
    const symbol = world.fresh('account')
    const username = `<${symbol}.name>${sign}two`
    const account = { username, name: username, email: `<${symbol}.name>@<mail>`, confirm: false }
    const password = `<${symbol}.password>`
    add(world, 'admin', 'createUser', { ...account, password }, { makes: symbol, open })
    for (const sudoIn of [{}, { sudoIn: 'query' }] as const)
      add(world, 'admin', 'getCurrentUser', {}, { sudo: username, ...sudoIn })
    add(world, 'admin', 'listUsers', { username })
  }
}
