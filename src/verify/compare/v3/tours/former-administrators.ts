import { firstOf, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { addAccount } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue } from '../records.ts'
import { ref, type World } from '../world.ts'
import { readEverything } from './callers.ts'
import { unconfirmed, writesOf } from './operations.ts'

/** An account that becomes an administrator and stops being one: each time, all that it reads, and what it may do no more. */
export function formerAdministrators(world: World): void {
  const [project] = world.projects
  if (!project) return
  addIssue(world, project, 'owner', { confidential: true })
  const target = completeTarget(world, project, 'developer')
  const account = addAccount(world)
  for (const admin of [true, false]) {
    add(world, 'admin', 'updateUser', { id: ref(account), admin })
    // Which groups administrators list is not stated.
    readEverything(world, target, { as: account }, ['listGroups'])
  }
  administer(world, account)
  readEverything(world, target, { as: 'owner' })
}

/** Whatever administrators alone may write. */
function administer(world: World, as: string): void {
  const [project] = world.projects
  if (!project) return
  const target = firstOf(project, 'guest')
  for (const operation of writesOf(world)) {
    const parameters = validParameters(operation, target, world)
    if (operation.access !== 'admin' || !parameters) continue
    add(world, as, operation.id, { ...parameters, ...unconfirmed(operation) })
  }
}
