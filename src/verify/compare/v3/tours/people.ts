import type { OperationId } from '../../../../contract/operation-contract.ts'
import { firstOf } from '../calls.ts'
import { addAccount, signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { ref, type World } from '../world.ts'
import { eachField } from './fields.ts'

/** Accounts: creation and changes with each of their fields. */
export function accounts(world: World): void {
  const { draw, projects } = world
  const [main] = projects
  if (!main) return
  const target = firstOf(main)
  const named = () => {
    const name = world.fresh('account')
    const word = `<${name}.name>`
    return { username: word, name: `Account ${name}`, email: `${word}@<mail>`, confirm: false }
  }
  const search = (text: string) => {
    add(world, draw.one(['admin', 'owner']), 'listUsers', { search: text })
    add(world, 'admin', 'listUsers', { username: text })
  }
  eachField({
    world,
    operation: 'createUser',
    as: 'admin',
    target,
    common: named,
    makes: 'account',
    show(made, { username }) {
      add(world, 'admin', 'getUser', { id: ref(made) })
      if (draw.isLikely(0.4)) add(world, 'owner', 'getUser', { id: ref(made) })
      if (draw.isLikely(0.2)) add(world, 'admin', 'listUsers', { username })
      if (draw.isLikely(0.2)) add(world, 'admin', 'listUsers', { search: '<word>', external: true })
    },
  })
  const symbol = world.fresh('account')
  const own = named()
  const password = `<${symbol}.password>`
  add(world, 'admin', 'createUser', { ...own, password }, { makes: symbol })
  const id = ref(symbol)
  signIn(world, symbol)
  eachField({
    world,
    operation: 'updateUser',
    as: 'admin',
    target,
    common: () => ({ id }),
    show(_made, { username, email }) {
      add(world, 'admin', 'getUser', { id })
      add(world, 'owner', 'getUser', { id })
      add(world, 'admin', 'getUser', { id: ref('guest') })
      if (typeof username === 'string') {
        search(username)
        search(String(own.username))
      }
      if (typeof email === 'string') {
        add(world, 'admin', 'listUsers', { search: email })
        add(world, 'admin', 'listUsers', { search: String(own.email) })
      }
      if (draw.isLikely(0.3)) add(world, symbol, 'getCurrentUser', {}, { credential: 'query' })
      if (draw.isLikely(0.3)) add(world, 'admin', 'listUsers', { search: '<word>', external: true })
    },
  })
  // A value of another user is taken.
  add(world, 'admin', 'createUser', { ...named(), email: '<guest.name>@<mail>', password })
  add(world, 'admin', 'createUser', { ...named(), username: '<guest.name>', password })
  add(world, 'admin', 'updateUser', { id, email: '<guest.name>@<mail>' })
  add(world, 'admin', 'updateUser', { id, username: '<guest.name>' })
  add(world, 'admin', 'getUser', { id })
  end(world, symbol)
  identities(world)
}

/**
 * The name that a user has with a provider, which administrators see: given by a change, and by a creation. These are the
 * last calls, since which providers there are is set up by the instance.
 */
function identities(world: World): void {
  const open = 'which providers of accounts a server knows is not stated'
  const [known, account] = [addAccount(world), world.fresh('account')]
  const identityOf = (name: string) => ({
    provider: 'ldapmain',
    extern_uid: `uid=${name},ou=people`,
  })
  const read = (symbol: string) => {
    for (const as of ['admin', 'owner']) add(world, as, 'getUser', { id: ref(symbol) })
  }
  const change = (symbol: string, name: string) => {
    const id = ref(symbol)
    add(world, 'admin', 'updateUser', { id, ...identityOf(name) }, { open })
    read(symbol)
    add(world, 'admin', 'updateUser', { id, location: 'The cellar' })
    read(symbol)
  }
  change(known, `<${known}.name>`)
  const word = `<${account}.name>`
  const named = { username: word, name: 'Account of a provider', email: `${word}@<mail>` }
  const sent = { ...named, password: `<${account}.password>`, confirm: false, ...identityOf(word) }
  add(world, 'admin', 'createUser', sent, { makes: account, open })
  read(account)
  change(account, `other-${word}`)
  add(world, 'admin', 'listUsers', { username: word })
}

/** Blocks, unblocks and deletes an account with records of each kind. */
function end(world: World, symbol: string): void {
  const [project] = world.projects
  if (!project) return
  const id = ref(symbol)
  const group = ref(project.group.symbol)
  const member = { user_id: id, access_level: 30 }
  add(world, 'owner', 'addGroupMember', { id: group, ...member })
  add(world, 'owner', 'addProjectMember', { id: ref(project.symbol), ...member })
  const read = () => {
    add(world, 'admin', 'getUser', { id })
    add(world, 'owner', 'getUser', { id })
    add(world, 'owner', 'listGroupMembers', { id: group })
    add(world, 'owner', 'getGroupMember', { id: group, user_id: id })
    add(world, 'owner', 'listProjectMembers', { id: ref(project.symbol) })
    add(world, 'owner', 'listProjectUsers', { id: ref(project.symbol) })
    for (const state of ['active', 'blocked']) {
      add(world, 'admin', 'listUsers', { search: '<word>', [state]: true })
    }
    add(world, 'admin', 'listEmailsOfUser', { id })
    add(world, 'admin', 'listSshKeysOfUser', { id })
    add(world, symbol, 'getCurrentUser')
  }
  for (const operation of ['blockUser', 'blockUser', 'unblockUser', 'unblockUser'] as const) {
    add(world, 'admin', operation, { id })
    // Blocking may have revoked the token.
    if (operation === 'unblockUser') signIn(world, symbol)
    read()
  }
  // Blocked members are shown as such, deleted ones are not shown.
  add(world, 'admin', 'deleteUser', { id })
  read()
  add(world, 'admin', 'deleteUser', { id })
  for (const operation of ['blockUser', 'unblockUser', 'updateUser'] as const) {
    add(world, 'admin', operation, operation === 'updateUser' ? { id, bio: 'Gone' } : { id })
  }
}

/**
 * E-mail addresses and keys of the caller and of others: creation, reads by each, removal, and reuse by another user.
 */
export function belongings(world: World): void {
  const { draw } = world
  inTheNameOf(world, 'developer')
  for (const kind of ['Email', 'SshKey'] as const) {
    const parameter = kind === 'Email' ? 'email_id' : 'key_id'
    for (const way of ['own', 'of another'] as const) {
      const [person, other] = ['developer', 'reporter'] as const
      const value = world.fresh(kind === 'Email' ? 'email' : 'key')
      const sent =
        kind === 'Email'
          ? { email: `<${value}.name>@<mail>` }
          : { title: 'Zu „Hause“', key: `<${value}.key>` }
      const make = (as: string) =>
        way === 'own'
          ? add(world, as, `createOwn${kind}`, sent, { makes: value })
          : add(world, 'admin', `create${kind}OfUser`, { id: ref(as), ...sent }, { makes: value })
      const one = { [parameter]: ref(value) }
      const read = () => {
        for (const as of [person, other]) {
          add(world, as, `listOwn${kind}s`)
          add(world, as, `getOwn${kind}`, one)
          add(world, 'admin', `list${kind}sOfUser`, { id: ref(as) })
        }
        if (kind === 'SshKey') add(world, 'admin', 'getSshKeyWithUser', { id: ref(value) })
        if (kind === 'SshKey') add(world, person, 'getSshKeyWithUser', { id: ref(value) })
      }
      const remove = (as: string, by: 'own' | 'of another') =>
        by === 'own'
          ? add(world, as, `deleteOwn${kind}`, one)
          : add(world, 'admin', `delete${kind}OfUser`, { id: ref(as), ...one })
      make(person)
      read()
      make(person)
      make(other)
      // The other user cannot remove it either.
      remove(other, 'own')
      remove(other, 'of another')
      read()
      const by = draw.one(['own', 'of another'] as const)
      remove(person, by)
      read()
      for (const again of ['own', 'of another'] as const) remove(person, again)
      make(other)
      read()
      remove(other, 'own')
      remove(other, 'own')
    }
  }
  takenAddresses(world)
  aliases(world)
}

/** The address that a user signs in with is taken: nobody, and not that user either, has it as a further one. */
function takenAddresses(world: World): void {
  for (const email of ['<developer.name>@<mail>', '<guest.name>@<mail>']) {
    add(world, 'developer', 'createOwnEmail', { email })
    add(world, 'admin', 'createEmailOfUser', { id: ref('developer'), email })
  }
  add(world, 'admin', 'listEmailsOfUser', { id: ref('developer') })
}

/** Addresses with a plus sign, at the end: a server may refuse them, and has others than the forge then. */
function aliases(world: World): void {
  const own = world.fresh('email')
  add(world, 'developer', 'createOwnEmail', { email: `<${own}.name>+roof@<mail>` }, { makes: own })
  add(world, 'developer', 'getOwnEmail', { email_id: ref(own) })
  const email = `<${world.fresh('email')}.name>+roof@<mail>`
  add(world, 'admin', 'createEmailOfUser', { id: ref('developer'), email })
  add(world, 'developer', 'listOwnEmails')
}

/** What the administrator makes in the name of a user, in each way to say so, is that user's. */
function inTheNameOf(world: World, person: string): void {
  for (const credential of ['sudo by name', 'sudo by id', 'sudo in the query', 'query'] as const) {
    const [email, key] = [world.fresh('email'), world.fresh('key')]
    const sent = { title: `By ${credential}`, key: `<${key}.key>` }
    const address = { email: `<${email}.name>@<mail>` }
    add(world, person, 'createOwnEmail', address, { credential, makes: email })
    add(world, person, 'createOwnSshKey', sent, { credential, makes: key })
    add(world, person, 'updateNotificationSettings', { level: 'mention' }, { credential })
    for (const kind of ['Email', 'SshKey'] as const) {
      add(world, person, `listOwn${kind}s`)
      add(world, 'admin', `list${kind}sOfUser`, { id: ref(person) })
    }
    add(world, person, 'getNotificationSettings')
    add(world, person, 'updateNotificationSettings', { level: 'watch' })
    add(world, person, 'deleteOwnEmail', { email_id: ref(email) }, { credential })
    add(world, person, 'deleteOwnSshKey', { key_id: ref(key) }, { credential })
    add(world, 'admin', 'listEmailsOfUser', { id: ref(person) })
    add(world, 'admin', 'listSshKeysOfUser', { id: ref(person) })
  }
}

const places = [
  ['', undefined],
  ['Group', 0],
  ['Project', 0],
  ['Project', 1],
] as const

/**
 * Notification settings, global and for a group and a project: each level, and each event; a setting does not affect
 * others.
 */
export function notifications(world: World): void {
  const { draw, projects } = world
  const person = draw.one(['developer', 'reporter'] as const)
  const address = (of: string, place: number | undefined) => {
    const project = projects[place ?? 0]
    if (of === '' || !project) return {}
    return { id: ref(of === 'Group' ? project.group.symbol : project.symbol) }
  }
  const readAll = () => {
    for (const [of, place] of places) {
      add(world, person, `get${of}NotificationSettings`, address(of, place))
    }
    add(world, 'owner', 'getNotificationSettings')
  }
  for (const [of, place] of places) {
    const operation = `update${of}NotificationSettings` as OperationId<'v3'>
    const { parameters } = world.operation(operation)
    const write = (values: Readonly<Record<string, string | boolean>>) =>
      add(world, person, operation, { ...address(of, place), ...values })
    const levels = ['participating', 'watch', 'mention', 'disabled']
    const inside = of === '' ? [] : ['global']
    for (const level of [...levels, ...inside]) {
      write({ level })
      readAll()
    }
    if (of === '') {
      // One of the addresses of the user, without the level.
      write({ notification_email: `<${person}.name>@<mail>` })
      readAll()
      continue
    }
    // The initial events are not specified, so all of them are set.
    const events = parameters.flatMap(({ name, schema }) =>
      schema.type === 'boolean' ? [name] : [],
    )
    write({ level: 'custom', ...Object.fromEntries(events.map((name) => [name, false])) })
    readAll()
    for (const name of events) {
      write({ [name]: true })
      add(world, person, `get${of}NotificationSettings`, address(of, place))
    }
    write({ new_note: false })
    readAll()
    write({ new_issue: false, close_issue: true })
    readAll()
    write({ level: 'custom', merge_merge_request: false })
    readAll()
    // If one value is refused, none is written.
    add(world, person, operation, { ...address(of, place), level: 'watch', new_note: 'perhaps' })
    readAll()
    add(world, person, operation, { ...address(of, place), level: 'loud', new_note: true })
    readAll()
  }
}
