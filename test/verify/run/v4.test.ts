import { describe, expect, it } from 'vitest'
import { listen } from '../../../src/adapters/server/listen.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { CannotVerify, type Fetch, findLeftovers, verify } from '../../../src/verify/index.ts'
import { jsonReport, junitReport, textReport } from '../../../src/verify/reports/index.ts'
import { readJournal } from '../../../src/verify/sandbox/journal.ts'
import { createTestForge } from '../../harness.ts'

const token = 'root-token'
const url = 'http://forge.test/api/v4'

/** All that a forge holds but the ids that come next, which a run uses up. */
async function worldOf(forge: Forge): Promise<unknown> {
  const { records, ...world } = await forge.export()
  const { next_ids: _, ...kept } = Object(records)
  return { ...world, records: kept }
}

const demo = () =>
  createTestForge({
    seed: 'demo',
    log: () => {},
    fetch: async () => new Response(),
    // The judge holds every answer to the contract.
    validateResponses: false,
  })

describe('a run by the contract of v4', () => {
  it('passes a forge that is served, says what it leaves out, and leaves nothing', async () => {
    const forge = await demo()
    const before = await worldOf(forge)
    const server = await listen(forge, { port: 0 })
    const summary = await verify({ url: `${server.url}/api/v4`, token }).summary
    await server.close()
    expect(summary.failures.map(({ result }) => result)).toEqual([])
    expect(summary).toMatchObject({ api: 'v4', isPassed: true, leftBehind: [], stories: [] })
    expect(summary.totals.passed).toBeGreaterThan(2500)
    expect(await worldOf(forge)).toEqual(before)
    const scope = /no stories of what one call does to another/
    for (const report of [textReport, jsonReport, junitReport]) {
      expect(report(summary)).toMatch(scope)
    }
  })

  it('passes with GET alone, without an administrator', async () => {
    const forge = await demo()
    const methods = new Set<string>()
    const fetch: Fetch = (request) => {
      methods.add(request.method)
      return forge.fetch(request)
    }
    const options = { url, token: 'jonas-token', readOnly: true, fetch }
    const { failures, isPassed, totals } = await verify(options).summary
    expect(failures.map(({ result }) => result)).toEqual([])
    expect([isPassed, [...methods]]).toEqual([true, ['GET']])
    expect(totals.passed).toBeGreaterThan(300)
  })

  it('writes to what it made alone, though the server lets everybody do everything', async () => {
    const forge = await demo()
    const before = await worldOf(forge)
    const lines: string[] = []
    const fetch: Fetch = async (request) => {
      const headers = new Headers(request.headers)
      headers.delete('sudo')
      if (headers.get('private-token') === null) headers.set('private-token', token)
      if (headers.get('private-token')?.startsWith('no-such')) headers.set('private-token', token)
      return forge.fetch(new Request(request, { headers }))
    }
    const journal = (line: string) => void lines.push(line)
    const summary = await verify({ url, token, fetch, journal, patience: 100 }).summary
    expect(summary.isPassed).toBe(false)
    expect(summary.leftBehind).toEqual([])
    expect(await worldOf(forge)).toEqual(before)
    const written = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'writes')
    const paths = new Set(written.map(({ path }) => path.split('/')[1]))
    const roots = [
      'user',
      'users',
      'groups',
      'projects',
      'notification_settings',
      'todos',
      'snippets',
    ]
    for (const path of paths) expect([...roots, 'personal_access_tokens']).toContain(path)
    for (const { operation } of written) {
      expect(operation).not.toMatch(/ApplicationSettings|SystemHook|Topic|InstanceVariable/)
    }
  })

  it('is cleaned up by its journal where it was killed', async () => {
    const forge = await demo()
    const before = await worldOf(forge)
    let text = ''
    let isKilled = false
    let writes = 0
    const fetch: Fetch = async (request) => {
      if (isKilled) throw new TypeError('killed')
      if (request.method !== 'GET' && ++writes === 40) isKilled = true
      return forge.fetch(request)
    }
    const journal = (line: string) => {
      if (!isKilled) text += `${line}\n`
    }
    await verify({ url, token, fetch, journal, patience: 50, only: ['Issues'] }).summary
    expect(readJournal(text).inventory.made().length).toBeGreaterThan(2)
    const { items, undo } = await findLeftovers({
      ...{ token, fetch: forge.fetch, patience: 100 },
      journal: { text },
    })
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['user', 'group']))
    expect(await undo()).toEqual([])
    expect(await worldOf(forge)).toEqual(before)
  })

  it('names what is left where its token ends on the way', async () => {
    const forge = await demo()
    let requests = 0
    const fetch: Fetch = async (request) =>
      ++requests > 60 ? new Response('{}', { status: 401 }) : forge.fetch(request)
    const { leftBehind } = await verify({ url, token, fetch, only: ['Tags'], patience: 50 }).summary
    const users = forge.db.users.all().filter(({ username }) => username.startsWith('forgery-'))
    expect(users.length).toBeGreaterThan(2)
    for (const { username } of users) {
      expect(leftBehind.map(({ name }) => name)).toContain(username)
    }
  })

  it('writes nothing that is instance-wide, and says so of `instance`', async () => {
    const options = { url, token, instance: true, journal: () => {} }
    expect(() => verify(options)).toThrow(CannotVerify)
  })

  it('is asked for by the URL or by name', async () => {
    const { fetch } = await demo()
    const only = ['Metadata']
    const apis = [
      { url: 'http://forge.test/api/v4/' },
      { url: 'http://forge.test', api: 'v4' },
      { url: 'http://forge.test/api/v3', api: 'v4' },
    ] as const
    for (const api of apis) {
      const { url: asked, isPassed } = await verify({ ...api, token, fetch, only }).summary
      expect([asked, isPassed]).toEqual([url, true])
    }
  })
})
