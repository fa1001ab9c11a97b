import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Seed } from '../../../src/seed/schema.ts'
import { type Api, describeV4, now, type Reply } from '../../harness.ts'

const callback = 'http://localhost:3000/callback'
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', password: 'jane-password' },
    { username: 'careful', password: 'careful-password', two_factor_enabled: true },
    { username: 'bob', password: 'bob-password', state: 'blocked' },
  ],
  applications: [
    {
      name: 'Dashboard',
      client_id: 'dashboard',
      client_secret: 'dashboard-secret',
      redirect_uris: [callback, 'myapp://signed-in', 'http://127.0.0.1/loop'],
      scopes: ['api', 'read_user'],
    },
    {
      name: 'Page',
      client_id: 'page',
      client_secret: 'page-secret',
      redirect_uris: [callback],
      scopes: ['read_user'],
      confidential: false,
      trusted: true,
    },
  ],
}

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const invalidGrant = {
  error: 'invalid_grant',
  error_description:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
}
const invalidClient = {
  error: 'invalid_client',
  error_description:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
}

type Fields = Readonly<Record<string, string>>

const ask: Fields = {
  client_id: 'dashboard',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'read_user',
  state: 'of mine',
}
const client: Fields = { client_id: 'dashboard', client_secret: 'dashboard-secret' }

