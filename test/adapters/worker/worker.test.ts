import fs from 'node:fs'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { describe, expect, it } from 'vitest'
import { createWorker } from '../../../src/adapters/worker/index.ts'
import { scratchFolder } from '../../git/git-program.ts'
import { clientOver } from '../../git-clients/javascript-client.ts'
import { origin, serveWorlds } from '../../worlds/control/served-worlds.ts'
import { waysToCheckout } from '../../worlds/control/ways-to-a-world.ts'
import { serveWorker } from './served-worker.ts'

const asRoot = { 'private-token': 'root-token' }

async function setUp() {
  const served = serveWorker()
  expect((await served.control('POST', '/worlds', { name: 'checkout' })).status).toBe(201)
  return served
}

describe('a world of a worker', () => {
  it.each(waysToCheckout)('is reached by %s', async (_, path, headers) => {
    const { ask, issuesOf } = await setUp()
    const address = `${path}/api/v3/projects/1/issues?title=Hello`
    const init = { method: 'POST', headers: { ...asRoot, ...headers } }
    expect((await ask(address, init)).status).toBe(201)
    expect([await issuesOf('checkout'), await issuesOf('default')]).toEqual([['1 Hello'], []])
  })

  it('is the default one where none is named', async () => {
    const { ask, openIssue, issuesOf } = await setUp()
    await openIssue('default', 'a')
    const own = '/w/default/api/v3/projects/1/issues?title=b'
    expect((await ask(own, { method: 'POST', headers: asRoot })).status).toBe(201)
    expect(await issuesOf('default')).toEqual(['1 a', '2 b'])
  })

  it('says its own addresses, below what the worker stands under', async () => {
    const { ask, control } = serveWorker({ basePath: '/forge', baseUrl: 'https://f.test/fake' })
    const { body: made } = await control('POST', '/worlds', { name: 'none' })
    expect(made).toEqual({ message: expect.stringContaining('served below /forge') })
    const headers = {
      authorization: 'Bearer let me in',
      'content-type': 'application/json',
    }
    const init = { method: 'POST', headers, body: '{"name":"own"}' }
    const { body } = await ask('/forge/_forge/worlds', init)
    expect(body.url).toBe('https://f.test/fake/w/own')
    const project = await ask('/forge/w/own/api/v3/projects/1', { headers: asRoot })
    expect(project.body.web_url).toBe('https://f.test/fake/w/own/jane/website')
  })

  it('has its git repositories and its pages', async () => {
    const { ask } = await setUp()
    const refs = await ask('/w/checkout/jane/website.git/info/refs?service=git-upload-pack')
    expect(refs.text).toContain('refs/heads/master')
    const page = await ask('/w/checkout', { headers: { accept: 'text/html' } })
    expect(page.headers.get('location')).toBe('/w/checkout/_forge/')
    const console = await ask('/w/checkout/_forge/requests', { headers: { accept: 'text/html' } })
    expect(console.text).toContain('data-prefix="/w/checkout"')
    const [, script = ''] = /src="(\/[^"]*main[^"]*)"/.exec(console.text) ?? []
    expect((await ask(script)).headers.get('content-type')).toContain('text/javascript')
  })

  it('is cloned from and pushed to by a client of git in JavaScript', async () => {
    const { ask, fetch } = await setUp()
    const url = new URL('/w/checkout/jane/website.git', origin).href
    const dir = scratchFolder()
    const onAuth = () => ({ username: 'root', password: 'root-token' })
    const clone = { fs, http: clientOver(fetch), dir, onAuth }
    try {
      await git.clone({ ...clone, url, depth: 1 })
      fs.writeFileSync(join(dir, 'pushed.txt'), 'pushed')
      await git.add({ ...clone, filepath: 'pushed.txt' })
      const author = { name: 'Root', email: 'root@example.com' }
      await git.commit({ ...clone, author, message: 'By a worker' })
      expect(await git.push({ ...clone, remoteRef: 'pushed' })).toMatchObject({ ok: true })
      const file = '/api/v4/projects/jane%2Fwebsite/repository/files/pushed.txt/raw?ref=pushed'
      expect((await ask(`/w/checkout${file}`, { headers: asRoot })).text).toBe('pushed')
      expect((await ask(file, { headers: asRoot })).status).toBe(404)
    } finally {
      fs.rmSync(dir, { recursive: true })
    }
  })
})

