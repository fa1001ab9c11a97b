import { idOf, sshKey } from '../../fixture/values.ts'
import { itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { removeAndRead } from './remove.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** SSH keys, by their owner and by an administrator. */
export const sshKeys = story('read-back: SSH keys', { about: ['SSH keys'] }, async (t) => {
  const person = await t.user()
  await t.chapter('one’s own', async () => {
    const { id, readers } = await createKey(t, person, 'createOwnSshKey', {})
    await removeAndRead(t, {
      caller: person,
      operation: 'deleteOwnSshKey',
      parameters: { key_id: id },
      readers,
      isIdempotent: true,
    })
  })
  await t.chapter('another’s', async () => {
    const { id, readers } = await createKey(t, person, 'createSshKeyOfUser', { id: person.id })
    await removeAndRead(t, {
      caller: t.admin,
      operation: 'deleteSshKeyOfUser',
      parameters: { id: person.id, key_id: id },
      readers,
    })
  })
  await t.chapter('a key that is used already', async () => {
    const key = sshKey()
    await person.call('createOwnSshKey', { title: 'First', key })
    const rule = 'A key that is used already is answered with 400 and the error under its name.'
    const again = await person.attempt('createOwnSshKey', { title: 'Second', key })
    const expectation = t.expect(again, 'unique:key', rule)
    if (expectation.status([400]))
      expectation.holds(namesTaken(again.body, 'key'), '"key" has already been taken', again.body)
  })
})

async function createKey(
  t: TestContext,
  person: Person,
  operation: 'createOwnSshKey' | 'createSshKeyOfUser',
  path: object,
) {
  const parameters = { ...path, title: t.name('title'), key: sshKey() }
  const isOwn = operation === 'createOwnSshKey'
  const readersOf = (id: number): readonly Reader[] => [
    { caller: person, operation: 'getOwnSshKey', parameters: { key_id: id } },
    { caller: person, operation: 'listOwnSshKeys', parameters: {}, find: itemWith('id', id) },
    {
      caller: t.admin,
      operation: 'listSshKeysOfUser',
      parameters: { id: person.id },
      find: itemWith('id', id),
    },
    { caller: t.admin, operation: 'getSshKeyWithUser', parameters: { id } },
  ]
  const answer = await writeAndRead(t, {
    caller: isOwn ? person : t.admin,
    operation,
    parameters,
    shows: asSent(parameters, 'title', 'key'),
    readers: ({ body }) => readersOf(idOf(body, operation)),
  })
  const id = idOf(answer.body, operation)
  const withUser = await t.admin.call('getSshKeyWithUser', { id })
  const rule = 'The lookup by key id carries the user whose key it is.'
  t.expect(withUser, 'shows:user', rule).equal(withUser.body?.user?.id, person.id)
  return { id, readers: readersOf(id) }
}

/** E-mail addresses, by their owner and by an administrator. */
export const emails = story('read-back: E-mails', { about: ['E-mails'] }, async (t) => {
  const person = await t.user()
  await t.chapter('one’s own', async () => {
    const { id, readers } = await createEmail(t, person, 'createOwnEmail', {})
    await removeAndRead(t, {
      caller: person,
      operation: 'deleteOwnEmail',
      parameters: { email_id: id },
      readers,
      isIdempotent: true,
    })
  })
  await t.chapter('another’s', async () => {
    const { id, readers } = await createEmail(t, person, 'createEmailOfUser', { id: person.id })
    await removeAndRead(t, {
      caller: t.admin,
      operation: 'deleteEmailOfUser',
      parameters: { id: person.id, email_id: id },
      readers,
    })
  })
  await t.chapter('an address that is used already', async () => {
    const email = t.email('mail')
    await person.call('createOwnEmail', { email })
    const rule =
      'An address that is used already is answered with 400 and the error under its name.'
    const again = await person.attempt('createOwnEmail', { email })
    const expectation = t.expect(again, 'unique:email', rule)
    if (expectation.status([400]))
      expectation.holds(
        namesTaken(again.body, 'email'),
        '"email" has already been taken',
        again.body,
      )
  })
})

async function createEmail(
  t: TestContext,
  person: Person,
  operation: 'createOwnEmail' | 'createEmailOfUser',
  path: object,
) {
  const parameters = { ...path, email: t.email('mail') }
  const readersOf = (id: number): readonly Reader[] => [
    { caller: person, operation: 'getOwnEmail', parameters: { email_id: id } },
    { caller: person, operation: 'listOwnEmails', parameters: {}, find: itemWith('id', id) },
    {
      caller: t.admin,
      operation: 'listEmailsOfUser',
      parameters: { id: person.id },
      find: itemWith('id', id),
    },
  ]
  const answer = await writeAndRead(t, {
    caller: operation === 'createOwnEmail' ? person : t.admin,
    operation,
    parameters,
    shows: asSent(parameters, 'email'),
    readers: ({ body }) => readersOf(idOf(body, operation)),
  })
  const id = idOf(answer.body, operation)
  return { id, readers: readersOf(id) }
}

/** `{ message: { key: ["has already been taken"] } }`; an embedded entity nests another such object. */
function namesTaken(body: unknown, name: string): boolean {
  const message: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined
  const errors: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined
  return Array.isArray(errors) && errors.includes('has already been taken')
}
