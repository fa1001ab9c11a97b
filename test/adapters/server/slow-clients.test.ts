import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../../src/adapters/server/listen.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { createTestForge } from '../../harness.ts'

const requestTimeout = 400
/** Longer, so that who sends nothing is answered first. */
const responseTimeout = 1000
const manyProjects = Array.from({ length: 100 }, (_, index) => ({ path: `root/project-${index}` }))

let forge: Forge
let server: Listening
let sockets: Socket[]

beforeEach(async () => {
  forge = await createTestForge({
    bodyLimit: 2 ** 25,
    seed: { users: [{ username: 'root', admin: true }], projects: manyProjects },
  })
  server = await listen(forge, { port: 0, requestTimeout, responseTimeout })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

async function connected(): Promise<Socket> {
  const socket = connect(server.port, server.host)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** What a socket is sent until the server ends the connection. */
async function untilDropped(socket: Socket): Promise<string> {
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => (answer += text))
  // A byte that is sent to a connection that ended is answered with a reset.
  socket.on('error', () => {})
  await once(socket, 'close')
  return answer
}

async function isAnswered(): Promise<boolean> {
  const headers = { 'private-token': 'root-token' }
  const response = await fetch(`${server.url}/api/v3/projects/1`, { headers })
  return response.status === 200 && (await response.json()).id === 1
}

const head = 'Host: localhost\r\nPrivate-Token: root-token\r\nContent-Type: application/json\r\n'
const body = '{"name": "slow"}'
const post = `POST /api/v3/projects HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`

it('drops who connects and sends nothing', async () => {
  const dropped = untilDropped(await connected())
  expect(await isAnswered()).toBe(true)
  expect(await dropped).toMatch(/^HTTP\/1\.1 408 /)
})

it.each([
  ['the headers', `${post}${body}`],
  ['the body', body],
])('drops who sends %s byte by byte, and answers others meanwhile', async (what, text) => {
  const socket = await connected()
  const dropped = untilDropped(socket)
  let isOpen = true
  dropped.then(() => (isOpen = false))
  if (what === 'the body') socket.write(post.replace(/\d+(?=\r\n\r\n)/, '1000'))
  let answered = 0
  for (const byte of text.repeat(100)) {
    if (!isOpen) break
    socket.write(byte)
    if (await isAnswered()) answered += 1
    await setTimeout(20)
  }
  expect(await dropped).toMatch(/^HTTP\/1\.1 408 /)
  expect(answered).toBeGreaterThan(0)
  expect(forge.db.projects.all()).toHaveLength(manyProjects.length)
})

it('does nothing for who goes away in the middle of a body, and answers others', async () => {
  for (let client = 0; client < 20; client++) {
    const socket = await connected()
    socket.write(`${post}${body.slice(0, 5)}`)
    socket.resetAndDestroy()
  }
  expect(await isAnswered()).toBe(true)
  expect(forge.db.projects.all()).toHaveLength(manyProjects.length)
})

it('reports in the journal a body that broke off', async () => {
  const socket = await connected()
  socket.write(post.replace('\r\n', '\r\nExpect: 100-continue\r\n'))
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
  socket.write(body.slice(0, 5))
  socket.resetAndDestroy()
  const { answer } = await forge.requests.waitFor({ operation: 'createProject', status: 400 })
  expect(answer).toEqual({ message: expect.stringContaining('the body broke off') })
})

it('does not wait for the body of a reading request', async () => {
  const socket = await connected()
  socket.write(`GET /api/v3/projects/1 HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
})

it('answers others while many do not read what they are answered', async () => {
  const page = `GET /api/v3/projects/all?per_page=100 HTTP/1.1\r\n${head}\r\n`
  for (let client = 0; client < 10; client++) {
    const socket = await connected()
    socket.pause()
    socket.write(page.repeat(20))
  }
  for (let turn = 0; turn < 5; turn++) expect(await isAnswered()).toBe(true)
})

describe('an answer that is longer than what a connection holds', () => {
  const size = 24 * 2 ** 20
  const raw = '/api/v3/projects/1/repository/blobs/master?filepath=large.txt'

  beforeEach(async () => {
    const content = 'x'.repeat(size)
    const actions = [{ action: 'create', file_path: 'large.txt', content }]
    const large = { branch_name: 'master', commit_message: 'Large', actions }
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const address = 'http://localhost/api/v3/projects/1/repository/commits'
    const init = { method: 'POST', headers, body: JSON.stringify(large) }
    expect((await forge.fetch(new Request(address, init))).status).toBe(201)
  })

  it('is given up where nothing of it is read', async () => {
    const socket = await connected()
    socket.pause().write(`GET ${raw} HTTP/1.1\r\n${head}\r\n`)
    await setTimeout(2.5 * responseTimeout)
    const dropped = untilDropped(socket)
    socket.resume()
    const answer = await dropped
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer.length).toBeLessThan(size)
  })

  it('comes whole where it is read, however slowly', async () => {
    const socket = await connected()
    socket.write(`GET ${raw} HTTP/1.1\r\nConnection: close\r\n${head}\r\n`)
    const begun = performance.now()
    let received = 0
    for await (const bytes of socket) {
      received += bytes.length
      if (performance.now() - begun < 2.5 * responseTimeout) await setTimeout(10)
    }
    expect(received).toBeGreaterThan(size)
  })
})

it('waits with a client for an answer that takes its time', async () => {
  forge.faults.add({ operation: 'getProject', delay: 1.5 * responseTimeout })
  expect(await isAnswered()).toBe(true)
})