describe('a fault', () => {
  it('that drops the connection breaks the answer off', async () => {
    const { control, fetch, openIssue, issuesOf } = await setUp()
    const fault = { operation: 'createIssue', connection: 'drop', phase: 'after', times: 1 }
    await control('POST', '/worlds/checkout/faults', fault)
    const address = 'http://127.0.0.1:8080/w/checkout/api/v3/projects/1/issues?title=a'
    const init = { method: 'POST', headers: asRoot }
    const answer = await fetch(new Request(address, init))
    expect(answer.status).toBe(502)
    await expect(answer.text()).rejects.toThrow('drops the connection')
    expect((await openIssue('checkout', 'b')).status).toBe(201)
    expect(await issuesOf('checkout')).toEqual(['1 a', '2 b'])
  })
})

describe('a world that is not there', () => {
  const requests: [string, Record<string, string>][] = [
    ['/w/chekout/api/v3/user', {}],
    ['/w/chekout/jane/website.git/info/refs', {}],
    ['/w/chekout', { accept: 'text/html' }],
    ['/api/v3/user', { 'x-forge-world': 'chekout' }],
    ['/api/v3/user', { cookie: 'forge_world=chekout' }],
    ['/api/v3/user', { 'x-forge-world': '../a b' }],
    ['/api/v3/user', { 'x-forge-world': 'chekout', origin: 'http://localhost:5173' }],
  ]
  it.each(requests)('is what it is on a server: %s %o', async (path, headers) => {
    const worker = await setUp()
    const server = await serveWorlds()
    await server.worlds.create({ name: 'checkout' })
    const [one, other] = [await worker.ask(path, { headers }), await server.ask(path, { headers })]
    expect([one.status, one.body]).toEqual([404, other.body])
    const allowed = 'access-control-allow-origin'
    expect(one.headers.get(allowed)).toBe(other.headers.get(allowed))
  })

  it('is one too for a request with a body', async () => {
    const { ask } = await setUp()
    const body = JSON.stringify({ title: 'a' })
    const headers = { ...asRoot, 'content-type': 'application/json' }
    const answer = await ask('/w/none/api/v3/projects/1/issues', { method: 'POST', headers, body })
    expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining('"none"')])
  })

  it('does not keep the worker from being controlled', async () => {
    const { ask, control } = await setUp()
    const headers = { cookie: 'forge_world=gone' }
    expect((await ask('/_forge/health', { headers })).body).toEqual({ status: 'ok' })
    expect((await ask('/_forge/openapi.json', { headers })).body.openapi).toBe('3.1.0')
    expect((await ask('/_forge/operations', { headers })).status).toBe(200)
    expect((await control('GET', '/worlds/checkout')).status).toBe(200)
    const refused = await control('POST', '/worlds/gone/reset')
    expect([refused.status, refused.body.message]).toEqual([404, 'There is no world "gone"'])
    expect((await control('GET', '/worlds/gone')).body.message).toBe('There is no world "gone"')
  })

  it('costs no storage', async () => {
    const { ask, worlds } = await setUp()
    await ask('/w/none/api/v3/user')
    expect(worlds.storageOf('none').values.size).toBe(0)
  })
})

