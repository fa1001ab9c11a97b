import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { addGroup } from '../fixture.ts'
import { add, noteParents } from '../reads.ts'
import { addBranch, addIssue, addMergeRequest, addNote } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { milestones } from './milestones.ts'
import { beyondContract } from './operations.ts'

const open = beyondContract

/**
 * What appears in the contract although none of its operations creates it. GitLab 8.15 had such operations beyond it;
 * where a server has them, the results are compared. Each of these parts ends a history, so that nothing depends on it
 * where a server lacks the operation.
 */
export const beyond: readonly ((world: World) => void)[] = [
  milestones,
  archive,
  stars,
  forks,
  awards,
  hiding,
]

/** The lists of projects show whether a project is archived, and filter by it. Then it is removed. */
function archive(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const group = ref(project.group.symbol)
  const read = () => {
    for (const archived of [{}, { archived: true }, { archived: false }]) {
      const values = { search: '<word>', ...archived }
      add(world, 'owner', 'listGroupProjects', { id: group, ...archived })
      add(world, 'owner', 'listProjects', values)
      add(world, 'owner', 'listOwnedProjects', archived)
      add(world, 'developer', 'listVisibleProjects', values)
      add(world, 'admin', 'listAllProjects', values)
    }
  }
  for (const operation of ['archiveProject', 'unarchiveProject'] as const) {
    add(world, 'owner', operation, { id }, { open })
    add(world, 'owner', 'getProject', { id })
    read()
    add(world, 'developer', 'createIssue', { id, title: 'Of what is archived' })
  }
  add(world, 'owner', 'deleteProject', { id }, { open })
  add(world, 'owner', 'getProject', { id })
  add(world, 'owner', 'getGroup', { id: group })
  add(world, 'owner', 'listIssuesOfGroup', { id: group })
  add(world, 'developer', 'listOwnIssues', { per_page: 100 })
  read()
}

/** A project that is hidden, and shown again: who is no member sees it at each level as if it had always had that one. */
function hiding(world: World): void {
  const levels = [20, 0, 20, 10, 0].filter((one) => world.levels.includes(one))
  const [first = 0, ...others] = levels
  const [group, symbol] = [addGroup(world, first), world.fresh('project')]
  const [id, path] = [ref(symbol), `<${symbol}.name>`]
  const named = { name: path, path, namespace_id: ref(group.symbol) }
  const sent = { ...named, visibility_level: first, shared_runners_enabled: false }
  add(world, 'owner', 'createProject', sent, { makes: symbol })
  const read = () => {
    for (const as of ['nobody', 'stranger']) {
      for (const one of [id, `<${symbol}.path_with_namespace>`])
        add(world, as, 'getProject', { id: one })
      add(world, as, 'listIssuesOfProject', { id })
    }
    add(world, 'stranger', 'listProjects', { search: path })
    add(world, 'stranger', 'listVisibleProjects', { search: path })
  }
  read()
  for (const visibility_level of others) {
    add(world, 'owner', 'updateProject', { id, visibility_level }, { open })
    read()
  }
}

/** Who starred a project, and how many did. */
function stars(world: World): void {
  const [project, other] = world.projects
  if (!project || !other) return
  const read = () => {
    for (const { symbol } of [project, other])
      add(world, 'owner', 'getProject', { id: ref(symbol) })
    for (const as of ['developer', 'reporter', 'owner']) add(world, as, 'listStarredProjects')
    add(world, 'reporter', 'listProjects', { search: '<word>' })
    add(world, 'developer', 'listGroupProjects', { id: ref(project.group.symbol) })
  }
  read()
  for (const [as, operation, { symbol }] of [
    ['developer', 'starProject', project],
    ['reporter', 'starProject', project],
    ['developer', 'starProject', other],
    ['developer', 'starProject', project],
    ['reporter', 'unstarProject', project],
    ['reporter', 'unstarProject', project],
    ['reporter', 'starProject', other],
    ['developer', 'unstarProject', project],
    ['developer', 'starProject', project],
  ] as const) {
    add(world, as, operation, { id: ref(symbol) }, { open })
    read()
  }
  const change = { archived: true, order_by: 'name', sort: 'asc', per_page: 1 }
  for (const [name, value] of Object.entries(change))
    add(world, 'developer', 'listStarredProjects', { [name]: value })
}

