import { firstOf, validParameters } from '../calls.ts'
import { addAccount, addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { readsOf, searchOf, unconfirmed, writesOf } from './operations.ts'

/** An account that becomes an administrator and stops being one: each time, all that it reads, and what it may do no more. */
export function formerAdministrators(world: World): void {
  const project = addProject(world, addGroup(world, 0), 0)
  addIssue(world, project, 'owner', { confidential: true })
  addMergeRequest(world, project, {})
  const account = addAccount(world)
  for (const admin of [true, false]) {
    add(world, 'admin', 'updateUser', { id: ref(account), admin })
    readEverything(world, project, account)
  }
  administer(world, project, account)
  readEverything(world, project, 'owner')
}

function readEverything(world: World, project: Project, as: string): void {
  const target = firstOf(project, 'developer')
  for (const operation of readsOf(world)) {
    const parameters = validParameters(operation, target, world)
    // Which groups administrators list is not stated.
    if (!parameters || operation.id === 'listGroups') continue
    add(world, as, operation.id, { ...searchOf(operation), ...parameters })
  }
}

/** Whatever administrators alone may write. */
function administer(world: World, project: Project, as: string): void {
  const target = firstOf(project, 'guest')
  for (const operation of writesOf(world)) {
    const parameters = validParameters(operation, target, world)
    if (operation.access !== 'admin' || !parameters) continue
    add(world, as, operation.id, { ...parameters, ...unconfirmed(operation) })
  }
}
