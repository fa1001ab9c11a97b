import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { add } from '../reads.ts'
import { ref, type World } from '../world.ts'

const branches = [
  'trunk',
  'topic/merged',
  'topic/ahead',
  'topic/removed',
  'master',
  'topic/into-master',
] as const

/**
 * A project whose default branch is not `master`: what takes the default branch where none is given, what follows it, and
 * what is merged into `master` alone.
 */
export function defaultBranches(world: World): void {
  const [{ group } = {}] = world.projects
  if (!group) return
  const symbol = world.fresh('project')
  const name = `<${symbol}.name>`
  const place = { namespace_id: ref(group.symbol), user_id: ref('owner') }
  const values = { name, path: name, default_branch: 'trunk' }
  add(world, 'admin', 'createProjectForUser', { ...place, ...values }, { makes: symbol })
  const id = ref(symbol)
  const write = (operation: OperationId<'v3'>, sent: Values, makes?: string) =>
    add(world, 'owner', operation, { id, ...sent }, makes ? { makes } : {})
  const push = (branch_name: string, file: string) =>
    write('createFile', {
      ...{ branch_name, file_path: `lib/${file}.rb`, content: `puts "${file}"\n` },
      commit_message: `Add ${file} to ${branch_name}`,
    })
  write('getProject', {})
  push('trunk', 'first')
  read(world, id)
  for (const branch_name of branches.slice(1)) {
    write('createBranch', { branch_name, ref: 'trunk' })
    push(branch_name, branch_name.replace('/', '-'))
  }
  const issue = world.fresh('issue')
  write('createIssue', { title: 'The trunk leaks' }, issue)
  const merges = [
    ['topic/merged', 'trunk'],
    ['topic/removed', 'trunk'],
    ['topic/into-master', 'master'],
  ] as const
  for (const [source_branch, target_branch] of merges) {
    const request = world.fresh('mergeRequest')
    const description = `Closes #<${issue}.iid>`
    const sent = { source_branch, target_branch, title: 'Mend it', description }
    write('createMergeRequest', sent, request)
    const one = { merge_request_id: ref(request) }
    write('listIssuesClosedByMergeRequest', one)
    write('mergeMergeRequest', {
      ...{ ...one, merge_commit_message: `Merge ${source_branch}` },
      should_remove_source_branch: source_branch === 'topic/removed',
    })
    write('getIssue', { issue_id: ref(issue) })
    read(world, id)
  }
  push('trunk', 'last')
  write('protectBranch', { branch: 'trunk', developers_can_push: true })
  read(world, id)
  write('deleteBranch', { branch: 'trunk' })
  write('deleteMergedBranches', {})
  read(world, id)
}

/** Reads what the default branch shows, and how the others stand to it. */
function read(world: World, id: string): void {
  const ask = (operation: OperationId<'v3'>, sent: Values = {}) =>
    add(world, world.draw.one(['owner', 'developer', 'reporter']), operation, { id, ...sent })
  ask('getProject')
  ask('listTree', { recursive: true })
  ask('listCommits')
  ask('getArchive')
  ask('listContributors')
  ask('listBranches')
  for (const branch of branches) ask('getBranch', { branch })
}
