import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type ApplicationOptions, application } from '../../../src/adapters/server/application.ts'
import { createForge } from '../../../src/forge/create-forge.ts'

const references = '/info/refs?service=git-upload-pack'

describe('the application of a forge', () => {
  const origin = 'http://localhost:5173'
  async function ask(path: string, init: RequestInit): Promise<Response> {
    return application(await createForge()).fetch(new Request(`http://127.0.0.1:8080${path}`, init))
  }

  it('lets a front-end on another origin read answers and their pagination', async () => {
    const headers = { origin, 'private-token': 'root-token' }
    const response = await ask('/api/v3/users', { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    const exposed = response.headers.get('access-control-expose-headers')?.split(',')
    expect(exposed).toEqual(expect.arrayContaining(['Link', 'X-Total', 'X-Next-Page']))
    expect(await response.json()).toHaveLength(1)
  })

  it('answers a preflight', async () => {
    const response = await ask('/api/v3/users', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'private-token',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE')
    expect(response.headers.get('access-control-allow-headers')).toBe('private-token')
  })

  it.each<Record<string, string>>([{}, { origin }])(
    'answers a supervisor that it is there, to %j',
    async (headers) => {
      const response = await ask('/_forge/health', { headers })
      expect(await response.json()).toEqual({ status: 'ok' })
    },
  )
})

describe('where an application is', () => {
  const seed = {
    users: [{ username: 'root', admin: true, avatar_url: '/avatars/root.svg' }],
    projects: [
      {
        path: 'root/site',
        visibility: 'public' as const,
        repository: {
          commits: [
            {
              message: 'Begin',
              author: 'root',
              actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
            },
          ],
        },
      },
    ],
  }
  const asRoot = { 'private-token': 'root-token' }

  async function served(options: ApplicationOptions) {
    const { fetch } = application(await createForge({ seed }), options)
    return async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(new Request(address, { headers, method }))
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : text,
      }
    }
  }

  it.each(['/forge', '/forge/', '/a/forge'])(
    'is the base path %s, for everything',
    async (basePath) => {
      const ask = await served({ basePath })
      const base = `http://127.0.0.1:8080${basePath.replace(/\/$/, '')}`
      const project = await ask(`${base}/api/v3/projects/1`, asRoot)
      expect(project.body).toMatchObject({
        web_url: `${base}/root/site`,
        http_url_to_repo: `${base}/root/site.git`,
      })
      const user = await ask(`${base}/api/v3/user`, asRoot)
      expect((await ask(user.body.avatar_url)).headers.get('content-type')).toBe('image/svg+xml')
      expect((await ask(`${project.body.http_url_to_repo}${references}`)).text).toContain(
        'symref=HEAD:refs/heads/master',
      )
      expect((await ask(`${base}/_forge/health`)).status).toBe(200)
      const list = await ask(`${base}//api/v3/projects/visible?per_page=1`, asRoot)
      expect(list.headers.get('link')).toContain(`<${base}/api/v3/projects/visible?`)

      const page = await ask(`${base}/_forge/`, { accept: 'text/html' })
      const links = [...page.text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(
        ([, link = '']) => link,
      )
      expect(links.length).toBeGreaterThan(2)
      for (const link of links) {
        expect((await ask(`http://127.0.0.1:8080${link}`)).status).toBe(200)
      }
      const led = await ask(base, { accept: 'text/html' })
      expect(`http://127.0.0.1:8080${led.headers.get('location')}`).toBe(`${base}/_forge/`)
    },
  )

  it.each(['/api/v3/user', '/', '/forgery/api/v3/user', '/_forge/health'])(
    'is not beside its base path: %s',
    async (path) => {
      const ask = await served({ basePath: '/forge' })
      const { status, body } = await ask(`http://127.0.0.1:8080${path}`, asRoot)
      expect(status).toBe(404)
      expect(body).toEqual({ message: '404 Not Found - this forge is served below /forge' })
    },
  )

  it.each([
    ['https://forge.example.com', ''],
    ['https://forge.example.com/', ''],
    ['https://forge.example.com/sub/api/v3', '/sub'],
  ])('is the base URL %s in answers', async (baseUrl, prefix) => {
    const ask = await served({ baseUrl, basePath: '/inner', allowedHosts: [] })
    const shown = `https://forge.example.com${prefix}`
    const inner = 'http://127.0.0.1:8080/inner'
    expect((await ask(`${inner}/api/v3/projects/1`, asRoot)).body).toMatchObject({
      web_url: `${shown}/root/site`,
      http_url_to_repo: `${shown}/root/site.git`,
      ssh_url_to_repo: 'git@forge.example.com:root/site.git',
    })
    const list = await ask(`${inner}/api/v3/projects/visible?per_page=1`, asRoot)
    expect(list.headers.get('link')).toContain(`<${shown}/api/v3/projects/visible?`)
    expect((await ask(`${inner}/root/site.git${references}`)).status).toBe(200)
    expect((await ask(`${inner}/`, {})).text).toContain(`${shown}/api/v3`)
    const console = await ask(`${inner}/_forge/`, { accept: 'text/html' })
    expect(console.text).toContain(`data-prefix="${prefix}"`)
    const page = { ...asRoot, origin: 'https://forge.example.com' }
    expect((await ask(`${inner}/api/v3/projects?name=other`, page, 'POST')).status).toBe(201)
    expect((await ask('http://forge.example.com/inner/api/v3/user', asRoot)).status).toBe(200)
    expect((await ask('http://other.example.com/inner/api/v3/user', asRoot)).status).toBe(421)
  })

  const forwarded = {
    ...asRoot,
    'x-forwarded-host': 'forge.example.com:8443, inner.example.com',
    'x-forwarded-proto': 'https, http',
    'x-forwarded-prefix': '/git/',
  }

  it('is what a proxy says, where that is trusted', async () => {
    const address = 'http://127.0.0.1:8080/api/v3/projects/1'
    const trusting = await served({ trustProxy: true })
    expect((await trusting(address, forwarded)).body.web_url).toBe(
      'https://forge.example.com:8443/git/root/site',
    )
    const partly = { ...asRoot, 'x-forwarded-proto': 'https' }
    expect((await trusting(address, partly)).body.web_url).toBe('https://127.0.0.1:8080/root/site')
    expect((await trusting(address, asRoot)).body.web_url).toBe('http://127.0.0.1:8080/root/site')

    const wary = await served({})
    expect((await wary(address, forwarded)).body.web_url).toBe('http://127.0.0.1:8080/root/site')
    const guarded = await served({ trustProxy: true, allowedHosts: [] })
    expect((await guarded('http://evil.example/api/v3/projects/1', forwarded)).status).toBe(421)
    const below = await served({ trustProxy: true, basePath: '/forge' })
    expect((await below('http://127.0.0.1/forge/api/v3/projects/1', forwarded)).body.web_url).toBe(
      'https://forge.example.com:8443/git/forge/root/site',
    )
  })

  it.each([
    ['Host', 'evil.example/path'],
    ['Host', 'a@b'],
    ['Proto', 'javascript'],
    ['Prefix', '//evil.example"'],
  ])('is not an X-Forwarded-%s of %s', async (name, value) => {
    const ask = await served({ trustProxy: true })
    const headers = { [`x-forwarded-${name.toLowerCase()}`]: value }
    const { status, body } = await ask('http://127.0.0.1:8080/api/v3/user', headers)
    expect(status).toBe(400)
    expect(body.message).toBe(`400 (Bad request) X-Forwarded-${name} cannot be "${value}"`)
  })

  it('may be a path of another application', async () => {
    const { fetch } = application(await createForge({ seed }), { basePath: '/forge' })
    const other = new Hono()
    other.get('/', (context) => context.text('mine'))
    other.all('/forge/*', (context) => fetch(context.req.raw))
    expect(await (await other.request('/')).text()).toBe('mine')
    const created = await other.request('/forge/api/v3/projects', {
      method: 'POST',
      headers: { ...asRoot, 'content-type': 'application/json' },
      body: '{"name":"other"}',
    })
    expect([created.status, (await created.json()).web_url]).toEqual([
      201,
      'http://localhost/forge/root/other',
    ])
  })

  it.each([
    [{ basePath: 'forge' }, 'option `basePath` must be a path that begins with a slash'],
    [{ basePath: '/a b' }, 'option `basePath` must be a path'],
    [{ baseUrl: 'forge.example.com' }, 'option `baseUrl` must be a URL such as'],
    [{ trustProxy: 'yes' }, 'option `trustProxy` must be true or false; got "yes"'],
    [{ base: '/' }, 'there is no option `base`'],
  ])('is refused by %j', async (options, message) => {
    const forge = await createForge()
    expect(() => application(forge, options as object)).toThrow(`application: ${message}`)
  })

  it('needs a forge', () => {
    const forge: unknown = createForge()
    expect(() => application(forge as never)).toThrow(
      'application: the first argument must be a forge',
    )
  })
})
