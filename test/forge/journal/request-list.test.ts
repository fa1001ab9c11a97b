import { describe, expect, it } from 'vitest'
import { createTestForge } from '../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [{ path: 'jane/site' }],
}

async function forgeWithClient(journalLimit = 1000) {
  const forge = await createTestForge({ seed, journalLimit })
  const post = (title: string) =>
    forge.fetch(
      new Request('http://forge.test/api/v3/projects/1/issues', {
        method: 'POST',
        headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      }),
    )
  return { forge, post }
}

const titles = (entries: readonly { given: object }[]) =>
  entries.map(({ given }) => Reflect.get(given, 'title'))

describe('forge.requests', () => {
  it('finds the last request of a kind, and by a function the first, as an array does', async () => {
    const { forge, post } = await forgeWithClient()
    for (const title of ['one', 'two', 'three']) await post(title)
    const { requests } = forge
    expect(requests.find({ operation: 'createIssue' })?.given).toMatchObject({ title: 'three' })
    expect(requests.find({ parameters: { title: 'two' } })?.status).toBe(201)
    expect(requests.find({ user: 'root' })).toBeUndefined()
    expect(requests.find(({ status }) => status === 201)?.given).toMatchObject({ title: 'one' })
    expect(requests.find((_, index) => index === 1)?.given).toMatchObject({ title: 'two' })
    expect(() => requests.find({ operation: 'createIssues' as never })).toThrow(TypeError)
  })

  it('gives all of them in an array that stays as it is', async () => {
    const { forge, post } = await forgeWithClient()
    await post('one')
    const all = forge.requests.all()
    await post('two')
    expect([titles(all), titles(forge.requests)]).toEqual([['one'], ['one', 'two']])
  })

  it('is an array like any other', async () => {
    const { forge, post } = await forgeWithClient()
    await post('one')
    expect(Array.isArray(forge.requests)).toBe(true)
    expect(Object.keys(forge.requests)).toEqual(['0'])
    expect(forge.requests).toHaveLength(1)
    expect(JSON.parse(JSON.stringify(forge.requests))).toHaveLength(1)
    forge.requests.clear()
    expect(forge.requests).toEqual([])
  })

  it('waits for a request that is still to come', async () => {
    const { forge, post } = await forgeWithClient(0)
    const waiting = forge.requests.waitFor({ parameters: { title: 'two' } })
    for (const title of ['one', 'two', 'two']) await post(title)
    expect((await waiting).given).toMatchObject({ title: 'two' })
    expect(forge.requests).toEqual([])
  })

  it('waits for none that was made', async () => {
    const { forge, post } = await forgeWithClient()
    for (const title of ['one', 'two']) await post(title)
    const first = await forge.requests.waitFor({ operation: 'createIssue' }, { timeout: 0 })
    expect(first).toBe(forge.requests[0])
  })

  it('reports after the time what was made instead, the last ten', async () => {
    const { forge, post } = await forgeWithClient()
    const wait = () => forge.requests.waitFor({ user: 'root' }, { timeout: 5 })
    await expect(wait()).rejects.toThrow(
      'forge.requests.waitFor: no request was made within 5 ms with {"user":"root"}. None was made at all.',
    )
    await post('one')
    const line = '  POST /api/v3/projects/1/issues 201 createIssue by jane'
    await expect(wait()).rejects.toThrow(
      `with {"user":"root"}. The requests that were made:\n${line}`,
    )
    for (let count = 2; count <= 12; count++) await post(String(count))
    const error: Error = await wait().then(
      () => expect.unreachable(),
      (reason) => reason,
    )
    expect(error.message).toContain('The last 10 of 12 requests that were made:\n')
    expect(error.message.split('\n').slice(1)).toEqual(Array(10).fill(line))
  })

  it('refuses to wait for what cannot come', async () => {
    const { forge } = await forgeWithClient()
    await expect(forge.requests.waitFor({ operation: 'nope' as never })).rejects.toThrow(TypeError)
  })

  it.each([Number.NaN, -1, 2 ** 31, '5'])('refuses to wait for %j milliseconds', async (given) => {
    const { forge } = await forgeWithClient()
    const timeout = given as number
    await expect(forge.requests.waitFor({}, { timeout })).rejects.toThrow(
      'forge.requests.waitFor: option `timeout` must be milliseconds from 0 to 2147483647',
    )
  })

  it('waits for ever where it is asked to', async () => {
    const { forge, post } = await forgeWithClient()
    const waiting = forge.requests.waitFor({}, { timeout: Number.POSITIVE_INFINITY })
    await new Promise((resolve) => setTimeout(resolve, 20))
    await post('one')
    expect((await waiting).given).toMatchObject({ title: 'one' })
  })

  it('names the world that was asked', async () => {
    const { forge, post } = await forgeWithClient()
    await post('one')
    const fork = forge.fork({ name: 'checkout' })
    await fork.fetch(new Request('http://forge.test/api/v3/user'))
    expect([forge.requests[0]?.world, fork.requests[0]?.world]).toEqual([undefined, 'checkout'])
    expect(fork.requests).toHaveLength(1)
  })
})
