import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { add, type NoteParent, noteParents } from '../reads.ts'
import { addBranch, addIssue } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'

/** Records that say the same: what changes, closes or removes one of them leaves the others as they are. */
export function twins(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  noteTwins(world, project)
  snippetTwins(world, project)
  issueTwins(world, project)
  mergeRequestTwins(world, project)
  commentTwins(world, project)
  keyTwins(world)
}

/** Three notes with one text: two on one record, and one on another. */
function noteTwins(world: World, project: Project): void {
  const id = ref(project.symbol)
  const parents: Readonly<Record<NoteParent, readonly { readonly symbol: string }[]>> = {
    Issue: project.issues,
    MergeRequest: project.mergeRequests,
    Snippet: project.snippets.filter(({ author }) => author === 'developer'),
  }
  for (const on of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    const [one, other] = parents[on]
    if (!one || !other) continue
    const notes = [one, one, other].map(({ symbol: parent }) => {
      const symbol = world.fresh('note')
      const address = { id, [noteParents[on]]: ref(parent) }
      const body = 'The same was said before'
      add(world, 'developer', `create${on}Note`, { ...address, body }, { makes: symbol })
      return { ...address, note_id: ref(symbol) }
    })
    const [first, second] = notes
    const read = () => {
      for (const note of notes) {
        add(world, 'developer', `get${on}Note`, note)
        const { note_id: _, ...address } = note
        add(world, 'developer', `list${on}Notes`, { ...address, per_page: 100 })
      }
    }
    read()
    add(world, 'developer', `update${on}Note`, { ...first, body: 'Another thing' })
    read()
    add(world, 'developer', `update${on}Note`, { ...first, body: 'The same was said before' })
    add(world, 'developer', `delete${on}Note`, { ...second })
    read()
  }
}

function snippetTwins(world: World, project: Project): void {
  const id = ref(project.symbol)
  const values = { title: 'Alike', file_name: 'alike.rb', code: 'puts 1\n', visibility_level: 0 }
  const made = [1, 2].map(() => {
    const symbol = world.fresh('snippet')
    add(world, 'developer', 'createSnippet', { id, ...values }, { makes: symbol })
    return { id, snippet_id: ref(symbol) }
  })
  const [first, second] = made
  const read = () => {
    for (const one of made) {
      add(world, 'developer', 'getSnippet', one)
      add(world, 'developer', 'getRawSnippet', one)
    }
    add(world, 'developer', 'listSnippets', { id, per_page: 100 })
  }
  add(world, 'developer', 'updateSnippet', { ...second, code: 'puts 2\n' })
  read()
  add(world, 'developer', 'deleteSnippet', { ...first })
  read()
}

function issueTwins(world: World, project: Project): void {
  const id = ref(project.symbol)
  const sent = { title: 'Alike', description: 'Every drop', labels: 'roof' }
  const made = (['developer', 'developer', 'master'] as const).map((author) => ({
    id,
    issue_id: ref(addIssue(world, project, author, sent).symbol),
  }))
  const [first, second] = made
  const write = (operation: OperationId<'v3'>, values: Values) => {
    add(world, 'owner', operation, values)
    for (const one of made) add(world, 'developer', 'getIssue', one)
    add(world, 'owner', 'listIssuesOfProject', { id, labels: 'roof', per_page: 100 })
    add(world, 'developer', 'listOwnIssues', { per_page: 100 })
    add(world, 'developer', 'getProject', { id })
  }
  write('updateIssue', { ...second, title: 'No longer alike', labels: 'cellar' })
  write('updateIssue', { ...second, title: 'Alike', labels: 'roof' })
  write('updateIssue', { ...second, state_event: 'close' })
  write('subscribeToIssue', { ...second })
  write('deleteIssue', { ...first })
}

function mergeRequestTwins(world: World, project: Project): void {
  const id = ref(project.symbol)
  const made = [1, 2].map(() => {
    const source_branch = addBranch(world, project)
    const symbol = world.fresh('mergeRequest')
    const sent = { source_branch, target_branch: 'master', title: 'Alike', description: 'Once' }
    add(world, 'developer', 'createMergeRequest', { id, ...sent }, { makes: symbol })
    return { id, merge_request_id: ref(symbol) }
  })
  const [first, second] = made
  const write = (operation: OperationId<'v3'>, values: Values) => {
    add(world, 'owner', operation, values)
    for (const one of made) {
      add(world, 'developer', 'getMergeRequest', one)
      add(world, 'developer', 'listMergeRequestCommits', one)
    }
    add(world, 'owner', 'listMergeRequests', { id, state: 'all', per_page: 100 })
  }
  write('updateMergeRequest', { ...second, description: 'Twice', labels: 'roof' })
  write('subscribeToMergeRequest', { ...second })
  write('mergeMergeRequest', { ...first, merge_commit_message: 'Merge one of two' })
}

function commentTwins(world: World, project: Project): void {
  const id = ref(project.symbol)
  for (const sha of ['master', 'alpha', 'master'])
    add(world, 'developer', 'createCommitComment', { id, sha, note: 'The same' })
  for (const sha of ['master', 'alpha']) add(world, 'owner', 'listCommitComments', { id, sha })
}

function keyTwins(world: World): void {
  const made = (['developer', 'developer', 'reporter'] as const).map((as) => {
    const symbol = world.fresh('key')
    const sent = { title: 'At home', key: `<${symbol}.key>` }
    add(world, as, 'createOwnSshKey', sent, { makes: symbol })
    return { as, key_id: ref(symbol) }
  })
  const [first] = made
  if (first) add(world, first.as, 'deleteOwnSshKey', { key_id: first.key_id })
  for (const { as, key_id } of made) {
    add(world, as, 'getOwnSshKey', { key_id })
    add(world, as, 'listOwnSshKeys', {})
  }
}