/** What a browser and an application do. */
function visitor(api: Api) {
  let cookie = ''
  function send(method: string, path: string, fields: Fields = {}, headers: Fields = {}) {
    const text = new URLSearchParams(fields).toString()
    const isRead = method === 'GET'
    return api.request(isRead ? `${path}?${text}` : path, {
      method,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      ...(isRead ? {} : { body: text }),
    })
  }
  async function signIn(username = 'jane') {
    const { headers } = await send('POST', '/users/sign_in', { username })
    cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const fieldOf = ({ body }: Reply, name: string) =>
    new RegExp(`name="${name}" (?:value|content)="([^"]*)"`).exec(body)?.[1] ?? ''
  async function codeFor(fields: Fields = {}) {
    const consent = await send('GET', '/oauth/authorize', { ...ask, ...fields })
    const token = fieldOf(consent, 'authenticity_token')
    const { headers } = await send('POST', '/oauth/authorize', {
      ...ask,
      ...fields,
      authenticity_token: token,
    })
    return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  const token = (fields: Fields, headers: Fields = {}) =>
    send('POST', '/oauth/token', fields, headers)
  const exchange = (code: string, fields: Fields = {}) =>
    token({ grant_type: 'authorization_code', ...client, code, redirect_uri: callback, ...fields })
  return { send, signIn, codeFor, token, exchange, fieldOf, cookie: () => cookie }
}

describeV4('OAuth 2', { seed }, (api) => {
  const queryOf = ({ headers }: Reply) => new URL(headers.get('location') ?? '').searchParams
  const whoIs = (token: string) =>
    api.request('/api/v4/user', { headers: { authorization: `Bearer ${token}` } })

  it('signs a user in by a code, for a token that the API takes', async () => {
    const browser = visitor(api)
    const first = await browser.send('GET', '/oauth/authorize', ask)
    expect(first.status).toBe(302)
    const [path, query] = first.headers.get('location')?.split('?') ?? []
    expect(path).toBe('/users/sign_in')
    const page = await browser.send('GET', '/users/sign_in', {
      return_to: new URLSearchParams(query).get('return_to') ?? '',
    })
    expect(page.body).toContain('Sign in as jane')
    expect(page.body).not.toContain('Sign in as bob')
    await browser.signIn()
    const consent = await browser.send('GET', '/oauth/authorize', ask)
    expect(consent.status).toBe(200)
    expect(consent.body).toContain('Authorize Dashboard')
    expect(consent.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000;",
    )
    const sent = await browser.send('POST', '/oauth/authorize', {
      ...ask,
      authenticity_token: browser.fieldOf(consent, 'authenticity_token'),
    })
    expect(sent.status).toBe(302)
    const code = queryOf(sent).get('code') ?? ''
    expect(sent.headers.get('location')).toBe(`${callback}?code=${code}&state=of+mine`)
    const { status, body, headers } = await browser.exchange(code)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      token_type: 'Bearer',
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      scope: 'read_user',
      created_at: Date.parse(now) / 1000,
    })
    expect((await whoIs(body.access_token)).body.username).toBe('jane')
    const queried = await api.request(`/api/v4/user?access_token=${body.access_token}`)
    expect(queried.body.username).toBe('jane')
    const projects = await api.request('/api/v4/projects', {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    expect(projects.status).toBe(403)
    expect((await whoIs(body.refresh_token)).status).toBe(401)
  })

  it('asks no more than once, and of what is trusted never', async () => {
    const browser = visitor(api)
    await browser.signIn()
    await browser.exchange(await browser.codeFor())
    const again = await browser.send('GET', '/oauth/authorize', ask)
    expect(queryOf(again).get('code')).toMatch(/^[0-9a-f]{64}$/)
    const more = await browser.send('GET', '/oauth/authorize', { ...ask, scope: 'api' })
    expect(more.status).toBe(200)
    const trusted = await browser.send('GET', '/oauth/authorize', { ...ask, client_id: 'page' })
    expect(queryOf(trusted).get('state')).toBe('of mine')
  })

  it('ends a token by the clock of the forge', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const { body } = await browser.exchange(await browser.codeFor())
    api.forge.clock.advance(7199_000)
    expect((await whoIs(body.access_token)).status).toBe(200)
    api.forge.clock.advance(1000)
    expect((await whoIs(body.access_token)).body).toEqual({
      error: 'invalid_token',
      error_description: 'Token is expired. You can either do re-authorization or token refresh.',
    })
  })

  it('gives the next token for one, once, and ends the one before', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const { body: old } = await browser.exchange(await browser.codeFor())
    const refresh = { grant_type: 'refresh_token', ...client, refresh_token: old.refresh_token }
    const { status, body } = await browser.token(refresh)
    expect(status).toBe(200)
    expect(body).toMatchObject({ scope: 'read_user', expires_in: 7200 })
    expect(body.access_token).not.toBe(old.access_token)
    expect((await whoIs(body.access_token)).status).toBe(200)
    expect((await whoIs(old.access_token)).status).toBe(401)
    expect(await browser.token(refresh)).toMatchObject({ status: 400, body: invalidGrant })
  })

  it.each<[string, Fields, number, object]>([
    ['none', {}, 400, { error: 'invalid_request' }],
    ['an unknown one', { refresh_token: 'unknown' }, 400, invalidGrant],
    ['a wrong secret', { refresh_token: 'unknown', client_secret: 'x' }, 401, invalidClient],
  ])('gives no next token for %s', async (_, fields, status, body) => {
    const given = { grant_type: 'refresh_token', ...client, ...fields }
    expect(await visitor(api).token(given)).toMatchObject({ status, body })
  })

  it('gives no next token to another application, nor more than the one before', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const { body } = await browser.exchange(await browser.codeFor())
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect(await browser.token({ ...refresh, client_id: 'page' })).toMatchObject({
      status: 400,
      body: invalidGrant,
    })
    expect(await browser.token(refresh)).toMatchObject({ status: 401, body: invalidClient })
    expect(await browser.token({ ...refresh, ...client, scope: 'api' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
  })

  it.each<[string, Fields, Fields]>([
    [
      'S256',
      { code_challenge: challenge, code_challenge_method: 'S256' },
      { code_verifier: verifier },
    ],
    [
      'plain',
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_verifier: verifier },
    ],
  ])('takes a proof of who asked, %s', async (_, asked, shown) => {
    const browser = visitor(api)
    await browser.signIn()
    expect((await browser.exchange(await browser.codeFor(asked), shown)).status).toBe(200)
    const other = await browser.codeFor({ ...asked, scope: 'api' })
    expect(await browser.exchange(other, { code_verifier: 'w'.repeat(43) })).toMatchObject({
      status: 400,
      body: invalidGrant,
    })
    expect(await browser.exchange(other)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'Missing required parameter: code_verifier.',
      },
    })
  })

  it('takes a verifier of 43 to 128 characters alone', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const short = 'v'.repeat(42)
    const code = await browser.codeFor({ code_challenge: short, code_challenge_method: 'plain' })
    expect(await browser.exchange(code, { code_verifier: short })).toMatchObject({ status: 400 })
  })

  it.each<[string, Fields, number, object]>([
    ['an unknown code', { code: 'unknown' }, 400, invalidGrant],
    ['another address', { redirect_uri: 'myapp://signed-in' }, 400, invalidGrant],
    ['no address', { redirect_uri: '' }, 400, { error: 'invalid_request' }],
    ['a wrong secret', { client_secret: 'wrong' }, 401, invalidClient],
    ['no secret', { client_secret: '' }, 401, invalidClient],
    ['an unknown application', { client_id: 'unknown' }, 401, invalidClient],
    ['no application', { client_id: '' }, 401, invalidClient],
    ['another application', { client_id: 'page', client_secret: '' }, 400, invalidGrant],
    ['a verifier that nobody asked for', { code_verifier: verifier }, 400, invalidGrant],
    [
      'another kind of grant',
      { grant_type: 'client_credentials' },
      400,
      { error: 'unsupported_grant_type' },
    ],
    ['no kind of grant', { grant_type: '' }, 400, { error: 'invalid_request' }],
  ])('gives no token for %s', async (_, fields, status, body) => {
    const browser = visitor(api)
    await browser.signIn()
    const reply = await browser.exchange(await browser.codeFor(), fields)
    expect(reply).toMatchObject({ status, body })
    expect(reply.headers.get('www-authenticate')).toContain(`error="${reply.body.error}"`)
  })

  it('gives a token for a code once, and within ten minutes', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const code = await browser.codeFor()
    expect((await browser.exchange(code)).status).toBe(200)
    expect(await browser.exchange(code)).toMatchObject({ status: 400, body: invalidGrant })
    const late = await browser.codeFor({ scope: 'api' })
    api.forge.clock.advance(600_000)
    expect(await browser.exchange(late)).toMatchObject({ status: 400, body: invalidGrant })
  })

  it('takes an application by Basic authentication, and one of a browser without a secret', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const code = await browser.codeFor()
    const basic = { authorization: `Basic ${btoa('dashboard:dashboard-secret')}` }
    const grant = { grant_type: 'authorization_code', redirect_uri: callback }
    expect((await browser.token({ ...grant, code }, basic)).status).toBe(200)
    const trusted = await browser.send('GET', '/oauth/authorize', { ...ask, client_id: 'page' })
    const ofPage = { ...grant, client_id: 'page', code: queryOf(trusted).get('code') ?? '' }
    expect((await browser.token(ofPage)).status).toBe(200)
  })

  it('gives a token for a password', async () => {
    const password = { grant_type: 'password', username: 'jane', password: 'jane-password' }
    const { status, body } = await visitor(api).token(password)
    expect(status).toBe(200)
    expect(body.scope).toBe('api')
    expect((await whoIs(body.access_token)).body.username).toBe('jane')
    const byEmail = await visitor(api).token({
      ...password,
      username: 'JANE@example.com',
      ...client,
    })
    expect(byEmail.status).toBe(200)
    const reading = await visitor(api).token({ ...password, scope: 'read_user read_api' })
    expect(reading.body.scope).toBe('read_user read_api')
    const next = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect((await visitor(api).token(next)).status).toBe(200)
  })

  it.each<[string, Fields, number, object]>([
    ['a wrong password', { username: 'jane', password: 'wrong' }, 400, invalidGrant],
    ['who is blocked', { username: 'bob', password: 'bob-password' }, 400, invalidGrant],
    [
      'who has a second factor',
      { username: 'careful', password: 'careful-password' },
      400,
      invalidGrant,
    ],
    ['who has no password', { username: 'root', password: '' }, 400, invalidGrant],
    ['nobody', {}, 400, invalidGrant],
    [
      'a wrong application',
      { username: 'jane', password: 'jane-password', client_id: 'dashboard', client_secret: 'x' },
      401,
      invalidClient,
    ],
    [
      'a scope that there is not',
      { username: 'jane', password: 'jane-password', scope: 'everything' },
      400,
      { error: 'invalid_scope' },
    ],
  ])('gives no token for the password of %s', async (_, fields, status, body) => {
    const reply = await visitor(api).token({ grant_type: 'password', ...fields })
    expect(reply).toMatchObject({ status, body })
  })

  it.each<[string, Fields, number, string]>([
    ['an unknown application', { client_id: 'unknown' }, 401, 'unknown client'],
    [
      'an address that is not registered',
      { redirect_uri: 'http://evil.example/' },
      400,
      'redirect URI',
    ],
    ['a path that is not registered', { redirect_uri: `${callback}/more` }, 400, 'redirect URI'],
    [
      'a port that is not registered',
      { redirect_uri: 'http://localhost:3001/callback' },
      400,
      'redirect URI',
    ],
    ['a fragment', { redirect_uri: `${callback}#a` }, 400, 'redirect URI'],
    ['no address', { redirect_uri: '' }, 400, 'redirect URI'],
  ])('sends nobody anywhere for %s', async (_, fields, status, text) => {
    const browser = visitor(api)
    await browser.signIn()
    const reply = await browser.send('GET', '/oauth/authorize', { ...ask, ...fields })
    expect(reply.status).toBe(status)
    expect(reply.body).toContain(text)
    expect(reply.headers.get('location')).toBeNull()
  })

  it.each(['http://127.0.0.1:49152/loop', `${callback}?to=here`])(
    'sends a user to %s, which differs where it may',
    async (redirect_uri) => {
      const browser = visitor(api)
      await browser.signIn()
      const reply = await browser.send('GET', '/oauth/authorize', { ...ask, redirect_uri })
      expect(reply.status).toBe(200)
    },
  )

  it.each([
    [`${callback}?to=✓`, `${callback}?to=%E2%9C%93&`],
    ['http://localhost:3000/call\nback', `${callback}?`],
  ])('escapes what no header may have: %j', async (redirect_uri, beginning) => {
    const browser = visitor(api)
    await browser.signIn()
    const asked = { ...ask, redirect_uri, scope: 'sudo' }
    const { status, headers } = await browser.send('GET', '/oauth/authorize', asked)
    expect(status).toBe(302)
    expect(headers.get('location')).toMatch(`${beginning}error=invalid_scope`)
  })

  it.each<[string, Fields]>([
    ['invalid_request', { response_type: '' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'sudo' }],
    ['invalid_scope', { scope: 'everything' }],
    ['invalid_code_challenge_method', { code_challenge: 'a', code_challenge_method: 'S512' }],
    ['invalid_code_challenge_method', { code_challenge: 'a' }],
  ])('tells an application of %s', async (error, fields) => {
    const browser = visitor(api)
    await browser.signIn()
    const reply = await browser.send('GET', '/oauth/authorize', { ...ask, ...fields })
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/callback\?/)
    expect(queryOf(reply).get('error')).toBe(error)
    expect(queryOf(reply).get('error_description')).toMatch(/\w+/)
    expect(queryOf(reply).get('state')).toBe('of mine')
  })

  it('tells an application that the user said no', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const consent = await browser.send('GET', '/oauth/authorize', ask)
    const authenticity_token = browser.fieldOf(consent, 'authenticity_token')
    const fields = { ...ask, authenticity_token }
    for (const reply of [
      await browser.send('POST', '/oauth/authorize', { ...fields, _method: 'delete' }),
      await browser.send('DELETE', '/oauth/authorize', fields),
    ]) {
      expect(queryOf(reply).get('error')).toBe('access_denied')
      expect(queryOf(reply).get('state')).toBe('of mine')
    }
    expect(api.forge.db.oauthGrants.all()).toEqual([])
  })

  it('takes no consent that did not come from its own page', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const consent = await browser.send('GET', '/oauth/authorize', ask)
    const authenticity_token = browser.fieldOf(consent, 'authenticity_token')
    const foreign = { origin: 'http://evil.example' }
    const replies = [
      await browser.send('POST', '/oauth/authorize', ask),
      await browser.send('POST', '/oauth/authorize', { ...ask, authenticity_token: 'guessed' }),
      await browser.send('POST', '/oauth/authorize', { ...ask, authenticity_token }, foreign),
      await browser.send('POST', '/users/sign_out', {}),
      await browser.send('POST', '/users/sign_in', { username: 'root' }, foreign),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(api.forge.db.oauthGrants.all()).toEqual([])
  })

  it('says what a token opens', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const { body } = await browser.exchange(await browser.codeFor())
    api.forge.clock.advance(60_000)
    const info = {
      resource_owner_id: 2,
      scope: ['read_user'],
      expires_in: 7140,
      application: { uid: 'dashboard' },
      created_at: Date.parse(now) / 1000,
      scopes: ['read_user'],
      expires_in_seconds: 7140,
    }
    const bearer = { authorization: `Bearer ${body.access_token}` }
    const byHeader = await api.request('/oauth/token/info', { headers: bearer })
    expect(byHeader.body).toEqual(info)
    const byQuery = await api.request(`/oauth/token/info?access_token=${body.access_token}`)
    expect(byQuery.body).toEqual(info)
    api.forge.clock.advance(7140_000)
    expect((await api.request('/oauth/token/info', { headers: bearer })).body).toEqual({
      error: 'invalid_token',
      error_description: 'The access token expired',
    })
  })

  it('says of no token that it is one', async () => {
    for (const query of ['', '?access_token=unknown', '?access_token=jane-token']) {
      const { status, body, headers } = await api.request(`/oauth/token/info${query}`)
      expect(status).toBe(401)
      expect(body).toEqual({
        error: 'invalid_token',
        error_description: 'The access token is invalid',
      })
      expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
    }
  })

  it('takes tokens back, for the application that has them', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const { body } = await browser.exchange(await browser.codeFor())
    const revoke = (fields: Fields) => browser.send('POST', '/oauth/revoke', fields)
    const token = body.access_token
    const refused: Fields[] = [
      { token },
      { token, ...client, client_secret: 'x' },
      { token, client_id: 'page' },
    ]
    for (const fields of refused) {
      expect(await revoke(fields)).toMatchObject({
        status: 403,
        body: {
          error: 'unauthorized_client',
          error_description: 'You are not authorized to revoke this token',
        },
      })
    }
    expect((await whoIs(token)).status).toBe(200)
    expect(await revoke({ token, ...client })).toMatchObject({ status: 200, body: {} })
    expect((await whoIs(token)).body).toMatchObject({ error: 'invalid_token' })
    const info = await api.request(`/oauth/token/info?access_token=${token}`)
    expect(info.body.error_description).toBe('The access token was revoked')
    expect(await revoke({ token: 'unknown' })).toMatchObject({ status: 200, body: {} })
    expect(await revoke({})).toMatchObject({ status: 200, body: {} })
  })

  it('takes a token back by what the next one is got for', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const { body } = await browser.exchange(await browser.codeFor())
    await browser.send('POST', '/oauth/revoke', { token: body.refresh_token, ...client })
    expect((await whoIs(body.access_token)).status).toBe(401)
  })

  it('masks codes, secrets and tokens in the journal', async () => {
    const browser = visitor(api)
    await browser.signIn()
    const code = await browser.codeFor()
    const { body } = await browser.exchange(code)
    const journal = JSON.stringify(api.forge.requests)
    const session = browser.cookie().split('=')[1] ?? ''
    for (const secret of [
      code,
      'dashboard-secret',
      body.access_token,
      body.refresh_token,
      session,
    ]) {
      expect(secret.length).toBeGreaterThan(10)
      expect(journal).not.toContain(secret)
    }
  })
})
