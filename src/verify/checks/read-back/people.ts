import type { OperationId } from '../../../contract/generated/v3/contract.ts'
import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { lookup, type Reader, shownBy } from '../shown-by.ts'
import { createAndRead, removeAndRead, writeAndRead } from './write-and-read.ts'

/** `createUser`, `updateUser`, `deleteUser`. */
export const users = story('read-back: Users', { about: ['Users'] }, async (t) => {
  // Where the server does not let anybody create users, this ends the story.
  await t.user()
  const withSelf = (id: number, username: string): readonly Reader[] => {
    const self = t.caller('the administrator, as that user', { sudo: id })
    return [...shownBy.user(t.admin, id, username), lookup(self, 'getCurrentUser', {})]
  }
  const created = { ...account(t), ...profile('1', true) }
  const { id } = await createAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    sent: { ...created, password: t.instance.passwords.next(), confirm: false },
    readers: (one) => withSelf(one, created.username),
  })

  await t.chapter('changing', async () => {
    const changed = { ...account(t), ...profile('2', false) }
    await writeAndRead(t, {
      caller: t.admin,
      operation: 'updateUser',
      path: { id },
      sent: changed,
      readers: withSelf(id, changed.username),
    })
  })

  await t.chapter('an identity', () => checkIdentity(t))

  await t.chapter('what follows from external', () => checkExternal(t, id))

  await t.chapter('the least', () => checkLeast(t))

  await t.chapter('defaults', async () => {
    const { body } = await t.admin.call('createUser', {
      ...account(t),
      password: t.instance.passwords.next(),
    })
    const shown = await t.admin.call('getUser', { id: idOf(body, 'createUser') })
    for (const name of ['is_admin', 'external'] as const) {
      const rule = `${name === 'is_admin' ? 'admin' : name} is false where it is left out.`
      const subject = { operation: 'createUser', exchange: shown.exchange } as const
      t.expect(subject, `default:${name}`, rule).equal(shown.body?.[name], false)
    }
  })

  await t.chapter('deleting', async () => {
    const { body } = await t.admin.call('getUser', { id })
    await removeAndRead(t, {
      caller: t.admin,
      operation: 'deleteUser',
      path: { id },
      readers: shownBy.user(t.admin, id, body?.username ?? ''),
    })
  })
  for (const operation of ['createUser', 'updateUser'] as const) {
    t.notTested(operation, 'read-back:password', 'no operation shows or takes a password')
  }
  t.leftOpen('createUser', 'read-back:confirm', 'what it does is not stated')
})

function account(t: TestContext) {
  const username = t.name('user')
  return { username, email: `${username}@${t.instance.mailDomain}`, name: `Name of ${username}` }
}

function profile(mark: string, flag: boolean) {
  return {
    skype: `skype${mark}`,
    linkedin: `linkedin${mark}`,
    twitter: `twitter${mark}`,
    website_url: `http://site${mark}.example.com/home`,
    organization: `Organization ${mark}`,
    projects_limit: 30 + Number(mark),
    bio: `Bio ${mark}`,
    location: `Location ${mark}`,
    admin: flag,
    can_create_group: flag,
  }
}

/** Checks identities by themselves: which providers a server knows is not stated, and it may refuse any other. */
async function checkIdentity(t: TestContext): Promise<void> {
  const password = t.instance.passwords.next()
  const provider = 'forgery'
  const identity = () => ({ extern_uid: t.name('uid'), provider })
  const mayBeRefused = (status: number) => status === 400
  const tried = { ...account(t), password, ...identity() }
  const { status } = await t.admin.attempt('createUser', tried, { mayBeRefused })
  if (status === 400) {
    for (const operation of ['createUser', 'updateUser'] as const)
      for (const name of Object.keys(identity()))
        t.leftOpen(operation, `read-back:${name}`, `the server knows no provider ${provider}`)
    return
  }
  const { username, ...others } = account(t)
  const { id } = await createAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    path: { username, ...others, password },
    sent: identity(),
    readers: (one) => shownBy.user(t.admin, one, username),
  })
  await writeAndRead(t, {
    caller: t.admin,
    operation: 'updateUser',
    path: { id },
    sent: identity(),
    readers: shownBy.user(t.admin, id, username),
  })
}

/** Checks unusual values that are not the defaults. */
async function checkLeast(t: TestContext): Promise<void> {
  const { username, ...others } = account(t)
  await createAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    path: { username, ...others, password: t.instance.passwords.next() },
    sent: { projects_limit: 0, can_create_group: false },
    readers: (one) => shownBy.user(t.admin, one, username),
  })
}

