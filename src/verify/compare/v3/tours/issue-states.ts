import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addClosingRequest, addIssue, addNote } from '../records.ts'
import { type Issue, type Project, ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

/** The states that an issue is brought into: how it is created, then changed. */
const states: readonly { readonly sent: Values; readonly enter: readonly Values[] }[] = [
  { sent: {}, enter: [] },
  {
    sent: { labels: 'bug,roof', due_date: '2030-03-31', description: 'It drips' },
    enter: [{ assignee_id: ref('owner') }],
  },
  { sent: { confidential: true, labels: 'roof' }, enter: [{ assignee_id: ref('owner') }] },
  { sent: { labels: 'bug' }, enter: [{ state_event: 'close' }] },
  { sent: {}, enter: [{ state_event: 'close' }, { state_event: 'reopen' }] },
  { sent: { confidential: true }, enter: [{ state_event: 'close' }] },
]

/** Each change, what undoes it, and both once more; some change several fields at once. */
const changes: readonly Values[] = [
  { title: 'The window is open' },
  { title: 'The window is open' },
  { description: 'It is wet' },
  { description: '' },
  { labels: 'cellar,bug' },
  { labels: 'bug' },
  { labels: '' },
  { labels: '' },
  { labels: 'cellar' },
  { assignee_id: ref('developer') },
  { assignee_id: ref('owner'), labels: 'bug' },
  { due_date: '2031-02-28' },
  { due_date: '2031-03-31' },
  { due_date: '2032-02-29', title: 'The door is open' },
  { confidential: true },
  { confidential: true },
  { confidential: false },
  { confidential: true, labels: 'roof' },
  { confidential: false, description: 'Seen by all' },
  { state_event: 'close' },
  { state_event: 'close' },
  { title: 'While it is closed', labels: 'bug' },
  { state_event: 'reopen' },
  { state_event: 'reopen' },
  { state_event: 'close', labels: 'done', assignee_id: ref('developer') },
  { state_event: 'reopen', title: 'It leaks again', due_date: '2030-01-01' },
]

/** Issues in each of their states: every change, with all that tells of an issue, as each user sees it. */
export function issueStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  for (const [place, { sent, enter }] of states.entries()) {
    const issue = addIssue(world, project, 'developer', sent)
    const issue_id = ref(issue.symbol)
    const look = lookAt(world, project, issue)
    look.wide()
    for (const values of enter) add(world, 'owner', 'updateIssue', { id, issue_id, ...values })
    look.wide()
    for (const [index, values] of changes.entries()) {
      // Every state takes a part of the changes in another order.
      const shifted = changes[(index + 5 * place) % changes.length] ?? values
      if (place > 1 && index >= CHANGES_OF_LATER_STATES) break
      const as = index % 2 === 0 ? 'owner' : 'developer'
      add(world, as, 'updateIssue', { id, issue_id, ...shifted })
      look.near()
    }
    if (place === 1) add(world, 'owner', 'updateIssue', { id, issue_id, state_event: 'close' })
    comment(world, project, issue, look)
  }
  const isClosed = { state_event: 'close' }
  for (const enter of [[], [isClosed]]) end(world, project, enter)
}

const CHANGES_OF_LATER_STATES = 9

/** What shows an issue, a merge request that is to close it among it. */
function lookAt(world: World, project: Project, issue: Issue): Look {
  const request = addClosingRequest(world, project, issue)
  return createLook(world, {
    shows: ['Issue', 'Project', 'Event'],
    target: { ...firstOf(project, 'developer'), issue, request },
    without: ['listStarredProjects'],
  })
}

/** Notes, subscriptions and todos on an issue in any state. */
function comment(world: World, project: Project, issue: Issue, look: Look): void {
  const one = { id: ref(project.symbol), issue_id: ref(issue.symbol) }
  const notes = () => {
    add(world, 'developer', 'listIssueNotes', one)
    look.near()
  }
  const kept = addNote(world, project, 'Issue', issue, 'developer')
  notes()
  const note = addNote(world, project, 'Issue', issue, 'owner')
  notes()
  const body = 'It is dry again'
  add(world, 'owner', 'updateIssueNote', { ...one, note_id: ref(note), body })
  notes()
  add(world, 'owner', 'deleteIssueNote', { ...one, note_id: ref(note) })
  notes()
  add(world, 'owner', 'deleteIssueNote', { ...one, note_id: ref(note) })
  add(world, 'owner', 'getIssueNote', { ...one, note_id: ref(kept) })
  issue.notes.pop()
  // Whoever is shown as subscribed, as the author may be, is so already.
  add(world, 'developer', 'getIssue', one)
  add(world, 'developer', 'subscribeToIssue', one)
  add(world, 'developer', 'getIssue', one)
  for (const operation of ['subscribeToIssue', 'unsubscribeFromIssue', 'subscribeToIssue'] as const)
    for (let times = 0; times < 2; times++) {
      add(world, 'master', operation, one)
      add(world, 'master', 'getIssue', one)
    }
  add(world, 'master', 'createTodoOfIssue', one)
  look.near()
}

/** Moves, closes by a merge, and removals of an open and a closed issue. */
function end(world: World, project: Project, enter: readonly Values[]): void {
  const id = ref(project.symbol)
  const make = () => {
    const issue = addIssue(world, project, 'developer', { labels: 'bug' })
    const issue_id = ref(issue.symbol)
    for (const values of enter) add(world, 'owner', 'updateIssue', { id, issue_id, ...values })
    return { issue, one: { id, issue_id }, look: lookAt(world, project, issue) }
  }
  const closed = make()
  const request = addClosingRequest(world, project, closed.issue)
  const merge = { id, merge_request_id: ref(request.symbol) }
  const read = () => add(world, 'owner', 'listIssuesClosedByMergeRequest', merge)
  read()
  closed.look.wide()
  add(world, 'owner', 'mergeMergeRequest', { ...merge, merge_commit_message: 'Merge what mends' })
  request.isMerged = true
  read()
  closed.look.wide()
  add(world, 'owner', 'updateIssue', { ...closed.one, state_event: 'reopen' })
  closed.look.near()
  read()
  const removed = make()
  addNote(world, project, 'Issue', removed.issue, 'reporter')
  removed.look.wide()
  add(world, 'developer', 'deleteIssue', removed.one)
  removed.look.near()
  add(world, 'owner', 'deleteIssue', removed.one)
  removed.issue.isGone = true
  removed.look.wide()
  add(world, 'owner', 'deleteIssue', removed.one)
  removed.look.near()
}
