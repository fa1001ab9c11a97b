import { sshKey } from '../../fixture/values.ts'
import { story } from '../../story/story.ts'

/** User names, e-mail addresses and keys that somebody has; and ids, which are never given twice. */
export const uniqueAccounts = story(
  'what only one user may have',
  { about: ['Users', 'E-mails', 'SSH keys'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const account = () => {
      const username = t.name('user')
      return {
        username,
        name: 'Somebody',
        email: `${username}@${t.instance.mailDomain}`,
        password: 'forgery-4711-password',
      }
    }

    await t.chapter('a username', async () => {
      await t.refused(
        t.admin,
        'createUser',
        { ...account(), username: jane.username },
        [400, 409],
        'unique:username',
        'A username that somebody has is refused.',
      )
      const listed = await t.admin.call('listUsers', { username: jane.username })
      t.expect(listed, 'unique:username', 'One user has a username.').equal(
        listed.body?.map(({ id }) => id),
        [jane.id],
      )
    })

    await t.chapter('an e-mail address', async () => {
      await t.refused(
        t.admin,
        'createUser',
        { ...account(), email: jane.email },
        [400, 409],
        'unique:email',
        'An e-mail address that somebody has is refused.',
      )
      await t.refused(
        t.admin,
        'updateUser',
        { id: bob.id, email: jane.email },
        [404],
        'unique:email',
        'Changing the e-mail address to one that somebody has is answered with 404.',
      )
      const read = await t.admin.call('getUser', { id: bob.id })
      t.expect(read, 'unique:email', 'A refused change changes nothing.').equal(
        read.body?.email,
        bob.email,
      )
    })

    await t.chapter('a further e-mail address', async () => {
      const email = t.email('mail')
      await jane.call('createOwnEmail', { email })
      const refused = await t.refused(
        bob,
        'createOwnEmail',
        { email },
        [400],
        'unique:email',
        'An e-mail address that somebody has is answered with 400.',
      )
      t.expect(
        refused,
        'error-message',
        'message names the property: has already been taken.',
      ).holds(
        namesProperty(refused.body, 'email'),
        '"message": {"email": ["has already been taken"]}',
        refused.body,
      )
    })

    await t.chapter('a key', async () => {
      const { key = '' } = (await jane.call('createOwnSshKey', newKey(t.name('key')))).body ?? {}
      const refused = await t.refused(
        bob,
        'createOwnSshKey',
        { title: 'the same', key },
        [400],
        'unique:key',
        'A key that somebody has is answered with 400.',
      )
      t.expect(refused, 'error-message', 'message is an object that names the property.').holds(
        typeof refused.body === 'object' &&
          refused.body !== null &&
          typeof Reflect.get(refused.body, 'message') === 'object',
        '"message": {"key": […]}',
        refused.body,
      )
    })

    await t.chapter('an id', async () => {
      const first = await jane.call('createOwnEmail', {
        email: t.email('mail'),
      })
      await jane.call('deleteOwnEmail', { email_id: first.body?.id ?? 0 })
      const second = await jane.call('createOwnEmail', {
        email: t.email('mail'),
      })
      t.expect(second, 'unique:id', 'The id of what was deleted is not given again.').holds(
        first.body?.id !== second.body?.id,
        `another id than ${first.body?.id}`,
        second.body?.id,
      )
    })
  },
)

function namesProperty(body: unknown, property: string): boolean {
  const message = typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : null
  const errors =
    typeof message === 'object' && message !== null ? Reflect.get(message, property) : null
  return Array.isArray(errors) && errors.includes('has already been taken')
}

function newKey(title: string) {
  return { title, key: sshKey() }
}
