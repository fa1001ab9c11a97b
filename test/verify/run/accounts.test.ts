import { describe, expect, it } from 'vitest'
import { CannotVerify, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const only = ['blocking and unblocking a user', 'the archive', 'Tags']

/** A server whose users come from elsewhere: nobody creates any here. */
async function judge(userToken?: string) {
  const forge = await createTestForge({ seed })
  const created: string[] = []
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only,
    ...(userToken === undefined ? {} : { userToken }),
    fetch: async (request) => {
      const isCreation = request.method === 'POST' && request.url.endsWith('/api/v3/users')
      if (isCreation) return Response.json({ message: '403 Forbidden' }, { status: 403 })
      const { pathname } = new URL(request.url)
      if (request.headers.get('private-token') === 'jane-token') created.push(pathname)
      return forge.fetch(request)
    },
  })
  const summary = await run.summary
  const passed = summary.operations.flatMap(({ aspects }) =>
    aspects.filter(({ verdict }) => verdict === 'passed'),
  )
  return { forge, summary, asJane: created, passed }
}

describe('where the server lets nobody create users', () => {
  it('tells that nothing was tested, and why, instead of failures', async () => {
    const { summary, passed } = await judge()
    expect([summary.failures, passed]).toEqual([[], []])
    const reasons = summary.operations.flatMap(({ aspects }) =>
      aspects.filter(({ verdict }) => verdict === 'not tested').map(({ reason }) => reason),
    )
    expect(new Set(reasons)).toEqual(
      new Set(['the server lets the administrator create no user (createUser answered 403)']),
    )
    expect(summary.stories[0]).toMatchObject({ verdict: 'not tested', reason: reasons[0] })
  })

  it('lets the given user stand in where nothing is done to them', async () => {
    const { forge, summary, asJane, passed } = await judge('jane-token')
    expect(summary.failures).toEqual([])
    expect(passed.length).toBeGreaterThan(5)
    expect(asJane.length).toBeGreaterThan(5)
    expect(summary.leftBehind).toEqual([])
    const jane = forge.db.users.all().find(({ username }) => username === 'jane')
    expect(jane).toMatchObject({ state: 'active' })
    expect(forge.db.members.all()).toEqual([])
  })
})

it.each([
  ['is refused', 'wrong', /does not accept the token of the plain user \(401\)/],
  ['is an administrator’s', 'root-token', /belongs to root, who is an administrator/],
])('does not begin where the token of the plain user %s', async (_, userToken, message) => {
  const run = judge(userToken)
  await expect(run).rejects.toThrow(CannotVerify)
  await expect(run).rejects.toThrow(message)
})
