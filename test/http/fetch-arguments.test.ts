import { describe, expect, expectTypeOf, it } from 'vitest'
import { createTestForge } from '../harness.ts'

const forge = await createTestForge({ seed: { users: [{ username: 'root', admin: true }] } })
const url = 'http://forge.test/api/v3/user'
const headers = { 'private-token': 'root-token' }
const groups = 'http://forge.test/api/v3/groups?private_token=root-token'
const newGroup = (path: string) => ({
  method: 'POST',
  body: new URLSearchParams({ name: path, path }),
})

/** A body that never comes. */
const endless = () => new ReadableStream<Uint8Array>()

/** Of a request that waits for something, when it is given up. */
async function expectRejection(init: RequestInit & { duplex?: 'half' }): Promise<void> {
  const controller = new AbortController()
  const address = init.method === 'POST' ? groups : url
  const answer = forge.fetch(address, { ...init, signal: controller.signal })
  await new Promise((resolve) => setTimeout(resolve, 5))
  controller.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
}

describe('the fetch of a forge', () => {
  it.each<[string, Parameters<typeof forge.fetch>]>([
    ['a text and options', [url, { headers }]],
    ['a URL and options', [new URL(url), { headers }]],
    ['a Request', [new Request(url, { headers })]],
    ['a Request and options that win', [new Request(url), { headers }]],
    ['a text alone', [`${url}?private_token=root-token`]],
  ])('takes %s', async (_, given) => {
    const response = await forge.fetch(...given)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ username: 'root' })
  })

  it('takes a method and a body beside an address', async () => {
    const response = await forge.fetch(groups, newGroup('acme'))
    expect(response.status).toBe(201)
    expect(forge.db.namespaces.findFirst((query) => query.where({ path: 'acme' }))).toBeDefined()
  })

  it('stands in for the global one, by itself', async () => {
    expectTypeOf(forge.fetch).toExtend<typeof globalThis.fetch>()
    const { fetch }: { fetch: typeof globalThis.fetch } = forge
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it('rejects what is no address, as the global one does', async () => {
    await expect(forge.fetch('no address')).rejects.toThrow(TypeError)
    await expect(forge.fetch(url, { body: 'x' })).rejects.toThrow(TypeError)
  })

  it('changes nothing where the signal is aborted beforehand', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    const request = new Request(groups, { ...newGroup('late'), signal })
    await expect(forge.fetch(groups, { ...newGroup('late'), signal })).rejects.toThrow('too late')
    await expect(forge.fetch(request)).rejects.toThrow('too late')
    expect(forge.db.namespaces.findFirst((query) => query.where({ path: 'late' }))).toBeUndefined()
  })

  it('knows the requests of another kind, as a DOM in a test has them', async () => {
    class OtherRequest extends Request {}
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(forge.fetch(new OtherRequest(url, { signal }))).rejects.toThrow('too late')
    expect((await forge.fetch(new OtherRequest(url, { headers }))).status).toBe(200)
  })

  it('asks no request of a server for its signal', async () => {
    const request = new Request(url, { headers })
    const prototype = Object.create(Request.prototype, {
      url: { value: url },
      method: { value: 'GET' },
      headers: { value: request.headers },
      body: { value: null },
      signal: {
        get() {
          throw new Error('asked for')
        },
      },
    })
    expect((await forge.fetch(Object.create(prototype))).status).toBe(200)
  })

  it('rejects as soon as the signal is aborted, and not after the answer', async () => {
    for (const connection of ['stall', 'drop'] as const) {
      forge.faults.add({ operation: 'getCurrentUser', connection, delay: 3_600_000, times: 1 })
      await expectRejection({ headers })
    }
    await expectRejection({ method: 'POST', headers, body: endless(), duplex: 'half' })

    const later = new AbortController()
    const response = await forge.fetch(url, { headers, signal: later.signal })
    later.abort()
    expect(await response.json()).toMatchObject({ username: 'root' })
  })
})
