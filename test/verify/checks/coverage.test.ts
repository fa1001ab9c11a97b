import { describe, expect, it } from 'vitest'
import { inventWorld } from '../../../src/seed/invent/invented-world.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { plan, verify } from '../../../src/verify/index.ts'
import { FORGE_COMPARISON } from '../../../src/verify/run/forge-comparison.ts'
import { createTestForge } from '../../harness.ts'
import { worldOf } from '../world-of.ts'

/** That of `forgery seed --users 2000 --projects 400`. */
const createLargeForge = () =>
  createTestForge({
    seed: inventWorld({ users: 2000, projects: 400, randomSeed: 42 }),
    fetch: () => Promise.reject(new TypeError('There is no network behind this server.')),
  })

describe('our own server', () => {
  it('passes, with at least 95% of all aspects tested, within 14,000 requests, and is left as it was', async () => {
    const forge = await createLargeForge()
    const before = worldOf(forge)
    const run = verify({
      url: 'http://forge.test',
      token: 'root-token',
      instance: true,
      journal: () => {},
      fetch: forge.fetch,
      // It takes as many calls as there is time for, and the next test runs some of its histories.
      skip: [FORGE_COMPARISON],
    })
    const { failures, totals, requests, leftBehind } = await run.summary
    expect(failures.map(({ result }) => result)).toEqual([])
    expect(leftBehind).toEqual([])
    // A real server takes some minutes for them: a write in each place of its parameters, and all without credentials.
    expect(requests).toBeLessThan(14_000)
    const tested = totals.passed + totals['as released']
    expect(tested / (tested + totals['not tested'])).toBeGreaterThan(0.95)
    expect(worldOf(forge)).toEqual(before)
  })

  it('is left as it was by a comparison, too', async () => {
    const forge = await createLargeForge()
    const before = worldOf(forge)
    const { differences } = await compare({
      url: 'http://forge.test',
      token: 'root-token',
      fetch: (request) => forge.fetch(request),
      instance: true,
      journal: () => {},
      runs: 5,
      seed: 7,
    })
    expect(differences).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('is asked by GET alone when the run is read-only', async () => {
    const forge = await createTestForge({ seed: 'demo' })
    const methods = new Set<string>()
    const fetch = (request: Request) => {
      methods.add(request.method)
      return forge.fetch(request)
    }
    const options = { url: 'http://forge.test', token: 'root-token', readOnly: true, fetch }
    const { failures, totals } = await verify(options).summary
    expect(failures.map(({ result }) => result)).toEqual([])
    expect([...methods]).toEqual(['GET'])
    expect(totals.passed).toBeGreaterThan(400)
  })
})

describe('plan', () => {
  it('names what would be checked, without a server', async () => {
    const { operations, stories } = await plan()
    expect(operations).toHaveLength(152)
    expect(stories).toContain('blocking and unblocking a user')
    expect(operations.find(({ operation }) => operation === 'deleteSnippet')?.aspects).toEqual([
      'status',
      'media-type',
      'schema',
      'unauthenticated',
      'wrong-token',
      'private-project',
      'sudo-refused',
      'sudo-unknown',
      'unknown:id',
      'unknown:snippet_id',
      'removes',
      'idempotent',
      'keeps:the-others',
    ])
  })

  it('names what is asked for alone', async () => {
    const { operations } = await plan({ only: ['merge-requests'], skip: ['getMergeRequest'] })
    expect(operations).toHaveLength(10)
    expect(operations.every(({ resource }) => resource === 'Merge requests')).toBe(true)
  })
})
