import { describe, expect, it } from 'vitest'
import type { Fetch } from '../../../src/verify/index.ts'
import { CannotVerify, type Result, type VerifyOptions, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const only = ['blocking and unblocking a user']

async function collect(fetch: Fetch, options: Partial<VerifyOptions> = {}) {
  const run = verify({ url: 'http://forge.test', token: 'root-token', fetch, only, ...options })
  const results: Result[] = []
  for await (const result of run) results.push(result)
  return { results, summary: await run.summary }
}

describe('verify', () => {
  it('passes a healthy server and leaves nothing behind', async () => {
    const forge = await createTestForge({ seed })
    const { results, summary } = await collect(forge.fetch)
    expect(results.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
    expect(results).toContainEqual(
      expect.objectContaining({ operation: 'blockUser', aspect: 'transition:blocked' }),
    )
    expect(summary).toMatchObject({ isPassed: true, leftBehind: [], wasInterrupted: false })
    expect(summary.stories).toMatchObject([{ name: only[0], verdict: 'passed' }])
    expect(forge.db.users.all().map(({ username }) => username)).toEqual(['root', 'jane'])
  })

  it('demands no limit of a text, as that of GitLab 8.15 had none', async () => {
    const forge = await createTestForge({ seed })
    const refusals: string[] = []
    const fetch: Fetch = async (request) => {
      const answer = await forge.fetch(request)
      const text = answer.status === 400 ? await answer.clone().text() : ''
      if (text.includes('too long') || text.includes('has more than')) refusals.push(text)
      return answer
    }
    const { results } = await collect(fetch, {
      only: ['Application settings', 'Snippets', 'Users'],
    })
    expect(results.length).toBeGreaterThan(100)
    expect(refusals).toEqual([])
  })

  it('reports a transition that does not happen, with the exchange and no secret', async () => {
    const forge = await createTestForge({ seed })
    const { results, summary } = await collect(async (request) => {
      if (!request.url.endsWith('/block')) return forge.fetch(request)
      return Response.json(true)
    })
    const failure = results.find(({ verdict }) => verdict === 'failed')
    expect(failure).toMatchObject({
      operation: 'blockUser',
      resource: 'Users',
      aspect: 'transition:blocked',
      source: 'blocking and unblocking a user › blocking',
      expected: '"blocked"',
      received: '"active"',
    })
    expect(failure?.exchanges?.[0]?.curl).toMatch(/^curl -i -X PUT -H 'PRIVATE-TOKEN: <SECRET>'/)
    expect(JSON.stringify(results)).not.toContain('root-token')
    expect(summary.isPassed).toBe(false)
  })

  it.each([
    ['a wrong token', { token: 'wrong' }, /does not accept the token \(401\)/],
    ['a plain user', { token: 'jane-token' }, /jane, who is not an administrator/],
  ])('cannot begin with %s', async (_, options, message) => {
    const forge = await createTestForge({ seed })
    const run = collect(forge.fetch, options)
    await expect(run).rejects.toThrow(CannotVerify)
    await expect(run).rejects.toThrow(message)
  })

  it('throws at whoever only iterates why it cannot begin', async () => {
    const forge = await createTestForge({ seed })
    const run = verify({ url: 'http://forge.test', token: 'wrong', fetch: forge.fetch })
    await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow(/does not accept the token/)
    await expect(run.summary).rejects.toThrow(CannotVerify)
  })

  it.each(['only', 'skip'] as const)(
    'cannot begin with a name that nothing has in %s',
    async (name) => {
      const forge = await createTestForge({ seed })
      const run = verify({
        url: 'http://forge.test',
        token: 'root-token',
        fetch: forge.fetch,
        [name]: ['Isues'],
      })
      await expect(run.summary).rejects.toThrow(/^"Isues" names no resource/)
    },
  )

  it.each([
    [{ only: ['listTags'], skip: ['Tags'] }],
    [{ only: ['blocking and unblocking a user'], skip: ['blocking and unblocking a user'] }],
    [{ only: [] }],
  ])('cannot begin where nothing is left to check: %j', async (options) => {
    const run = collect(() => Promise.reject(new Error('Something was sent.')), options)
    await expect(run).rejects.toThrow(CannotVerify)
    await expect(run).rejects.toThrow(
      'There is nothing to verify: `only` and `skip` leave no operation and no story.',
    )
  })

  it('is not passed where no aspect was tested', async () => {
    const forge = await createTestForge({ seed })
    const { summary } = await collect(forge.fetch, { readOnly: true, only: ['createTag'] })
    expect(summary).toMatchObject({ isPassed: false, failures: [], wasInterrupted: false })
    expect(summary.totals).toMatchObject({ passed: 0, failed: 0, 'as released': 0 })
    expect(summary.totals['not tested']).toBeGreaterThan(0)
  })

  it('reports the operations that the stories checked which were asked for by name', async () => {
    const forge = await createTestForge({ seed })
    const { operations, totals } = (await collect(forge.fetch)).summary
    expect(operations.map(({ operation }) => operation)).toContain('blockUser')
    expect(totals.passed).toBeGreaterThan(3)
    expect(totals['not tested']).toBe(0)
  })

  it('goes on where only the user who asks cannot be read, and reports that', async () => {
    const forge = await createTestForge({ seed })
    const broken = async (request: Request) =>
      new URL(request.url).pathname.endsWith('/user')
        ? new Response('<h1>Oops</h1>', { headers: { 'content-type': 'text/html' } })
        : forge.fetch(request)
    const { results } = await collect(broken)
    expect(results).toContainEqual(
      expect.objectContaining({ operation: 'getCurrentUser', verdict: 'failed' }),
    )
  })

  it('cannot begin where another API answers', async () => {
    const html = async () =>
      new Response('<html></html>', { headers: { 'content-type': 'text/html' } })
    await expect(collect(html)).rejects.toThrow('is not the v3 API')
  })
})
