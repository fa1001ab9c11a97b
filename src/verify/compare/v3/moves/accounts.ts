import { signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { type Move, ref, type World } from '../world.ts'

/** The known values of an account that a history creates beside its users. */
interface Account {
  readonly symbol: string
  readonly word: string
  readonly id: string
}

const texts = ['Mends what leaks', 'Löst „Lecks“ & <lt>mehr> – 日本', '']
const limits = [0, 1, 7]

/** Returns the fields of an account, both like defaults and different. */
function fieldsOf({ draw }: World): Readonly<Record<string, string | number | boolean>> {
  const fields = {
    bio: draw.one(texts),
    location: draw.one(texts),
    skype: 'mender',
    linkedin: 'mender',
    twitter: '@mender',
    website_url: 'http://mender.example.com',
    organization: draw.one(texts),
    projects_limit: draw.one(limits),
    can_create_group: draw.isLikely(0.5),
    admin: draw.isLikely(0.3),
  }
  return Object.fromEntries(Object.entries(fields).filter(() => draw.isLikely(0.4)))
}

function readAccount(world: World, { id, word }: Account): void {
  const { draw } = world
  const reads = [
    () => add(world, 'admin', 'getUser', { id }),
    () => add(world, 'owner', 'getUser', { id }),
    () => add(world, 'admin', 'listUsers', { username: `<${word}.name>` }),
    () => add(world, 'owner', 'listUsers', { search: `<${word}.name>` }),
    () => add(world, 'admin', 'listUsers', { search: `<${word}.name>@<mail>` }),
    () => add(world, 'admin', 'listUsers', { search: `<${word}.name>`, active: true }),
    () => add(world, 'admin', 'listUsers', { search: `<${word}.name>`, blocked: true }),
    () => add(world, 'admin', 'listUsers', { search: `<${word}.name>`, external: true }),
  ]
  for (const read of reads) if (draw.isLikely(0.6)) read()
}

/** The life of an account with its changes. */
const account: Move = {
  weight: 5,
  make(world) {
    const { draw } = world
    const symbol = world.fresh('account')
    let word = symbol
    const one = () => ({ symbol, word, id: ref(symbol) })
    const { id } = one()
    const email = (name: string) => `<${name}.name>@<mail>`
    const base = {
      username: `<${symbol}.name>`,
      name: `Account ${symbol}`,
      email: email(symbol),
      password: `<${symbol}.password>`,
      confirm: false,
    }
    add(world, 'admin', 'createUser', { ...base, ...fieldsOf(world) }, { makes: symbol })
    readAccount(world, one())
    const changes: readonly (() => void)[] = [
      () => add(world, 'admin', 'updateUser', { id, ...fieldsOf(world) }),
      () => add(world, 'admin', 'updateUser', { id, external: true }),
      () => add(world, 'admin', 'updateUser', { id, external: false }),
      () => add(world, 'admin', 'updateUser', { id, name: `Renamed ${symbol}` }),
      () => {
        word = world.fresh('account')
        add(world, 'admin', 'updateUser', { id, username: `<${word}.name>` })
      },
      () => {
        word = world.fresh('account')
        add(world, 'admin', 'updateUser', { id, email: email(word) })
      },
      // A conflict, which is answered as if there were no such user.
      () => add(world, 'admin', 'updateUser', { id, email: '<guest.name>@<mail>' }),
      () => {
        for (const operation of ['blockUser', 'unblockUser'] as const) {
          add(world, 'admin', operation, { id })
          readAccount(world, one())
        }
      },
    ]
    for (let count = draw.below(3); count >= 0; count--) {
      draw.one(changes)()
      readAccount(world, one())
      if (draw.isLikely(0.3)) add(world, 'admin', 'listUsers', { search: `<${symbol}.name>` })
    }
    if (draw.isLikely(0.4)) useLimit(world, one())
    if (draw.isLikely(0.4)) useBelongings(world, one())
    const group = draw.isLikely(0.5) ? world.groups[0] : undefined
    if (group) {
      add(world, 'owner', 'addGroupMember', {
        id: ref(group.symbol),
        user_id: id,
        access_level: 20,
      })
      if (draw.isLikely(0.5))
        add(world, 'owner', 'addGroupMember', {
          id: ref(group.symbol),
          user_id: id,
          access_level: 30,
        })
      add(world, 'owner', 'listGroupMembers', { id: ref(group.symbol) })
    }
    add(world, 'admin', 'deleteUser', { id })
    readAccount(world, one())
    if (group) add(world, 'owner', 'listGroupMembers', { id: ref(group.symbol) })
    if (draw.isLikely(0.5)) add(world, 'admin', 'deleteUser', { id })
  },
}

/** Creates as many projects as an account is allowed to have, and one more; they are removed with it. */
function useLimit(world: World, { symbol, id }: Account): void {
  add(world, 'admin', 'updateUser', { id, projects_limit: 1 })
  signIn(world, symbol)
  for (let count = 0; count < 2; count++) {
    const name = `<${world.fresh('project')}.name>`
    add(world, symbol, 'createProject', { name, path: name }, { credential: 'query' })
  }
}

/** Adds an e-mail address and a key, which are free again after their removal. */
function useBelongings(world: World, { id }: Account): void {
  const email = world.fresh('email')
  const address = `<${email}.name>@<mail>`
  add(world, 'admin', 'createEmailOfUser', { id, email: address }, { makes: email })
  add(world, 'owner', 'createOwnEmail', { email: address })
  add(world, 'admin', 'deleteEmailOfUser', { id, email_id: ref(email) })
  add(world, 'admin', 'deleteEmailOfUser', { id, email_id: ref(email) })
  add(world, 'owner', 'createOwnEmail', { email: address }, { makes: world.fresh('email') })
  const key = world.fresh('key')
  const sent = { id, title: 'At sea', key: `<${key}.key>` }
  add(world, 'admin', 'createSshKeyOfUser', sent, { makes: key })
  add(world, 'admin', 'getSshKeyWithUser', { id: ref(key) })
  add(world, 'admin', 'deleteSshKeyOfUser', { id, key_id: ref(key) })
  add(world, 'admin', 'deleteSshKeyOfUser', { id, key_id: ref(key) })
}

export const accountMoves: readonly Move[] = [account]
