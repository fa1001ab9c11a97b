import { expect, it } from 'vitest'
import type { Seed } from '../../../src/seed/schema.ts'
import { describeForge, describeV4 } from '../../harness.ts'

const world: Seed = {
  users: ['jane', 'dora', 'rita', 'gus', 'gina', 'eve'].map((username) => ({ username })),
  projects: [
    {
      path: 'jane/site',
      visibility: 'private',
      members: { dora: 'developer', rita: 'reporter', gus: 'guest', gina: 'guest' },
      repository: {
        commits: [
          {
            label: 'root',
            message: 'Begin',
            author: 'jane',
            at: '2017-01-01T10:00:00Z',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
          {
            branch: 'topic',
            from: 'root',
            message: 'Go on',
            author: 'dora',
            at: '2017-01-02T10:00:00Z',
            actions: [{ action: 'create', file_path: 'b', content: 'b' }],
          },
        ],
      },
      merge_requests: [
        {
          title: 'Topic',
          author: 'dora',
          assignee: 'gina',
          source_branch: 'topic',
          notes: [{ body: 'Hm.', author: 'dora' }],
        },
      ],
    },
  ],
}

describeForge('merge requests of a private project', { seed: world }, (api) => {
  const mergeRequest = '/projects/1/merge_requests/1'

  it.each(['', '/commits', '/changes', '/closes_issues', '/notes', '/notes/1'])(
    'are not read by guests: GET %s is a 403',
    async (path) => {
      expect((await api.as('gus').get(`${mergeRequest}${path}`)).status).toBe(403)
      expect((await api.as('rita').get(`${mergeRequest}${path}`)).status).toBe(200)
      expect((await api.as('eve').get(`${mergeRequest}${path}`)).status).toBe(404)
    },
  )

  it('are not listed for guests, and not subscribed to or commented on by them', async () => {
    expect((await api.as('gus').get('/projects/1/merge_requests')).status).toBe(403)
    expect((await api.as('rita').get('/projects/1/merge_requests')).body).toHaveLength(1)
    expect((await api.as('gus').post(`${mergeRequest}/subscription`)).status).toBe(403)
    expect((await api.as('gus').post(`${mergeRequest}/notes`, { body: 'Me too' })).status).toBe(403)
  })

  it('are read by a guest to whom they are assigned, but not their code', async () => {
    expect((await api.as('gina').get(mergeRequest)).status).toBe(200)
    expect((await api.as('gina').get(`${mergeRequest}/changes`)).status).toBe(403)
  })

  it('are reported in the activity list to those only who read them', async () => {
    const seen = async (as: string) =>
      (await api.as(as).get('/projects/1/events')).body.filter(
        ({ target_type }: { target_type: string }) => target_type === 'MergeRequest',
      )
    expect(await seen('rita')).toHaveLength(1)
    expect(await seen('gus')).toEqual([])
  })

  it('of a public project are read by everyone who is signed in', async () => {
    const project = api.forge.db.projects.get(1)
    if (project) api.forge.db.projects.replace(project, { visibility_level: 20 })
    expect((await api.as('gus').get(mergeRequest)).status).toBe(200)
    expect((await api.as('eve').get('/projects/1/merge_requests')).body).toHaveLength(1)
  })
})

const planned: Seed = {
  users: [{ username: 'pia' }, ...(world.users ?? [])],
  projects: (world.projects ?? []).map((one) => ({
    ...one,
    members: { ...one.members, pia: 'planner' },
  })),
}

describeV4('merge requests of a private project, in v4', { seed: planned }, (api) => {
  it('are read by planners', async () => {
    const at = '/projects/1/merge_requests'
    for (const path of [at, `${at}/1`, `${at}/1/time_stats`]) {
      expect((await api.as('pia').get(path)).status).toBe(200)
    }
    expect((await api.as('gus').get(at)).status).toBe(403)
    const times = await api.as('gus').get(`${at}/1/time_stats`)
    expect([times.status, times.body]).toEqual([404, { message: '404 Not found' }])
  })
})
