import { idOf, sshKey } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { lookup, type Reader, shownBy } from '../shown-by.ts'
import { createAndRead, removeAndRead, writeAndRead } from './write-and-read.ts'

/** `createUser`, `updateUser`, `deleteUser`. */
export const users = story('read-back: Users', { about: ['Users'] }, async (t) => {
  // Where the server lets nobody create users, this ends the story.
  await t.user()
  const withSelf = (id: number, username: string): readonly Reader[] => {
    const self = t.caller('the administrator, as that user', { sudo: id })
    return [...shownBy.user(t.admin, id, username), lookup(self, 'getCurrentUser', {})]
  }
  const created = { ...account(t), ...profile(t, '1', true) }
  const { id } = await createAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    sent: { ...created, password, confirm: false },
    readers: (one) => withSelf(one, created.username),
  })

  await t.chapter('changing', async () => {
    const changed = { ...account(t), ...profile(t, '2', false) }
    await writeAndRead(t, {
      caller: t.admin,
      operation: 'updateUser',
      path: { id },
      sent: changed,
      readers: withSelf(id, changed.username),
    })
  })

  await t.chapter('what follows from external', () => checkExternal(t, id))

  await t.chapter('defaults', async () => {
    const { body } = await t.admin.call('createUser', { ...account(t), password })
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

const password = 'a long enough password'

function account(t: TestContext) {
  const username = t.name('user')
  return { username, email: `${username}@${t.instance.mailDomain}`, name: `Name of ${username}` }
}

function profile(t: TestContext, mark: string, flag: boolean) {
  return {
    skype: `skype${mark}`,
    linkedin: `linkedin${mark}`,
    twitter: `twitter${mark}`,
    website_url: `http://site${mark}.example.com`,
    organization: `Organization ${mark}`,
    projects_limit: 30 + Number(mark),
    extern_uid: t.name('uid'),
    provider: 'forgery',
    bio: `Bio ${mark}`,
    location: `Location ${mark}`,
    admin: flag,
    can_create_group: flag,
  }
}

/** What limits an external user has is left open, so it is checked alone. */
async function checkExternal(t: TestContext, id: number): Promise<void> {
  const { username, ...others } = account(t)
  await createAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    path: { username, ...others, password },
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
}

/** SSH keys, by their owner and by an administrator. */
export const sshKeys = story('read-back: SSH keys', { about: ['SSH keys'] }, async (t) => {
  const person = await t.user()
  const create = async (operation: 'createOwnSshKey' | 'createSshKeyOfUser') => {
    const isOwn = operation === 'createOwnSshKey'
    const { id } = await createAndRead(t, {
      caller: isOwn ? person : t.admin,
      operation,
      path: isOwn ? {} : { id: person.id },
      sent: { title: t.name('title'), key: sshKey() },
      readers: (one) => shownBy.sshKey(t.admin, person, one),
    })
    const withUser = await t.admin.call('getSshKeyWithUser', { id })
    const rule = 'The lookup by key id carries the user whose key it is.'
    t.expect(withUser, 'shows:user', rule).equal(withUser.body?.user?.id, person.id)
    return { path: { key_id: id }, readers: shownBy.sshKey(t.admin, person, id) }
  }
  await t.chapter('one’s own', async () => {
    const made = await create('createOwnSshKey')
    const operation = 'deleteOwnSshKey'
    await removeAndRead(t, { caller: person, operation, ...made })
  })
  await t.chapter('another’s', async () => {
    const { path, readers } = await create('createSshKeyOfUser')
    await removeAndRead(t, {
      caller: t.admin,
      operation: 'deleteSshKeyOfUser',
      path: { id: person.id, ...path },
      readers,
    })
  })
  await t.chapter('a key that is used already', async () => {
    const key = sshKey()
    const rule = 'A key that is used already is answered with 400 and the error under its name.'
    await checkTaken(t, person, 'createOwnSshKey', { title: 'First', key }, 'key', rule)
  })
})

/** E-mail addresses, by their owner and by an administrator. */
export const emails = story('read-back: E-mails', { about: ['E-mails'] }, async (t) => {
  const person = await t.user()
  const create = async (operation: 'createOwnEmail' | 'createEmailOfUser') => {
    const isOwn = operation === 'createOwnEmail'
    const { id } = await createAndRead(t, {
      caller: isOwn ? person : t.admin,
      operation,
      path: isOwn ? {} : { id: person.id },
      sent: { email: t.email('mail') },
      readers: (one) => shownBy.email(t.admin, person, one),
    })
    return { path: { email_id: id }, readers: shownBy.email(t.admin, person, id) }
  }
  await t.chapter('one’s own', async () => {
    const made = await create('createOwnEmail')
    const operation = 'deleteOwnEmail'
    await removeAndRead(t, { caller: person, operation, ...made })
  })
  await t.chapter('another’s', async () => {
    const { path, readers } = await create('createEmailOfUser')
    await removeAndRead(t, {
      caller: t.admin,
      operation: 'deleteEmailOfUser',
      path: { id: person.id, ...path },
      readers,
    })
  })
  await t.chapter('an address that is used already', async () => {
    const rule =
      'An address that is used already is answered with 400 and the error under its name.'
    await checkTaken(t, person, 'createOwnEmail', { email: t.email('mail') }, 'email', rule)
  })
})

/** What is taken is refused with `{ message: { NAME: ["has already been taken"] } }`. */
async function checkTaken(
  t: TestContext,
  person: Person,
  operation: 'createOwnSshKey' | 'createOwnEmail',
  parameters: Readonly<Record<string, string>>,
  name: string,
  rule: string,
): Promise<void> {
  await person.call(operation, parameters)
  const again = await person.attempt(operation, parameters)
  const expectation = t.expect(again, `unique:${name}`, rule)
  if (!expectation.status([400])) return
  const errors = at(again.body, `message.${name}`)
  const isNamed = Array.isArray(errors) && errors.includes('has already been taken')
  expectation.holds(isNamed, `"${name}" has already been taken`, again.body)
}
