import { operations as operationsOfV3 } from '../../../../contract/generated/v3/operations.ts'
import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { add } from '../reads.ts'
import { type Move, ref, type World } from '../world.ts'

/** Instance-wide writes are not tried as a user who might be let in by mistake. */
const operations = operationsOfV3.filter(
  ({ isExtension, method, path }) =>
    !isExtension && (method === 'GET' || !/^\/(?:hooks|application)/.test(path)),
)

/** Calls any operation of a project or a group as a non-member, or one for administrators as another user. */
const knock: Move = {
  weight: 14,
  make(world: World) {
    const { draw } = world
    const project = draw.one(world.projects)
    const operation = draw.one(operations)
    const isOfPlace = /^\/(?:projects|groups)\/\{/.test(operation.path)
    const isAdmins = operation.access === 'admin'
    if ((!isOfPlace && !isAdmins) || operation.hasEffect) return
    const target = firstOf(project)
    const address = addressOf(operation, target, world)
    const sent = requiredOf(operation, target, world)
    if (!address || !sent) return
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

/** Requests records of one place below another. */
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
