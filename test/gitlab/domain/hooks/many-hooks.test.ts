import { expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'
import { describeForge } from '../../../harness.ts'

const commit = {
  branch: 'master',
  commit_message: 'Go',
  actions: [{ action: 'create', file_path: 'a', content: 'a' }],
}

const hook = { project: 'jane/website', url: 'http://hook.test/' }

/** What a receiver was sent of one push, and what was read of the repository for it. */
async function pushWith(count: number) {
  const bodies: unknown[] = []
  const forge = await createForge({
    seed: {
      users: [{ username: 'jane' }],
      projects: [{ path: 'jane/website' }],
      hooks: Array.from({ length: count }, () => hook),
    },
    fetch: async (_, init) => {
      bodies.push(init?.body)
      return new Response()
    },
  })
  const response = await forge.fetch('http://forge.test/api/v4/projects/1/repository/commits', {
    method: 'POST',
    headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
    body: JSON.stringify(commit),
  })
  expect(response.status).toBe(201)
  await forge.settled()
  return { bodies, forge }
}

it('a thousand hooks of a project are all told of a push, with one text', async () => {
  const { bodies, forge } = await pushWith(1000)
  expect(bodies).toHaveLength(1000)
  expect(new Set(bodies).size).toBe(1)
  expect(forge.deliveries).toHaveLength(1000)
  expect(forge.deliveries.every(({ status }) => status === 200)).toBe(true)
  expect(forge.db.hookLogs.count()).toBe(1000)
})

describeForge(
  'a list of a thousand hooks',
  {
    seed: {
      users: [{ username: 'jane' }],
      projects: [{ path: 'jane/website' }],
      hooks: Array.from({ length: 1000 }, () => ({ ...hook, paused: true })),
    },
  },
  (api) => {
    it('is answered page by page', async () => {
      const { headers, body } = await api
        .as('jane')
        .get('/projects/1/hooks', { page: 10, per_page: 100 })
      expect([headers.get('x-total'), body.length, body[99].id]).toEqual(['1000', 100, 1000])
    })
  },
)
