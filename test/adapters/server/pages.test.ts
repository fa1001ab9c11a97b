import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type ApplicationOptions, application } from '../../../src/adapters/server/application.ts'
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
  it.each(['/', '/api/v4', '/api/v3', '/api/v3/'])('is at %s for a browser', async (path) => {
    const { open } = await setUp('demo')
    const { status, headers, text } = await open(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const api of ['/api/v4', '/api/v3']) {
      expect(text).toContain(`http://127.0.0.1:8080${api}`)
      expect(text).toContain(`href="${api}/openapi.json"`)
    }
    expect(text).toContain('href="/_forge/operations"')
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

  it('shows who can sign in, each with a token to copy', async () => {
    const { open } = await setUp({
      users: [
        { username: 'jane', token: '<jane>&"' },
        { username: 'gone', state: 'blocked' },
        { username: 'boss', admin: true },
      ],
    })
    const { text } = await open('/')
    expect(
      [...text.matchAll(/data-copy="([^"]*)" aria-label="Copy the token of (\w+)"/g)].map(
        ([, token, name]) => [name, token],
      ),
    ).toEqual([
      ['boss', 'boss-token'],
      ['jane', '&lt;jane&gt;&amp;&quot;'],
    ])
    expect(text).not.toContain('<jane>')
  })

  describe('of a server with a control token', () => {
    const setUpWithToken = () =>
      setUp('demo', { controlToken: 'the-control-token', basePath: '/forge' })
    const places = ['/forge/', '/forge/api/v3', '/forge/w/default/']

    it.each(places)('names nobody and no token to who does not present it: %s', async (path) => {
      const { forge, open } = await setUpWithToken()
      const tokens = forge.db.credentials.all().map(({ token }) => token)
      const names = forge.db.users.all().map(({ username }) => username)
      for (const authorization of ['', 'Bearer the-control-tokem']) {
        const { status, text } = await open(path, { accept, authorization })
        expect(status).toBe(200)
        const [, body = ''] = text.split('<body>')
        expect([...tokens, ...names].filter((word) => body.includes(word))).toEqual([])
        expect(text).toContain('PRIVATE-TOKEN: TOKEN')
        expect(text).toContain('This server has a control token, and names nobody without it')
        expect(text).not.toContain('private_token=')
      }
    })

    it('names none as text either', async () => {
      const { open } = await setUpWithToken()
      const { text } = await open('/forge/', { accept: '*/*' })
      expect(text).toContain("curl -H 'PRIVATE-TOKEN: TOKEN' 'http://127.0.0.1:8080/forge/api/v4/")
      expect(text).toContain('`Authorization: Bearer CONTROL-TOKEN`')
      expect(text).not.toContain('root-token')
    })

    it.each(places)('names them to who presents it: %s', async (path) => {
      const { open } = await setUpWithToken()
      const { text } = await open(path, { accept, authorization: 'Bearer the-control-token' })
      expect(text).toContain('root-token')
    })
  })

  it('shows a few of a crowd, folds others, and says how many more there are', async () => {
    const users = Array.from({ length: 245 }, (_, number) => ({ username: `user${number}` }))
    const { open } = await setUp({ users })
    const { text } = await open('/')
    const [shown = '', folded = ''] = text.split('<details>')
    expect(shown.match(/Copy the token of/g)).toHaveLength(10)
    expect(folded).toContain('<summary>190 others</summary>')
    expect(folded.match(/Copy the token of/g)).toHaveLength(190)
    expect(text).toContain('and 45 more')
  })

  it('folds nothing where there are few', async () => {
    const users = Array.from({ length: 10 }, (_, number) => ({ username: `user${number}` }))
    const { open } = await setUp({ users })
    const { text } = await open('/')
    expect(text.match(/Copy the token of/g)).toHaveLength(10)
    expect(text).not.toMatch(/<details|more<\/p>/)
  })

  it('has the calls before the crowd', async () => {
    const { open } = await setUp('demo')
    const { text } = await open('/')
    expect(text.indexOf('Calls to try')).toBeLessThan(text.indexOf('Who is in this world'))
  })

  it.each(['demo', 'empty'] as const)('has three calls that work in the world %s', async (seed) => {
    const { forge, open } = await setUp(seed)
    const { text } = await open('/')
    const lines = [...text.matchAll(/<div class="call"><code>(.*?)<\/code>/g)].map(
      ([, line = '']) => line.replaceAll('&#39;', "'"),
    )
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const [, method = 'GET', token = '', form, url = ''] =
        /^curl(?: -X (\w+))? -H 'PRIVATE-TOKEN: (.*?)'(?: -d '(.*?)')? '(.*)'$/.exec(line) ?? []
      const headers = {
        'private-token': token,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const response = await forge.fetch(
        new Request(url, { method, headers, ...(form ? { body: form } : {}) }),
      )
      expect([line, response.status]).toEqual([line, method === 'POST' ? 201 : 200])
      expect(await response.json()).not.toEqual([])
    }
    const links = [...text.matchAll(/href="(\/api\/v4\/[^"]*private_token[^"]*)"/g)]
    expect(links).toHaveLength(2)
    for (const [, link = ''] of links)
      expect((await open(link.replaceAll('&amp;', '&'), {})).status).toBe(200)
  })

  it('runs no script but its own, is shown in no frame and kept in no cache', async () => {
    const { open } = await setUp('empty')
    const { headers, text } = await open('/')
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
