import { expect, it } from 'vitest'
import type { Seed } from '../../../src/seed/schema.ts'
import { describeV4 } from '../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'gus' },
    { username: 'rita' },
    { username: 'eve' },
  ],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      snippets_enabled: true,
      members: { gus: 'guest', rita: 'reporter' },
      issues: [{ title: 'One', author: 'jane' }],
      snippets: [
        { title: 'A', author: 'jane', file_name: 'a.rb', code: '1', visibility: 'public' },
      ],
      merge_requests: [{ title: 'Take it', author: 'jane', source_branch: 'feature' }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: 'a\n' }],
          },
          {
            message: 'Add',
            author: 'jane',
            branch: 'feature',
            actions: [{ action: 'create', file_path: 'b', content: 'b\n' }],
          },
        ],
      },
    },
  ],
}

/** Specification of v4, people-groups-projects.md, section 8.1: `…_access_level`, and flags "for this caller". */
describeV4('parts of a public project that are for members', { seed }, (api) => {
  const close = async (part: string, level = 'private') => {
    const changes = { [`${part}_access_level`]: level }
    expect((await api.as('jane').put('/projects/1', changes)).status).toBe(200)
  }
  const statuses = async (path: string) => {
    const found: Record<string, number> = {
      anonymous: (await api.anonymous.get(`/projects/1${path}`)).status,
    }
    for (const who of ['eve', 'gus', 'rita', 'root']) {
      found[who] = (await api.as(who).get(`/projects/1${path}`)).status
    }
    return found
  }

  it.each([
    ['issues', '/issues/1', 404, 200],
    ['snippets', '/snippets/1', 404, 200],
    // `find_merge_request_with_access` in lib/api/helpers.rb refuses, and hides nothing.
    ['merge_requests', '/merge_requests/1', 403, 403],
    ['repository', '/repository/branches', 403, 200],
    ['builds', '/pipelines', 403, 200],
  ])('%s', async (part, path, refused, guest) => {
    expect(Object.values(await statuses(path))).toEqual([200, 200, 200, 200, 200])
    await close(part)
    const anonymous = refused === 403 ? expect.any(Number) : refused
    const closed = await statuses(path)
    expect(closed).toEqual({ anonymous, eve: refused, gus: guest, rita: 200, root: 200 })
    expect(closed.anonymous).toBeGreaterThanOrEqual(401)
  })

  it.each(['issues', 'merge_requests', 'builds', 'snippets'])(
    'are not there for others, as the project says: %s',
    async (part) => {
      const flag = `${part === 'builds' ? 'jobs' : part}_enabled`
      const shown = async (who: string) => (await api.as(who).get('/projects/1')).body[flag]
      expect([await shown('eve'), await shown('rita')]).toEqual([true, true])
      await close(part)
      expect([await shown('eve'), await shown('rita')]).toEqual([false, true])
    },
  )

  it('are left out of lists', async () => {
    await close('issues')
    const count = async (who: string) =>
      (await api.as(who).get('/issues', { scope: 'all' })).body.length
    expect([await count('eve'), await count('gus')]).toEqual([0, 1])
    expect((await api.as('eve').get('/projects', { with_issues_enabled: true })).body).toEqual([])
    expect((await api.as('eve').get('/projects/1/issues')).body).toEqual([])
    expect((await api.as('eve').post('/projects/1/issues', { title: 'No' })).status).toBe(403)
    expect((await api.as('gus').post('/projects/1/issues', { title: 'Yes' })).status).toBe(201)
  })

  it('are there for nobody once they are off', async () => {
    await close('repository', 'disabled')
    expect((await statuses('/repository/tree')).root).toBe(403)
    // `require_repository_enabled!` in lib/api/branches.rb and commits.rb.
    for (const kind of ['branches', 'commits', 'branches/master', 'commits/master/diff']) {
      const { status, body } = await api.as('root').get(`/projects/1/repository/${kind}`)
      expect([status, body]).toEqual([404, { message: '404 Repository Not Found' }])
    }
    const commit = { branch: 'master', commit_message: 'More', actions: [] }
    expect((await api.as('root').post('/projects/1/repository/commits', commit)).status).toBe(404)
    const pick = '/projects/1/repository/commits/master/cherry_pick'
    expect((await api.as('root').post(pick, { branch: 'master' })).status).toBe(404)
    await close('issues', 'disabled')
    expect((await statuses('/issues/1')).root).toBe(404)
  })
})

describeV4('a project that waits for its removal', { seed }, (api) => {
  it('is read, and is not written to', async () => {
    const jane = api.as('jane')
    await jane.delete('/projects/1')
    expect((await jane.get('/projects/1/issues/1')).status).toBe(200)
    expect((await jane.post('/projects/1/issues', { title: 'No' })).status).toBe(403)
    const branch = { branch: 'more', ref: 'feature' }
    expect((await jane.post('/projects/1/repository/branches', branch)).status).toBe(403)
    await jane.post('/projects/1/restore')
    expect((await jane.post('/projects/1/repository/branches', branch)).status).toBe(201)
  })
})
