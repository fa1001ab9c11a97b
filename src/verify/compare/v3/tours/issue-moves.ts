import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addClosingRequest, addIssue, addNote } from '../records.ts'
import { type Issue, type Project, people, ref, type World } from '../world.ts'
import { createLook } from './look.ts'

/** The labels of a moved issue, all of which the other project has: those of the same name are assigned. */
const labels = ['bug', 'bug,cellar', 'cellar,roof,bug', 'two words', 'größer + a/b,bug'] as const

/**
 * Issues with one label or several, moved to another project that has these labels; and to one where the caller may only
 * read.
 */
export function issueMoves(world: World): void {
  const [one, other] = world.projects
  if (!one || !other) return
  for (const project of [one, other]) {
    addIssue(world, project, 'developer', { labels: 'bug,roof,cellar,two words,größer + a/b' })
  }
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const given of labels) {
      const { symbol } = addIssue(world, from, 'developer', { labels: given })
      const moved = world.fresh('issue')
      const id = ref(from.symbol)
      const target = ref(to.symbol)
      const move = { id, issue_id: ref(symbol), to_project_id: target }
      add(world, 'owner', 'moveIssue', move, { makes: moved })
      for (const as of ['owner', 'reporter']) {
        add(world, as, 'getIssue', { id: target, issue_id: ref(moved) })
        add(world, as, 'listIssuesOfProject', { id: target, labels: given })
      }
      add(world, 'owner', 'listIssuesOfProject', { id: target, iid: `<${moved}.iid>` })
    }
  }
  moveToReadOnly(world, one)
  for (const sent of filled) moveTwice(world, one, other, sent)
}

/** What an issue has when it is moved. */
const filled: readonly Values[] = [
  { description: 'It drips', due_date: '2031-02-28', assignee_id: ref('owner') },
  { title: 'Rain & <lt>b>"ice"<lt>/b> – 日本', description: "It's <lt>i>wet<lt>/i> & cold" },
  { confidential: true, labels: 'bug' },
  { created_at: '2016-11-05T10:20:30Z' },
]

/** Moves an issue with notes and subscribers, its first self again, and the new one back: what shows each of the three. */
function moveTwice(world: World, from: Project, to: Project, sent: Values): void {
  const first = addIssue(world, from, 'developer', sent)
  for (const author of ['reporter', 'owner'] as const) addNote(world, from, 'Issue', first, author)
  const one = { id: ref(from.symbol), issue_id: ref(first.symbol) }
  add(world, 'master', 'subscribeToIssue', one)
  add(world, 'master', 'createTodoOfIssue', one)
  const request = addClosingRequest(world, from, first)
  const made = [{ project: from, issue: first }]
  const read = () => {
    for (const { project, issue } of made) {
      const target = {
        ...firstOf(project, 'developer'),
        issue,
        ...(project === from && { request }),
      }
      createLook(world, { shows: ['Issue', 'Note'], target }).wide()
      add(world, 'owner', 'getProject', { id: ref(project.symbol) })
      add(world, 'owner', 'listProjectEvents', { id: ref(project.symbol), per_page: 100 })
    }
  }
  read()
  const move = (id: string, issue: Issue, project: Project) => {
    const makes = world.fresh('issue')
    const sent = { id, issue_id: ref(issue.symbol), to_project_id: ref(project.symbol) }
    add(world, 'owner', 'moveIssue', sent, { makes })
    return { project, issue: { ...issue, symbol: makes } }
  }
  const there = move(one.id, first, to)
  made.push(there)
  read()
  move(one.id, first, to)
  const other = { id: ref(to.symbol), issue_id: ref(there.issue.symbol) }
  add(world, 'developer', 'createIssueNote', { ...other, body: 'Is it here?' })
  add(world, 'owner', 'updateIssue', { ...other, title: 'It is here' })
  read()
  made.push(move(other.id, there.issue, from))
  read()
}

/** Moves by members of the group, of whom none is a member of the other project, and by one of the project alone. */
function moveToReadOnly(world: World, from: Project): void {
  const level = world.levels.at(-1) ?? 0
  const to = addProject(world, addGroup(world, level), level)
  const { symbol } = addIssue(world, from, 'developer', {})
  const one = { id: ref(from.symbol), issue_id: ref(symbol) }
  const member = { id: one.id, user_id: ref('stranger') }
  add(world, 'owner', 'addProjectMember', { ...member, access_level: 40 })
  // A new member may have access a moment later: this is read until they have it.
  add(world, 'stranger', 'getIssue', one)
  for (const as of people.filter((person) => person !== 'owner')) {
    add(world, as, 'moveIssue', { ...one, to_project_id: ref(to.symbol) })
    add(world, 'owner', 'getIssue', one)
  }
  add(world, 'owner', 'removeProjectMember', member)
}
