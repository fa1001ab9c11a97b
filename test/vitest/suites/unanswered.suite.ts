import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { forgeTest } from '../../../src/vitest/index.ts'

const test = forgeTest({ baseUrl: 'https://forge.example.com' })
const swallow = () => {}

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

for (const path of ['one', 'two']) {
  test.concurrent(`at the same time: ${path}`, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (path === 'two') await fetch(`https://elsewhere.example.com/${path}`).catch(swallow)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
}
