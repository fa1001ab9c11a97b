import { firstOf } from '../calls.ts'
import { addAccount } from '../fixture.ts'
import { add } from '../reads.ts'
import { addClosingRequest, addIssue, addNote } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { eachField } from './fields.ts'

/** Removed records are gone from all reads for good, and nothing else is. */
export function removals(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const id = ref(project.symbol)
  const read = () => {
    add(world, 'owner', 'listIssuesOfProject', { id })
    add(world, 'owner', 'listIssuesOfGroup', { id: ref(project.group.symbol) })
    add(world, 'developer', 'listOwnIssues')
    add(world, 'owner', 'getProject', { id })
    add(world, 'owner', 'listProjects', { search: '<word>' })
    add(world, 'owner', 'listProjectEvents', { id })
    add(world, 'owner', 'listUserEvents', { id: ref('developer') })
  }
  read()
  for (const by of ['owner', 'admin'] as const) {
    const issue = addIssue(world, project, 'developer', { labels: 'bug' })
    const note = addNote(world, project, 'Issue', issue, 'developer')
    const one = { id, issue_id: ref(issue.symbol) }
    const request = addClosingRequest(world, project, issue)
    const closing = { id, merge_request_id: ref(request.symbol) }
    add(world, 'owner', 'listIssuesClosedByMergeRequest', closing)
    read()
    // Its author does not own the project.
    add(world, 'developer', 'deleteIssue', one)
    add(world, by, 'deleteIssue', one)
    issue.isGone = true
    add(world, 'owner', 'listIssuesClosedByMergeRequest', closing)
    read()
    add(world, 'owner', 'getIssue', one)
    add(world, 'owner', 'listIssueNotes', one)
    add(world, 'owner', 'getIssueNote', { ...one, note_id: ref(note) })
    add(world, 'owner', 'listIssuesOfProject', { id, iid: `<${issue.symbol}.iid>` })
    add(world, by, 'deleteIssue', one)
    add(world, 'owner', 'updateIssue', { ...one, title: 'It is gone' })
    add(world, 'developer', 'createIssueNote', { ...one, body: 'It is gone' })
    add(world, 'owner', 'subscribeToIssue', one)
    const next = addIssue(world, project, 'developer', {})
    add(world, 'owner', 'getIssue', { id, issue_id: ref(next.symbol) })
    read()
  }
  moves(world, project)
  snippets(world, project)
  limits(world)
}

/** Moves an issue to another project, and one that cannot be moved. */
function moves(world: World, project: Project): void {
  const target = world.projects.find((one) => one !== project)
  if (!target) return
  // Both projects have the label.
  const more = { due_date: '2030-01-31', assignee_id: ref('master'), labels: 'bug' }
  for (const isBare of [true, false]) {
    const issue = addIssue(world, project, 'developer', isBare ? {} : more)
    addNote(world, project, 'Issue', issue, 'reporter')
    const one = { id: ref(project.symbol), issue_id: ref(issue.symbol) }
    const made = world.fresh('issue')
    const to = { to_project_id: ref(target.symbol) }
    add(world, 'owner', 'moveIssue', { ...one, to_project_id: ref(project.symbol) })
    add(world, 'owner', 'moveIssue', { ...one, ...to }, { makes: made })
    const moved = { id: ref(target.symbol), issue_id: ref(made) }
    add(world, 'owner', 'getIssue', moved)
    add(world, 'owner', 'getIssue', one)
    add(world, 'owner', 'listIssueNotes', moved)
    add(world, 'owner', 'listIssueNotes', one)
    for (const { symbol } of [project, target]) {
      add(world, 'owner', 'listIssuesOfProject', { id: ref(symbol) })
      add(world, 'owner', 'getProject', { id: ref(symbol) })
    }
    add(world, 'owner', 'moveIssue', { ...one, ...to })
    issue.isClosed = true
  }
}

function snippets(world: World, project: Project): void {
  const { draw } = world
  const id = ref(project.symbol)
  const read = (symbol: string) => {
    const one = { id, snippet_id: ref(symbol) }
    for (const as of ['owner', 'developer', 'reporter', 'master'] as const) {
      add(world, as, 'getSnippet', one)
      add(world, as, 'listSnippets', { id })
    }
    add(world, draw.one(['owner', 'developer']), 'getRawSnippet', one)
  }
  const [first] = project.snippets
  if (!first) return
  const one = { id, snippet_id: ref(first.symbol) }
  eachField({
    world,
    operation: 'updateSnippet',
    as: first.author,
    target: firstOf(project),
    common: () => one,
    show: () => read(first.symbol),
  })
  const note = addNote(world, project, 'Snippet', first, first.author)
  add(world, first.author, 'deleteSnippet', one)
  read(first.symbol)
  add(world, first.author, 'deleteSnippet', one)
  add(world, 'owner', 'listSnippetNotes', one)
  add(world, 'owner', 'getSnippetNote', { ...one, note_id: ref(note) })
  first.isGone = true
}

/** Creates as many projects as an account may have and one more, by itself and by an administrator, before and after it may have more. */
function limits(world: World): void {
  for (const limit of [0, 2]) {
    const symbol = addAccount(world, { projects_limit: limit })
    const create = () => {
      const name = `<${world.fresh('project')}.name>`
      add(world, symbol, 'createProject', { name, path: name })
      add(world, symbol, 'listOwnedProjects')
    }
    for (let count = 0; count <= limit; count++) create()
    add(world, 'admin', 'updateUser', { id: ref(symbol), projects_limit: limit + 2 })
    create()
    const name = `<${world.fresh('project')}.name>`
    add(world, 'admin', 'createProjectForUser', { user_id: ref(symbol), name, path: name })
    create()
    add(world, 'admin', 'deleteUser', { id: ref(symbol) })
  }
}
