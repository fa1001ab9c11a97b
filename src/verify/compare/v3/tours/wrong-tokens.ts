import { wrongTokenPlaces } from '../../../reproduction/wrong-tokens.ts'
import { completeTarget } from '../complete-target.ts'
import { addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addRecords } from '../records.ts'
import { accessLevels, ref, type World } from '../world.ts'
import { readsOfPlace } from './callers.ts'

/** Those who write the records of a project. */
const authors = ['developer', 'reporter', 'guest'] as const

/**
 * Everything of a public project and its group, which nobody needs a token for, with a token that does not exist, in each
 * place.
 */
export function wrongTokens(world: World): void {
  const level = 20
  if (!world.levels.includes(level)) return
  const group = addGroup(world, level)
  for (const person of authors) {
    const member = { user_id: ref(person), access_level: accessLevels[person] }
    add(world, 'owner', 'addGroupMember', { id: ref(group.symbol), ...member })
  }
  const project = addProject(world, group, level)
  for (const as of authors) add(world, as, 'listProjects', { search: '<word>' })
  addRecords(world, project)
  const target = completeTarget(world, project, 'developer')
  for (const { id, parameters } of readsOfPlace(world, target)) {
    for (const credential of wrongTokenPlaces)
      add(world, 'developer', id, parameters, { credential })
    for (const as of ['nobody', 'stranger']) add(world, as, id, parameters)
  }
}
