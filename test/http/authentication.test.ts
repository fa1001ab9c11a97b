import { expect, it } from 'vitest'
import { describeTransports } from '../harness.ts'

/** Longer than the 20 characters of GitLab's own: clients send it as a bearer. */
const longToken = 'jane-private-token-of-a-seed'
const longSession = 'jane-session-of-a-seed-too'

/** The clock of the tests stands at 2017-01-15. */
const seed = {
  users: [
    { username: 'root', admin: true },
    {
      username: 'jane',
      personal_access_tokens: [
        { token: 'jane-personal' },
        { token: 'jane-second' },
        { token: longToken },
        { token: 'jane-reader', scopes: ['read_user' as const] },
        { token: 'jane-scopeless', scopes: [] },
        { token: 'jane-revoked', revoked: true },
        { token: 'jane-expired', expires_at: '2017-01-15' },
        { token: 'jane-lasting', expires_at: '2017-01-16' },
      ],
      oauth_tokens: [
        { token: 'jane-oauth' },
        { token: 'jane-oauth-reader', scopes: ['read_user' as const] },
        { token: 'jane-oauth-revoked', revoked: true },
      ],
      sessions: ['jane-session', longSession],
    },
    { username: 'bob', state: 'blocked' as const, sessions: ['bob-session'] },
    { username: 'ann' },
  ],
  projects: [{ path: 'jane/open', visibility: 'public' as const }],
}

const unauthorized = [401, { message: '401 Unauthorized' }]

