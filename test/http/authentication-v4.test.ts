import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { describeV4 } from '../harness.ts'

/** The clock of the tests stands at 2017-01-15. */
const seed: Seed = {
  users: [
    {
      username: 'root',
      admin: true,
      sessions: ['root-session'],
      personal_access_tokens: [
        { token: 'root-api', scopes: ['api'] },
        { token: 'root-sudo', scopes: ['api', 'sudo'] },
        { token: 'root-reading-sudo', scopes: ['read_api', 'sudo'] },
      ],
      oauth_tokens: [{ token: 'root-oauth', scopes: ['api', 'sudo'] }],
    },
    {
      username: 'jane',
      personal_access_tokens: [
        { token: 'glpat-jane', name: 'ci', scopes: ['api'] },
        { token: 'jane-read-api', scopes: ['read_api'] },
        { token: 'jane-read-user', scopes: ['read_user'] },
        { token: 'jane-code', scopes: ['read_repository', 'write_repository'] },
        { token: 'jane-scopeless', scopes: [] },
        { token: 'jane-revoked', revoked: true },
        { token: 'jane-expired', expires_at: '2017-01-15' },
        { token: 'jane-ended', expires_at: '2017-01-15', revoked: true },
        { token: 'jane-lasting', expires_at: '2017-01-16' },
      ],
      oauth_tokens: [{ token: 'jane-oauth' }],
      sessions: ['jane-session'],
    },
    {
      username: 'bob',
      state: 'blocked',
      personal_access_tokens: [{ token: 'bob-expired', expires_at: '2017-01-01' }],
    },
    { username: 'eve' },
  ],
}

type Headers = Record<string, string>
type Answer = [status: number, body: unknown]

const unauthorized: Answer = [401, { message: '401 Unauthorized' }]
const insufficient = (scope: string): Answer => [
  403,
  {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope,
  },
]

