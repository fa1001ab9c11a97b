import { expect, it } from 'vitest'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { createTestForge, describeTransports } from '../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }

describeTransports('routes', { seed }, (api) => {
  const headers = { 'private-token': 'root-token' }
  const ask = (path: string, method = 'GET') => api.request(path, { method, headers })

  it.each([
    '/api/v3/nonsense',
    '/api/v3',
    '/api/v3/',
    '/api/v3/users/1/nonsense',
    '/api/v3/users/1/keys/2/3',
    '/api/v3/USERS',
    '/api/v3/__proto__',
    '/api/v3/constructor',
  ])('does not know %s', async (path) => {
    const { status, body, headers } = await ask(path)
    expect([status, body]).toEqual([404, { error: '404 Not Found' }])
    expect(headers.get('content-type')).toBe('application/json')
  })

  it.each(['POST', 'PUT', 'DELETE'])(
    'does not know an unknown path by any verb: %s',
    async (method) => {
      expect((await ask('/api/v3/nonsense', method)).body).toEqual({ error: '404 Not Found' })
    },
  )

  it('does not ask who it is on an unknown path', async () => {
    expect((await api.anonymous.get('/nonsense')).status).toBe(404)
  })

  it.each([
    ['/users', 'PUT', 'GET, POST'],
    ['/users', 'PATCH', 'GET, POST'],
    ['/user', 'DELETE', 'GET'],
    ['/users/1/block', 'GET', 'PUT'],
    ['/users/1/', 'POST', 'GET, PUT, DELETE'],
    ['/user/keys/1.json', 'POST', 'GET, DELETE'],
  ])('refuses a wrong verb, and names the right ones: %s %s', async (path, method, allowed) => {
    const { status, body, headers } = await ask(`/api/v3${path}`, method)
    expect([status, body]).toEqual([405, { message: '405 Method Not Allowed' }])
    expect(headers.get('allow')).toBe(allowed)
  })

  it.each(['/user.json', '/user/', '/user//', '/user.json?a=1', '/user?a=/', '/user.json/'])(
    'tolerates %s',
    async (path) => {
      const { status, body } = await ask(`/api/v3${path}`)
      if (path !== '/user.json/') expect([status, body.username]).toEqual([200, 'root'])
      else expect(status).toBe(200)
    },
  )

  it('tolerates .json after an id', async () => {
    expect((await ask('/api/v3/users/2.json')).body.username).toBe('jane')
    expect((await ask('/api/v3/users/2/keys.json')).body).toEqual([])
  })

  it('answers HEAD as GET without the body', async () => {
    const get = await ask('/api/v3/users')
    const head = await ask('/api/v3/users', 'HEAD')
    expect(head.status).toBe(200)
    expect(head.bytes).toHaveLength(0)
    for (const name of ['x-total', 'link', 'content-type']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
    expect((await ask('/api/v3/nonsense', 'HEAD')).status).toBe(404)
    expect((await ask('/api/v3/users/1/block', 'HEAD')).status).toBe(405)
    expect((await api.request('/api/v3/user', { method: 'HEAD' })).status).toBe(401)
  })

  it('decodes an id', async () => {
    expect((await ask('/api/v3/users/%32')).body.username).toBe('jane')
  })

  it.each(['/users/%', '/users/%zz', '/users/%ff', '/users/%c3%28', '/users/%00', '/users/2%2F3'])(
    'takes a broken escape for no id: %s',
    async (path) => {
      const { status, body } = await ask(`/api/v3${path}`)
      expect([status, body]).toEqual([404, { error: '404 Not Found' }])
    },
  )

  it.each(['abc', '1ASDF', '1.5', '1e3', '-', '0x1', '-1'])(
    'knows no path to a user with %s for an id',
    async (id) => {
      for (const path of [`/users/${id}`, `/users/${id}/keys`, `/users/${id}/events`]) {
        const { status, body } = await ask(`/api/v3${path}`)
        expect([path, status, body]).toEqual([path, 404, { error: '404 Not Found' }])
      }
    },
  )

  it.each(['/keys/1ASDF', '/hooks/x'])('refuses what is no id elsewhere: %s', async (path) => {
    const { status, body } = await ask(`/api/v3${path}`)
    expect([status, body]).toEqual([400, { message: { id: ['is invalid'] } }])
  })

  it.each(['2147483648', '99999999999999999999'])('finds nothing by the id %s', async (id) => {
    for (const [path, what] of [
      ['/users', 'User'],
      ['/keys', 'Key'],
      ['/groups', 'Group'],
      ['/projects', 'Project'],
    ]) {
      const { status, body } = await ask(`/api/v3${path}/${id}`)
      expect([path, status, body]).toEqual([path, 404, { message: `404 ${what} Not Found` }])
    }
  })

  it.each(['/users/99', '/users/0', '/users/2147483647'])(
    'knows nobody of the id: %s',
    async (path) => {
      const { status, body } = await ask(`/api/v3${path}`)
      expect([status, body]).toEqual([404, { message: '404 User Not Found' }])
    },
  )

  it('serves its contract', async () => {
    const { status, body, headers } = await api.request('/api/v3/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toContain('/users/{id}')
    expect((await api.request('/api/v3/openapi.json', { method: 'POST' })).status).toBe(404)
  })

  it('gives every answer an id of its own and the time it took', async () => {
    const answers = await Promise.all([
      ask('/api/v3/user'),
      ask('/api/v3/nonsense'),
      ask('/api/v3/users', 'PUT'),
    ])
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(3)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    for (const { headers } of answers) expect(headers.get('x-runtime')).toMatch(/^\d+\.\d{6}$/)
  })
})

/** As the oldest Python client writes them, for every issue. */
describeTransports('runs of slashes', { seed: repositoryWorld }, (api) => {
  const headers = { 'private-token': 'dev-token' }
  const ask = (path: string) => api.request(path, { headers })

  it.each([
    '/api//v3/projects/1',
    '//api/v3/projects//1',
    '/api/v3/projects/1//',
    '///api///v3///projects///1',
  ])('count as one: %s', async (path) => {
    const { status, body } = await ask(path)
    expect([status, body.path_with_namespace]).toEqual([200, 'acme/site'])
    expect(body.http_url_to_repo).toBe(`${api.origin}/acme/site.git`)
    expect(body.web_url).toBe(`${api.origin}/acme/site`)
  })

  it('are not in the links of a page, nor in the journal', async () => {
    const { headers: answered } = await ask('/api//v3//projects?per_page=1')
    expect(answered.get('link')).toContain(`<${api.origin}/api/v3/projects?`)
    expect(api.forge.requests.at(-1)?.path).toBe('/api/v3/projects?per_page=1')
  })
})

it('counts runs of slashes as one in what stands before the API, too', async () => {
  const forge = await createTestForge({ seed: repositoryWorld })
  const address = 'http://forge.test//forge//sub//api/v3/projects/1'
  const headers = { 'private-token': 'dev-token' }
  const project = await (await forge.fetch(new Request(address, { headers }))).json()
  expect(project.web_url).toBe('http://forge.test/forge/sub/acme/site')
})

/** A `.json` suffix is not needed, and tolerated. */
describeTransports('routes of a repository', { seed: repositoryWorld }, (api) => {
  const dev = api.as('dev')

  it.each(['branches', 'tree', 'commits/master/diff', 'commits/master/statuses'])(
    'tolerate .json after %s',
    async (path) => {
      const plain = await dev.get(`/projects/1/repository/${path}`)
      const suffixed = await dev.get(`/projects/1/repository/${path}.json`)
      expect([suffixed.status, suffixed.body]).toEqual([200, plain.body])
    },
  )

  it('tolerate it whatever the verb', async () => {
    const path = '/projects/1/repository/branches/master/protect.json'
    expect((await api.as('mona').put(path)).body).toMatchObject({ name: 'master', protected: true })
  })

  it('leave it to the name that it ends', async () => {
    const at = '/projects/1/repository/branches'
    await dev.post(at, { branch_name: 'data.json', ref: 'master' })
    expect((await dev.get(`${at}/data.json`)).body.name).toBe('data.json')
    expect((await dev.get('/projects/1/repository/commits/data.json')).status).toBe(200)
    expect((await dev.get(`${at}/data`)).status).toBe(404)
  })
})
