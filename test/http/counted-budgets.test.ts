import { request } from 'node:http'
import { expect, it } from 'vitest'
import { coloursFor } from '../../src/adapters/server/colours.ts'
import { listen } from '../../src/adapters/server/listen.ts'
import { requestLine } from '../../src/adapters/server/log-lines.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'

/** What can be counted where other programs run too, and times say little. */
const count = 300
const seed = {
  users: [{ username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/website',
      members: { bob: 'developer' as const },
      issues: Array.from({ length: count }, (_, index) => ({
        title: `Issue ${index + 1}`,
        author: index % 2 === 0 ? 'jane' : 'bob',
      })),
    },
  ],
}
const headers = { 'private-token': 'jane-token' }
const page = '/api/v3/projects/1/issues?state=opened&per_page=20'

const makeForge = () => createTestForge({ seed, validateResponses: false })
const read = async (forge: Forge, path: string) =>
  (await forge.fetch(`http://forge.test${path}`, { headers })).text()

/** How often the collections of a forge are asked for records while something is done. */
async function lookUps({ db }: Forge, act: () => Promise<unknown>): Promise<number> {
  let total = 0
  const spied: { restore(): void }[] = []
  for (const collection of Object.values(db) as object[]) {
    for (const name of ['get', 'by', 'all']) {
      const method: (...values: unknown[]) => unknown = Reflect.get(collection, name)
      Reflect.set(collection, name, (...values: unknown[]) => {
        total += 1
        return Reflect.apply(method, collection, values)
      })
      spied.push({ restore: () => Reflect.deleteProperty(collection, name) })
    }
  }
  await act()
  for (const { restore } of spied) restore()
  return total
}

it('a log line of a write looks up nothing, however large the world is', async () => {
  const lines: string[] = []
  const logged = await createTestForge({
    seed,
    validateResponses: false,
    onRequest: (entry) => lines.push(requestLine(entry, coloursFor(process.stdout))),
  })
  const [quiet, create] = [await makeForge(), '/api/v3/projects/1/issues']
  const post = (forge: Forge) => () =>
    forge.fetch(`http://forge.test${create}?title=jane-token`, { method: 'POST', headers })
  // The first line looks for the secrets of the world.
  await post(logged)()
  await post(quiet)()
  expect(await lookUps(logged, post(logged))).toBe(await lookUps(quiet, post(quiet)))
  expect(lines.at(-1)).toContain(`POST ${create}?title=[MASKED] `)
})

it('a creation whose body is at hand asks for no signal', async () => {
  const forge = await makeForge()
  const { status } = await forge.answer({
    method: 'POST',
    url: 'http://forge.test/api/v3/projects/1/issues',
    headers: new Headers({ ...headers, 'content-type': 'application/json' }),
    body: () => new TextEncoder().encode('{"title":"Another issue"}'),
    get signal(): AbortSignal {
      return expect.fail('Nobody waits.')
    },
  })
  expect(status).toBe(201)
})

/** How many of the classes of the fetch API are made while a server answers; asked by Node's own client. */
async function madeWhileServed(forge: Forge, path: string, more: object = {}): Promise<string[]> {
  const { url, close } = await listen(forge, { port: 0 })
  const made: string[] = []
  const replaced = (['Request', 'Response', 'Headers', 'ReadableStream'] as const).map((name) => {
    const original = globalThis[name]
    const counted = new Proxy(original, {
      construct(target, parameters, newTarget) {
        made.push(name)
        return Reflect.construct(target, parameters, newTarget)
      },
    })
    Reflect.set(globalThis, name, counted)
    return () => Reflect.set(globalThis, name, original)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${url}${path}`, { headers: { ...headers, ...more } }, (answer) => {
        answer.resume().once('end', resolve)
      })
      sent.once('error', reject).end()
    })
  } finally {
    for (const restore of replaced) restore()
    await close()
  }
  return made
}

it('a server of Node makes nothing of the fetch API for a request of the API', async () => {
  const forge = await makeForge()
  expect(await madeWhileServed(forge, page)).toEqual([])
  expect(await madeWhileServed(forge, '/api/v3/projects/1/issues/1')).toEqual([])
})

it('it makes them for a page on another origin, as before', async () => {
  const forge = await makeForge()
  const origin = { origin: 'http://localhost:3000' }
  expect(await madeWhileServed(forge, page, origin)).not.toEqual([])
})

it('an answer has the bytes of its JSON, and at most a kibibyte of headers', async () => {
  const forge = await makeForge()
  const { url, close } = await listen(forge, { port: 0 })
  const body = (await read(forge, page)).length
  const { port } = new URL(url)
  const { connect } = await import('node:net')
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    socket.once('error', reject).once('close', () => resolve(text))
    const head = `GET ${page} HTTP/1.1\r\nhost: forge.test\r\nprivate-token: jane-token\r\n`
    socket.write(`${head}connection: close\r\n\r\n`)
  })
  await close()
  const [heading = '', sent = ''] = received.split('\r\n\r\n')
  expect(sent.length).toBe(body)
  expect(heading.length).toBeLessThan(1024)
})
