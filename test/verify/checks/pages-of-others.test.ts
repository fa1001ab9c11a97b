import { expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

/** Judges the list of system hooks, which others shorten so many times while its pages are read. */
async function judge(removals: number) {
  const hooks = Array.from({ length: 12 }, (_, index) => ({ url: `http://hooks.test/${index}` }))
  const seed = { users: [{ username: 'root', admin: true }], hooks }
  const forge = await createTestForge({ seed })
  const headers = { 'private-token': 'root-token' }
  let removed = 0
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['listSystemHooks'],
    instance: true,
    journal: () => {},
    concurrency: 1,
    fetch: async (request) => {
      const answer = await forge.fetch(request)
      const { pathname, searchParams } = new URL(request.url)
      const isPage = pathname.endsWith('/hooks') && Number(searchParams.get('per_page')) < 100
      // Every page that leads on loses what was on it.
      const isRead = isPage && Number(searchParams.get('per_page')) > 1 && request.method === 'GET'
      if (isRead && removed < removals && answer.headers.get('x-next-page')) {
        removed++
        const url = `http://forge.test/api/v3/hooks/${removed}`
        await forge.fetch(new Request(url, { method: 'DELETE', headers }))
      }
      return answer
    },
  })
  const { failures, operations } = await run.summary
  const aspects = operations.flatMap((one) => one.aspects)
  const verdict = aspects.find(({ aspect }) => aspect === 'pagination:links')?.verdict
  return { failures: failures.map(({ result }) => result), verdict, removed }
}

it('reads a list again from which others removed something between two of its pages', async () => {
  expect(await judge(1)).toEqual({ failures: [], verdict: 'passed', removed: 1 })
})

it('is not tested where others write to the list whenever it is read', async () => {
  const { failures, verdict } = await judge(100)
  expect([failures, verdict]).toEqual([[], 'not tested'])
})
