import { firstOf, type Target, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { addAccount, addGroup, signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { addBranch, addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { readEverything } from './callers.ts'
import { type AskedOperation, entitledTo, unconfirmed, writesOf } from './operations.ts'

/** After so many writes everything is read. */
const WRITES_PER_READING = 6

/** Whose account, keys, addresses and memberships are changed and removed. */
const changedPerson = 'stranger'

/**
 * Every write on a record of its own, removals last: what else the project, its group and its people have is read after
 * each few of them, since none of it may change with them.
 */
export function neighbours(world: World): void {
  const [project] = world.projects
  if (!project) return
  completeTarget(world, project, changedPerson)
  const kept = completeTarget(world, project, 'developer')
  const writes = writesOf(world).filter(({ id }) => !without.has(id))
  const isRemoval = ({ method }: AskedOperation) => method === 'DELETE'
  const others = writes.filter((operation) => !isRemoval(operation))
  for (const [index, operation] of [...others, ...writes.filter(isRemoval)].entries()) {
    if (index % WRITES_PER_READING === 0) readEverything(world, kept, reader(index))
    const valid = validParameters(operation, newTarget(world, project, operation), world)
    if (!valid) continue
    const sent = { ...valid, ...newPlace(world, project, operation), ...unconfirmed(operation) }
    add(world, entitledTo(operation), operation.id, sent)
    // Blocking may have revoked the token.
    if (operation.id === 'unblockUser') signIn(world, changedPerson)
  }
  readEverything(world, kept, reader(0))
}

/** A transferred project has another group, of which its members are none. */
const without: ReadonlySet<string> = new Set(['transferProjectToGroup'])

const reader = (index: number) => ({
  as: index % (2 * WRITES_PER_READING) === 0 ? 'owner' : 'developer',
  administrator: 'admin',
})

/** Creates the record that an operation is about, with a note where it has one. */
function newTarget(world: World, project: Project, { path }: AskedOperation): Target {
  const target = firstOf(project, changedPerson)
  if (path.includes('{issue_id}')) {
    const issue = addIssue(world, project, 'developer', {})
    addNote(world, project, 'Issue', issue, 'owner')
    return { ...target, issue }
  }
  if (path.includes('{merge_request_id}')) {
    const request = addMergeRequest(world, project, {})
    addNote(world, project, 'MergeRequest', request, 'owner')
    return { ...target, request }
  }
  if (path.includes('{snippet_id}')) {
    const snippet = addSnippet(world, project, 'owner', 0)
    addNote(world, project, 'Snippet', snippet, 'owner')
    return { ...target, snippet }
  }
  return target
}

/** Creates the branch, tag, file, group or account that an operation is about. */
function newPlace(world: World, project: Project, { id, path, method }: AskedOperation) {
  const ofProject = { id: ref(project.symbol) }
  if (path.includes('{branch}')) return { branch: addBranch(world, project) }
  if (path.includes('{tag_name}')) {
    const tag = { ...ofProject, tag_name: world.fresh('tag') }
    const release = id === 'updateRelease' ? { release_description: 'What was new' } : {}
    add(world, 'owner', 'createTag', { ...tag, ...release, ref: 'master' })
    return { tag_name: tag.tag_name }
  }
  // What comes afterwards may be about any user of the history.
  if (id === 'deleteUser') return { id: ref(addAccount(world)) }
  if (id === 'deleteGroup') return { id: ref(addGroup(world, 0).symbol) }
  if (path.endsWith('/files') && method !== 'POST') {
    const file = { branch_name: 'master', file_path: `lib/${world.fresh('file')}.rb` }
    const content = { content: 'puts 1\n', commit_message: `Add ${file.file_path}` }
    add(world, 'owner', 'createFile', { ...ofProject, ...file, ...content })
    return file
  }
  return {}
}
