import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../src/forge/forge.ts'
import { type Fetch, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const only = ['Application settings', 'System hooks', 'Tags']

/** What a run could leave behind: the names of all that is there, and the settings. */
function stateOf({ db }: Forge) {
  return {
    users: db.users.all().map(({ username }) => username),
    namespaces: db.namespaces.all().map(({ path }) => path),
    projects: db.projects.all().map(({ path }) => path),
    hooks: db.hooks.all().map(({ url }) => url),
    settings: db.settings.all().map(({ updated_at: _, ...rest }) => rest),
  }
}

async function runUntil(count: number, onLimit: 'interrupt' | 'lose the connection') {
  const forge = await createTestForge({ seed })
  const before = stateOf(forge)
  const interruption = new AbortController()
  let requests = 0
  const fetch: Fetch = async (request) => {
    const number = ++requests
    const answer = await forge.fetch(request)
    if (number === count && onLimit === 'interrupt') interruption.abort()
    // The write happened, and nobody hears of it.
    if (number === count && onLimit !== 'interrupt') await new Promise(() => {})
    return answer
  }
  const { signal } = interruption
  const options = {
    url: 'http://forge.test',
    token: 'root-token',
    only,
    instance: true,
    journal: () => {},
    fetch,
    signal,
    // Only what never comes is waited for as long: on a busy machine an answer may take its time.
    timeout: onLimit === 'interrupt' ? 10_000 : 1000,
  }
  const summary = await verify(options).summary
  return { before, after: stateOf(forge), summary }
}

describe('what a run makes and changes', () => {
  it.each([3, 17, 150])('is removed when it is interrupted at request %i', async (count) => {
    const { before, after, summary } = await runUntil(count, 'interrupt')
    expect(summary.wasInterrupted).toBe(true)
    expect(summary.leftBehind).toEqual([])
    expect(after).toEqual(before)
  })

  it.each([3, 10])('is removed when the answer to request %i never comes', async (count) => {
    const { before, after, summary } = await runUntil(count, 'lose the connection')
    expect(summary.isPassed).toBe(false)
    expect(after).toEqual(before)
  })

  it('is listed where it cannot be removed', async () => {
    const forge = await createTestForge({ seed })
    const fetch: Fetch = async (request) =>
      request.method === 'DELETE' && /\/hooks\/\d+$/.test(new URL(request.url).pathname)
        ? Response.json({ message: '403 Forbidden' }, { status: 403 })
        : forge.fetch(request)
    const options = {
      url: 'http://forge.test',
      token: 'root-token',
      only: ['System hooks'],
      instance: true,
      journal: () => {},
      fetch,
    }
    const { leftBehind } = await verify(options).summary
    expect(leftBehind.length).toBeGreaterThan(0)
    expect(leftBehind[0]).toMatchObject({
      kind: 'system hook',
      name: expect.stringMatching(/^http:\/\/forgery-\w+-hook-\d+\.invalid\/$/),
      reason: 'deleteSystemHook answered 403',
    })
  })
  it.each([
    ['/users', 'the archive'],
    ['/groups', 'the archive'],
    ['/hooks', 'read-back: System hooks'],
  ])('is removed where the answer to POST %s was lost once', async (path, story) => {
    const forge = await createTestForge({ seed })
    const before = stateOf(forge)
    let lost = 0
    const fetch: Fetch = async (request) => {
      const isMeant = request.method === 'POST' && request.url.endsWith(`/api/v3${path}`)
      const answer = await forge.fetch(request)
      if (!isMeant || lost++ > 0) return answer
      return new Response('<h1>Bad Gateway</h1>', { status: 502 })
    }
    const options = {
      url: 'http://forge.test',
      token: 'root-token',
      only: [story],
      instance: true,
      journal: () => {},
      fetch,
    }
    const { failures, leftBehind } = await verify(options).summary
    expect(lost).toBeGreaterThan(1)
    expect([failures, leftBehind]).toEqual([[], []])
    expect(stateOf(forge)).toEqual(before)
  })

  it('is put back where the settings cannot be read for a moment', async () => {
    const forge = await createTestForge({ seed })
    const before = stateOf(forge)
    let reads = 0
    const fetch: Fetch = async (request) => {
      const isRead = request.method === 'GET' && request.url.endsWith('/application/settings')
      if (isRead && ++reads === 2) return Response.json({ message: '500' }, { status: 500 })
      return forge.fetch(request)
    }
    const only = ['the last write: hooks and settings']
    const options = {
      url: 'http://forge.test',
      token: 'root-token',
      only,
      instance: true,
      journal: () => {},
      fetch,
    }
    const { leftBehind } = await verify(options).summary
    expect(leftBehind).toEqual([])
    expect(stateOf(forge)).toEqual(before)
  })

  it('is reported where nobody can read whether the settings are back', async () => {
    const forge = await createTestForge({ seed })
    let wasChanged = false
    const fetch: Fetch = async (request) => {
      const isOfSettings = request.url.endsWith('/application/settings')
      if (isOfSettings && request.method === 'PUT') wasChanged = true
      if (isOfSettings && request.method === 'GET' && wasChanged) {
        return Response.json({ message: '403 Forbidden' }, { status: 403 })
      }
      return forge.fetch(request)
    }
    const only = ['the last write: hooks and settings']
    const options = {
      url: 'http://forge.test',
      token: 'root-token',
      only,
      instance: true,
      journal: () => {},
      fetch,
    }
    const { leftBehind } = await verify(options).summary
    expect(leftBehind).toMatchObject([
      { kind: 'settings', reason: 'getApplicationSettings answered 403' },
    ])
  })
})
