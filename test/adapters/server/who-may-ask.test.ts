import { describe, expect, it } from 'vitest'
import { type ApplicationOptions, application } from '../../../src/adapters/server/application.ts'
import { isLocalName } from '../../../src/adapters/server/who-may-ask.ts'
import { createForge } from '../../../src/forge/create-forge.ts'

async function setUp(options?: ApplicationOptions) {
  const forge = await createForge()
  const { fetch } = application(forge, options)
  const ask = async (path: string, init: RequestInit = {}, host = '127.0.0.1:8080') => {
    const response = await fetch(new Request(`http://${host}${path}`, init))
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json().catch(() => ''),
    }
  }
  return { forge, ask }
}

const foreign = 'https://evil.example'
const createProject = (headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: 'name=website',
})

describe('a page on another site', () => {
  it.each([
    ['a form with the token in the query', 'application/x-www-form-urlencoded', 'name=website'],
    ['text that is JSON', 'text/plain', '{"name":"website"}'],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['no media type', '', 'name=website'],
    ['JSON', 'application/json', '{"name":"website"}'],
  ])('changes nothing by %s', async (_, type, body) => {
    const { forge, ask } = await setUp()
    for (const origin of [foreign, 'null', 'http://localhost.evil.example']) {
      const headers = { origin, ...(type === '' ? {} : { 'content-type': type }) }
      const bytes = new TextEncoder().encode(body)
      const answer = await ask('/api/v3/projects?private_token=root-token', {
        method: 'POST',
        headers,
        body: bytes,
      })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain(`--cors-origin ${origin}`)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(forge.db.projects.all()).toEqual([])
  })

  it('is not let by a preflight, and reads no answer', async () => {
    const { ask } = await setUp()
    const asked = { origin: foreign, 'access-control-request-method': 'DELETE' }
    expect((await ask('/api/v3/users/1', { method: 'OPTIONS', headers: asked })).status).toBe(403)
    const read = await ask('/api/v3/users?private_token=root-token', {
      headers: { origin: foreign },
    })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('does not take a world back to its seed', async () => {
    const { forge, ask } = await setUp()
    forge.db.projects.insert({ namespace_id: 1, creator_id: 1, name: 'a', path: 'a' })
    for (const control of ['0', '1']) {
      const headers = { origin: foreign, 'x-forge-control': control }
      expect((await ask('/_forge/reset', { method: 'POST', headers })).status).toBe(403)
    }
    expect(forge.db.projects.all()).toHaveLength(1)
  })

  it('is let in where its origin is allowed', async () => {
    for (const allowed of [foreign, '*']) {
      const { ask } = await setUp({ corsOrigins: [allowed] })
      const headers = { origin: foreign, 'private-token': 'root-token' }
      const created = await ask('/api/v3/projects', createProject(headers))
      expect(created.status).toBe(201)
      expect(created.headers.get('access-control-allow-origin')).toBe(allowed)
      // Cookies go with requests of origins that are named, and not with those of all the world.
      const isCredentialed = created.headers.has('access-control-allow-credentials')
      expect(isCredentialed).toBe(allowed === foreign)
    }
  })
})

describe('an origin that is allowed', () => {
  it.each([
    ['https://app.example/', 'https://app.example'],
    ['https://App.Example', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['http://app.example:8080', 'http://app.example:8080'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ['null', 'null'],
  ])('is the one that a browser sends: %s', async (allowed, origin) => {
    const { ask } = await setUp({ corsOrigins: [allowed] })
    const headers = { origin, 'private-token': 'root-token' }
    const created = await ask('/api/v3/projects', createProject(headers))
    expect(created.status).toBe(201)
    expect(created.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each([
    'app.example',
    'app.example:8080',
    'https://',
    'https://app.example/path',
    'https://app.example?a',
    'https://me@app.example',
    'https://*.example',
    'about:blank',
    '',
  ])('is refused where no browser sends it: %j', async (origin) => {
    await expect(setUp({ corsOrigins: [origin] })).rejects.toThrow(TypeError)
  })
})

describe('a page of this machine', () => {
  it.each([
    'http://localhost:5173',
    'https://app.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:80',
    'http://front-end.test',
  ])('is let in: %s', async (origin) => {
    const { ask } = await setUp()
    const headers = { origin, 'private-token': 'root-token' }
    expect((await ask('/api/v3/projects', createProject(headers))).status).toBe(201)
  })

  it('is one of the origin that was asked, wherever that is', async () => {
    const { ask } = await setUp()
    const headers = { origin: 'http://forge.example:8080', 'private-token': 'root-token' }
    const answer = await ask('/api/v3/projects', createProject(headers), 'forge.example:8080')
    expect(answer.status).toBe(201)
  })
})

describe('a reset', () => {
  it.each<Record<string, string>>([
    { 'x-forge-control': '1' },
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json; charset=utf-8' },
    { 'x-forge-control': '1', origin: 'http://localhost:5173' },
  ])('is done with %j', async (headers) => {
    const { ask } = await setUp()
    const { status, body } = await ask('/_forge/reset', { method: 'POST', headers })
    expect([status, body]).toEqual([200, { status: 'reset' }])
  })

  it.each<Record<string, string>>([
    {},
    { 'content-type': 'text/plain' },
    { 'x-forge-control': '0' },
  ])('is refused with %j, and says what is missing', async (headers) => {
    const { ask } = await setUp()
    const { status, body } = await ask('/_forge/reset', { method: 'POST', headers })
    expect(status).toBe(403)
    expect(body.message).toContain('X-Forge-Control: 1')
  })
})

describe('the host that a request is addressed to', () => {
  const headers = { 'private-token': 'root-token' }
  it.each([
    '127.0.0.1:8080',
    'localhost:8080',
    'acme.localhost',
    '[::1]:8080',
    '127.8.8.8',
    'forge.test',
    'gitlab.lan:80',
  ])('is answered: %s', async (host) => {
    const { ask } = await setUp({ allowedHosts: ['gitlab.lan'] })
    expect((await ask('/api/v3/user', { headers }, host)).status).toBe(200)
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'test.example',
  ])('is not answered: %s', async (host) => {
    const { ask } = await setUp({ allowedHosts: ['gitlab.lan'] })
    for (const path of ['/api/v3/user', '/_forge/health', '/', '/a/b.git/HEAD']) {
      const { status, body } = await ask(path, { headers }, host)
      expect(status).toBe(421)
      expect(body.message).toContain(`--allow-host ${host}`)
    }
  })

  it.each([
    ['Gitlab.LAN', 'gitlab.lan'],
    ['müller.example', 'xn--mller-kva.example'],
    ['2001:DB8::1', '[2001:db8::1]'],
    ['[2001:db8:0::1]', '[2001:db8::1]'],
    ['10.0.0.1', '10.0.0.1'],
  ])('is answered in any spelling: %s', async (allowed, host) => {
    const { ask } = await setUp({ allowedHosts: [allowed] })
    expect((await ask('/api/v3/user', { headers }, host)).status).toBe(200)
    const { ask: askAsWorlds } = await setUp({ allowedHosts: [allowed], baseUrl: 'http://b.test' })
    expect((await askAsWorlds('/api/v3/user', { headers }, `${host}:80`)).status).toBe(200)
  })

  it.each([
    'x.example:80',
    'http://x.example',
    'x.example/',
    '*',
    '*.example',
    '.example',
    'a b',
    '',
  ])('is refused as an option where it is none: %j', async (host) => {
    await expect(setUp({ allowedHosts: [host] })).rejects.toThrow(TypeError)
  })

  it('is any where that is not asked for', async () => {
    const { ask } = await setUp()
    expect((await ask('/api/v3/user', { headers }, 'forge.example')).status).toBe(200)
  })

  it.each(['localhostx', 'xtest', '128.0.0.1', '127.0.0', ''])(
    'is not of this machine: %j',
    (name) => {
      expect(isLocalName(name)).toBe(false)
    },
  )
})

describe('a framework that has localhost in each URL', () => {
  it('hides no host name that was asked for', async () => {
    const { ask } = await setUp({ allowedHosts: ['dev.example'] })
    const asked = (host: string) => ask('/_forge/export', { headers: { host } })
    const { status, body } = await asked('evil.example:3000')
    expect([status, body.message]).toEqual([
      421,
      expect.stringContaining('to answer as evil.example, serve with --allow-host evil.example'),
    ])
    for (const host of ['localhost:3000', '127.0.0.1', 'dev.example', 'no host']) {
      expect([host, (await asked(host)).status]).toEqual([host, 200])
    }
    const { ask: askAny } = await setUp()
    const anywhere = await askAny('/_forge/export', { headers: { host: 'evil.example' } })
    expect(anywhere.status).toBe(200)
  })
})