/** A fork in another group, and a merge request from it. */
function forks(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const group = addGroup(world, project.level)
  const [id, symbol] = [ref(project.symbol), world.fresh('project')]
  const fork: Project = { ...project, symbol, group, mergeRequests: [], branches: [] }
  const read = () => {
    for (const one of [id, ref(symbol)]) {
      add(world, 'owner', 'getProject', { id: one })
      add(world, 'owner', 'listMergeRequests', { id: one })
      add(world, 'developer', 'listProjectEvents', { id: one })
    }
    add(world, 'owner', 'listGroupProjects', { id: ref(group.symbol) })
  }
  read()
  add(world, 'owner', 'forkProject', { id, namespace: group.path }, { open, makes: symbol })
  read()
  const member = { user_id: ref('developer'), access_level: 30 }
  add(world, 'owner', 'addProjectMember', { id: ref(symbol), ...member })
  const source_branch = addBranch(world, fork)
  const makes = world.fresh('mergeRequest')
  const sent = { source_branch, target_branch: 'master', title: 'From a fork' }
  const across = { id: ref(symbol), ...sent, target_project_id: id }
  add(world, 'developer', 'createMergeRequest', across, { makes })
  read()
  const request = { id, merge_request_id: ref(makes) }
  for (const operation of [
    'getMergeRequest',
    'getMergeRequestChanges',
    'listMergeRequestCommits',
  ] as const)
    add(world, 'owner', operation, request)
  add(world, 'owner', 'mergeMergeRequest', { ...request, merge_commit_message: 'Merge the fork' })
  add(world, 'owner', 'getBranch', { id, branch: 'master' })
  read()
}

/** Votes for issues, merge requests and notes, and todos that are done. */
function awards(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const records = {
    Issue: addIssue(world, project, 'developer', {}),
    MergeRequest: addMergeRequest(world, project, {}),
  } as const
  for (const kind of ['Issue', 'MergeRequest'] as const) {
    const note_id = ref(addNote(world, project, kind, records[kind], 'owner'))
    const one = { id, [noteParents[kind]]: ref(records[kind].symbol) }
    const read = () => {
      add(world, 'owner', `get${kind}`, one)
      add(world, 'owner', `get${kind}Note`, { ...one, note_id })
      const list = kind === 'Issue' ? 'listIssuesOfProject' : 'listMergeRequests'
      add(world, 'reporter', list, { id })
    }
    const award = (as: string, operation: OperationId<'v3'>, values: Values) => {
      const makes = world.fresh('award')
      add(world, as, operation, { ...one, ...values }, { open, makes })
      read()
      return ref(makes)
    }
    const up = award('master', `award${kind}Emoji`, { name: 'thumbsup' })
    award('reporter', `award${kind}Emoji`, { name: 'thumbsup' })
    award('owner', `award${kind}Emoji`, { name: 'thumbsdown' })
    award('reporter', `award${kind}Emoji`, { name: 'tada' })
    award('reporter', `award${kind}NoteEmoji`, { note_id, name: 'thumbsup' })
    add(world, 'master', `delete${kind}AwardEmoji`, { ...one, award_id: up }, { open })
    read()
  }
  const one = { id, issue_id: ref(records.Issue.symbol) }
  for (let times = 0; times < 2; times++) {
    const makes = world.fresh('todo')
    add(world, 'developer', 'createTodoOfIssue', one, { makes })
    add(world, 'developer', 'createTodoOfIssue', one)
    add(world, 'developer', 'markTodoAsDone', { todo_id: ref(makes) }, { open })
  }
}