describeV4('authentication in v4', { seed }, (api) => {
  async function ask(path: string, headers: Headers = {}, method = 'GET') {
    const { status, body } = await api.request(`/api/v4${path}`, { method, headers })
    return [status, body]
  }
  async function whoIs(query: string, headers: Headers = {}) {
    const { status, body } = await api.request(`/api/v4/user${query}`, { headers })
    return status === 200 ? body.username : [status, body]
  }

  it.each<[string, string, Headers]>([
    ['a token in the header', '', { 'PRIVATE-TOKEN': 'glpat-jane' }],
    ['a token in the query', '?private_token=glpat-jane', {}],
    ['a token as a bearer, of any length', '', { Authorization: 'Bearer glpat-jane' }],
    ['a private token of v3 as a token', '', { 'PRIVATE-TOKEN': 'jane-token' }],
    ['a private token of v3 as a bearer', '', { Authorization: 'Bearer jane-token' }],
    ['an OAuth token as a bearer', '', { Authorization: 'Bearer jane-oauth' }],
    ['an OAuth token in the query', '?access_token=jane-oauth', {}],
    ['a token until its last day', '', { 'PRIVATE-TOKEN': 'jane-lasting' }],
    ['the cookie of a session', '', { cookie: 'a=1; _gitlab_session=jane-session' }],
  ])('takes %s', async (_, query, headers) => {
    expect(await whoIs(query, headers)).toBe('jane')
  })

  it.each<[string, Headers, Answer]>([
    ['nothing', {}, unauthorized],
    ['an unknown token', { 'PRIVATE-TOKEN': 'nobody' }, unauthorized],
    ['an OAuth token as a private one', { 'PRIVATE-TOKEN': 'jane-oauth' }, unauthorized],
    ["v3's cookie", { cookie: '_service_session=jane-session' }, unauthorized],
    [
      'a revoked token',
      { 'PRIVATE-TOKEN': 'jane-revoked' },
      [
        401,
        {
          error: 'invalid_token',
          error_description: 'Token was revoked. You have to re-authorize from the user.',
        },
      ],
    ],
    ...['jane-expired', 'jane-ended', 'bob-expired'].map((token): [string, Headers, Answer] => [
      `an expired token, ${token}`,
      { 'PRIVATE-TOKEN': token },
      [
        401,
        {
          error: 'invalid_token',
          error_description:
            'Token is expired. You can either do re-authorization or token refresh.',
        },
      ],
    ]),
    [
      'a blocked user',
      { 'PRIVATE-TOKEN': 'bob-token' },
      [403, { message: '403 Forbidden - Your account has been blocked.' }],
    ],
  ])('refuses %s', async (_, headers, answer) => {
    expect(await ask('/user', headers)).toEqual(answer)
  })

  it('answers the same of a token at v3 in the words of v3', async () => {
    for (const token of ['jane-revoked', 'jane-expired', 'bob-token', 'jane-read-api']) {
      const { status, body } = await api.request('/api/v3/user', {
        headers: { 'PRIVATE-TOKEN': token },
      })
      expect([status, body]).toEqual(unauthorized)
    }
  })

  it.each<[string, string, number | Answer]>([
    ['api', 'glpat-jane', 200],
    ['read_api', 'jane-read-api', 200],
    ['read_user', 'jane-read-user', 200],
    ['nothing', 'jane-scopeless', insufficient('api read_api read_user')],
    ['code alone', 'jane-code', insufficient('api read_api read_user')],
  ])('reads users with the scope of %s', async (_, token, answer) => {
    for (const path of ['/user', '/users', '/metadata', '/version']) {
      const [status, body] = await ask(path, { 'PRIVATE-TOKEN': token })
      expect(typeof answer === 'number' ? status : [status, body]).toEqual(answer)
    }
  })

  it('reads everything else with the scopes api and read_api', async () => {
    const read = (token: string) => ask('/user_counts', { 'PRIVATE-TOKEN': token })
    expect((await read('glpat-jane'))[0]).toBe(200)
    expect((await read('jane-read-api'))[0]).toBe(200)
    expect(await read('jane-read-user')).toEqual(insufficient('api read_api'))
  })

  // `allow_access_with_scope :read_repository` in lib/api/files.rb.
  it('reads the files of repositories with the scope read_repository, and nothing else', async () => {
    const code = { 'PRIVATE-TOKEN': 'jane-code' }
    const file = '/projects/9/repository/files/README.md'
    const missing: Answer = [404, { message: '404 Project Not Found' }]
    for (const path of [`${file}?ref=master`, `${file}/raw`, `${file}/blame?ref=master`]) {
      expect(await ask(path, code)).toEqual(missing)
      expect((await ask(path, code, 'HEAD'))[0]).toBe(404)
    }
    expect(await ask(file, code, 'DELETE')).toEqual(insufficient('api'))
    for (const path of ['tree', 'commits', 'archive', 'branches']) {
      const answer = await ask(`/projects/9/repository/${path}`, code)
      expect(answer).toEqual(insufficient('api read_api'))
    }
  })

  it('writes with the scope api alone', async () => {
    const write = (token: string) => ask('/users/99', { 'PRIVATE-TOKEN': token }, 'PUT')
    expect(await write('glpat-jane')).toEqual([403, { message: '403 Forbidden' }])
    expect(await write('jane-read-api')).toEqual(insufficient('api'))
    expect(await write('jane-read-user')).toEqual(insufficient('api'))
  })

  it('refuses a wrong token even where none is needed', async () => {
    expect(await ask('/users?username=jane', { 'PRIVATE-TOKEN': 'nobody' })).toEqual(unauthorized)
    expect((await ask('/users?username=jane'))[0]).toBe(200)
  })

  it.each<[string, Headers, string | Answer]>([
    ['a private token of v3', { 'PRIVATE-TOKEN': 'root-token' }, 'jane'],
    ['a token with the scope', { 'PRIVATE-TOKEN': 'root-sudo' }, 'jane'],
    ['an OAuth token with the scope', { Authorization: 'Bearer root-oauth' }, 'jane'],
    ['a token without the scope', { 'PRIVATE-TOKEN': 'root-api' }, insufficient('sudo')],
    [
      'a session',
      { cookie: '_gitlab_session=root-session' },
      [
        403,
        {
          message:
            '403 Forbidden - Must be authenticated using an OAuth or personal access token to use sudo',
        },
      ],
    ],
    [
      'a token of somebody else',
      { 'PRIVATE-TOKEN': 'glpat-jane' },
      [403, { message: '403 Forbidden - Must be admin to use sudo' }],
    ],
    ['nothing', {}, unauthorized],
  ])('acts as another user with %s', async (_, headers, answer) => {
    for (const query of ['?sudo=jane', '?sudo=JANE', '?sudo=2']) {
      expect(await whoIs(query, headers)).toEqual(answer)
    }
  })

  it('acts as another user by the header', async () => {
    expect(await whoIs('', { 'PRIVATE-TOKEN': 'root-sudo', Sudo: 'jane' })).toBe('jane')
  })

  it('says whom there is none of', async () => {
    expect(await whoIs('?sudo=nobody', { 'PRIVATE-TOKEN': 'root-sudo' })).toEqual([
      404,
      { message: "404 User with ID or username 'nobody' Not Found" },
    ])
  })

  it('gives no more than the other user has, nor than the token', async () => {
    const asJane = { 'PRIVATE-TOKEN': 'root-sudo', Sudo: 'jane' }
    const sudo = { 'PRIVATE-TOKEN': 'root-reading-sudo', Sudo: 'jane' }
    expect(await whoIs('', sudo)).toBe('jane')
    expect(await ask('/users/99', sudo, 'PUT')).toEqual(insufficient('api'))
    expect(await ask('/users/1/block', asJane, 'POST')).toEqual([403, { message: '403 Forbidden' }])
  })
})
