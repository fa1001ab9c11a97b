import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch, addMergeRequest } from '../records.ts'
import { ref, type World } from '../world.ts'
import { createLook } from './look.ts'

type Write = readonly [operation: OperationId<'v3'>, values: Values]

/** Returns each kind of write to a branch, in an order in which all are possible. */
function writesTo(branch_name: string, word: string): readonly Write[] {
  const file_path = `lib/${word}.rb`
  const other = `docs/${word}/a.md`
  const one = { branch_name, file_path }
  const only = { branch_name, file_path: `only-${word}/a.rb` }
  const of = (verb: string) => ({ commit_message: `${verb} ${word} on ${branch_name}` })
  const author = { author_name: 'Nora Forgery', author_email: 'nora@mender.example.com' }
  const commit = (verb: string, actions: readonly Values[]): Write => [
    'createCommit',
    { branch_name, ...of(verb), actions },
  ]
  return [
    ['createFile', { ...one, content: 'puts 1\n', ...of('Add') }],
    ['updateFile', { ...one, content: 'puts 1\nputs 2\n', ...of('Change') }],
    ['updateFile', { ...one, content: 'puts 3\n', ...author, ...of('Change again') }],
    commit('Make', [{ action: 'create', file_path: other, content: 'Once\n' }]),
    commit('Rewrite', [{ action: 'update', file_path: other, content: 'Twice\n' }]),
    commit('Move', [
      { action: 'move', file_path: `docs/${word}.md`, previous_path: other, content: 'Twice\n' },
    ]),
    commit('Drop', [{ action: 'delete', file_path: `docs/${word}.md` }]),
    ['deleteFile', { ...one, ...of('Remove') }],
    ['createFile', { ...one, content: 'puts 4\n', ...of('Add anew') }],
    // The only file of a directory.
    ['createFile', { ...only, content: 'puts 5\n', ...of('Begin a directory') }],
    ['deleteFile', { ...only, ...of('End the directory') }],
  ]
}

/**
 * Every write to a branch that is to be merged, and to the one it goes into: files, commits, comments, statuses, tags
 * and merges. Whatever shows the code or tells of it is read after each.
 */
export function pushes(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const request = addMergeRequest(world, project, { labels: 'bug' })
  const { source } = request
  const lookAt = (branch: string) =>
    createLook(world, {
      shows: [
        'RepositoryFile',
        'Branch',
        'CommitDetail',
        'CommitInList',
        'CommitBrief',
        'Contributor',
        'TreeEntry',
        'MergeRequest',
        'Event',
        'Tag',
        'CommitComment',
        'Difference',
      ],
      target: { ...firstOf(project, 'developer'), request },
      by: ['owner', 'developer', 'reporter', 'admin'],
      values: { branch, ref_name: branch, ref: branch, sha: branch, to: branch },
      without: ['listBuildsOfCommit', 'listDeployments', 'getDeployment'],
    })
  const looks = { [source]: lookAt(source), master: lookAt('master') }
  const write = (operation: OperationId<'v3'>, values: Values, branch: string) => {
    add(world, 'developer', operation, { id, ...values })
    looks[branch]?.wide()
    looks[branch === 'master' ? source : 'master']?.near()
    add(world, 'owner', 'getMergeRequest', { id, merge_request_id: ref(request.symbol) })
  }
  // Whether developers may push to the default branch follows from how the server is set up.
  const rules = { developers_can_push: true, developers_can_merge: true }
  add(world, 'owner', 'protectBranch', { id, branch: 'master', ...rules })
  looks[source]?.wide()
  for (const branch of [source, 'master'])
    for (const [operation, values] of writesTo(branch, world.fresh('file')))
      write(operation, values, branch)
  const other = addBranch(world, project)
  write('cherryPickCommit', { sha: other, branch: source }, source)
  const head = world.fresh('commit')
  add(world, 'owner', 'getCommit', { id, sha: source }, { makes: head })
  const sha = `<${head}.id>`
  write('createCommitComment', { sha, note: 'Well done' }, source)
  write('createCommitStatus', { sha, state: 'success', ref: source, name: 'lint' }, source)
  add(world, 'owner', 'listCommitStatuses', { id, sha })
  write('createTag', { tag_name: 'v3', ref: source }, source)
  write('deleteTag', { tag_name: 'v3' }, source)
  const merge = { merge_request_id: ref(request.symbol), merge_commit_message: 'Merge them' }
  write('mergeMergeRequest', merge, 'master')
  request.isMerged = true
}
