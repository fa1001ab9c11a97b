import type { OperationId } from '../../../../contract/operation-contract.ts'
import { firstOf } from '../calls.ts'
import { addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { readsOfPlace } from './callers.ts'

const members = ['master', 'developer', 'reporter'] as const

/** Who is of no other group. */
const ofGroup = 'stranger'

/** A private group with a project whose members are its own: what they read before and after they were removed. */
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
  readAll(world, project, ofGroup)
  add(world, 'owner', 'removeGroupMember', group)
  readAll(world, project, ofGroup)
  add(world, 'owner', 'removeProjectMember', { id, user_id: ref('reporter') })
  readAll(world, project, 'reporter')
  readAll(world, project, 'developer')
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

function readAll(
  world: World,
  project: Project,
  as: 'developer' | 'reporter' | typeof ofGroup,
): void {
  for (const { id, parameters } of readsOfPlace(world, firstOf(project, as)))
    add(world, as, id, parameters)
  for (const operation of ['listGroups', 'listProjects', 'listVisibleProjects'] as const)
    add(world, as, operation, { search: '<word>' })
  for (const operation of ['listProjects', 'listOwnedProjects'] as const) add(world, as, operation)
  add(world, as, 'listOwnIssues', { per_page: 100 })
}
