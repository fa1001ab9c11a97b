import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

/** The clock stands at 2017-01-15; tokens are numbered in the order of the seed, private ones first of each user. */
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    {
      username: 'jane',
      personal_access_tokens: [
        { token: 'jane-ci', name: 'ci', scopes: ['api'], created_at: '2017-01-02' },
        { token: 'jane-old', name: 'old', scopes: ['read_api'], expires_at: '2017-01-10' },
        { token: 'jane-gone', name: 'gone', scopes: ['api'], revoked: true },
        { token: 'jane-self', name: 'self', scopes: ['self_rotate'] },
        { token: 'jane-other', name: 'by root', impersonation: true },
      ],
      oauth_tokens: [{ token: 'jane-oauth' }],
    },
    { username: 'bob' },
  ],
}
const [ci, gone, other] = [3, 5, 7]

describeV4('access tokens', { seed }, (api) => {
  const root = () => api.as('root')
  const jane = () => api.as('jane')
  const names = (tokens: readonly { name: string }[]) => tokens.map(({ name }) => name)
  const withToken = async (token: string, method: string, path: string) => {
    const headers = { 'private-token': token }
    const { status, body } = await api.request(`/api/v4${path}`, { method, headers })
    return [status, body]
  }

  it('are listed without their texts, for users their own', async () => {
    const { body } = await jane().get('/personal_access_tokens')
    expect(names(body)).toEqual(['ci', 'old', 'gone', 'self'])
    expect(body[0]).toEqual({
      id: ci,
      name: 'ci',
      revoked: false,
      created_at: '2017-01-02T00:00:00.000Z',
      description: null,
      scopes: ['api'],
      user_id: 2,
      last_used_at: null,
      active: true,
      granular: false,
      expires_at: null,
      last_used_ips: [],
    })
    expect(names((await root().get('/personal_access_tokens')).body)).toContain('by root')
    expect((await api.as('bob').get('/personal_access_tokens', { user_id: 2 })).status).toBe(401)
    expect((await root().get('/personal_access_tokens', { user_id: 99 })).status).toBe(404)
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{ revoked: true }, ['gone']],
    [{ state: 'active' }, ['ci', 'self']],
    [{ state: 'inactive' }, ['old', 'gone']],
    [{ search: 'c' }, ['ci']],
    [{ created_before: '2017-01-03', created_after: '2017-01-01' }, ['ci']],
    [{ expires_before: '2017-01-11' }, ['old']],
    [{ sort: 'name_desc' }, ['self', 'old', 'gone', 'ci']],
    [{ sort: 'expires_asc' }, ['old', 'ci', 'gone', 'self']],
  ])('are filtered by %j', async (parameters, expected) => {
    const { body } = await jane().get('/personal_access_tokens', parameters)
    const own = new Set(expected)
    expect(names(body).filter((name) => own.has(name))).toEqual(expected)
    expect(body).toHaveLength(expected.length)
  })

  it('are read by their users and administrators', async () => {
    expect((await jane().get(`/personal_access_tokens/${ci}`)).body.name).toBe('ci')
    expect((await root().get(`/personal_access_tokens/${ci}`)).body.name).toBe('ci')
    expect((await api.as('bob').get(`/personal_access_tokens/${ci}`)).status).toBe(401)
    expect((await jane().get('/personal_access_tokens/99')).status).toBe(401)
    const missing = await root().get('/personal_access_tokens/99')
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Not Found' }])
  })

  it('read and revoke themselves whatever their scopes', async () => {
    const [, body] = await withToken('jane-self', 'GET', '/personal_access_tokens/self')
    expect(body).toMatchObject({ name: 'self', scopes: ['self_rotate'] })
    expect(await withToken('jane-self', 'DELETE', '/personal_access_tokens/self')).toEqual([
      204,
      '',
    ])
    const [status] = await withToken('jane-self', 'GET', '/personal_access_tokens/self')
    expect(status).toBe(401)
  })

  it('are private tokens of v3 too, with every scope', async () => {
    const { body } = await jane().get('/personal_access_tokens/self')
    expect(body.scopes).toEqual(expect.arrayContaining(['api', 'read_api', 'write_repository']))
    expect(body.scopes).not.toContain('sudo')
  })

  it('are not what applications hold', async () => {
    const headers = { authorization: 'Bearer jane-oauth' }
    const { status, body } = await api.request('/api/v4/personal_access_tokens/self', { headers })
    expect([status, body]).toEqual([
      400,
      {
        message:
          '400 Bad request - This endpoint requires token type to be a personal access token',
      },
    ])
    const rotated = await api.request('/api/v4/personal_access_tokens/self/rotate', {
      method: 'POST',
      headers,
    })
    expect(rotated.status).toBe(405)
  })

  it('are revoked', async () => {
    expect((await jane().delete(`/personal_access_tokens/${ci}`)).status).toBe(204)
    expect((await withToken('jane-ci', 'GET', '/user'))[0]).toBe(401)
    const { status, body } = await api.as('bob').delete(`/personal_access_tokens/${ci}`)
    expect([status, body]).toEqual([400, { message: '400 Bad request - Not permitted to revoke' }])
    const missing = await jane().delete('/personal_access_tokens/99')
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('are rotated into others like them', async () => {
    const { status, body } = await jane().post(`/personal_access_tokens/${ci}/rotate`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'ci',
      scopes: ['api'],
      expires_at: '2017-01-22',
      active: true,
      token: expect.stringMatching(/^glpat-.{20}$/),
    })
    expect((await withToken('jane-ci', 'GET', '/user'))[0]).toBe(401)
    expect((await withToken(body.token, 'GET', '/user'))[0]).toBe(200)
    const again = await jane().post(`/personal_access_tokens/${ci}/rotate`)
    expect([again.status, again.body]).toEqual([
      400,
      { message: '400 Bad request - token already revoked' },
    ])
    // Somebody has the old one still: what it became opens nothing any more.
    expect((await withToken(body.token, 'GET', '/user'))[0]).toBe(401)
  })

  it('rotate themselves with the scope for it', async () => {
    const path = '/personal_access_tokens/self/rotate'
    const [status, body] = await withToken('jane-self', 'POST', path)
    expect([status, body.name]).toEqual([200, 'self'])
    const refused = await withToken(body.token, 'POST', `/personal_access_tokens/${ci}/rotate`)
    expect(refused[0]).toBe(403)
    const { status: late } = await jane().post(`/personal_access_tokens/${ci}/rotate`, {
      expires_at: '2020-01-01',
    })
    expect(late).toBe(400)
  })

  it('are made by administrators, and by users with few scopes', async () => {
    const made = await root().post('/users/2/personal_access_tokens', {
      name: 'bot',
      scopes: ['api', 'read_repository'],
      description: 'For CI',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'bot',
      description: 'For CI',
      user_id: 2,
      expires_at: '2018-01-15',
    })
    expect((await withToken(made.body.token, 'GET', '/user'))[1].username).toBe('jane')
    const own = await jane().post('/user/personal_access_tokens', {
      name: 'own',
      scopes: 'k8s_proxy,self_rotate',
      expires_at: '2017-02-01',
    })
    expect([own.status, own.body.scopes]).toEqual([201, ['k8s_proxy', 'self_rotate']])
  })

  it.each<[string, Record<string, unknown>, number, unknown]>([
    [
      'unknown scopes',
      { name: 'x', scopes: ['everything'] },
      400,
      { error: 'scopes does not have a valid value' },
    ],
    ['nothing', {}, 400, { error: 'name is missing, scopes is missing' }],
    ['no scopes', { name: 'x', scopes: [] }, 400, { message: { scopes: ["can't be blank"] } }],
    [
      'scopes of administrators',
      { name: 'x', scopes: ['sudo'] },
      422,
      { message: 'Scopes can only contain available scopes' },
    ],
    [
      'too late an end',
      { name: 'x', scopes: ['api'], expires_at: '2019-01-01' },
      422,
      { message: 'Expiration date must be before 2018-01-15' },
    ],
  ])('are not made with %s', async (_, parameters, status, body) => {
    const answer = await root().post('/users/2/personal_access_tokens', parameters)
    expect([answer.status, answer.body]).toEqual([status, body])
  })

  it('let administrators act as users', async () => {
    const { body: made, status } = await root().post('/users/3/impersonation_tokens', {
      name: 'as bob',
      scopes: ['api'],
      expires_at: '2017-02-01',
    })
    expect([status, made.impersonation]).toEqual([201, true])
    expect((await withToken(made.token, 'GET', '/user'))[1].username).toBe('bob')
    const path = `/users/3/impersonation_tokens/${made.id}`
    expect((await root().get(path)).body).toMatchObject({ name: 'as bob', active: true })
    expect((await root().delete(path)).status).toBe(204)
    const states = async (state: string) =>
      (await root().get('/users/3/impersonation_tokens', { state })).body.length
    expect([await states('all'), await states('active'), await states('inactive')]).toEqual([
      1, 0, 1,
    ])
    const missing = await root().get(`/users/3/impersonation_tokens/${other}`)
    expect([missing.status, missing.body]).toEqual([
      404,
      { message: '404 Impersonation Token Not Found' },
    ])
  })

  it('by which administrators act have a last day, while tokens have to', async () => {
    const path = '/users/3/impersonation_tokens'
    const endless = { name: 'as bob', scopes: ['api'] }
    const refused = await root().post(path, endless)
    const message = { expires_at: ["can't be blank"] }
    expect([refused.status, refused.body]).toEqual([400, { message }])
    await root().put('/application/settings', { require_personal_access_token_expiry: false })
    expect((await root().post(path, endless)).body.expires_at).toBeNull()
  })

  it('end on the day of a time that is given, as `Date.parse` of Ruby reads it', async () => {
    const endsOn = async (expires_at: string) => {
      const path = '/users/3/impersonation_tokens'
      return (await root().post(path, { name: 'as bob', scopes: ['api'], expires_at })).body
    }
    expect((await endsOn('2017-02-03T23:30:00-05:00')).expires_at).toBe('2017-02-03')
    expect(await endsOn('2017-02-30T23:30:00Z')).toEqual({ error: 'expires_at is invalid' })
    expect(await endsOn('2017-02-03Tsoon')).toEqual({ error: 'expires_at is invalid' })
  })

  it('of a seed are exported as they were', async () => {
    expect(api.forge.db.credentials.get(gone)).toMatchObject({ is_revoked: true, name: 'gone' })
    expect(api.forge.db.credentials.get(other)).toMatchObject({ is_impersonation: true })
  })
})
