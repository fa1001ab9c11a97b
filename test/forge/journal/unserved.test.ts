import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { createRouter } from '../../../src/contract/router.ts'
import { unservedOperation } from '../../../src/forge/journal/unserved.ts'
import { unservedOperations } from '../../../src/forge/journal/unserved-operations.ts'
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
      ['GET', '/projects/1/labels'],
      ['GET', '/projects/jane%2Fsite/labels.json'],
      ['POST', '/session'],
      ['GET', '/version'],
    )
    expect(statuses).toEqual([404, 404, 404, 404])
    expect(log).toEqual([
      'GitLab 8.15 had GET /projects/{id}/labels; it is not among the operations that Forgery serves.',
      'GitLab 8.15 had POST /session; it is not among the operations that Forgery serves.',
      'GitLab 8.15 had GET /version; it is not among the operations that Forgery serves.',
    ])
  })

  it('is named where the path has other verbs, too', async () => {
    const { log, statuses } = await logOf(['DELETE', '/projects/1'])
    expect(statuses).toEqual([405])
    expect(log).toHaveLength(1)
  })

  it.each([
    ['GET', '/projects/1/label'],
    ['GET', '/projects//labels'],
    ['PATCH', '/projects/1/labels'],
    ['GET', '/projects/1/labels/2/3'],
    ['GET', '/users'],
    ['GET', ''],
  ])('is not %s %s', (method, path) => {
    expect(unservedOperation(method, path)).toBeUndefined()
  })

  it('is none that is served', () => {
    const route = createRouter(operations)
    const served = Object.entries(unservedOperations).flatMap(([template, methods]) => {
      const path = template.replace(/\{\w+\}/g, '1')
      for (const method of methods) expect(unservedOperation(method, path)).toBeDefined()
      return methods.filter((method) => route(method, path).kind === 'operation')
    })
    expect(Object.keys(unservedOperations).length).toBeGreaterThan(70)
    expect(served).toEqual([])
  })
})
