import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { add } from '../reads.ts'
import { type Project, ref, type World } from '../world.ts'

const flags: readonly Values[] = [
  { push_events: true, tag_push_events: true },
  { push_events: true, tag_push_events: false },
  { push_events: false, tag_push_events: true },
  { push_events: false, tag_push_events: false },
]

/**
 * System hooks with each value of their flags, and one that was removed: every write that pushes, such writes that are
 * refused, and writes that push nothing. After each it is compared what is delivered; also after a test of a hook.
 */
export function deliveries(world: World): void {
  if (!world.receivesDeliveries) return
  const removed = addHook(world, { push_events: true, tag_push_events: true })
  const hooks = flags.map((values) => addHook(world, values))
  for (const symbol of hooks) add(world, 'admin', 'testSystemHook', { id: ref(symbol) })
  add(world, 'admin', 'listSystemHooks', { per_page: 100 })
  add(world, 'admin', 'deleteSystemHook', { id: ref(removed) })
  for (const project of world.projects.slice(0, 2)) {
    const write = (as: string, operation: OperationId<'v3'>, values: Values, makes?: string) => {
      const parameters = { id: ref(project.symbol), ...values }
      add(world, as, operation, parameters, makes === undefined ? {} : { makes })
    }
    pushFiles(write, world.fresh('file'))
    pushBranchesAndTags(write, world.fresh('topic'))
    merge(write, world)
    writeQuietly(write, world)
    writeAround(write, world, project)
  }
  for (const symbol of hooks) add(world, 'admin', 'deleteSystemHook', { id: ref(symbol) })
}

type Write = (as: string, operation: OperationId<'v3'>, values: Values, makes?: string) => void

/** Adds a hook with a token of its own, whose address has a query where it is one of tags. */
function addHook(world: World, values: Values): string {
  const symbol = world.fresh('hook')
  const path = `<receiver>/<${symbol}.name>`
  const url = values.tag_push_events === true ? `${path}?of=tags&from=forgery` : path
  const sent = { url, token: `secret of <${symbol}.name>`, ...values }
  add(world, 'admin', 'createSystemHook', sent, { makes: symbol })
  return symbol
}

function pushFiles(write: Write, word: string): void {
  const file = { branch_name: 'master', file_path: `docs/${word}.md` }
  const made = { ...file, content: 'Once\n', commit_message: `Add ${word}` }
  const actions = (action: string, ...names: readonly string[]) =>
    names.map((name) => ({ action, file_path: `docs/${word}/${name}.md`, content: 'Once\n' }))
  write('owner', 'createFile', made)
  write('owner', 'createFile', made)
  write('reporter', 'updateFile', { ...made, content: 'Twice\n' })
  write('owner', 'updateFile', { ...made, content: 'Twice\n', commit_message: `Edit ${word}` })
  write('nobody', 'deleteFile', { ...file, commit_message: `Remove ${word}` })
  write('owner', 'deleteFile', { ...file, commit_message: `Remove ${word}` })
  write('owner', 'deleteFile', { ...file, commit_message: `Remove ${word} again` })
  const commit = { branch_name: 'master', commit_message: `Make ${word}` }
  write('owner', 'createCommit', { ...commit, actions: actions('create', 'one', 'two') })
  write('owner', 'createCommit', { ...commit, actions: actions('create', 'one') })
  write('owner', 'createCommit', {
    ...{ ...commit, commit_message: `Clear ${word}` },
    actions: actions('delete', 'one', 'two'),
  })
}

