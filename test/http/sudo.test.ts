import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { describeTransports } from '../harness.ts'

const seed: Seed = {
  users: [
    {
      username: 'root',
      admin: true,
      sessions: ['root-session'],
      personal_access_tokens: [
        { token: 'reader', scopes: ['read_user'] },
        { token: 'personal', scopes: ['api'] },
      ],
    },
    { username: 'jane' },
    { username: 'bob' },
    { username: '007' },
  ],
}

/** Calls that an administrator makes as somebody else. */
describeTransports('sudo', { seed }, (api) => {
  it.each([
    ['an id in the query', '?sudo=2', {}],
    ['a username in the query', '?sudo=jane', {}],
    ['a username in other letters', '?sudo=JANE', {}],
    ['a username of digits', '?sudo=007', {}, '007'],
    ['an id in the header', '', { SUDO: '2' }],
    ['a username in the header', '', { sudo: 'jane' }],
  ])(
    'performs the call as another user, given as %s',
    async (_, query, headers, username = 'jane') => {
      const root = api.as('root', headers as Record<string, string>)
      expect((await root.get(`/user${query}`)).body.username).toBe(username)
    },
  )

  const ask = (token: string) =>
    api.request('/api/v3/user?sudo=jane', { headers: { 'private-token': token } })

  it('needs more than the scope read_user', async () => {
    const { status, body } = await ask('reader')
    expect([status, body]).toEqual([401, { message: '401 Unauthorized' }])
  })

  it('never shows the private token of another to a personal token', async () => {
    const { status, body } = await ask('personal')
    expect([status, body.username]).toEqual([200, 'jane'])
    expect(body).not.toHaveProperty('private_token')
    expect(JSON.stringify(body)).not.toContain('jane-token')
  })

  it('takes it from a body too', async () => {
    await api.as('root').post('/user/emails', { email: 'jane@x.example', sudo: 'jane' })
    await api.as('root').post('/user/emails', { email: 'jane@y.example', sudo: 2 })
    expect(api.forge.db.emails.all().map(({ user_id }) => user_id)).toEqual([2, 2])
  })

  it("shows the other user's private token, and in no other call", async () => {
    const { body } = await api.as('root').get('/user?sudo=jane')
    expect(body.private_token).toBe('jane-token')
    expect((await api.as('root').get('/user')).body).not.toHaveProperty('private_token')
    expect((await api.as('jane').get('/user')).body).not.toHaveProperty('private_token')
    const other = await api.as('root').get('/users/2?sudo=jane')
    expect(other.body).not.toHaveProperty('private_token')
  })

  it('gives no more than the other user has', async () => {
    expect((await api.as('root').get('/users/1/keys?sudo=jane')).status).toBe(403)
    expect((await api.as('root').get('/users/1?sudo=jane')).body).not.toHaveProperty('email')
  })

  it.each(['jane', '3', 'nobody'])(
    'is for administrators only, whoever is named: %s',
    async (who) => {
      const { status, body } = await api.as('bob').get('/user', { sudo: who })
      expect(status).toBe(403)
      expect(body).toEqual({ message: '403 Forbidden - Must be admin to use sudo' })
    },
  )

  it.each(['nobody', '99', '99999999999999999999', '-1'])(
    'names who is not there: %s',
    async (who) => {
      const { status, body } = await api.as('root').get('/user', { sudo: who })
      expect(status).toBe(404)
      expect(body).toEqual({ message: `404 Not Found: No user id or username for: ${who}` })
    },
  )

  it('says the same in the header', async () => {
    const { status, body } = await api.as('root', { sudo: 'nobody' }).get('/user')
    expect([status, body]).toEqual([
      404,
      { message: '404 Not Found: No user id or username for: nobody' },
    ])
  })

  it('needs credentials, and those of the administrator', async () => {
    expect((await api.anonymous.get('/user?sudo=jane')).status).toBe(401)
    expect((await api.anonymous.get('/projects/1?sudo=jane')).status).toBe(401)
    const { body } = await api.request('/api/v3/user?sudo=jane', {
      headers: { cookie: '_service_session=root-session' },
    })
    expect(body.username).toBe('jane')
  })

  it('is nothing when it is empty', async () => {
    expect((await api.as('bob').get('/user?sudo=')).body.username).toBe('bob')
  })
})