describeTransports('authentication', { seed }, (api) => {
  async function whoIs(query: string, headers: Record<string, string> = {}) {
    const { status, body } = await api.request(`/api/v3/user${query}`, { headers })
    return status === 200 ? body.username : [status, body]
  }

  it.each([
    ['a private token in the query', '?private_token=jane-token', {}],
    ['a private token in the header', '', { 'PRIVATE-TOKEN': 'jane-token' }],
    ['a personal access token in the query', '?private_token=jane-personal', {}],
    ['a personal access token in the header', '', { 'private-token': 'jane-personal' }],
    ['another of the same user', '', { 'private-token': 'jane-second' }],
    ['a personal access token until its last day', '', { 'private-token': 'jane-lasting' }],
    ['an OAuth token in the query', '?access_token=jane-oauth', {}],
    ['an OAuth token as a bearer', '', { Authorization: 'Bearer jane-oauth' }],
    ['a bearer, whatever its case', '', { authorization: 'bearer jane-oauth' }],
    ['a long private token as a bearer', '', { authorization: `Bearer ${longToken}` }],
    ['a long private token as an access token', `?access_token=${longToken}`, {}],
    ['a long private token as one', '', { 'private-token': longToken }],
    ['the session cookie', '', { cookie: '_service_session=jane-session' }],
    ['the session cookie among others', '', { cookie: 'a=1; _service_session=jane-session; b=2' }],
    [
      'an empty query parameter beside a header',
      '?private_token=',
      { 'private-token': 'jane-token' },
    ],
  ])('takes %s', async (_, query, headers) => {
    expect(await whoIs(query, headers as Record<string, string>)).toBe('jane')
  })

  it('takes a token in a form and in a JSON body', async () => {
    const form = await api.request('/api/v3/user/emails', {
      method: 'POST',
      body: new URLSearchParams({ private_token: 'jane-token', email: 'one@x.example' }),
    })
    const json = await api.anonymous.post('/user/emails', {
      access_token: 'jane-oauth',
      email: 'two@x.example',
    })
    expect([form.status, json.status]).toEqual([201, 201])
    expect(api.forge.db.emails.all().map(({ user_id }) => user_id)).toEqual([2, 2])
  })

  it.each([
    ['none at all', '', {}],
    ['an unknown private token', '?private_token=nobody', {}],
    ['an unknown bearer', '', { authorization: 'Bearer nobody' }],
    ['an unknown session', '', { cookie: '_service_session=nobody' }],
    ['a revoked personal access token', '', { 'private-token': 'jane-revoked' }],
    ['a personal access token on the day it expires', '', { 'private-token': 'jane-expired' }],
    ['a revoked OAuth token', '', { authorization: 'Bearer jane-oauth-revoked' }],
    ['the private token of a blocked user', '', { 'private-token': 'bob-token' }],
    ['the session of a blocked user', '', { cookie: '_service_session=bob-session' }],
    ['a long session as a bearer', '', { authorization: `Bearer ${longSession}` }],
    ['a private token as a bearer', '', { authorization: 'Bearer jane-token' }],
    ['an OAuth token as a private token', '', { 'private-token': 'jane-oauth' }],
    ['a session as a private token', '', { 'private-token': 'jane-session' }],
    ['another scheme', '', { authorization: 'Basic amFuZTpqYW5l' }],
    ['another cookie', '', { cookie: 'x_service_session=jane-session' }],
    ['a token in other letters', '', { 'private-token': 'JANE-TOKEN' }],
  ])('refuses %s', async (_, query, headers) => {
    expect(await whoIs(query, headers as Record<string, string>)).toEqual(unauthorized)
  })

  it('reads without credentials what is marked public, of a public project', async () => {
    expect((await api.anonymous.get('/projects/1')).body.path).toBe('open')
    expect((await api.anonymous.get('/projects/1/events')).status).toBe(200)
    expect((await api.anonymous.get('/projects/jane%2Fopen')).status).toBe(200)
    expect((await api.anonymous.get('/projects')).status).toBe(401)
    const [project] = api.forge.db.projects.all()
    if (project) api.forge.db.projects.replace(project, { visibility_level: 10 })
    expect((await api.anonymous.get('/projects/1')).status).toBe(404)
    expect((await api.as('ann').get('/projects/1')).status).toBe(200)
  })

  it('refuses credentials that do not hold even where none are needed', async () => {
    const { status, body } = await api.as('nobody').get('/projects/1')
    expect([status, body]).toEqual(unauthorized)
    expect((await api.as('bob').get('/projects/1')).status).toBe(401)
  })

  it('asks who it is before it says what is there', async () => {
    expect((await api.anonymous.get('/users/99')).status).toBe(401)
    expect((await api.anonymous.post('/users', {})).status).toBe(401)
  })

  it('keeps what is for administrators from everybody else', async () => {
    const { status, body } = await api.as('jane').get('/users/1/keys')
    expect([status, body]).toEqual([403, { message: '403 Forbidden' }])
    expect((await api.as('jane').get('/users/99/keys')).status).toBe(403)
    expect((await api.as('root').get('/users/1/keys')).status).toBe(200)
  })

  it('revokes a token at any time', async () => {
    const [credential] = api.forge.db.credentials.by('token', 'jane-personal')
    expect(credential).toBeDefined()
    if (credential) api.forge.db.credentials.replace(credential, { is_revoked: true })
    expect(await whoIs('', { 'private-token': 'jane-personal' })).toEqual(unauthorized)
    expect(await whoIs('', { 'private-token': 'jane-second' })).toBe('jane')
  })

  it('shuts a user out from the moment of the block', async () => {
    await api.as('root').put('/users/4/block')
    expect(await whoIs('', { 'private-token': 'ann-token' })).toEqual(unauthorized)
    await api.as('root').put('/users/4/unblock')
    expect(await whoIs('', { 'private-token': 'ann-token' })).toBe('ann')
  })

  it.each(['jane-reader', 'jane-oauth-reader'])(
    'lets the scope read_user read users and nothing else: %s',
    async (token) => {
      const headers: Record<string, string> = token.includes('oauth')
        ? { authorization: `Bearer ${token}` }
        : { 'private-token': token }
      const statusOf = async (path: string, method = 'GET') =>
        (await api.request(`/api/v3${path}`, { method, headers })).status
      expect(await statusOf('/user')).toBe(200)
      expect(await statusOf('/user', 'HEAD')).toBe(200)
      expect(await statusOf('/user.json')).toBe(200)
      expect(await statusOf('/users')).toBe(200)
      expect(await statusOf('/users/1')).toBe(200)
      expect(await statusOf('/user/keys')).toBe(200)
      const refused = token.includes('oauth') ? 403 : 401
      expect(await statusOf('/user/keys', 'POST')).toBe(refused)
      expect(await statusOf('/user/emails/1', 'DELETE')).toBe(refused)
      expect(await statusOf('/groups')).toBe(refused)
      expect(await statusOf('/keys/1')).toBe(refused)
    },
  )

  it('gives a token without scopes nothing', async () => {
    const { status } = await api.request('/api/v3/user', {
      headers: { 'private-token': 'jane-scopeless' },
    })
    expect(status).toBe(401)
  })
})
