import type { OperationId } from '../../../../contract/operation-contract.ts'
import { firstOf, type Target } from '../calls.ts'
import { addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import { type Person, type Project, ref, type World } from '../world.ts'
import { readsOfPlace } from './callers.ts'

const members = ['master', 'developer', 'reporter'] as const

/** Who is of no other group. */
const ofGroup = 'stranger'

/**
 * A private group with a project whose members are its own: what they read before and after they were removed, what they
 * wrote themselves among it.
 */
export function leavers(world: World): void {
  const place = addGroup(world, 0)
  const project = addProject(world, place, 0)
  const id = ref(project.symbol)
  for (const person of members)
    add(world, 'owner', 'addProjectMember', { id, user_id: ref(person), access_level: 30 })
  for (const person of members) add(world, person, 'listProjects', { search: '<word>' })
  for (let count = 0; count < 2; count++) {
    addIssue(world, project, 'developer', { labels: 'bug' })
    addMergeRequest(world, project, { labels: 'bug' })
  }
  subscribers(world, project)
  const group = { id: ref(place.symbol), user_id: ref(ofGroup) }
  add(world, 'owner', 'addGroupMember', { ...group, access_level: 30 })
  const ofStranger = writeAs(world, project, ofGroup)
  const others = [writeAs(world, project, 'reporter'), writeAs(world, project, 'developer')]
  readAll(world, ofStranger)
  add(world, 'owner', 'removeGroupMember', group)
  readAll(world, ofStranger)
  for (const target of others) {
    add(world, 'owner', 'removeProjectMember', { id, user_id: ref(target.person) })
    readAll(world, target)
  }
  readAll(world, firstOf(project, 'master'))
}

/** Writes an issue, a snippet and notes as a member, and returns what the member will ask for. */
function writeAs(world: World, project: Project, person: Person): Target {
  const issue = addIssue(world, project, person, {})
  const snippet = addSnippet(world, project, person, 0)
  addNote(world, project, 'Issue', issue, person)
  addNote(world, project, 'Snippet', snippet, person)
  return { ...firstOf(project, person), issue, snippet }
}

/**
 * Two members who wrote nothing subscribe to an issue and a merge request, of whom one ends that: the other stays. Then
 * they do so with others of the same project.
 */
function subscribers(world: World, project: Project): void {
  const id = ref(project.symbol)
  const records = [
    ...project.issues.map(({ symbol }) => ['Issue', { id, issue_id: ref(symbol) }] as const),
    ...project.mergeRequests.map(
      ({ symbol }) => ['MergeRequest', { id, merge_request_id: ref(symbol) }] as const,
    ),
  ]
  for (const [kind, address] of records) {
    const call = (as: string, operation: OperationId<'v3'>) => add(world, as, operation, address)
    const read = () => {
      for (const as of ['master', 'reporter']) call(as, `get${kind}`)
    }
    for (const as of ['master', 'reporter']) {
      call(as, `get${kind}`)
      call(as, `subscribeTo${kind}`)
    }
    read()
    call('reporter', `unsubscribeFrom${kind}`)
    read()
  }
}

function readAll(world: World, target: Target): void {
  const as = target.person
  for (const { id, parameters } of readsOfPlace(world, target)) add(world, as, id, parameters)
  for (const operation of ['listGroups', 'listProjects', 'listVisibleProjects'] as const)
    add(world, as, operation, { search: '<word>' })
  for (const operation of ['listProjects', 'listOwnedProjects'] as const) add(world, as, operation)
  add(world, as, 'listOwnIssues', { per_page: 100 })
}
