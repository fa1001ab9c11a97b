import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'

const since = '2016-11-01T08:00:00.000Z'
const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  hooks: [
    { url: 'http://one.example/hook', token: 'a secret', created_at: since },
    {
      url: 'http://two.example/hook',
      push_events: false,
      tag_push_events: true,
      created_at: since,
    },
  ],
}

const one = {
  id: 1,
  url: 'http://one.example/hook',
  created_at: since,
  push_events: true,
  tag_push_events: false,
  enable_ssl_verification: true,
}
const two = {
  id: 2,
  url: 'http://two.example/hook',
  created_at: since,
  push_events: false,
  tag_push_events: true,
  enable_ssl_verification: true,
}

describeForge('system hooks', { seed }, (api) => {
  const root = () => api.as('root')

  it('are listed, a page at a time, without their tokens', async () => {
    const { status, body, headers } = await root().get('/hooks')
    expect(status).toBe(200)
    expect(body).toEqual([one, two])
    expect(headers.get('x-total')).toBe('2')
    const page = await root().get('/hooks', { per_page: 1, page: 2 })
    expect(page.body).toEqual([two])
  })

  it.each([
    ['get', '/hooks'],
    ['post', '/hooks'],
    ['get', '/hooks/1'],
    ['delete', '/hooks/1'],
  ] as const)('are for administrators: %s %s', async (verb, path) => {
    const parameters = { url: 'http://three.example' }
    expect((await api.as('jane')[verb](path, parameters)).status).toBe(403)
    expect((await api.anonymous[verb](path, parameters)).status).toBe(401)
    expect(api.forge.db.hooks.all()).toHaveLength(2)
  })

  it('are added: 201 and an array of the new one', async () => {
    const { status, body } = await root().post('/hooks', { url: 'https://three.example/a?b=c' })
    expect(status).toBe(201)
    expect(body).toEqual([
      {
        id: 3,
        url: 'https://three.example/a?b=c',
        created_at: now,
        push_events: true,
        tag_push_events: false,
        enable_ssl_verification: true,
      },
    ])
    expect((await root().get('/hooks')).body).toEqual([one, two, ...body])
  })

  it('keep what they were added with, and the token to themselves', async () => {
    const { body } = await root().post('/hooks', {
      url: 'http://three.example',
      token: 'another secret',
      push_events: false,
      tag_push_events: true,
      enable_ssl_verification: false,
    })
    expect(body).toEqual([
      {
        id: 3,
        url: 'http://three.example',
        created_at: now,
        push_events: false,
        tag_push_events: true,
        enable_ssl_verification: false,
      },
    ])
    expect(api.forge.db.hooks.get(3)?.token).toBe('another secret')
  })

  it('name a missing URL', async () => {
    const { status, body } = await root().post('/hooks', { token: 'a secret' })
    expect(status).toBe(400)
    expect(body.message).toBe('400 (Bad request) "url" not given')
  })

  it.each([
    '',
    'nowhere',
    'ftp://three.example',
    'javascript:alert(1)',
    'http://',
    'http:three.example',
    'http://three example',
    'see http://three.example',
    'http://three.example:port/',
  ])('do not take the URL %j', async (url) => {
    const { status, body } = await root().post('/hooks', { url })
    expect(status).toBe(400)
    expect(body.message).toEqual({ url: ['is invalid'] })
    expect(api.forge.db.hooks.all()).toHaveLength(2)
  })

  it('do not take a flag that is neither true nor false', async () => {
    const { status, body } = await root().post('/hooks', {
      url: 'http://three.example',
      push_events: 'maybe',
    })
    expect(status).toBe(400)
    expect(body.message).toEqual({ push_events: ['is invalid'] })
  })

  it('are removed, and answer with every stored field but the token', async () => {
    const { status, body } = await root().delete('/hooks/1')
    expect(status).toBe(200)
    expect(body).toEqual({
      ...one,
      note_events: false,
      project_id: null,
      updated_at: since,
      issues_events: false,
      merge_requests_events: false,
      service_id: null,
    })
    expect((await root().get('/hooks')).body).toEqual([two])
  })

  it('answer 200 and null where there was none to remove', async () => {
    await root().delete('/hooks/1')
    const { status, body } = await root().delete('/hooks/1')
    expect([status, body]).toEqual([200, null])
  })

  it('are not tested where there is none', async () => {
    const { status, body } = await root().get('/hooks/99')
    expect(status).toBe(404)
    expect(body.message).toBe('404 System hook Not Found')
    expect((await root().get('/hooks/first')).status).toBe(400)
  })
})

const posts: { url: string; token: string | null; payload: unknown }[] = []

async function receive(url: unknown, init: RequestInit = {}): Promise<Response> {
  const token = new Headers(init.headers).get('x-gitlab-token')
  posts.push({ url: String(url), token, payload: JSON.parse(String(init.body)) })
  return new Response(null, { status: 204 })
}

describeForge('what system hooks are sent', { seed, fetch: receive }, (api) => {
  it('is a sample for one hook alone where it is tested', async () => {
    posts.length = 0
    const { status, body } = await api.as('root').get('/hooks/1')
    expect(status).toBe(200)
    expect(body).toEqual({
      project_id: 1,
      owner_email: 'example@gitlabhq.com',
      owner_name: 'Someone',
      name: 'Ruby',
      path: 'ruby',
      event_name: 'project_create',
    })
    await expect.poll(() => posts).toEqual([{ url: one.url, token: 'a secret', payload: body }])
  })

  it('is what happens in the instance, for each hook', async () => {
    posts.length = 0
    const user = {
      username: 'newcomer',
      name: 'New',
      email: 'new@example.com',
      password: 'longenough',
    }
    expect((await api.as('root').post('/users', user)).status).toBe(201)
    const payload = expect.objectContaining({ event_name: 'user_create', username: 'newcomer' })
    await expect
      .poll(() => posts)
      .toEqual([
        { url: one.url, token: 'a secret', payload },
        { url: two.url, token: null, payload },
      ])
  })

  it('is nothing where the operation is refused', async () => {
    posts.length = 0
    expect((await api.as('root').post('/users', { username: 'new' })).status).toBe(400)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(posts).toEqual([])
  })
})

const open: AbortSignal[] = []

function neverAnswer(_: unknown, init: RequestInit = {}): Promise<Response> {
  if (init.signal) open.push(init.signal)
  return new Promise(() => {})
}

describeForge('receivers that do not answer', { seed, fetch: neverAnswer }, (api) => {
  it('keep nobody waiting, and are given up when the world is set back', async () => {
    open.length = 0
    expect((await api.as('root').get('/hooks/1')).status).toBe(200)
    expect((await api.as('root').get('/hooks/1')).status).toBe(200)
    expect((await api.as('root').get('/hooks/2')).status).toBe(200)
    // Both deliveries are still waiting.
    expect(open.map(({ aborted }) => aborted)).toEqual([false, false])
    api.forge.reset()
    expect(open.map(({ aborted }) => aborted)).toEqual([true, true])
  })
})

describeForge(
  'receivers that are dead',
  {
    seed,
    log: () => {},
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  },
  (api) => {
    it('disturb nothing', async () => {
      const user = {
        username: 'newcomer',
        name: 'New',
        email: 'new@example.com',
        password: 'longenough',
      }
      const { status, body } = await api.as('root').post('/users', user)
      expect(status).toBe(201)
      expect((await api.as('root').delete(`/users/${body.id}`)).status).toBe(200)
    })
  },
)
