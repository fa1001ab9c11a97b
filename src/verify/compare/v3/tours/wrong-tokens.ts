import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addRecords } from '../records.ts'
import { type Group, ref, type World } from '../world.ts'
import { isOfPlace, readsOf } from './operations.ts'

/** Everything of a public project and its group, which nobody needs a token for, with a token that does not exist. */
export function wrongTokens(world: World): void {
  const level = 20
  if (!world.levels.includes(level)) return
  const symbol = world.fresh('group')
  const path = `<${symbol}.name>`
  const sent = { name: path, path, visibility_level: level, request_access_enabled: true }
  add(world, 'owner', 'createGroup', sent, { makes: symbol })
  const group: Group = { symbol, path, level, members: new Map() }
  const member = { user_id: ref('developer'), access_level: 30 }
  add(world, 'owner', 'addGroupMember', { id: ref(symbol), ...member })
  const reporter = { user_id: ref('reporter'), access_level: 20 }
  add(world, 'owner', 'addGroupMember', { id: ref(symbol), ...reporter })
  const guest = { user_id: ref('guest'), access_level: 10 }
  add(world, 'owner', 'addGroupMember', { id: ref(symbol), ...guest })
  const project = addProject(world, group, level)
  for (const as of ['developer', 'reporter', 'guest'])
    add(world, as, 'listProjects', { search: '<word>' })
  addRecords(world, project)
  const target = firstOf(project, 'developer')
  for (const operation of readsOf(world)) {
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    if (!isOfPlace(operation) || !address || !required) continue
    const parameters = { ...address, ...required }
    add(world, 'developer', operation.id, parameters, { credential: 'wrong token' })
    add(world, 'nobody', operation.id, parameters)
    add(world, 'stranger', operation.id, parameters)
  }
}
