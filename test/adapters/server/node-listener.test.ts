import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../../src/adapters/server/listen.ts'
import { createTestForge } from '../../harness.ts'

const titles = ['Plain', 'Grüße', 'Ünï 🎉']
const forge = await createTestForge({
  seed: {
    users: [{ username: 'jane' }],
    projects: [
      { path: 'jane/website', issues: titles.map((title) => ({ title, author: 'jane' })) },
    ],
  },
})
const server = await listen(forge, { port: 0 })
afterAll(() => server.close())

/** Undecoded: `fetch` would hide a length that is wrong. */
function ask(path: string): Promise<{ length: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'private-token': 'jane-token' }
    const request = get(`${server.url}/api/v3${path}`, { headers }, async (response) => {
      resolve({ length: response.headers['content-length'], body: await text(response) })
    })
    request.on('error', reject)
  })
}

it.each([
  ['letters of ASCII alone', '/projects/1/issues/1', ['Plain']],
  ['others', '/projects/1/issues/2', ['Grüße']],
  ['both', '/projects/1/issues?sort=asc', titles],
])('sends %s in UTF-8, with their number of bytes', async (_, path, expected) => {
  for (const _again of [1, 2]) {
    const { length, body } = await ask(path)
    const found: { title: string } | { title: string }[] = JSON.parse(body)
    expect([found].flat().map(({ title }) => title)).toEqual(expected)
    expect(Number(length)).toBe(Buffer.byteLength(body))
  }
})
