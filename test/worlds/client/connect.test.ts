import { describe, expect, it } from 'vitest'
import { listen } from '../../../src/adapters/server/listen.ts'
import { connect } from '../../../src/worlds/client/index.ts'
import { origin, serveWorlds } from '../control/served-worlds.ts'

async function setUp(access = {}) {
  const served = await serveWorlds({}, access)
  const fetch = async (...given: ConstructorParameters<typeof Request>) =>
    served.fetch(new Request(...given))
  return { ...served, fetch }
}

it('makes worlds, and controls each', async () => {
  const { fetch, worlds } = await setUp()
  const forge = connect(origin, { fetch })
  const one = await forge.worlds.create({ name: 'one' })
  expect(one).toMatchObject({
    name: 'one',
    url: `${origin}/w/one`,
    tokens: { root: 'root-token', jane: 'jane-token' },
  })
  await one.add({ issues: [{ project: 'jane/website', title: 'a' }] })
  const two = await forge.worlds.create({ from: 'one' })
  const issuesIn = (name: string) => worlds.get(name)?.forge.db.issues.all().length
  expect([issuesIn('default'), issuesIn('one'), issuesIn(two.name)]).toEqual([0, 1, 1])
  await forge.worlds.reset('one')
  expect(issuesIn('one')).toBe(0)
  expect((await forge.worlds.list()).map(({ name }) => name)).toEqual(['default', two.name, 'one'])
  await forge.worlds.remove('one')
  await expect(forge.worlds.get('one')).rejects.toMatchObject({
    name: 'ControlCallError',
    status: 404,
    message: 'There is no world "one"',
  })
})

it.each([
  ['an address', origin, {}, 'default'],
  ['an address with a slash', `${origin}/`, {}, 'default'],
  ['the address of the API', `${origin}/api/v3`, {}, 'default'],
  ['the address of a world', `${origin}/w/a`, {}, 'a'],
  ['the address of its API', `${origin}/w/a/api/v3/`, {}, 'a'],
  ['the name of a world', origin, { world: 'a' }, 'a'],
  ['both', `${origin}/w/b`, { world: 'a' }, 'a'],
])('reaches a world by %s', async (_, url, options, name) => {
  const { fetch, worlds } = await setUp()
  for (const each of ['a', 'b']) await worlds.create({ name: each })
  const added = { issues: [{ project: 'jane/website', title: 'here' }] }
  await connect(url, { ...options, fetch }).add(added)
  const holders = worlds.list().filter(({ forge }) => forge.db.issues.all().length > 0)
  expect(holders.map((world) => world.name)).toEqual([name])
})

it('sends its token', async () => {
  const { fetch } = await setUp({ controlToken: 'correct horse' })
  await expect(connect(origin, { fetch }).reset()).rejects.toThrow('401 Unauthorized')
  const forge = connect(origin, { fetch, token: 'correct horse' })
  await forge.reset()
  expect((await forge.worlds.create()).name).toBe('w1')
})

it.each([
  ['nothing', '', '""'],
  ['a host and a port alone', '127.0.0.1:8080', '"127.0.0.1:8080"'],
  ['another scheme', 'localhost:8080', '"localhost:8080"'],
  ['a path alone', '/w/a', '"/w/a"'],
  ['a query', `${origin}?world=a`, `"${origin}?world=a"`],
  ['no text', undefined as never, 'undefined'],
])('refuses %s as an address', (_, url, words) => {
  expect(() => connect(url)).toThrow(
    new TypeError(
      `connect: the first argument must be the http or https address of a server, such as http://127.0.0.1:8080; got ${words}`,
    ),
  )
})

