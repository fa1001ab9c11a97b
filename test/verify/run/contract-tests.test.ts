import { describe, expect, it } from 'vitest'
import { contractTests, type Fetch } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

/** Collects what is registered, as a test runner would. */
function register(fetch: Fetch, only: readonly string[]) {
  const tests = new Map<string, () => Promise<void>>()
  contractTests(
    { url: 'http://forge.test', token: 'root-token', fetch, only },
    { describe: (_, body) => body(), test: (name, body) => tests.set(name, body) },
  )
  return tests
}

const story = 'blocking and unblocking a user'
const seed = { users: [{ username: 'root', admin: true }] }

describe('contractTests', () => {
  it('registers a test for each operation and each story, without a request', async () => {
    const tests = register(async () => Promise.reject(new Error('not yet')), [story])
    expect([...tests.keys()]).toContain('PUT /users/{id}/block (blockUser)')
    expect([...tests.keys()]).toContain(story)
    expect(tests.size).toBeGreaterThan(152)
  })

  it('passes and fails with what is found', async () => {
    const forge = await createTestForge({ seed })
    const tests = register(
      async (request) => {
        return request.url.endsWith('/unblock') ? Response.json(true) : forge.fetch(request)
      },
      [story],
    )
    await tests.get('PUT /users/{id}/block (blockUser)')?.()
    await expect(tests.get('PUT /users/{id}/unblock (unblockUser)')?.()).rejects.toThrow(
      /unblockUser, transition:active: (?:.|\n)*expected: "active"\nreceived: "blocked"/,
    )
    await expect(tests.get(story)?.()).rejects.toThrow('transition:active')
  })
})
