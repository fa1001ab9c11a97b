import { once } from 'node:events'
import node from 'node:http'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { forgeTest } from '../../../../src/adapters/vitest/index.ts'

const test = forgeTest({ baseUrl: 'https://forge.example.com' })
const swallow = () => {}
/** The address of a server that runs, and counts what reaches it. */
const server = process.env.UNANSWERED_SERVER ?? ''

test('is left alone', async () => {
  expect((await fetch('https://forge.example.com/api/v3/user')).status).toBe(401)
})

test('swallows the error of its client', async () => {
  await fetch('https://elsewhere.example.com/api/v3/user?private_token=secret').catch(swallow)
})

test('answers with a handler of its own', async ({ server }) => {
  server.use(http.get('https://elsewhere.example.com/*', () => HttpResponse.json({})))
  await fetch('https://elsewhere.example.com/api/v3/user')
})

test('asks a server that runs, by fetch', async () => {
  const asked = fetch(`${server}/fetch`, { method: 'POST', body: 'order' })
  await expect(asked).rejects.toThrow(TypeError)
})

test('asks a server that runs, by node:http', async () => {
  const asked = node.request(`${server}/http`, { method: 'POST' }).end('order')
  await expect(once(asked, 'response')).rejects.toThrow(TypeError)
})

test.runIf('WebSocket' in globalThis)('asks a server that runs, by WebSocket', async () => {
  const socket = new WebSocket(`${server.replace('http', 'ws')}/socket`)
  await new Promise((resolve) => socket.addEventListener('error', resolve))
})

for (const path of ['one', 'two']) {
  test.concurrent(`at the same time: ${path}`, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (path === 'two') await fetch(`https://elsewhere.example.com/${path}`).catch(swallow)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
}
