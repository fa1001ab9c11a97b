import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { add } from '../reads.ts'
import { type Project, ref, type World } from '../world.ts'

/** They take turns. There are two reads of each file, so an odd number has each of both. */
const callers = ['owner', 'developer', 'nobody', 'reporter', 'admin', 'stranger', 'master'] as const

/** Files of which each branch has others, or the same with another content. */
const files = ['README.md', 'lib/leak.rb', 'lib/sealed.rb', 'only/ahead.txt', 'only/master.txt']

const branches = ['master', 'behind/line', 'ahead/line'] as const
const tags = ['at-behind', 'at-ahead'] as const

/**
 * Three branches that differ, with tags, comments and statuses: whatever takes a branch, a tag or a commit is asked for
 * each of them, in each form that its parameter may have, and again after a tag was moved. A second project has branches
 * of the same names.
 */
export function revisions(world: World): void {
  const { draw, projects } = world
  const [project, other] = projects.slice(0, 2).toSorted((one, next) => next.level - one.level)
  if (!project || !other) return
  for (const one of [other, project]) addBranches(world, one)
  const id = ref(project.symbol)
  let turn = draw.below(callers.length)
  const ask = (operation: OperationId<'v3'>, values: Values) =>
    add(world, callers[turn++ % callers.length] ?? 'owner', operation, { id, ...values })
  const commits = branches.map((branch) => {
    const symbol = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha: branch }, { makes: symbol })
    return `<${symbol}.id>`
  })
  for (const [place, sha] of commits.entries()) {
    const name = `lint/${place}`
    add(world, 'developer', 'createCommitStatus', { id, sha, state: 'success', name })
    add(world, 'developer', 'createCommitComment', { id, sha, note: `About ${name}` })
  }
  for (const revision of [...branches, ...tags, ...commits]) readFiles(ask, revision)
  for (const ref_name of [...branches, ...tags]) readLists(ask, ref_name)
  for (const sha of [...branches, ...tags, ...commits]) ask('getCommit', { sha })
  for (const sha of commits) readCommit(ask, sha)
  ask('getArchive', {})
  for (const from of [...branches, ...commits])
    for (const to of [...branches, ...commits]) ask('compareRevisions', { from, to })
  for (const [place, from] of [...branches, ...commits].entries()) {
    const branch_name = `from/${place}`
    add(world, 'master', 'createBranch', { id, branch_name, ref: from })
    ask('getBranch', { branch: branch_name })
    readFiles(ask, branch_name)
  }
  for (const [place, from] of [...branches, ...tags, ...commits].entries()) {
    const tag_name = `of-${place}`
    add(world, 'developer', 'createTag', { id, tag_name, ref: from })
    ask('getTag', { tag_name })
  }
  ask('listTags', { per_page: 100 })
  ask('listBranches', { per_page: 100 })
  retarget(world, id)
  // A tag that moved, and a branch that was made anew elsewhere.
  add(world, 'owner', 'deleteTag', { id, tag_name: 'at-behind' })
  add(world, 'owner', 'createTag', { id, tag_name: 'at-behind', ref: 'ahead/line' })
  add(world, 'owner', 'deleteBranch', { id, branch: 'behind/line' })
  add(world, 'owner', 'createBranch', { id, branch_name: 'behind/line', ref: 'master' })
  for (const name of ['at-behind', 'behind/line']) {
    readFiles(ask, name)
    readLists(ask, name)
    ask('getCommit', { sha: name })
  }
}

/** A merge request into one branch, and then into one that has a part of it already: what it would change follows. */
function retarget(world: World, id: string): void {
  add(world, 'owner', 'createBranch', { id, branch_name: 'half/line', ref: 'ahead/line' })
  const rest = { branch_name: 'ahead/line', file_path: 'only/rest.txt', content: 'The rest\n' }
  add(world, 'owner', 'createFile', { id, ...rest, commit_message: 'Add the rest' })
  const symbol = world.fresh('mergeRequest')
  const ends = { source_branch: 'ahead/line', target_branch: 'master' }
  add(world, 'developer', 'createMergeRequest', { id, ...ends, title: 'Mend' }, { makes: symbol })
  const one = { id, merge_request_id: ref(symbol) }
  const read = () => {
    for (const operation of ['', 'Changes'] as const)
      add(world, 'owner', `getMergeRequest${operation}`, one)
    add(world, 'developer', 'listMergeRequestCommits', one)
    add(world, 'reporter', 'listMergeRequests', { id })
  }
  read()
  for (const target_branch of ['half/line', 'master', 'half/line']) {
    add(world, 'developer', 'updateMergeRequest', { ...one, target_branch })
    read()
  }
}

type Ask = (operation: OperationId<'v3'>, values: Values) => void

/** Adds a commit to the default branch after another began there, and one that goes another way. */
function addBranches(world: World, { symbol }: Project): void {
  const id = ref(symbol)
  const change = (branch_name: string, actions: readonly Values[]) =>
    add(world, 'owner', 'createCommit', {
      ...{ id, branch_name, actions },
      commit_message: `Change ${branch_name} of ${symbol}`,
    })
  for (const branch_name of ['behind/line', 'ahead/line'])
    add(world, 'owner', 'createBranch', { id, branch_name, ref: 'master' })
  change('master', [
    { action: 'update', file_path: 'README.md', content: `The master of ${symbol}\n` },
    { action: 'create', file_path: 'only/master.txt', content: 'Only here\n' },
  ])
  change('ahead/line', [
    { action: 'update', file_path: 'README.md', content: `The line of ${symbol}\n` },
    {
      ...{ action: 'move', file_path: 'lib/sealed.rb', previous_path: 'lib/leak.rb' },
      content: 'The first of lib/leak.rb\n',
    },
    { action: 'create', file_path: 'only/ahead.txt', content: 'Only there\n' },
  ])
  add(world, 'owner', 'createTag', { id, tag_name: 'at-behind', ref: 'behind/line' })
  const annotated = { tag_name: 'at-ahead', message: 'Ahead' }
  add(world, 'owner', 'createTag', { id, ...annotated, ref: 'ahead/line' })
}

function readFiles(ask: Ask, revision: string): void {
  const isTag = tags.some((one) => one === revision)
  for (const file of files) {
    ask('getFile', { file_path: file, ref: revision })
    // Of raw files tags are not stated.
    if (!isTag) ask('getRawFile', { sha: revision, filepath: file })
  }
}

function readLists(ask: Ask, ref_name: string): void {
  ask('listTree', { ref_name })
  ask('listTree', { ref_name, path: 'only' })
  ask('listTree', { ref_name, recursive: true, per_page: 100 })
  ask('listCommits', { ref_name })
}

function readCommit(ask: Ask, sha: string): void {
  ask('listCommitDifferences', { sha })
  ask('listCommitComments', { sha })
  ask('listCommitStatuses', { sha })
  ask('listCommitStatuses', { sha, name: 'lint/0' })
  ask('getArchive', { sha })
}
