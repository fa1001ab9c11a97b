import { validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { add } from '../reads.ts'
import { ref, type World } from '../world.ts'
import { lookAtAnswer, readCreated } from './look.ts'
import { type AskedOperation, entitledTo, isOfPlace, unconfirmed, writesOf } from './operations.ts'

/** Every write with the same values three times: what the second one answers, and what there is afterwards. */
export function repeats(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const target = completeTarget(world, project)
  // A tag whose release is new.
  const tag_name = 'again'
  const id = ref(project.symbol)
  add(world, 'owner', 'createTag', { id, tag_name, ref: 'master' })
  for (const operation of writesOf(world)) {
    if (!isRepeated(operation)) continue
    const valid = validParameters(operation, target, world)
    if (!valid) continue
    const ofTag = operation.path.includes('/tags/') ? { tag_name } : {}
    const sent = { ...valid, ...ofTag, ...unconfirmed(operation) }
    const look = lookAtAnswer(world, operation, target)
    for (let times = 0; times < 3; times++) {
      const makes = world.fresh('repeated')
      const isCreation = operation.method === 'POST'
      const named = isCreation ? { makes } : {}
      add(world, entitledTo(operation), operation.id, sent, named)
      if (isCreation) readCreated(world, operation, sent, makes)
      look.near()
    }
  }
}

/** What the second one does is not stated of these. */
const without: ReadonlySet<string> = new Set([
  'transferProjectToGroup',
  'moveIssue',
  'cherryPickCommit',
  'createCommitStatus',
])

/** Removals are made again where the states of their records are compared, and builds are left to runners. */
const isRepeated = (operation: AskedOperation) =>
  operation.method !== 'DELETE' &&
  !without.has(operation.id) &&
  !operation.path.includes('/builds/') &&
  (isOfPlace(operation) || !operation.path.includes('{'))
