import { firstOf } from '../calls.ts'
import { addProject } from '../fixture.ts'
import { ref, type World } from '../world.ts'
import { createLook } from './look.ts'
import { inTurn, type Writes, writeInEachOrder } from './write-orders.ts'

/** Each write of a repository after each other one. */
export function repositoryOrders(world: World): void {
  const [first] = world.projects
  if (!first) return
  const project = addProject(world, first.group, first.level)
  const id = ref(project.symbol)
  const branch = world.fresh('topic')
  const tag_name = world.fresh('w')
  const file_path = `lib/${world.fresh('file')}.rb`
  const tag = { id, tag_name }
  const file = { id, branch_name: 'master', file_path }
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
    shows: ['Branch', 'CommitDetail', 'Tag', 'TagInList', 'RepositoryFile', 'TreeEntry', 'Event'],
    target: firstOf(project, 'developer'),
    by: ['owner', 'developer', 'reporter', 'stranger', 'admin'],
    values: { branch, tag_name, file_path, filepath: file_path, ref: 'master' },
    also: ['getRawFile', 'compareRevisions', 'listContributors'],
  })
  writeInEachOrder(writes, look)
}
