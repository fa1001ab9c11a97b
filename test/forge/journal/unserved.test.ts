import { describe, expect, it } from 'vitest'
import { apis, v3 } from '../../../src/contract/apis.ts'
import { unhandledOf, unservedOperation } from '../../../src/forge/journal/unhandled.ts'
import { createTestForge } from '../../harness.ts'

async function logOf(...requests: readonly (readonly [method: string, path: string])[]) {
  const log: string[] = []
  const forge = await createTestForge({ log: (line) => log.push(line) })
  const statuses: number[] = []
  for (const [method, path] of requests) {
    const address = `http://forge.test/api/v3${path}`
    statuses.push((await forge.fetch(new Request(address, { method }))).status)
  }
  return { log, statuses }
}

describe('an operation that GitLab had and Forgery does not serve', () => {
  it('is a 404 as any, and named in the log once', async () => {
    const { log, statuses } = await logOf(
      ['GET', '/version'],
      ['GET', '/version.json'],
      ['GET', '/sidekiq/job_stats'],
    )
    expect(statuses).toEqual([404, 404, 404])
    expect(log).toEqual([
      'GitLab 8.15 had GET /version; it is not among the operations that Forgery serves (docs/not-served.md).',
      'GitLab 8.15 had GET /sidekiq/job_stats; it is not among the operations that Forgery serves (docs/not-served.md).',
    ])
  })

  it.each(Object.values(apis))('is said to have been there, each of $name', async (api) => {
    for (const { method, path, instead } of api.unserved) {
      const asked = `/api/${api.name}${path.replace(/\{\w+\}/g, '1')}`
      const hint = `GitLab ${api.release} had ${method} ${path}; it is not among the operations that Forgery serves (docs/not-served.md).`
      expect(unhandledOf(method, asked)).toEqual({
        reason: 'unserved',
        hint: instead ? `${hint} ${instead}` : hint,
      })
    }
  })

  it('is named where the path has other verbs, too', async () => {
    const other = v3.unserved.find(({ method, path }) => {
      const asked = path.replace(/\{\w+\}/g, '1')
      return v3.findRoute(method, asked).kind === 'wrong method'
    })
    if (!other) return expect.unreachable()
    const { log, statuses } = await logOf([other.method, other.path.replace(/\{\w+\}/g, '1')])
    expect(statuses).toEqual([405])
    expect(log).toHaveLength(1)
  })

  it.each([
    ['GET', '/projects/1/runner'],
    ['GET', '/projects//runners'],
    ['PATCH', '/projects/1/runners'],
    ['GET', '/projects/1/runners/2/3'],
    ['GET', '/users'],
    ['GET', ''],
  ])('is not %s %s', (method, path) => {
    expect(unservedOperation(v3, method, path)).toBeUndefined()
  })

  it.each(Object.values(apis))('is no operation that is served, in $name', (api) => {
    for (const { method, path, alsoAt = [] } of api.operations) {
      for (const place of [path, ...alsoAt]) {
        expect(unservedOperation(api, method, place.replace(/\{\w+\}/g, '1'))).toBeUndefined()
      }
    }
  })

  // The word stands in the place of an id, and is refused as one.
  const takenForAnother = 'DELETE /projects/{id}/environments/review_apps'

  it.each(Object.values(apis))('is none that is served, in $name', (api) => {
    const served = api.unserved.filter(({ method, path }) => {
      return api.findRoute(method, path.replace(/\{\w+\}/g, '1')).kind === 'operation'
    })
    const names = served.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name) => name !== takenForAnother)).toEqual([])
  })
})
