import { operations as operationsOfV3 } from '../../../../contract/generated/v3/operations.ts'
import type { OperationContract } from '../../../../contract/operation-contract.ts'
import { pathParameters } from '../../../contract/operation.ts'
import type { Values } from '../../../reproduction/history.ts'
import { add } from '../reads.ts'
import { type Move, type Project, ref, UNKNOWN_ID, type World } from '../world.ts'

/** What is written for all of the instance is not tried on somebody who might be let in. */
const operations = operationsOfV3.filter(
  ({ isExtension, method, path }) =>
    !isExtension && (method === 'GET' || !/^\/(?:hooks|application)/.test(path)),
)

/** What stands at the path of an operation, of a project as far as it has some; undefined for what nothing stands for. */
function pathOf(operation: OperationContract<'v3'>, project: Project): Values | undefined {
  const issue = project.issues.find(({ isGone }) => !isGone)
  const request = project.mergeRequests.find(({ isGone }) => !isGone)
  const snippet = project.snippets.find(({ isGone }) => !isGone)
  const [parent] = [issue, request, snippet].filter((one) => one !== undefined)
  const known: Readonly<Record<string, string | number | undefined>> = {
    id: operation.path.startsWith('/groups') ? ref(project.group.symbol) : ref(project.symbol),
    project_id: ref(project.symbol),
    user_id: ref('guest'),
    issue_id: issue && ref(issue.symbol),
    merge_request_id: request && ref(request.symbol),
    snippet_id: snippet && ref(snippet.symbol),
    note_id: parent?.notes[0] ? ref(parent.notes[0].symbol) : UNKNOWN_ID,
    branch: 'master',
    tag_name: project.tags[0]?.name ?? 'v1',
    sha: 'master',
    ref_name: 'master',
    build_id: project.builds[0] ? ref(project.builds[0]) : UNKNOWN_ID,
    deployment_id: UNKNOWN_ID,
  }
  const given = pathParameters(operation).map(({ name }) => [name, known[name]] as const)
  if (given.some(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(given)
}

/** What a required parameter may be. */
const fit: Values = {
  filepath: 'README.md',
  file_path: 'README.md',
  ref: 'master',
  from: 'master',
  to: 'alpha',
  job: 'test',
  branch_name: 'alpha',
  commit_message: 'It is refused',
  content: 'It is refused\n',
  title: 'It is refused',
  body: 'It is refused',
  note: 'It is refused',
  code: 'puts 0\n',
  file_name: 'refused.rb',
  visibility_level: 0,
  access_level: 20,
  state: 'success',
  tag_name: 'refused',
  description: 'It is refused',
  source_branch: 'alpha',
  target_branch: 'master',
  branch: 'alpha',
  user_id: '<stranger>',
  level: 'watch',
}

const ofAnother: Values = {
  id: ref('guest'),
  user_id: ref('guest'),
  key_id: UNKNOWN_ID,
  email_id: UNKNOWN_ID,
}

/** Any operation of a project or a group by those who are nobody there; any that is for administrators by others. */
const knock: Move = {
  weight: 14,
  make(world: World) {
    const { draw } = world
    const project = draw.one(world.projects)
    const operation = draw.one(operations)
    const isOfPlace = /^\/(?:projects|groups)\/\{/.test(operation.path)
    const isAdmins = operation.access === 'admin'
    if ((!isOfPlace && !isAdmins) || operation.hasEffect) return
    const path = isOfPlace ? pathOf(operation, project) : ofAnother
    if (!path) return
    const named = new Set(pathParameters(operation).map(({ name }) => name))
    const required = operation.parameters.filter(
      ({ in: place, required }) => place !== 'path' && required,
    )
    if (required.some(({ name }) => fit[name] === undefined)) return
    const sent = Object.fromEntries(required.map(({ name }) => [name, fit[name]]))
    const address = Object.fromEntries(Object.entries(path).filter(([name]) => named.has(name)))
    const isMember = project.members.has('stranger') || project.group.members.has('stranger')
    const isHidden = project.level === 0 && project.group.level === 0 && !isMember
    const isOfGroup = operation.path.startsWith('/groups')
    const isStrange = isHidden && !isOfGroup
    const strangers =
      isStrange || (operation.access === 'public' && !isMember)
        ? ['stranger', 'nobody']
        : ['nobody']
    const callers = isAdmins ? ['owner', 'developer', 'stranger', 'nobody'] : strangers
    add(world, draw.one(callers), operation.id, { ...sent, ...address })
  },
}

/** Records of one place, asked for at another. */
const stray: Move = {
  weight: 4,
  make(world: World) {
    const { draw, projects } = world
    const project = draw.one(projects)
    const other = projects.find((one) => one !== project)
    if (!other) return
    const id = ref(other.symbol)
    const issue = project.issues.find(({ isGone }) => !isGone)
    const request = project.mergeRequests.find(({ isGone }) => !isGone)
    const snippet = project.snippets.find(({ isGone }) => !isGone)
    const by = draw.one(['owner', 'developer'])
    if (issue) add(world, by, 'getIssue', { id, issue_id: ref(issue.symbol) })
    if (request) add(world, by, 'getMergeRequest', { id, merge_request_id: ref(request.symbol) })
    if (snippet) add(world, 'owner', 'getSnippet', { id, snippet_id: ref(snippet.symbol) })
    const beside = project.issues.find((one) => one !== issue && !one.isGone)
    const note = issue?.notes[0]
    if (!beside || !note) return
    const address = { id: ref(project.symbol), issue_id: ref(beside.symbol) }
    add(world, by, 'getIssueNote', { ...address, note_id: ref(note.symbol) })
  },
}

export const outsiderMoves: readonly Move[] = [knock, stray]