describe('where no server answers', () => {
  it('says where, why and what to do', async () => {
    const server = await listen((await setUp()).worlds, { port: 0 })
    await server.close()
    const forge = connect(`${server.url}/w/a`)
    const expected = {
      message: expect.stringMatching(
        `^No server answers at ${server.url}/w/a \\(.*ECONNREFUSED.*\\): start one with \`forgery serve\`\\.$`,
      ),
      cause: expect.any(TypeError),
    }
    await expect(forge.reset()).rejects.toMatchObject(expected)
    await expect(forge.worlds.list()).rejects.toMatchObject(expected)
    await expect(forge.events().opened).rejects.toMatchObject(expected)
  })

  it('hands on what a fetch of the caller says', async () => {
    const fetch = async () => Promise.reject(new TypeError('I am offline'))
    await expect(connect(origin, { fetch }).reset()).rejects.toThrow(/^I am offline$/)
  })

  it('distinguishes a wrong token from it', async () => {
    await expect(connect(origin, { token: 'a\nb' }).reset()).rejects.not.toThrow('No server')
  })
})

it('says so where there is no forge', async () => {
  const fetch = async () => new Response('<html>', { status: 502 })
  await expect(connect('http://elsewhere.test', { fetch }).reset()).rejects.toThrow(
    'answered 502: is a `forgery serve`',
  )
})

it('reports what answers where that is no forge', async () => {
  const fetch = async () => new Response('<!doctype html><title>Mine</title>')
  await expect(connect(origin, { fetch }).requests.all()).rejects.toMatchObject({
    name: 'ControlCallError',
    status: 200,
    message: expect.stringMatching(
      /answered 200: is a `forgery serve` of the same version there\?$/,
    ),
  })
})

describe('events', () => {
  it('end with their world, after those that were sent', async () => {
    const { fetch, worlds } = await setUp()
    const { forge } = await worlds.create({ name: 'one' })
    const events = connect(origin, { fetch, world: 'one' }).events()
    await events.opened
    await forge.fetch(`${origin}/api/v3/user?private_token=jane-token&note=ü\n\nevent: x`)
    worlds.remove('one')
    const seen = []
    for await (const event of events) seen.push(event)
    expect(seen).toMatchObject([{ type: 'request', request: { operationId: 'getCurrentUser' } }])
  })

  it('are refused as any other call is', async () => {
    const { fetch } = await setUp({ controlToken: 'correct horse' })
    const events = connect(origin, { fetch }).events()
    await expect(events.opened).rejects.toMatchObject({ name: 'ControlCallError', status: 401 })
    await expect(events.next()).rejects.toMatchObject({ name: 'ControlCallError', status: 401 })
  })

  it('are read wherever the stream is cut', async () => {
    const text = ':\n\nevent: request\ndata: {"path":"/ü"}\n\nevent: later\ndata: {}\n\n'
    const bytes = new TextEncoder().encode(text)
    const fetch = async () => {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>()
      const writer = writable.getWriter()
      for (const byte of bytes) writer.write(Uint8Array.of(byte))
      writer.close()
      return new Response(readable)
    }
    const seen = []
    for await (const event of connect(origin, { fetch }).events()) seen.push(event)
    expect(seen).toEqual([{ type: 'request', request: { path: '/ü' } }])
  })

  it('come over the network, and a server that goes is reported', async () => {
    const { worlds } = await setUp()
    const server = await listen(worlds, { port: 0 })
    const events = connect(server.url).events()
    await events.opened
    const description = 'ü'.repeat(2000)
    const names = Array.from({ length: 8 }, (_, place) => `shop-${place}`)
    for (const name of names) {
      await fetch(`${server.url}/api/v3/projects`, {
        method: 'POST',
        headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
        body: JSON.stringify({ name, description }),
      })
    }
    const answers: unknown[] = []
    while (answers.length < names.length) {
      const { value } = await events.next()
      if (value.type === 'request') answers.push(value.request.answer)
    }
    expect(answers).toMatchObject(names.map((name) => ({ name, description })))
    await server.close()
    await expect(
      (async () => {
        for await (const event of events) expect(event.type).toBe('change')
      })(),
    ).rejects.toThrow()
  })
})
