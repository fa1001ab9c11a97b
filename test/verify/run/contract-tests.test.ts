import { describe, expect, it } from 'vitest'
import { contractTests, type Fetch, plan } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

/** Collects what is registered, as a test runner would. */
function register(fetch: Fetch, only?: readonly string[]) {
  const tests = new Map<string, () => Promise<void>>()
  contractTests(
    { url: 'http://forge.test', token: 'root-token', fetch, ...(only ? { only } : {}) },
    { describe: (_, body) => body(), test: (name, body) => tests.set(name, body) },
  )
  return tests
}

const noAnswer: Fetch = async () => Promise.reject(new Error('not yet'))
const story = 'blocking and unblocking a user'
const rest = 'what is called on the way, and what is left behind'
const seed = { users: [{ username: 'root', admin: true }] }

/** How each of the tests ended: with undefined, or an error. */
async function run(tests: ReadonlyMap<string, () => Promise<void>>) {
  const ended = [...tests].map(async ([name, body]) => {
    const error = await body().then(
      () => undefined,
      (reason: Error) => reason.message,
    )
    return [name, error] as const
  })
  return new Map(await Promise.all(ended))
}

describe('contractTests', () => {
  it('registers every operation and story of a whole run, without a request', async () => {
    const { operations, stories } = await plan()
    expect(register(noAnswer).size).toBe(operations.length + stories.length + 1)
  })

  it('registers what is asked for alone', async () => {
    const only = ['Tags', story]
    const { operations, stories } = await plan({ only })
    const tests = register(noAnswer, only)
    expect([...tests.keys()].filter((name) => stories.includes(name))).toEqual(stories)
    expect(tests.has('POST /projects/{id}/repository/tags (createTag)')).toBe(true)
    expect(tests.has('PUT /users/{id}/block (blockUser)')).toBe(false)
    expect(tests.size).toBe(operations.length + stories.length + 1)
  })

  it('passes what was checked and is as it should be', async () => {
    const { fetch } = await createTestForge({ seed })
    const ended = await run(register(fetch, ['Tags', story]))
    expect([...ended].filter(([, error]) => error !== undefined)).toEqual([])
  })

  it('fails with what is found', async () => {
    const forge = await createTestForge({ seed })
    const only = ['blockUser', 'unblockUser']
    const ended = await run(
      register(
        async (request) =>
          request.url.endsWith('/unblock') ? Response.json(true) : forge.fetch(request),
        only,
      ),
    )
    expect(ended.get('PUT /users/{id}/block (blockUser)')).toBeUndefined()
    expect(ended.get('PUT /users/{id}/unblock (unblockUser)')).toMatch(
      /unblockUser, transition:active: (?:.|\n)*expected: "active"\nreceived: "blocked"/,
    )
    expect(ended.get(story)).toMatch('transition:active')
    // The other reads of the user, which show what was not written.
    expect(ended.get(rest)).toMatch('shows:written')
  })

  it('fails with the reason where nothing was checked', async () => {
    const forge = await createTestForge({ seed })
    const refusing: Fetch = async (request) =>
      request.method === 'POST' && request.url.endsWith('/api/v3/users')
        ? Response.json({ message: '403 Forbidden' }, { status: 403 })
        : forge.fetch(request)
    const ended = await run(register(refusing, ['Tags', story]))
    const reason =
      'not tested: the server lets the administrator create no user (createUser answered 403)'
    expect(ended.get(rest)).toBeUndefined()
    ended.delete(rest)
    expect(new Set(ended.values())).toEqual(new Set([reason]))
  })

  it('fails with what was called on the way', async () => {
    const forge = await createTestForge({ seed })
    const failing: Fetch = async (request) =>
      request.method === 'POST' && request.url.endsWith('/api/v3/groups')
        ? Response.json({ message: '500 Internal Server Error' }, { status: 500 })
        : forge.fetch(request)
    const ended = await run(register(failing, ['listTags']))
    expect(ended.get(rest)).toMatch('createGroup')
  })
})
