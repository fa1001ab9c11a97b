import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch, addMergeRequest } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

/** The protections of a branch, one after the other; undefined is none. */
const protections: readonly (Values | undefined)[] = [
  undefined,
  { developers_can_push: false, developers_can_merge: false },
  { developers_can_push: true, developers_can_merge: false },
  { developers_can_push: false, developers_can_merge: true },
  { developers_can_push: true, developers_can_merge: true },
  undefined,
  { developers_can_push: false, developers_can_merge: false },
]

const readers = ['owner', 'developer', 'reporter', 'stranger', 'admin', 'nobody']

/** Branches under each protection, the default branch among them: pushes, merges and removal by each level. */
export function branchStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const topic = addBranch(world, project)
  for (const branch of [topic, 'master']) {
    const look = lookAt(world, project, branch)
    look.wide()
    for (const protection of protections) {
      protect(world, id, branch, protection, look)
      for (const as of ['developer', 'master', 'reporter']) push(world, project, branch, as, look)
      merge(world, project, branch, protection, look)
    }
    remove(world, id, branch, look)
  }
  pick(world, project)
  sweep(world, project)
}

function lookAt(world: World, project: Project, branch: string): Look {
  return createLook(world, {
    shows: ['Branch', 'RepositoryFile', 'CommitInList', 'CommitDetail', 'Contributor', 'TreeEntry'],
    target: firstOf(project, 'developer'),
    by: readers,
    values: { branch, ref_name: branch, ref: branch, sha: branch, to: branch },
  })
}

function protect(
  world: World,
  id: string,
  branch: string,
  protection: Values | undefined,
  look: Look,
): void {
  for (let times = 0; times < 2; times++) {
    if (protection) add(world, 'owner', 'protectBranch', { id, branch, ...protection })
    else add(world, 'owner', 'unprotectBranch', { id, branch })
    look.near()
  }
  look.wide()
}

/** Writes a file and removes it again, as somebody who may or may not. */
function push(world: World, project: Project, branch: string, as: string, look: Look): void {
  const id = ref(project.symbol)
  const file_path = `lib/${world.fresh('file')}.rb`
  const one = { id, branch_name: branch, file_path }
  const of = `${file_path} on ${branch}`
  const sent = { ...one, content: 'puts 1\n', commit_message: `Add ${of}` }
  add(world, as, 'createFile', sent)
  add(world, 'owner', 'getFile', { id, file_path, ref: branch })
  if (as === 'developer') {
    add(world, as, 'updateFile', { ...sent, content: 'puts 2\n', commit_message: `Change ${of}` })
    add(world, as, 'deleteFile', { ...one, commit_message: `Remove ${of}` })
    const actions = [{ action: 'create', file_path, content: 'puts 3\n' }]
    const commit_message = `Add again ${of}`
    add(world, as, 'createCommit', { id, branch_name: branch, commit_message, actions })
    // Files that are there, whether or not the developer could add one.
    const kept = { ...one, file_path: `lib/kept-${file_path.slice('lib/'.length)}` }
    add(world, 'owner', 'createFile', { ...sent, ...kept, commit_message: `Keep ${of}` })
    add(world, as, 'updateFile', { ...kept, content: '1\n', commit_message: `Replace ${of}` })
    add(world, as, 'deleteFile', { ...kept, commit_message: `Drop ${of}` })
    add(world, 'owner', 'getFile', { id, file_path: kept.file_path, ref: branch })
  }
  look.near()
}

/** Merges into a branch, as somebody whose right to do so follows from its protection. */
function merge(
  world: World,
  project: Project,
  branch: string,
  protection: Values | undefined,
  look: Look,
): void {
  const id = ref(project.symbol)
  const request = addMergeRequest(world, project, { target_branch: branch })
  const one = { id, merge_request_id: ref(request.symbol) }
  const merge_commit_message = `Merge ${request.symbol}`
  for (const as of ['reporter', 'developer', 'master'] as const) {
    add(world, as, 'mergeMergeRequest', { ...one, merge_commit_message })
    add(world, 'owner', 'getMergeRequest', one)
    look.near()
  }
  if (protection) add(world, 'master', 'deleteBranch', { id, branch: request.source })
  request.isMerged = true
}

