import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { pathOf, ref, type World } from '../world.ts'
import { ofAdministrator, pairsOfFields } from './field-pairs.ts'

/** Accounts: each two fields together, at their creation and in changes of one of them. */
export function accountPairs(world: World): void {
  const { draw, projects } = world
  const [main] = projects
  if (!main) return
  const target = firstOf(main)
  const named = () => {
    const name = world.fresh('account')
    const word = `<${name}.name>`
    return { username: word, name: `Account ${name}`, email: `${word}@<mail>`, confirm: false }
  }
  pairsOfFields({
    world,
    operation: 'createUser',
    callers: ofAdministrator,
    target,
    common: named,
    makes: 'account',
    show(made, { username }) {
      add(world, 'admin', 'getUser', { id: ref(made) })
      if (draw.isLikely(0.4)) add(world, 'owner', 'getUser', { id: ref(made) })
      if (draw.isLikely(0.3)) add(world, draw.one(['admin', 'owner']), 'listUsers', { username })
    },
  })
  const symbol = world.fresh('account')
  const password = `<${symbol}.password>`
  add(world, 'admin', 'createUser', { ...named(), password }, { makes: symbol })
  const id = ref(symbol)
  signIn(world, symbol)
  pairsOfFields({
    world,
    operation: 'updateUser',
    callers: ofAdministrator,
    target,
    common: () => ({ id }),
    show(_made, { username, email }) {
      add(world, draw.one(['admin', 'admin', 'owner']), 'getUser', { id })
      add(world, symbol, 'getCurrentUser')
      if (typeof username === 'string') add(world, 'admin', 'listUsers', { username })
      if (typeof email === 'string') add(world, 'admin', 'listUsers', { search: email })
      if (draw.isLikely(0.3)) add(world, 'admin', 'getUser', { id: ref('guest') })
    },
  })
}

/** Notification settings: each two events together, and with each level, for a group and two projects. */
export function notificationPairs(world: World): void {
  const { projects } = world
  const [main, other] = projects
  if (!main || !other) return
  const target = firstOf(main)
  const person = 'developer'
  const places = [
    ['Group', ref(main.group.symbol), () => main.group.path],
    ['Project', ref(main.symbol), () => pathOf(main)],
    ['Project', ref(other.symbol), () => pathOf(other)],
  ] as const
  const readAll = () => {
    add(world, person, 'getNotificationSettings')
    for (const [of, id] of places) add(world, person, `get${of}NotificationSettings`, { id })
  }
  const eventsOf = (operation: OperationId<'v3'>) =>
    world.operation(operation).parameters.filter(({ schema }) => schema.type === 'boolean')
  // The initial events are not specified, so all of them are set.
  for (const [of, id] of places) {
    const operation = `update${of}NotificationSettings` as const
    const all: Values = Object.fromEntries(eventsOf(operation).map(({ name }) => [name, false]))
    add(world, person, operation, { id, level: 'custom', ...all })
  }
  for (const [of, id, path] of places.slice(0, 2)) {
    pairsOfFields({
      world,
      operation: `update${of}NotificationSettings`,
      callers: [
        { as: person },
        { as: person, credential: 'sudo by name' },
        { as: person, credential: 'sudo by id' },
        { as: person, credential: 'query' },
      ],
      target,
      common: () => ({ id }),
      path,
      show: readAll,
    })
  }
}
