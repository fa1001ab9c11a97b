import { describe, expect, it } from 'vitest'
import { v3 } from '../../../src/contract/apis.ts'
import { unservedOperation } from '../../../src/forge/journal/unhandled.ts'
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
      ['GET', '/todos'],
    )
    expect(statuses).toEqual([404, 404, 404, 404])
    expect(log).toEqual([
      'GitLab 8.15 had GET /projects/{id}/labels; it is not among the operations that Forgery serves.',
      'GitLab 8.15 had POST /session; it is not among the operations that Forgery serves.',
      'GitLab 8.15 had GET /todos; it is not among the operations that Forgery serves.',
    ])
  })

  it.each([
    [
      'POST',
      '/projects/1/merge_requests/1/comments',
      '/projects/{id}/merge_requests/{merge_request_id}/comments',
    ],
    [
      'GET',
      '/projects/1/merge_request/1/comments',
      '/projects/{id}/merge_request/{merge_request_id}/comments',
    ],
  ])('is named with what comes near: %s %s', async (method, path, template) => {
    const { log } = await logOf([method, path])
    expect(log).toEqual([
      `GitLab 8.15 had ${method} ${template}; it is not among the operations that Forgery serves. The same are notes: it is \`…/merge_requests/{merge_request_id}/notes\`, with \`body\` for \`note\`.`,
    ])
  })

  it.each([
    ['POST', '/ci/lint'],
    ['POST', '/projects/1/trigger/builds'],
    ['POST', '/projects/1/ref/master/trigger/builds'],
    ['POST', '/projects/1/deploy_keys/1/enable'],
    ['GET', '/projects/1/keys'],
    ['GET', '/snippets/1/raw'],
    ['GET', '/licenses/mit'],
  ])('is said to have been there: %s %s', async (method, path) => {
    const { log } = await logOf([method, path])
    expect(log).toEqual([expect.stringMatching(/^GitLab 8.15 had [A-Z]+ /)])
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
    expect(unservedOperation(v3, method, path)).toBeUndefined()
  })

  it('is none that is served', () => {
    const served = v3.unserved.filter((unserved) => {
      const path = unserved.path.replace(/\{\w+\}/g, '1')
      expect(unservedOperation(v3, unserved.method, path)).toBeDefined()
      return v3.findRoute(unserved.method, path).kind === 'operation'
    })
    expect(v3.unserved.length).toBeGreaterThan(140)
    expect(served).toEqual([])
  })
})
