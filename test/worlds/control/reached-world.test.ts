import { describe, expect, it } from 'vitest'
import { origin, serveWorlds } from './served-worlds.ts'
import { waysToCheckout } from './ways-to-a-world.ts'

const asRoot = { 'private-token': 'root-token' }
const openIssue = (path: string, headers: Record<string, string> = {}) =>
  [
    `${path}/api/v3/projects/1/issues?title=Hello`,
    { method: 'POST', headers: { ...asRoot, ...headers } },
  ] as const

async function setUp() {
  const served = await serveWorlds()
  const world = await served.worlds.create({ name: 'checkout' })
  const issuesIn = ({ forge }: typeof world) => forge.db.issues.all().length
  const counts = () => [served.worlds.default, world].map(issuesIn)
  return { ...served, world, counts }
}

describe('a world on a server', () => {
  it.each(waysToCheckout)('is reached by %s', async (_, path, headers) => {
    const { ask, counts } = await setUp()
    expect((await ask(...openIssue(path, { ...headers }))).status).toBe(201)
    expect(counts()).toEqual([0, 1])
  })

  it('is the default one where none is named', async () => {
    const { ask, counts } = await setUp()
    expect((await ask(...openIssue(''))).status).toBe(201)
    expect((await ask(...openIssue('/w/default'))).status).toBe(201)
    expect(counts()).toEqual([2, 0])
  })

  it('says its own addresses', async () => {
    const { ask } = await setUp()
    const own = `${origin}/w/checkout`
    await ask(...openIssue('/w/checkout'))
    await ask(...openIssue('/w/checkout'))
    const list = await ask('/w/checkout/api/v3/projects/1/issues?per_page=1', { headers: asRoot })
    expect(list.headers.get('link')).toContain(`<${own}/api/v3/projects/1/issues?`)
    expect(list.body[0].web_url).toBe(`${own}/jane/website/issues/2`)
    const { body: project } = await ask('/w/checkout/api/v3/projects/1', { headers: asRoot })
    expect(project.http_url_to_repo).toBe(`${own}/jane/website.git`)
    expect(project.web_url).toBe(`${own}/jane/website`)
    expect((await ask('/w/checkout/avatars/jane.svg')).headers.get('content-type')).toContain('svg')
  })

  it('has its git repositories', async () => {
    const { ask, worlds } = await setUp()
    expect(
      (await ask('/w/checkout/jane/website.git/info/refs?service=git-upload-pack')).text,
    ).toContain('refs/heads/master')
    worlds.default.forge.db.projects.deleteMany((query) => query.where({ id: 1 }))
    expect((await ask('/jane/website.git/info/refs?service=git-upload-pack')).status).toBe(401)
    expect(
      (await ask('/w/checkout/jane/website.git/info/refs?service=git-upload-pack')).status,
    ).toBe(200)
    // A project of a group called w is no world.
    expect((await ask('/w/website.git/info/refs?service=git-upload-pack')).text).toContain(
      'Access denied',
    )
  })

  it('has its page, with calls to itself', async () => {
    const { ask } = await setUp()
    for (const path of ['/w/checkout', '/w/checkout/']) {
      const { status, headers } = await ask(path, { headers: { accept: 'text/html' } })
      expect([status, headers.get('location')]).toEqual([302, '/w/checkout/_forge/'])
      expect((await ask(path)).text).toContain(`${origin}/w/checkout/api/v3`)
    }
    const operations = await ask('/w/checkout/_forge/operations')
    expect(operations.text).toContain('href="/w/checkout/"')
  })
})

describe('a world that is not there', () => {
  it.each([
    ['path', '/w/chekout/api/v3/user', {}],
    ['path', '/w/chekout/jane/website.git/info/refs', {}],
    ['path', '/w/chekout', { accept: 'text/html' }],
    ['header X-Forge-World', '/api/v3/user', { 'x-forge-world': 'chekout' }],
    ['cookie forge_world', '/api/v3/user', { cookie: 'forge_world=chekout' }],
  ])('is a 404 that says what would make it: by the %s, %s', async (by, path, headers) => {
    const { ask, worlds } = await setUp()
    const { status, body } = await ask(path, { headers: { ...headers } })
    expect(status).toBe(404)
    expect(body.message).toContain(`the ${by} names the world "chekout"`)
    expect(body.message).toContain('POST /_forge/worlds {"name": "chekout"}')
    expect(body.message).toContain('`forgery world create chekout`')
    expect(body.message).toContain('There are default, checkout')
    expect(worlds.list()).toHaveLength(2)
    worlds.remove('checkout')
    const alone = await ask(path, { headers: { ...headers } })
    expect(alone.body.message).toContain('The only one is default;')
  })

  it('is none that could be made where the name is none', async () => {
    const { ask } = await setUp()
    const { status, body } = await ask('/api/v3/user', { headers: { 'x-forge-world': '../a b' } })
    expect([status, body.message]).toEqual([404, expect.stringContaining('can have this name')])
  })

  it('is reported to a front-end on another origin too', async () => {
    const { ask } = await setUp()
    const headers = { origin: 'http://localhost:5173', 'x-forge-world': 'chekout' }
    const { status, headers: answered } = await ask('/api/v3/user', { headers })
    expect(status).toBe(404)
    expect(answered.get('access-control-allow-origin')).toBe('http://localhost:5173')
  })

  it('does not keep the server from being controlled', async () => {
    const { ask } = await setUp()
    const headers = { cookie: 'forge_world=gone' }
    expect((await ask('/_forge/health', { headers })).status).toBe(200)
    expect((await ask('/_forge/worlds', { headers })).status).toBe(200)
    expect((await ask('/_forge/worlds/checkout', { headers })).status).toBe(200)
    const reset = { method: 'POST', headers: { ...headers, 'x-forge-control': '1' } }
    expect((await ask('/_forge/reset', reset)).status).toBe(404)
  })
})
