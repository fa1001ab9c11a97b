import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'mona' }, { username: 'dev' }],
  projects: [
    { path: 'mona/site', created_by: 'mona', members: { dev: 'developer' } },
    { path: 'mona/app', created_by: 'mona' },
  ],
  runners: [
    { token: 'shared', description: 'Everybody’s' },
    { token: 'of-site', project: 'mona/site', tags: ['a'] },
    { token: 'of-app', project: 'mona/app' },
    { token: 'locked', project: 'mona/app', locked: true, paused: true },
  ],
}
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

/** lib/api/runners.rb of GitLab 8.15. */
describeForge('runners', { seed }, (api) => {
  it('are listed and shown', async () => {
    const mona = api.as('mona')
    const list = async (path: string, scope?: string) =>
      ids((await mona.get(path, scope ? { scope } : {})).body)
    expect(await list('/runners')).toEqual([2, 3, 4])
    expect(await list('/runners', 'paused')).toEqual([4])
    expect(await list('/projects/1/runners')).toEqual([1, 2])
    expect(await list('/projects/1/runners', 'shared')).toEqual([1])
    expect(ids((await api.as('root').get('/runners/all', { scope: 'specific' })).body)).toEqual([
      2, 3, 4,
    ])
    expect((await mona.get('/runners', { scope: 'shared' })).status).toBe(400)
    expect((await mona.get('/runners/all')).status).toBe(403)
    expect((await api.as('dev').get('/projects/1/runners')).status).toBe(403)
    const one = await mona.get('/runners/2')
    expect([one.status, one.body]).toMatchObject([
      200,
      {
        id: 2,
        description: null,
        active: true,
        is_shared: false,
        name: null,
        tag_list: ['a'],
        run_untagged: true,
        locked: false,
        contacted_at: null,
        token: 'of-site',
        projects: [{ path_with_namespace: 'mona/site' }],
      },
    ])
    expect((await api.as('dev').get('/runners/1')).body).not.toHaveProperty('token')
    expect((await api.as('dev').get('/runners/2')).status).toBe(403)
  })

  it('are changed, given to projects, taken from them and removed', async () => {
    const mona = api.as('mona')
    const changed = await mona.put('/runners/2', { active: false, description: 'Ours' })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { active: false, description: 'Ours' },
    ])
    const shared = { message: '403 Forbidden - Runner is shared' }
    expect((await mona.put('/runners/1', { active: false })).body).toEqual(shared)
    expect((await mona.delete('/runners/1')).body).toEqual(shared)
    const assign = async (runner_id: number) => mona.post('/projects/1/runners', { runner_id })
    expect((await assign(1)).body).toEqual(shared)
    expect((await assign(4)).body).toEqual({ message: '403 Forbidden - Runner is locked' })
    const assigned = await assign(3)
    expect([assigned.status, assigned.body.id]).toEqual([201, 3])
    expect((await assign(3)).status).toBe(409)
    expect((await mona.delete('/runners/3')).status).toBe(403)
    const taken = await mona.delete('/projects/1/runners/3')
    expect([taken.status, taken.body.id]).toEqual([200, 3])
    expect((await mona.delete('/projects/1/runners/3')).status).toBe(404)
    expect((await mona.delete('/projects/2/runners/3')).status).toBe(403)
    const removed = await mona.delete('/runners/3')
    expect([removed.status, removed.body.id]).toEqual([200, 3])
    expect((await mona.get('/runners/3')).status).toBe(404)
  })
})
