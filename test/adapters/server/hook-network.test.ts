import { afterEach, expect, it, vi } from 'vitest'
import { hookNetwork } from '../../../src/adapters/server/hook-network.ts'
import { createTestForge } from '../../harness.ts'

afterEach(() => vi.unstubAllGlobals())

const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }

it('fails at once for names that never resolve, so that hooks of such names do not delay the others', async () => {
  const asked: string[] = []
  // Names are looked up for ever; an address needs no look-up.
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(input)
    return input.includes('127.0.0.1')
      ? Promise.resolve(new Response('thank you'))
      : new Promise(() => {})
  })
  const forge = await createTestForge({
    seed: { users: [{ username: 'root', admin: true }] },
    fetch: hookNetwork,
  })
  const post = (path: string, body: object) =>
    forge.fetch(`http://forge.test/api/v3${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
  for (let hook = 0; hook < 20; hook++)
    await post('/hooks', { url: `http://hook-${hook}.invalid/` })
  await post('/hooks', { url: 'http://127.0.0.1:9000/' })
  for (let group = 0; group < 3; group++) {
    await post('/groups', { name: `group-${group}`, path: `group-${group}` })
  }
  await forge.settled()
  expect(new Set(asked)).toEqual(new Set(['http://127.0.0.1:9000/']))
  const failed = forge.deliveries.filter(({ url }) => url.includes('.invalid'))
  expect(failed).toHaveLength(20 * asked.length)
  expect(failed.length).toBeGreaterThanOrEqual(60)
  expect(new Set(failed.map(({ error }) => error?.replace(/\d+/, 'N')))).toEqual(
    new Set(['getaddrinfo ENOTFOUND hook-N.invalid']),
  )
})

it('passes every other name on', async () => {
  const fetch = vi.fn(async () => new Response('thank you'))
  vi.stubGlobal('fetch', fetch)
  for (const url of [
    'http://invalid.example.com/',
    'http://notinvalid/',
    new URL('http://a.test/'),
  ]) {
    await hookNetwork(url)
  }
  await hookNetwork(new Request('http://b.test/'))
  expect(fetch).toHaveBeenCalledTimes(4)
  await expect(hookNetwork('http://a.invalid./')).rejects.toThrow('fetch failed')
  await expect(hookNetwork(new Request('http://a.INVALID/'))).rejects.toThrow('fetch failed')
  expect(fetch).toHaveBeenCalledTimes(4)
})
