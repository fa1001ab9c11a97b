import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type ApplicationOptions, application } from '../../../src/adapters/server/application.ts'
import { console as builtConsole } from '../../../src/adapters/server/generated/console.ts'
import { apis } from '../../../src/contract/apis.ts'
import { apiNames } from '../../../src/contract/base-paths.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { ForgeOptions } from '../../../src/forge/options.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'

async function setUp(seed: ForgeOptions['seed'], options: ApplicationOptions = {}) {
  const forge = await createForge({ seed })
  const { fetch } = application(forge, options)
  const open = async (path: string, headers: Record<string, string> = { accept }) => {
    const response = await fetch(new Request(`http://127.0.0.1:8080${path}`, { headers }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { forge, open }
}

const allOperations = apiNames.flatMap((api) =>
  apis[api].operations.map((operation) => ({ ...operation, api })),
)

describe('the page of a forge', () => {
  it.each(['/', '/api/v4', '/api/v3', '/api/v3/'])(
    'leads browsers from %s to the console',
    async (path) => {
      const { open } = await setUp('empty')
      const { status, headers } = await open(path)
      expect([status, headers.get('location')]).toEqual([302, '/_forge/'])
    },
  )

  it('leads to the console of a world below a base path', async () => {
    const { fetch } = application(await createWorlds(), { basePath: '/forge' })
    const request = new Request('http://127.0.0.1:8080/forge/w/default/', { headers: { accept } })
    expect((await fetch(request)).headers.get('location')).toBe('/forge/w/default/_forge/')
  })

  it.each([
    ['curl', '*/*'],
    ['a client', ''],
    ['a client of JSON', 'application/json'],
  ])('says in text to %s what this is and where the API is', async (_, accept) => {
    const { open } = await setUp('demo')
    const { status, headers, text } = await open('/', { accept })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i)
    expect(text.trim().split('\n')).toHaveLength(3)
    const [, token = '', path = ''] =
      /curl -H 'PRIVATE-TOKEN: (.*?)' 'http:\/\/127\.0\.0\.1:8080(\/api\/v4\/\S+)'/.exec(text) ?? []
    expect((await open(path, { 'private-token': token })).status).toBe(200)
  })

  it.each([
    ['/_forge', '*/*'],
    ['/_forge/', 'application/json'],
  ])('says in text at %s what controls it', async (path, accept) => {
    const { open } = await setUp('demo')
    const { status, headers, text } = await open(path, { accept })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text.trim().split('\n')).toHaveLength(3)
    const named = [...text.matchAll(/http:\/\/127\.0\.0\.1:8080(\/_forge\/[a-z.]+)/g)]
    expect(named).toHaveLength(2)
    for (const [, call = ''] of named) {
      expect((await open(call, { accept: '*/*' })).status).toBe(200)
    }
  })

  it('says at /_forge/ below which address the calls of a world are, and where a token goes', async () => {
    const { fetch } = application(await createWorlds(), {
      basePath: '/forge',
      controlToken: 'secret-token-of-control',
    })
    const answer = await fetch(new Request('http://127.0.0.1:8080/forge/w/default/_forge/'))
    const text = await answer.text()
    expect(text).toContain('http://127.0.0.1:8080/forge/w/default/_forge/openapi.json')
    expect(text).toContain("-H 'Authorization: Bearer CONTROL-TOKEN'")
    expect(text).not.toContain('secret-token')
  })

  it('says so below a base path and of a world, and nowhere else', async () => {
    const { fetch } = application(await createWorlds(), { basePath: '/forge' })
    const ask = (path: string) => fetch(new Request(`http://127.0.0.1:8080${path}`))
    for (const prefix of ['/forge', '/forge/w/default']) {
      for (const end of ['', '/']) {
        const text = await (await ask(prefix + end)).text()
        expect(text).toContain(`http://127.0.0.1:8080${prefix}/api/v4/`)
      }
    }
    for (const path of ['/', '/forge/api/v3', '/forge/nothing', '/forge/w/nowhere/'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  it('leaves other methods at / to the API', async () => {
    const { fetch } = application(await createForge())
    const ask = (method: string) => fetch(new Request('http://127.0.0.1:8080/', { method }))
    expect((await ask('HEAD')).status).toBe(200)
    expect((await ask('POST')).status).toBe(404)
  })

  it('is a 404 at /api/v3 for who asks for no HTML', async () => {
    const { open } = await setUp('empty')
    for (const headers of [{ accept: '' }, { accept: '*/*' }, { accept: 'application/json' }])
      expect((await open('/api/v3', headers)).status).toBe(404)
  })

  describe('of a server with a control token', () => {
    const setUpWithToken = () =>
      setUp('demo', { controlToken: 'the-control-token', basePath: '/forge' })

    it('names none as text either', async () => {
      const { open } = await setUpWithToken()
      const { text } = await open('/forge/', { accept: '*/*' })
      expect(text).toContain("curl -H 'PRIVATE-TOKEN: TOKEN' 'http://127.0.0.1:8080/forge/api/v4/")
      expect(text).toContain('`Authorization: Bearer CONTROL-TOKEN`')
      expect(text).not.toContain('root-token')
    })

    it('names them to who presents it', async () => {
      const { open } = await setUpWithToken()
      const headers = { accept: '*/*', authorization: 'Bearer the-control-token' }
      expect((await open('/forge/', headers)).text).toContain('root-token')
    })
  })

  it.each(['demo', 'empty'] as const)('names a call that works in the world %s', async (seed) => {
    for (const api of apiNames) {
      const forge = await createForge({ seed, apis: [api] })
      const { fetch } = application(forge)
      const text = await (await fetch(new Request('http://127.0.0.1:8080/'))).text()
      const [, token = '', url = ''] = /curl -H 'PRIVATE-TOKEN: (.*?)' '(.*)'/.exec(text) ?? []
      expect(url).toContain(`/api/${api}/`)
      expect((await fetch(new Request(url, { headers: { 'private-token': token } }))).status).toBe(
        200,
      )
    }
  })
})

describe('the console of a server', () => {
  it('is one page below every address of its own, for browsers alone', async () => {
    const { open } = await setUp('empty')
    for (const path of [
      '/_forge',
      '/_forge/',
      '/_forge/requests',
      '/_forge/requests/r1',
      '/w/default/_forge/clock',
    ]) {
      const { status, text, headers } = await open(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain('<div id="console">')
      expect(headers.get('vary')).toBe('Accept')
    }
    expect((await open('/_forge/clock', { accept: '*/*' })).text).toContain('"now"')
    expect((await open('/_forge/openapi.json')).text).toContain('"openapi"')
    expect((await open('/_forge/assets/none.js')).status).toBe(404)
  })

  it('names nobody and no token: it asks for them, as a control call', async () => {
    const { forge, open } = await setUp('demo')
    const { text } = await open('/_forge/')
    const tokens = forge.db.credentials.all().map(({ token }) => token)
    const names = forge.db.users.all().map(({ username }) => username)
    expect([...tokens, ...names].filter((word) => text.includes(word))).toEqual([])
  })

  it('runs no script and asks no server but its own, is shown in no frame and kept in no cache', async () => {
    const { open } = await setUp('empty')
    const { headers, text } = await open('/_forge/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    const assets = [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '']) => path)
    expect(assets.length).toBeGreaterThan(2)
    for (const path of assets) {
      const asset = await open(path, {})
      expect([path, asset.status]).toEqual([path, 200])
      expect(asset.headers.get('cache-control')).toContain('immutable')
    }
  })

  it('weighs at most 150 kB at first, compressed', () => {
    const { page, files } = builtConsole
    const first = [page.main, page.theme, page.style, ...page.preloaded]
    const sizes = first.map((name) => gzipSync(files[name]?.text ?? '').length)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(5000)
    expect(bytes).toBeLessThan(150_000)
  })
})

describe('a page beside the console', () => {
  it('runs no script but its own, is shown in no frame and kept in no cache', async () => {
    const { open } = await setUp('empty')
    const { headers, text } = await open('/_forge/operations')
    const policy = headers.get('content-security-policy') ?? ''
    const hashOf = (pattern: RegExp) =>
      createHash('sha256')
        .update(pattern.exec(text)?.[1] ?? '')
        .digest('base64')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src 'sha256-${hashOf(/<script>(.*?)<\/script>/s)}'`)
    expect(policy).toContain(`style-src 'sha256-${hashOf(/<style>(.*?)<\/style>/s)}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

it('lists every operation on a page of its own', async () => {
  const { open } = await setUp('empty')
  const { text } = await open('/_forge/operations')
  const rows = [
    ...text.matchAll(/<span class="method">(\w+)<\/span><code class="path">(.*?)<\/code>/g),
  ]
  expect(rows.map(([, method, path]) => `${method} ${path}`).sort()).toEqual(
    allOperations.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

it('has on it the id of each operation to link to, and the resources as a table of contents', async () => {
  const { open } = await setUp('empty')
  const { text } = await open('/_forge/operations')
  for (const { api, id } of allOperations) {
    const anchor = `${api}-${id}`
    expect([anchor, text.includes(`<li id="${anchor}"`)]).toEqual([anchor, true])
    expect(text).toContain(`<a href="#${anchor}"><code>${id}</code></a>`)
  }
  const [contents = ''] = /<nav.*?<\/nav>/s.exec(text) ?? []
  const targets = [...contents.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
  expect(targets.length).toBe(apiNames.length + (text.match(/<h3>/g)?.length ?? 0))
  expect(targets.length).toBeGreaterThan(30)
  for (const id of targets) expect(text).toMatch(new RegExp(`<(?:section|h2) id="${id}"`))
})
