import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest, addNote } from '../records.ts'
import { type MergeRequest, type Project, ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

interface State {
  readonly name:
    | 'plain'
    | 'of a draft'
    | 'with all fields'
    | 'with conflicts'
    | 'without its source'
    | 'closed'
    | 'reopened'
    | 'merged'
    | 'removing its source'
    | 'keeping its source'
    | 'into another branch'
  readonly sent?: Values
}

const states: readonly State[] = [
  { name: 'plain' },
  { name: 'of a draft', sent: { title: 'WIP: Mend the roof' } },
  {
    name: 'with all fields',
    sent: { description: 'It drips', labels: 'bug,roof', assignee_id: ref('owner') },
  },
  { name: 'with conflicts' },
  { name: 'without its source' },
  { name: 'closed' },
  { name: 'reopened' },
  { name: 'merged' },
  { name: 'removing its source', sent: { remove_source_branch: true } },
  { name: 'keeping its source', sent: { remove_source_branch: false } },
  { name: 'into another branch' },
]

/** Each change, what undoes it, and some of them once more. */
const changes: readonly Values[] = [
  { title: 'Mend the window' },
  { title: 'Mend the window', labels: 'cellar,bug' },
  { labels: 'bug' },
  { labels: '' },
  { description: 'It is wet' },
  { assignee_id: ref('developer') },
  { assignee_id: ref('owner'), description: '' },
  { target_branch: 'release/1' },
  { title: 'Mend the window' },
]

const open = 'how a merge request is closed is not stated'

/** Merge requests in each of their states: changes, comments, merges and removal, as each user sees them. */
export function mergeRequestStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  add(world, 'owner', 'createBranch', { id, branch_name: 'release/1', ref: 'master' })
  for (const [place, { name, sent = {} }] of states.entries()) {
    const issue = addIssue(world, project, 'developer', {})
    const description = `${String(sent.description ?? '')} Closes #<${issue.symbol}.iid>`
    const target = name === 'into another branch' ? { target_branch: 'release/1' } : {}
    const request = addMergeRequest(world, project, { ...sent, description, ...target })
    const title = String(sent.title ?? request.title)
    const base = { source_branch: request.source, target_branch: 'master', title, ...target }
    const look = lookAt(world, project, request, name)
    look.near()
    enter(world, project, request, name, base)
    look.wide()
    for (const values of place < 4 ? changes : changes.slice(place % 5, (place % 5) + 2)) {
      // What becomes of one without its source is not stated.
      if (name === 'without its source') break
      change(world, project, request, { ...base, ...values })
      look.near()
    }
    takePart(world, project, request, look)
    end(world, project, request, look, name)
    look.wide()
    add(world, 'owner', 'getIssue', { id, issue_id: ref(issue.symbol) })
    add(world, 'developer', 'listIssuesOfProject', { id, state: 'opened' })
  }
}

function lookAt(world: World, project: Project, request: MergeRequest, name: State['name']): Look {
  // What is still shown of what was not merged and is gone is not stated.
  const isGone = name === 'without its source'
  const ofChanges = isGone ? ['getMergeRequestChanges', 'listIssuesClosedByMergeRequest'] : []

  return createLook(world, {
    shows: ['MergeRequest', 'Event', 'Branch', 'Issue'],
    target: { ...firstOf(project, 'developer'), request },
    by: ['owner', 'developer', 'reporter', 'stranger', 'admin', 'nobody'],
    values: { branch: request.source, ref_name: request.source },
    without: ['getIssue', 'listOwnIssues', ...ofChanges],
  })
}

function change(world: World, project: Project, request: MergeRequest, values: Values): void {
  const merge_request_id = ref(request.symbol)
  const sent = { id: ref(project.symbol), merge_request_id, ...values }
  add(world, 'developer', 'updateMergeRequest', sent)
}

