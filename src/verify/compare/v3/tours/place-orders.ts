import type { Values } from '../../../reproduction/history.ts'
import { addGroup } from '../fixture.ts'
import { add } from '../reads.ts'
import { ref, type World } from '../world.ts'
import { inTurn, lookInTurn, type Writes, writeInEachOrder } from './write-orders.ts'

/** Each write of a group after each other one. */
export function groupOrders(world: World): void {
  const { symbol } = addGroup(world, 0)
  const id = ref(symbol)
  const update = (...values: readonly Values[]) =>
    inTurn(world, 'owner', 'updateGroup', { id }, values)
  const path = () => ({ path: `<${world.fresh('path')}.name>` })
  const member = { id, user_id: ref('reporter') }
  const writes: Writes = {
    join: inTurn(world, 'owner', 'addGroupMember', { ...member, access_level: 20 }),
    promote: inTurn(world, 'owner', 'updateGroupMember', member, [
      { access_level: 30 },
      { access_level: 10, expires_at: '2031-02-28' },
      { access_level: 40 },
    ]),
    leave: inTurn(world, 'owner', 'removeGroupMember', member),
    name: update({ name: 'Menders' }, { name: 'Tilers' }),
    describe: update({ description: 'For the roof' }, { description: 'For the cellar' }),
    rename: update(path(), path()),
    open: update({ request_access_enabled: true }, { request_access_enabled: false }),
    show: update(...world.levels.map((visibility_level) => ({ visibility_level }))),
    watch: inTurn(world, 'reporter', 'updateGroupNotificationSettings', { id }, [
      { level: 'watch' },
      { level: 'mention' },
    ]),
    fill: () => {
      makeProject(world, { namespace_id: id })
    },
    transfer: () => {
      const project_id = ref(makeProject(world, {}))
      add(world, 'admin', 'transferProjectToGroup', { id, project_id })
    },
  }
  const searched = { search: '<word>', per_page: 100 }
  const look = lookInTurn(world, [
    ['owner', 'getGroup', { id }],
    ['reporter', 'getGroup', { id }],
    ['owner', 'listGroupMembers', { id, per_page: 100 }],
    ['reporter', 'listGroupProjects', { id, per_page: 100 }],
    ['owner', 'getGroupMember', member],
    ['reporter', 'listGroups', {}],
    ['stranger', 'getGroup', { id }],
    ['admin', 'listGroupProjects', { id, per_page: 100 }],
    ['owner', 'listGroups', searched],
    ['reporter', 'listProjects', searched],
    ['reporter', 'listOwnedGroups', {}],
    ['owner', 'listOwnedProjects', { per_page: 100 }],
    ['reporter', 'getGroupNotificationSettings', { id }],
    ['reporter', 'listIssuesOfGroup', { id }],
  ])
  writeInEachOrder(writes, look)
}

/** Creates a private project of the owner without files. */
function makeProject(world: World, place: Values): string {
  const symbol = world.fresh('project')
  const name = `<${symbol}.name>`
  const sent = { name, path: name, ...place, visibility_level: 0, shared_runners_enabled: false }
  add(world, 'owner', 'createProject', sent, { makes: symbol })
  return symbol
}