describe('the control of a worker', () => {
  it('needs the token', async () => {
    const { ask } = await setUp()
    const headers = { 'x-forge-control': '1' }
    for (const path of ['/_forge/worlds', '/_forge/reset', '/w/checkout/_forge/reset']) {
      const method = path === '/_forge/worlds' ? 'GET' : 'POST'
      expect((await ask(path, { method, headers })).status).toBe(401)
    }
  })

  it('is off without one', async () => {
    const { ask } = serveWorker({}, '')
    const headers = { authorization: 'Bearer ', 'x-forge-control': '1' }
    for (const path of ['/_forge/worlds', '/_forge/requests']) {
      const { status, body } = await ask(path, { headers })
      expect([status, body.message]).toEqual([
        403,
        expect.stringContaining('the secret FORGERY_CONTROL_TOKEN'),
      ])
    }
    expect((await ask('/api/v3/user', { headers: asRoot })).status).toBe(200)
  })

  it('is of no use with a token that is too short', async () => {
    const { ask } = serveWorker({}, 'short')
    const { status, body } = await ask('/api/v3/user', { headers: asRoot })
    expect([status, body.message]).toEqual([400, expect.stringContaining('8 characters')])
  })

  it('is not for a client who speaks as the worker does to its objects', async () => {
    const { ask, issuesOf, openIssue } = await setUp()
    await openIssue('checkout', 'a')
    for (const call of ['forget', 'export', 'make', '']) {
      const headers = { 'x-forge-object': call }
      const { status } = await ask('/w/checkout', { method: 'POST', headers })
      expect(status).toBe(400)
    }
    expect(await issuesOf('checkout')).toEqual(['1 a'])
  })

  it('makes worlds of seeds, of other worlds and of snapshots', async () => {
    const { control, openIssue, issuesOf } = serveWorker({
      seeds: { other: { users: [{ username: 'root', admin: true }, { username: 'otto' }] } },
    })
    await openIssue('default', 'a')
    await control('POST', '/snapshots', { name: 'with a' })
    await openIssue('default', 'b')
    await control('POST', '/worlds', { name: 'plain' })
    await control('POST', '/worlds', { name: 'copy', from: 'default' })
    await control('POST', '/worlds', { name: 'early', snapshot: 'with a' })
    const other = await control('POST', '/worlds', { seed: 'other' })
    const created = await control('POST', '/worlds', { seed: { users: [{ username: 'jo' }] } })
    expect([other.body.name, Object.keys(other.body.tokens)]).toEqual(['w1', ['root', 'otto']])
    expect([created.body.name, Object.keys(created.body.tokens)]).toEqual(['w2', ['jo']])
    expect(await issuesOf('plain')).toEqual([])
    expect(await issuesOf('copy')).toEqual(['1 a', '2 b'])
    expect(await issuesOf('early')).toEqual(['1 a'])
    expect(await issuesOf('default')).toEqual(['1 a', '2 b'])
    await openIssue('copy', 'c')
    await control('POST', '/worlds/copy/reset')
    expect(await issuesOf('copy')).toEqual(['1 a', '2 b'])
  })

  it.each([
    [409, { name: 'checkout' }, 'There is a world "checkout" already'],
    [409, { name: 'default' }, 'There is a world "default" already'],
    [400, { name: '../a' }, 'The name of a world must have'],
    [400, { seed: '/etc/passwd' }, 'There is no seed "/etc/passwd"'],
    [
      400,
      { name: 'a', seed: { projects: [{ path: 'nobody/x' }] } },
      'The seed given to worlds.create is wrong at projects[0].path: there is no user or group "nobody"',
    ],
    [400, { seed: 'demo', from: 'checkout' }, 'not from both'],
    [404, { name: 'a', from: 'gone' }, 'There is no world "gone"'],
    [404, { name: 'a', snapshot: 'gone' }, 'There is no snapshot "gone"'],
  ])('refuses a world with a %i: %o', async (status, body, message) => {
    const { control, names } = await setUp()
    const refused = await control('POST', '/worlds', body)
    expect([refused.status, refused.body.message]).toEqual([
      status,
      expect.stringContaining(message),
    ])
    expect(await names()).toEqual(['default', 'checkout'])
  })

  it('removes worlds, and what is stored of them', async () => {
    const { control, ask, names, worlds, openIssue, issuesOf } = await setUp()
    await openIssue('checkout', 'a')
    expect((await control('DELETE', '/worlds/checkout')).status).toBe(204)
    expect([await names(), worlds.storageOf('checkout').values.size]).toEqual([['default'], 0])
    expect((await ask('/w/checkout/api/v3/user', { headers: asRoot })).status).toBe(404)
    expect((await control('DELETE', '/worlds/checkout')).status).toBe(404)
    expect((await control('DELETE', '/worlds/default')).status).toBe(409)
    await control('POST', '/worlds', { name: 'checkout' })
    expect(await issuesOf('checkout')).toEqual([])
  })
})

it('checks its options', () => {
  expect(() => createWorker({ maxWorlds: -1 })).toThrow('createWorker: option `maxWorlds`')
  const given: object = { validateResponses: true }
  expect(() => createWorker(given)).toThrow('there is no option `validateResponses`')
})
