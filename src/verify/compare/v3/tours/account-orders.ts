import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { addAccount, signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { type Project, ref, type World } from '../world.ts'
import type { Look } from './look.ts'
import { inTurn, lookInTurn, type Writes, writeInEachOrder } from './write-orders.ts'

/** Each write of an account after each other one. */
export function accountOrders(world: World): void {
  const [project] = world.projects
  if (!project) return
  const symbol = addAccount(world, { projects_limit: 3, can_create_group: true })
  const id = ref(symbol)
  const update = (...values: readonly Values[]) =>
    inTurn(world, 'admin', 'updateUser', { id }, values)
  const act = (operation: OperationId<'v3'>) => inTurn(world, 'admin', operation, { id })
  const writes: Writes = {
    ...belong(world, symbol, 'key'),
    ...belong(world, symbol, 'email'),
    name: update({ name: 'Nora Forgery' }, { name: 'Nina Forgery' }),
    tell: update({ bio: 'Mends what leaks' }, { bio: 'Mends' }),
    promote: update({ admin: true }),
    demote: update({ admin: false }),
    limit: update({ projects_limit: 0 }, { projects_limit: 5 }),
    block: act('blockUser'),
    unblock() {
      act('unblockUser')()
      // Blocking may have revoked the token.
      signIn(world, symbol)
    },
  }
  writeInEachOrder(writes, lookAtAccount(world, project, symbol))
}

/** What gives an account a key or an e-mail address, and takes the oldest one away. */
function belong(world: World, symbol: string, kind: 'key' | 'email'): Writes {
  const made: string[] = []
  const name = kind === 'key' ? 'SshKey' : 'Email'
  const id = ref(symbol)
  return {
    [`add a ${kind}`]: () => {
      const one = world.fresh(kind)
      const sent =
        kind === 'key' ? { title: one, key: `<${one}.key>` } : { email: `<${one}.name>@<mail>` }
      add(world, 'admin', `create${name}OfUser`, { id, ...sent }, { makes: one })
      made.push(one)
    },
    [`remove a ${kind}`]: () => {
      const one = made.shift()
      if (one === undefined) return
      add(world, 'admin', `delete${name}OfUser`, { id, [`${kind}_id`]: ref(one) })
      add(world, 'admin', `list${name}sOfUser`, { id })
    },
  }
}

function lookAtAccount(world: World, project: Project, symbol: string): Look {
  const id = ref(symbol)
  return lookInTurn(world, [
    ['admin', 'getUser', { id }],
    ['owner', 'getUser', { id }],
    [symbol, 'getCurrentUser', {}],
    ['admin', 'listUsers', { username: `<${symbol}.name>` }],
    ['admin', 'listSshKeysOfUser', { id }],
    ['admin', 'listEmailsOfUser', { id }],
    [symbol, 'listOwnSshKeys', {}],
    ['admin', 'listUsers', { search: '<word>', active: true, per_page: 100 }],
    [symbol, 'listOwnEmails', {}],
    ['admin', 'listUsers', { search: '<word>', blocked: true, per_page: 100 }],
    [symbol, 'getUser', { id: ref('owner') }],
    ['owner', 'listUsers', { search: `<${symbol}.name>` }],
    [symbol, 'listProjects', { search: '<word>' }],
    [symbol, 'getProject', { id: ref(project.symbol) }],
  ])
}