/** Checks external users separately, since their limits are not specified. */
async function checkExternal(t: TestContext, id: number): Promise<void> {
  const { username, ...others } = account(t)
  await createAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    path: { username, ...others, password: t.instance.passwords.next() },
    sent: { external: true },
    readers: (one) => shownBy.user(t.admin, one, username),
  })
  const { body } = await t.admin.call('getUser', { id })
  await writeAndRead(t, {
    caller: t.admin,
    operation: 'updateUser',
    path: { id },
    sent: { external: true },
    readers: shownBy.user(t.admin, id, body?.username ?? ''),
  })
  // The places of parameters leave this switch out, for what follows from it.
  for (const [external, place] of [
    [false, 'query'],
    [true, 'query'],
    [false, 'form'],
  ] as const) {
    const written = await t.admin.call('updateUser', { id, external }, { body: place })
    const rule = `external ${external} may stand in ${place === 'query' ? 'the query' : 'a form'}.`
    // The response to a write can be shorter than the record.
    const shown = await t.admin.call('getUser', { id })
    const exchanges = [written.exchange, shown.exchange]
    const subject = { operation: 'updateUser', exchanges } as const
    t.expect(subject, `place:${place}`, rule).equal(shown.body?.external, external)
  }
}

/** Records that users have for themselves, and that administrators can add and remove. */
interface Owned {
  readonly resource: 'SSH keys' | 'E-mails'
  readonly create: { readonly own: OperationId; readonly ofUser: OperationId }
  readonly remove: { readonly own: OperationId; readonly ofUser: OperationId }
  readonly idParameter: string
  readonly sent: (t: TestContext) => Readonly<Record<string, string>>
  readonly readers: (admin: Caller, owner: Person, id: number) => readonly Reader[]
  /** The unique field: a chapter, the parameter, and the rule. */
  readonly taken: readonly [chapter: string, parameter: string, rule: string]
  /** Checks the further fields of a record. */
  readonly check?: (t: TestContext, owner: Person, id: number) => Promise<void>
}

function readBackOwned(owned: Owned) {
  const { resource, create, remove, idParameter, sent, taken } = owned
  return story(`read-back: ${resource}`, { about: [resource] }, async (t) => {
    const person = await t.user()
    for (const [chapter, caller, by, path] of [
      ['one’s own', person, 'own', {}],
      ['another’s', t.admin, 'ofUser', { id: person.id }],
    ] as const) {
      await t.chapter(chapter, async () => {
        const { id } = await createAndRead(t, {
          caller,
          operation: create[by],
          path,
          sent: sent(t),
          readers: (one) => owned.readers(t.admin, person, one),
        })
        await owned.check?.(t, person, id)
        await removeAndRead(t, {
          caller,
          operation: remove[by],
          path: { ...path, [idParameter]: id },
          readers: owned.readers(t.admin, person, id),
        })
      })
    }
    const [chapter, parameter, rule] = taken
    await t.chapter(chapter, async () => {
      const [holder, other] = await Promise.all([t.user(), t.user()])
      const given = sent(t)
      await holder.call(create.own, given as object)
      const ways: readonly Creation[] = [
        { caller: holder, operation: create.own, parameters: given },
        { caller: other, operation: create.own, parameters: given },
        { caller: t.admin, operation: create.ofUser, parameters: { id: other.id, ...given } },
      ]
      for (const way of ways) await checkTaken(t, way, parameter, rule)
    })
  })
}

export const sshKeys = readBackOwned({
  resource: 'SSH keys',
  create: { own: 'createOwnSshKey', ofUser: 'createSshKeyOfUser' },
  remove: { own: 'deleteOwnSshKey', ofUser: 'deleteSshKeyOfUser' },
  idParameter: 'key_id',
  sent: (t) => ({ title: t.name('title'), key: t.instance.sshKeys.next() }),
  readers: shownBy.sshKey,
  taken: [
    'a key that is used already',
    'key',
    'A key that is used already is answered with 400 and the error under its name.',
  ],
  async check(t, owner, id) {
    const withUser = await t.admin.call('getSshKeyWithUser', { id })
    const rule = 'The lookup by key id carries the user whose key it is.'
    t.expect(withUser, 'shows:user', rule).equal(withUser.body?.user?.id, owner.id)
  },
})

export const emails = readBackOwned({
  resource: 'E-mails',
  create: { own: 'createOwnEmail', ofUser: 'createEmailOfUser' },
  remove: { own: 'deleteOwnEmail', ofUser: 'deleteEmailOfUser' },
  idParameter: 'email_id',
  sent: (t) => ({ email: t.email('mail') }),
  readers: shownBy.email,
  taken: [
    'an address that is used already',
    'email',
    'An address that is used already is answered with 400 and the error under its name.',
  ],
})

interface Creation {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Checks that a duplicate is refused with `{ message: { NAME: ["has already been taken"] } }`. */
async function checkTaken(
  t: TestContext,
  { caller, operation, parameters }: Creation,
  name: string,
  rule: string,
): Promise<void> {
  const again = await caller.attempt(operation, parameters)
  const expectation = t.expect(again, `unique:${name}`, rule)
  if (!expectation.status([400])) return
  const errors = at(again.body, `message.${name}`)
  const isNamed = Array.isArray(errors) && errors.includes('has already been taken')
  expectation.holds(isNamed, `"${name}" has already been taken`, again.body)
}