/** Brings a merge request into a state. */
function enter(
  world: World,
  project: Project,
  request: MergeRequest,
  name: State['name'],
  base: Values,
): void {
  const id = ref(project.symbol)
  const one = { id, merge_request_id: ref(request.symbol) }
  const write = (state_event: string) =>
    add(world, 'owner', 'updateMergeRequest', { ...one, ...base, state_event }, { open })
  switch (name) {
    case 'with conflicts': {
      const file = { id, file_path: 'docs/both.md' }
      for (const branch_name of [request.source, 'master']) {
        const content = `As ${request.symbol} has it on ${branch_name}\n`
        const commit_message = `Write ${request.symbol} on ${branch_name}`
        add(world, 'owner', 'createFile', { ...file, branch_name, content, commit_message })
      }
      return
    }
    case 'without its source':
      add(world, 'developer', 'deleteBranch', { id, branch: request.source })
      return
    case 'closed':
    case 'reopened':
      write('close')
      if (name === 'reopened') write('reopen')
      return
    case 'merged':
      add(world, 'owner', 'mergeMergeRequest', { ...one, merge_commit_message: 'Merge it' })
      request.isMerged = true
      return
    default:
  }
}

/** Comments and subscriptions in any state. */
function takePart(world: World, project: Project, request: MergeRequest, look: Look): void {
  const one = { id: ref(project.symbol), merge_request_id: ref(request.symbol) }
  addNote(world, project, 'MergeRequest', request, 'developer')
  look.near()
  const note = addNote(world, project, 'MergeRequest', request, 'owner')
  const note_id = ref(note)
  add(world, 'owner', 'updateMergeRequestNote', { ...one, note_id, body: 'It is dry again' })
  look.near()
  add(world, 'owner', 'deleteMergeRequestNote', { ...one, note_id })
  request.notes.pop()
  look.near()
  add(world, 'owner', 'listMergeRequestNotes', one)
  // Whoever is shown as subscribed, as the author may be, is so already.
  add(world, 'developer', 'getMergeRequest', one)
  for (const as of ['developer', 'master', 'master']) {
    add(world, as, 'subscribeToMergeRequest', one)
    add(world, as, 'getMergeRequest', one)
  }
}

/**
 * Pushes once more to the source of a merge request, and returns whatever does not equal its head: the commit before,
 * the head of the target, the beginning of the right one, the name of its branch, and a commit that is nowhere.
 */
function otherHeads(world: World, project: Project, { source }: MergeRequest): readonly string[] {
  const id = ref(project.symbol)
  const read = (sha: string) => {
    const makes = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha }, { makes })
    return makes
  }
  const [before, target] = [read(source), read('master')]
  const file = { file_path: `docs/${before}.md`, branch_name: source, content: 'Once more\n' }
  add(world, 'developer', 'createFile', { id, ...file, commit_message: `Commit after ${before}` })
  return [`<${before}.id>`, `<${target}.id>`, `<${read(source)}.short_id>`, source, 'f'.repeat(40)]
}

/** Merges and removes a merge request, each by who may and who may not, and each twice. */
function end(
  world: World,
  project: Project,
  request: MergeRequest,
  look: Look,
  name: State['name'],
): void {
  const id = ref(project.symbol)
  const one = { id, merge_request_id: ref(request.symbol) }
  const merge = (as: string, values: Values = {}) => {
    const merge_commit_message = `Merge ${request.symbol}`
    add(world, as, 'mergeMergeRequest', { ...one, merge_commit_message, ...values })
    look.near()
  }
  // Which of two reasons for a refusal is told is not stated.
  const isMergeable = !['with conflicts', 'without its source', 'closed', 'merged'].includes(name)
  if (isMergeable && name !== 'of a draft') {
    merge('reporter')
    for (const sha of otherHeads(world, project, request)) merge('owner', { sha })
  }
  if (name !== 'without its source') {
    add(world, 'owner', 'cancelMergeWhenBuildSucceeds', one)
    merge('owner')
    look.wide()
    merge('owner')
    request.isMerged = true
  }
  add(world, 'owner', 'getBranch', { id, branch: request.source })
  if (!['plain', 'with conflicts', 'closed', 'without its source'].includes(name)) return
  add(world, 'developer', 'deleteMergeRequest', one)
  look.near()
  for (let times = 0; times < 2; times++) {
    add(world, 'owner', 'deleteMergeRequest', one)
    look.near()
  }
  add(world, 'owner', 'listMergeRequests', { id, iid: `<${request.symbol}.iid>` })
  request.isGone = true
}