/** Removes a branch while it is protected, and when it is not, twice; creates it anew. */
function remove(world: World, id: string, branch: string, look: Look): void {
  for (const as of ['developer', 'owner'] as const) {
    add(world, as, 'deleteBranch', { id, branch })
    look.near()
  }
  if (branch === 'master') return
  add(world, 'owner', 'unprotectBranch', { id, branch })
  add(world, 'reporter', 'deleteBranch', { id, branch })
  look.near()
  for (let times = 0; times < 2; times++) {
    add(world, 'developer', 'deleteBranch', { id, branch })
    look.near()
  }
  add(world, 'owner', 'protectBranch', { id, branch })
  add(world, 'master', 'createBranch', { id, branch_name: branch, ref: 'alpha' })
  look.wide()
  add(world, 'master', 'createBranch', { id, branch_name: branch, ref: 'master' })
  look.near()
}

/** Cherry-picks onto a branch, whose protection decides who may. */
function pick(world: World, project: Project): void {
  const id = ref(project.symbol)
  for (const can of [false, true]) {
    const branch = addBranch(world, project)
    const other = addBranch(world, project)
    const rules = { developers_can_push: can, developers_can_merge: !can }
    add(world, 'owner', 'protectBranch', { id, branch, ...rules })
    for (const as of ['reporter', 'developer'])
      add(world, as, 'cherryPickCommit', { id, sha: other, branch })
    lookAt(world, project, branch).wide()
  }
}

/** Removes all merged branches: those that are protected, behind, ahead and at the head of the default branch stay or go. */
function sweep(world: World, project: Project): void {
  const id = ref(project.symbol)
  const [ahead, kept] = [addBranch(world, project), addBranch(world, project)]
  for (const [name, from] of [
    ['behind', 'alpha'],
    ['safe', 'alpha'],
    ['even', 'master'],
  ] as const)
    add(world, 'master', 'createBranch', { id, branch_name: name, ref: from })
  // Merged, but into a branch that is not the default one.
  const [target, aside] = [addBranch(world, project), addBranch(world, project)]
  add(world, 'developer', 'createFile', {
    ...{ id, branch_name: aside, file_path: 'lib/aside.rb', content: 'puts 2\n' },
    commit_message: 'Add lib/aside.rb',
  })
  const request = world.fresh('mergeRequest')
  const ends = { source_branch: aside, target_branch: target }
  const makes = { makes: request }
  add(world, 'developer', 'createMergeRequest', { id, ...ends, title: 'Aside' }, makes)
  const merge = { id, merge_request_id: ref(request), merge_commit_message: 'Merge aside' }
  add(world, 'owner', 'mergeMergeRequest', merge)
  const rules = { developers_can_push: true, developers_can_merge: true }
  for (const branch of [kept, 'safe'])
    add(world, 'owner', 'protectBranch', { id, branch, ...rules })
  const names = ['behind', 'safe', ahead, kept, target, aside, 'master']
  const read = () => {
    for (const branch of names) add(world, 'reporter', 'getBranch', { id, branch })
    add(world, 'owner', 'listBranches', { id, per_page: 100 })
    add(world, 'owner', 'listTags', { id })
    add(world, 'owner', 'listMergeRequests', { id, per_page: 100 })
    add(world, 'owner', 'listContributors', { id })
  }
  // A branch at the head of the default branch does not count as merged everywhere.
  const file = { file_path: 'lib/sweep.rb', branch_name: 'master', content: 'puts 1\n' }
  add(world, 'owner', 'createFile', { id, ...file, commit_message: 'Add lib/sweep.rb' })
  read()
  for (const as of ['reporter', 'developer', 'developer']) {
    add(world, as, 'deleteMergedBranches', { id })
    read()
  }
}
