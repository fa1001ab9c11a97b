import { describe, expect, it } from 'vitest'
import { CannotVerify, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const some = ['blocking and unblocking a user', 'the archive', 'Tags']

/** A server whose users come from elsewhere: so many are created here, by default none. */
async function judge({
  userToken,
  only = some,
  created = 0,
}: {
  readonly userToken?: string
  readonly only?: readonly string[]
  readonly created?: number
}) {
  const forge = await createTestForge({ seed })
  const asJane: string[] = []
  let creations = 0
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only,
    ...(userToken === undefined ? {} : { userToken }),
    fetch: async (request) => {
      const isCreation = request.method === 'POST' && request.url.endsWith('/api/v3/users')
      if (isCreation && ++creations > created) {
        return Response.json({ message: '403 Forbidden' }, { status: 403 })
      }
      const { pathname } = new URL(request.url)
      if (request.headers.get('private-token') === 'jane-token') {
        asJane.push(`${request.method} ${pathname.replace(/\/\d+/g, '/#')}`)
      }
      return forge.fetch(request)
    },
  })
  const summary = await run.summary
  const passed = summary.operations.flatMap(({ aspects }) =>
    aspects.filter(({ verdict }) => verdict === 'passed'),
  )
  return { forge, summary, asJane, passed }
}

describe('where the server lets nobody create users', () => {
  it.each([
    ['some stories', some],
    ['the operations on users', ['Users']],
  ])('says of %s that nothing was tested, and why, instead of failures', async (_, only) => {
    const { summary } = await judge({ only })
    expect(summary.failures).toEqual([])
    const reasons = summary.operations.flatMap(({ aspects }) =>
      aspects.filter(({ verdict }) => verdict === 'not tested').map(({ reason }) => reason),
    )
    expect(reasons).toContain(
      'the server lets the administrator create no user (createUser answered 403)',
    )
    expect(summary.stories[0]).toMatchObject({ verdict: 'not tested', reason: reasons[0] })
  })

  it('passes nothing of what was not checked', async () => {
    expect((await judge({})).passed).toEqual([])
  })

  it('lets the given user stand in where nothing is done to them', async () => {
    const { forge, summary, asJane, passed } = await judge({ userToken: 'jane-token' })
    expect(summary.failures).toEqual([])
    expect(passed.length).toBeGreaterThan(5)
    expect(asJane.length).toBeGreaterThan(5)
    expect(summary.leftBehind).toEqual([])
    const jane = forge.db.users.all().find(({ username }) => username === 'jane')
    expect(jane).toMatchObject({ state: 'active' })
    expect(forge.db.members.all()).toEqual([])
  })

  it('changes nothing of the given user', async () => {
    const only = ['the last write: hooks and settings', 'the last write: repositories']
    const { forge, summary, asJane } = await judge({ userToken: 'jane-token', only })
    expect(summary.failures).toEqual([])
    expect(asJane).toContain('POST /api/v3/projects/#/repository/tags')
    expect(asJane).not.toContain('PUT /api/v3/notification_settings')
    expect(forge.db.notificationSettings.all()).toEqual([])
  })
})

it('fails a server that lets users be created, and then refuses', async () => {
  const { summary } = await judge({ created: 2 })
  expect(summary.isPassed).toBe(false)
  expect(summary.failures[0]?.result).toMatchObject({ operation: 'createUser', aspect: 'status' })
})

it('does not begin where no answer comes to the token of the plain user', async () => {
  const forge = await createTestForge({ seed })
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    userToken: 'jane-token',
    timeout: 50,
    fetch: (request) =>
      request.headers.get('private-token') === 'jane-token'
        ? new Promise(() => {})
        : forge.fetch(request),
  })
  await expect(run.summary).rejects.toThrow(CannotVerify)
  await expect(run.summary).rejects.toThrow(/cannot be reached: there was no answer within/)
})

it.each([
  ['is refused', 'wrong', /does not accept the token of the plain user \(401\)/],
  ['is an administrator’s', 'root-token', /belongs to root, who is an administrator/],
])('does not begin where the token of the plain user %s', async (_, userToken, message) => {
  const run = judge({ userToken })
  await expect(run).rejects.toThrow(CannotVerify)
  await expect(run).rejects.toThrow(message)
})
