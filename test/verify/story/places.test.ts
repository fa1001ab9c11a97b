import { expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

it.each([
  ['the states of a build', /./],
  // What this story reads back is none of the lists that are checked.
  ['listProjects', /-list-\d+-[abc]$/],
])('makes the projects of %s without the runners of the instance', async (only, path) => {
  const forge = await createTestForge({ seed: { users: [{ username: 'root', admin: true }] } })
  const shared: unknown[] = []
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: [only],
    fetch: async (request) => {
      if (request.method === 'POST' && request.url.endsWith('/api/v3/projects')) {
        const body = await request.clone().json()
        if (path.test(body.path)) shared.push(body.shared_runners_enabled)
      }
      return forge.fetch(request)
    },
  })
  await run.summary
  expect(new Set(shared)).toEqual(new Set([false]))
})
