import { idOf } from '../../fixture/values.ts'
import { itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { removeAndRead } from './remove.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** `createUser`, `updateUser`, `deleteUser`. */
export const users = story('read-back: Users', { about: ['Users'] }, async (t) => {
  // Where the server lets nobody create users, this ends the story.
  await t.user()
  const created = { ...account(t), ...profile(t, '1', true) }
  const answer = await writeAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    parameters: { ...created, password: 'a long enough password', confirm: false },
    shows: shows(created),
    readers: ({ body }) => readers(t, idOf(body, 'createUser'), created.username),
  })
  const id = idOf(answer.body, 'createUser')

  await t.chapter('changing', async () => {
    const changed = { ...account(t), ...profile(t, '2', false) }
    await writeAndRead(t, {
      caller: t.admin,
      operation: 'updateUser',
      parameters: { id, ...changed },
      shows: shows(changed),
      readers: () => readers(t, id, changed.username),
    })
  })

  await t.chapter('what follows from external', async () => checkExternal(t, id))

  await t.chapter('defaults', async () => {
    const plain = account(t)
    const parameters = { ...plain, password: 'a long enough password' }
    const { body } = await t.admin.call('createUser', parameters)
    const shown = await t.admin.call('getUser', { id: idOf(body, 'createUser') })
    for (const name of ['is_admin', 'external'] as const) {
      const rule = `${name === 'is_admin' ? 'admin' : name} is false where it is left out.`
      const subject = { operation: 'createUser', exchange: shown.exchange } as const
      t.expect(subject, `default:${name}`, rule).equal(shown.body?.[name], false)
    }
  })

  await t.chapter('deleting', async () => {
    const { username } = { username: (await t.admin.call('getUser', { id })).body?.username }
    await removeAndRead(t, {
      caller: t.admin,
      operation: 'deleteUser',
      parameters: { id },
      readers: [
        { caller: t.admin, operation: 'getUser', parameters: { id } },
        {
          caller: t.admin,
          operation: 'listUsers',
          parameters: { username },
          find: itemWith('id', id),
        },
      ],
      isIdempotent: true,
    })
  })
  notShown(t)
})

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

function shows(parameters: ReturnType<typeof account> & ReturnType<typeof profile>) {
  const { admin, extern_uid: uid, provider, can_create_group, ...same } = parameters
  return {
    ...asSent({ ...same, can_create_group }, ...Object.keys(same), 'can_create_group'),
    admin: ['is_admin', admin],
    extern_uid: ['identities.0.extern_uid', uid],
    provider: ['identities.0.provider', provider],
  } as const
}

function readers(t: TestContext, id: number, username: string): readonly Reader[] {
  const self = t.caller('the administrator, as that user', { sudo: id })
  return [
    { caller: t.admin, operation: 'getUser', parameters: { id } },
    { caller: t.admin, operation: 'listUsers', parameters: { username }, find: itemWith('id', id) },
    { caller: self, operation: 'getCurrentUser', parameters: {} },
  ]
}

/** What limits an external user has is left open, so it is checked alone. */
async function checkExternal(t: TestContext, id: number): Promise<void> {
  const parameters = { ...account(t), password: 'a long enough password', external: true }
  const external = await writeAndRead(t, {
    caller: t.admin,
    operation: 'createUser',
    parameters,
    shows: asSent(parameters, 'external'),
    readers: ({ body }) => readers(t, idOf(body, 'createUser'), parameters.username).slice(0, 2),
  })
  idOf(external.body, 'createUser')
  const { body } = await t.admin.call('getUser', { id })
  const username = body?.username ?? ''
  await writeAndRead(t, {
    caller: t.admin,
    operation: 'updateUser',
    parameters: { id, external: true },
    shows: { external: ['external', true] },
    readers: () => readers(t, id, username).slice(0, 2),
  })
}

function notShown(t: TestContext): void {
  for (const operation of ['createUser', 'updateUser'] as const) {
    t.notTested(operation, 'read-back:password', 'no operation shows or takes a password')
  }
  t.leftOpen('createUser', 'read-back:confirm', 'what it does is not stated')
}
