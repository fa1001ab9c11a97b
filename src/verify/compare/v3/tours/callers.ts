import type { OperationId } from '../../../../contract/operation-contract.ts'
import { firstOf, type Target, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { type Project, people, ref, type World } from '../world.ts'
import { isCode, isOfPlace, readsOf, searchOf, writesOf } from './operations.ts'

const everybody = [...people, 'admin', 'nobody'] as const

/** Returns every read of what a project and its group have. */
export function readsOfPlace(world: World, target: Target) {
  return readsOf(world).flatMap((operation) => {
    const parameters = validParameters(operation, target, world)
    if (!isOfPlace(operation) || !parameters) return []
    return [{ id: operation.id, isOfCode: isCode(operation), parameters }]
  })
}

/**
 * Adds every read, of a target where it is about one, by one caller; by another one what is for administrators alone.
 */
export function readEverything(
  world: World,
  target: Target,
  { as, administrator = as }: { readonly as: string; readonly administrator?: string },
  without: readonly OperationId[] = [],
): void {
  for (const operation of readsOf(world)) {
    const parameters = validParameters(operation, target, world)
    if (!parameters || without.includes(operation.id)) continue
    const page = operation.isPaginated ? { per_page: 100 } : {}
    const caller = operation.access === 'admin' ? administrator : as
    add(world, caller, operation.id, { ...searchOf(operation), ...parameters, ...page })
  }
}

/** All content of a project and its group, read by every user. */
export function readers(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const target = completeTarget(world, project, 'developer')
  for (const { id, isOfCode, parameters } of readsOfPlace(world, target))
    for (const as of everybody) if (as !== 'guest' || !isOfCode) add(world, as, id, parameters)
  // Personal and confidential records are read one by one.
  const id = ref(project.symbol)
  for (const as of everybody) {
    for (const { symbol } of project.issues) {
      add(world, as, 'getIssue', { id, issue_id: ref(symbol) })
    }
    for (const { symbol } of project.snippets) {
      const snippet = { id, snippet_id: ref(symbol) }
      add(world, as, 'getSnippet', snippet)
      add(world, as, 'getRawSnippet', snippet)
      add(world, as, 'listSnippetNotes', snippet)
    }
    add(world, as, 'listUserEvents', { id: ref('developer') })
    add(world, as, 'listUserEvents', { id: ref('owner') })
  }
}

/** All content of each project, read by non-members. */
export function strangers(world: World): void {
  for (const project of world.projects.slice(0, 2)) {
    const target = completeTarget(world, project, 'developer')
    for (const { id, parameters } of readsOfPlace(world, target))
      for (const as of ['stranger', 'nobody']) add(world, as, id, parameters)
  }
}

/** Writes by non-members, all of which are refused; the targets are read afterwards. */
export function outsiders(world: World): void {
  const { draw } = world
  const project = world.projects.find(({ level }) => level === 0)
  if (!project) return
  const target = completeTarget(world, project)
  for (const operation of writesOf(world)) {
    const parameters = validParameters(operation, target, world)
    if (!parameters) continue
    const isOfGroup = operation.path.startsWith('/groups')
    const isStrange = isOfPlace(operation) && (!isOfGroup || project.group.level === 0)
    const others =
      operation.access === 'admin' ? ['owner', 'stranger'] : isStrange ? ['stranger'] : []
    for (const as of ['nobody', ...others]) {
      add(world, as, operation.id, parameters)
    }
    if (draw.isLikely(0.3)) readRecords(world, target)
  }
  blocked(world, project)
  readRecords(world, target)
}

/** Checks that a blocked user has no permissions, and is shown as blocked everywhere. */
function blocked(world: World, project: Project): void {
  const { draw } = world
  const id = ref(project.symbol)
  const person = draw.one(['developer', 'reporter'] as const)
  const shown = () => {
    for (const { symbol } of project.issues.slice(0, 3)) {
      add(world, 'owner', 'getIssue', { id, issue_id: ref(symbol) })
    }
    const [issue] = project.issues
    if (issue) add(world, 'owner', 'listIssueNotes', { id, issue_id: ref(issue.symbol) })
    add(world, 'owner', 'listIssuesOfProject', { id })
    add(world, 'owner', 'listMergeRequests', { id })
    add(world, 'admin', 'listProjectUsers', { id })
    add(world, 'owner', 'listGroupMembers', { id: ref(project.group.symbol) })
    add(world, 'owner', 'listProjectEvents', { id })
    add(world, 'admin', 'getUser', { id: ref(person) })
    add(world, 'owner', 'getUser', { id: ref(person) })
  }
  add(world, 'admin', 'blockUser', { id: ref(person) })
  for (const operation of ['getCurrentUser', 'listProjects', 'listOwnIssues'] as const) {
    add(world, person, operation)
  }
  add(world, person, 'createIssue', { id, title: 'From somebody who is blocked' })
  const target = firstOf(project, person)
  for (const operation of writesOf(world)) {
    const parameters = validParameters(operation, target, world)
    if (isOfPlace(operation) && parameters) add(world, person, operation.id, parameters)
  }
  readRecords(world, target)
  shown()
  add(world, 'admin', 'unblockUser', { id: ref(person) })
  signIn(world, person)
  shown()
}

/** Reads the records of a target. */
export function readRecords(world: World, { project, issue, request, snippet }: Target): void {
  const id = ref(project.symbol)
  if (issue) {
    add(world, 'owner', 'getIssue', { id, issue_id: ref(issue.symbol) })
    add(world, 'owner', 'listIssueNotes', { id, issue_id: ref(issue.symbol) })
  }
  if (request) {
    add(world, 'owner', 'getMergeRequest', { id, merge_request_id: ref(request.symbol) })
    add(world, 'owner', 'listMergeRequestNotes', { id, merge_request_id: ref(request.symbol) })
  }
  if (snippet) {
    add(world, 'owner', 'getSnippet', { id, snippet_id: ref(snippet.symbol) })
    add(world, 'owner', 'listSnippetNotes', { id, snippet_id: ref(snippet.symbol) })
  }
  add(world, 'owner', 'getProject', { id })
  add(world, 'owner', 'listBranches', { id })
  add(world, 'owner', 'listTags', { id })
  add(world, 'owner', 'listProjectMembers', { id })
  add(world, 'owner', 'listGroupMembers', { id: ref(project.group.symbol) })
  add(world, 'owner', 'getGroup', { id: ref(project.group.symbol) })
}
