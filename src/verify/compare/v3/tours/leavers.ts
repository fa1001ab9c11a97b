import type { OperationId } from '../../../../contract/operation-contract.ts'
import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { isCode, isOfPlace, readsOf } from './operations.ts'

const members = ['master', 'developer', 'reporter'] as const

/** A private group with a project whose members are its own: what they read before and after they were removed. */
export function leavers(world: World): void {
  const symbol = world.fresh('group')
  const path = `<${symbol}.name>`
  const sent = { name: path, path, visibility_level: 0, request_access_enabled: false }
  add(world, 'owner', 'createGroup', sent, { makes: symbol })
  const project = addProject(world, { symbol, path, level: 0, members: new Map() }, 0)
  const id = ref(project.symbol)
  for (const person of members)
    add(world, 'owner', 'addProjectMember', { id, user_id: ref(person), access_level: 30 })
  for (const person of members) add(world, person, 'listProjects', { search: '<word>' })
  addIssue(world, project, 'developer', { labels: 'bug' })
  addMergeRequest(world, project, { labels: 'bug' })
  subscribers(world, project)
  const group = { id: ref(symbol), user_id: ref('guest') }
  add(world, 'owner', 'addGroupMember', { ...group, access_level: 30 })
  readAll(world, project, 'guest')
  add(world, 'owner', 'removeGroupMember', group)
  readAll(world, project, 'guest')
  add(world, 'owner', 'removeProjectMember', { id, user_id: ref('reporter') })
  readAll(world, project, 'reporter')
  readAll(world, project, 'developer')
}

/** Two members who wrote nothing there subscribe to an issue and a merge request; that one of them no longer does is nothing to the other. */
function subscribers(world: World, project: Project): void {
  const id = ref(project.symbol)
  const [issue] = project.issues
  const [request] = project.mergeRequests
  const records = [
    ['Issue', { id, issue_id: ref(issue?.symbol ?? '') }],
    ['MergeRequest', { id, merge_request_id: ref(request?.symbol ?? '') }],
  ] as const
  for (const [kind, address] of records) {
    const call = (as: string, operation: OperationId<'v3'>) => add(world, as, operation, address)
    const read = () => {
      for (const as of ['master', 'reporter']) call(as, `get${kind}`)
    }
    for (const as of ['master', 'reporter']) call(as, `subscribeTo${kind}`)
    read()
    call('reporter', `unsubscribeFrom${kind}`)
    read()
  }
}

function readAll(world: World, project: Project, as: 'developer' | 'reporter' | 'guest'): void {
  const target = firstOf(project, as)
  for (const operation of readsOf(world)) {
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    if (!isOfPlace(operation) || !address || !required || (as === 'guest' && isCode(operation)))
      continue
    add(world, as, operation.id, { ...address, ...required })
  }
  for (const operation of ['listGroups', 'listProjects', 'listVisibleProjects'] as const)
    add(world, as, operation, { search: '<word>' })
  add(world, as, 'listOwnIssues', { per_page: 100 })
}
