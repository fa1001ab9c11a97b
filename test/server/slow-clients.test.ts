import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Forge } from '../../src/forge.ts'
import { type Listening, listen } from '../../src/server/listen.ts'
import { createTestForge } from '../harness.ts'

const requestTimeout = 400
const manyProjects = Array.from({ length: 100 }, (_, index) => ({ path: `root/project-${index}` }))

let forge: Forge
let server: Listening
let sockets: Socket[]

beforeEach(async () => {
  forge = await createTestForge({
    seed: { users: [{ username: 'root', admin: true }], projects: manyProjects },
  })
  server = await listen(forge, { port: 0, requestTimeout })
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

it('answers others while many do not read what they are answered', async () => {
  const page = `GET /api/v3/projects/all?per_page=100 HTTP/1.1\r\n${head}\r\n`
  for (let client = 0; client < 10; client++) {
    const socket = await connected()
    socket.pause()
    socket.write(page.repeat(20))
  }
  for (let turn = 0; turn < 5; turn++) expect(await isAnswered()).toBe(true)
})