function pushBranchesAndTags(write: Write, topic: string): void {
  write('owner', 'createBranch', { branch_name: topic, ref: 'master' })
  write('owner', 'createBranch', { branch_name: topic, ref: 'master' })
  write('owner', 'createBranch', { branch_name: `${topic}-b`, ref: 'nowhere' })
  const file = { branch_name: topic, file_path: `${topic}.md`, content: 'Once\n' }
  write('developer', 'createFile', { ...file, commit_message: `Begin ${topic}` })
  write('owner', 'createBranch', { branch_name: `${topic}-picked`, ref: 'master' })
  write('owner', 'cherryPickCommit', { sha: topic, branch: `${topic}-picked` })
  write('reporter', 'cherryPickCommit', { sha: topic, branch: `${topic}-picked` })
  write('owner', 'protectBranch', { branch: topic })
  write('owner', 'updateFile', { ...file, content: 'Twice\n', commit_message: `Edit ${topic}` })
  write('owner', 'unprotectBranch', { branch: topic })
  const tag = { tag_name: `tag-${topic}`, ref: topic }
  write('owner', 'createTag', tag)
  write('owner', 'createTag', tag)
  write('owner', 'createTag', { tag_name: `${topic}-c`, ref: 'nowhere' })
  write('owner', 'createTag', { tag_name: `note-${topic}`, ref: topic, message: 'With a message' })
  write('owner', 'createRelease', { tag_name: `tag-${topic}`, description: 'What is new' })
  write('owner', 'updateRelease', { tag_name: `tag-${topic}`, description: 'What else is new' })
  write('owner', 'deleteTag', { tag_name: `tag-${topic}` })
  write('owner', 'createCommitStatus', { sha: topic, state: 'success', name: 'lint' })
  write('owner', 'createCommitComment', { sha: topic, note: 'Well done' })
  write('owner', 'deleteBranch', { branch: topic })
}

function merge(write: Write, world: World): void {
  for (const isMerged of [true, false]) {
    const branch_name = world.fresh('topic')
    write('owner', 'createBranch', { branch_name, ref: 'master' })
    const file = { branch_name, file_path: `${branch_name}.md`, content: 'Once\n' }
    write('owner', 'createFile', { ...file, commit_message: `Begin ${branch_name}` })
    const symbol = world.fresh('mergeRequest')
    const title = `Take ${branch_name}`
    const sent = { source_branch: branch_name, target_branch: 'master', title }
    write('developer', 'createMergeRequest', sent, symbol)
    const request = { merge_request_id: ref(symbol) }
    write('reporter', 'mergeMergeRequest', request)
    write('owner', 'createMergeRequestNote', { ...request, body: 'It is wet' })
    write('owner', 'updateMergeRequest', { ...request, title: `${title} at last`, labels: 'wet' })
    if (isMerged) write('owner', 'mergeMergeRequest', request)
    else write('owner', 'updateMergeRequest', { ...request, state_event: 'close' })
    write('owner', 'mergeMergeRequest', request)
  }
}

/** Projects, groups, members and keys, of which a hook may be told, but for one that was removed. */
function writeAround(write: Write, world: World, { group }: Project): void {
  const [project, place, key] = ['project', 'group', 'key'].map(world.fresh)
  const named = (symbol: string | undefined) => ({
    name: `<${symbol}.name>`,
    path: `<${symbol}.name>`,
  })
  const within = { namespace_id: ref(group.symbol), shared_runners_enabled: false }
  write('owner', 'createProject', { id: undefined, ...named(project), ...within })
  write('owner', 'createGroup', { id: undefined, ...named(place) })
  write('owner', 'addProjectMember', { user_id: ref('stranger'), access_level: 20 })
  write('owner', 'removeProjectMember', { user_id: ref('stranger') })
  const own = { id: undefined, title: 'Home', key: `<${key}.key>` }
  write('developer', 'createOwnSshKey', own)
}

/** What is in a project, but not in its repository. */
function writeQuietly(write: Write, world: World): void {
  const [issue, snippet] = ['issue', 'snippet'].map(world.fresh)
  write('owner', 'createIssue', { title: `The ${issue} leaks` }, issue)
  write('owner', 'createIssueNote', { issue_id: `<${issue}>`, body: 'It is wet' })
  write('owner', 'updateIssue', { issue_id: `<${issue}>`, state_event: 'close' })
  const code = { title: `The ${snippet}`, file_name: 'a.rb', code: 'puts 1\n', visibility_level: 0 }
  write('owner', 'createSnippet', code, snippet)
  write('owner', 'createSnippetNote', { snippet_id: `<${snippet}>`, body: 'It is wet' })
}
