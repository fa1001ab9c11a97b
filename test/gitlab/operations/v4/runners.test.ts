import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona' },
    { username: 'dev' },
    { username: 'ola' },
  ],
  groups: [{ path: 'acme', members: { ola: 'owner', mona: 'master' } }],
  projects: [
    { path: 'acme/site', created_by: 'mona', members: { dev: 'developer' } },
    { path: 'acme/app', created_by: 'mona' },
  ],
  runners: [
    { token: 'glrt-1', description: 'Everybody’s', contacted_at: '2017-01-15T11:00:00Z' },
    { token: 'glrt-2', project: 'acme/site', tags: ['linux', 'fast'], paused: true },
    { token: 'glrt-3', group: 'acme', contacted_at: '2017-01-14T11:00:00Z' },
    { token: 'glrt-4', project: 'acme/app', locked: true, contacted_at: '2017-01-01T11:00:00Z' },
    { token: 'glrt-5', project: 'acme/app' },
  ],
}
const ids = (list: { id: number }[]) => list.map(({ id }) => id)

describeV4('runners', { seed }, (api) => {
  const answer = async (
    asked: Promise<{ status: number; body: { message?: unknown; error?: unknown } }>,
  ) => {
    const { status, body } = await asked
    return [status, body?.message ?? body?.error ?? body]
  }

  it('are shown to those who look after them', async () => {
    const mona = api.as('mona')
    const one = await mona.get('/runners/2')
    expect([one.status, one.body]).toEqual([
      200,
      {
        id: 2,
        description: null,
        ip_address: null,
        active: false,
        paused: true,
        is_shared: false,
        runner_type: 'project_type',
        name: null,
        online: null,
        created_by: null,
        created_at: expect.any(String),
        status: 'stale',
        job_execution_status: 'idle',
        tag_list: ['linux', 'fast'],
        run_untagged: true,
        locked: false,
        maximum_timeout: null,
        access_level: 'not_protected',
        version: null,
        revision: null,
        platform: null,
        architecture: null,
        contacted_at: null,
        maintenance_note: null,
        projects: [expect.objectContaining({ id: 1, path_with_namespace: 'acme/site' })],
        groups: [],
      },
    ])
    expect((await api.as('dev').get('/runners/1')).body).toMatchObject({
      is_shared: true,
      online: true,
      status: 'online',
    })
    expect((await mona.get('/runners/3')).body).toMatchObject({
      status: 'offline',
      online: false,
      groups: [expect.objectContaining({ name: 'acme' })],
    })
    expect(await answer(api.as('dev').get('/runners/2'))).toEqual([
      403,
      '403 Forbidden - No access granted',
    ])
    expect(await answer(mona.get('/runners/9'))).toEqual([404, '404 Runner Not Found'])
    expect((await mona.get('/runners/2/managers')).body).toEqual([])
  })

  it('are listed of all kinds, of a project and of a group', async () => {
    expect(ids((await api.as('mona').get('/runners')).body)).toEqual([2, 4, 5])
    expect(ids((await api.as('ola').get('/runners')).body)).toEqual([2, 3, 4, 5])
    expect(ids((await api.as('root').get('/runners/all')).body)).toEqual([1, 2, 3, 4, 5])
    expect((await api.as('mona').get('/runners/all')).status).toBe(403)
    expect(ids((await api.as('mona').get('/projects/1/runners')).body)).toEqual([1, 2, 3])
    expect((await api.as('dev').get('/projects/1/runners')).status).toBe(403)
    expect(ids((await api.as('mona').get('/groups/acme/runners')).body)).toEqual([1, 3])
    expect((await api.as('dev').get('/groups/acme/runners')).status).toBe(403)
  })

  it.each([
    [{ type: 'group_type' }, [3]],
    [{ status: 'online' }, [1]],
    [{ status: 'stale' }, [2, 4, 5]],
    [{ status: 'paused' }, [2]],
    [{ status: 'active', type: 'project_type' }, [4, 5]],
    [{ paused: 'true' }, [2]],
    [{ tag_list: 'linux,fast' }, [2]],
    [{ tag_list: 'linux,slow' }, []],
    [{ scope: 'shared' }, [1]],
    [{ scope: 'specific' }, [2, 3, 4, 5]],
    [{ version_prefix: '18' }, []],
  ])('are filtered by %o', async (filter, expected) => {
    expect(ids((await api.as('root').get('/runners/all', { ...filter })).body)).toEqual(expected)
  })

  it('are changed', async () => {
    const mona = api.as('mona')
    const sent = {
      description: 'New',
      active: true,
      tag_list: 'mac',
      run_untagged: false,
      locked: true,
      access_level: 'ref_protected',
      maximum_timeout: 1200,
      maintenance_note: 'Dust it',
    }
    const changed = await mona.put('/runners/2', sent)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { ...sent, tag_list: ['mac'], paused: false },
    ])
    expect(await answer(mona.put('/runners/2', { tag_list: '' }))).toEqual([
      400,
      { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] },
    ])
    expect(await answer(mona.put('/runners/2', { maximum_timeout: 10 }))).toEqual([
      400,
      { maximum_timeout: ['needs to be at least 10 minutes'] },
    ])
    expect((await mona.put('/runners/2', {})).status).toBe(400)
    expect((await mona.put('/runners/2', { paused: true, active: true })).status).toBe(400)
    expect(await answer(mona.put('/runners/1', { paused: true }))).toEqual([
      403,
      '403 Forbidden - No access granted',
    ])
    expect((await mona.put('/runners/3', { paused: true })).status).toBe(403)
    expect((await api.as('ola').put('/runners/3', { paused: true })).status).toBe(200)
    expect((await api.as('root').put('/runners/1', { paused: true })).status).toBe(200)
  })

  it('are given to further projects and taken from them', async () => {
    const mona = api.as('mona')
    const assign = (runner_id: number) => answer(mona.post('/projects/1/runners', { runner_id }))
    expect(await assign(5)).toEqual([201, expect.objectContaining({ id: 5 })])
    expect(await assign(5)).toEqual([400, { runner_id: ['has already been taken'] }])
    expect(await assign(4)).toEqual([403, '403 Forbidden - Runner is locked'])
    expect(await assign(3)).toEqual([403, '403 Forbidden - Runner is a group runner'])
    expect(await assign(1)).toEqual([403, '403 Forbidden - Runner is an instance runner'])
    expect(await answer(mona.delete('/runners/5'))).toEqual([
      403,
      '403 Forbidden - Runner associated with more than one project',
    ])
    expect((await mona.delete('/projects/1/runners/5')).status).toBe(204)
    expect(await answer(mona.delete('/projects/1/runners/5'))).toEqual([
      404,
      '404 Runner Not Found',
    ])
    expect(await answer(mona.delete('/projects/2/runners/5'))).toEqual([
      403,
      '403 Forbidden - Only one project associated with the runner. Please remove the runner instead',
    ])
    expect((await mona.delete('/runners/5')).status).toBe(204)
    expect((await mona.delete('/runners/1')).status).toBe(403)
  })

  it('are made by those who will look after them', async () => {
    const make = (who: string, sent: object) =>
      answer(api.as(who).post('/user/runners', { ...sent }))
    expect(await make('root', { runner_type: 'instance_type' })).toEqual([
      201,
      { id: 6, token: expect.stringMatching(/^glrt-.{20}$/), token_expires_at: null },
    ])
    expect(await make('ola', { runner_type: 'group_type', group_id: 5 })).toEqual([
      201,
      expect.objectContaining({ id: 7 }),
    ])
    expect(
      (await make('mona', { runner_type: 'project_type', project_id: 1, tag_list: 'a,b' }))[0],
    ).toBe(201)
    expect((await api.as('mona').get('/runners/8')).body).toMatchObject({
      created_at: now,
      created_by: { username: 'mona' },
      tag_list: ['a', 'b'],
      status: 'never_contacted',
    })
    expect((await make('mona', { runner_type: 'instance_type' }))[0]).toBe(403)
    expect((await make('mona', { runner_type: 'group_type', group_id: 5 }))[0]).toBe(403)
    expect((await make('dev', { runner_type: 'project_type', project_id: 1 }))[0]).toBe(403)
    expect(await make('root', {})).toEqual([
      400,
      'runner_type is missing, runner_type does not have a valid value',
    ])
    expect(await make('root', { runner_type: 'group_type' })).toEqual([400, 'group_id is missing'])
    expect(await make('root', { runner_type: 'project_type' })).toEqual([
      400,
      'project_id is missing',
    ])
    expect(await make('root', { runner_type: 'instance_type', run_untagged: false })).toEqual([
      400,
      '400 Bad request - Validation failed: Tags list can not be empty when runner is not allowed to pick untagged jobs',
    ])
  })

  it('are registered by tokens, which can be reset', async () => {
    const register = (token: string) =>
      answer(api.anonymous.post('/runners', { token, description: 'Ours' }))
    for (const [who, path] of [
      ['root', '/runners/reset_registration_token'],
      ['ola', '/groups/acme/runners/reset_registration_token'],
      ['mona', '/projects/1/runners/reset_registration_token'],
    ] as const) {
      expect((await api.as('dev').post(path)).status).toBe(403)
      const { status, body } = await api.as(who).post(path)
      expect([status, body]).toEqual([
        201,
        { token: expect.stringMatching(/^GR1348941/), token_expires_at: null },
      ])
      expect((await register(body.token))[0]).toBe(201)
    }
    expect(api.forge.db.runners.all().slice(5)).toMatchObject([
      { runner_type: 'instance_type', description: 'Ours' },
      { runner_type: 'group_type' },
      { runner_type: 'project_type', token: expect.stringMatching(/^glrtr-/) },
    ])
    expect(await register('none')).toEqual([403, '403 Forbidden'])
    expect((await register(''))[0]).toBe(403)
  })

  it('prove themselves by their tokens, which can be reset, and remove themselves', async () => {
    const verify = (token: string) => answer(api.anonymous.post('/runners/verify', { token }))
    expect(await verify('glrt-2')).toEqual([
      200,
      { id: 2, token: 'glrt-2', token_expires_at: null },
    ])
    const reset = await api.as('mona').post('/runners/2/reset_authentication_token')
    expect([reset.status, reset.body.token_expires_at]).toEqual([201, null])
    expect(await verify('glrt-2')).toEqual([403, '403 Forbidden'])
    expect((await verify(reset.body.token))[0]).toBe(200)
    expect((await api.anonymous.delete('/runners', { token: reset.body.token })).status).toBe(204)
    expect((await api.anonymous.delete('/runners', { token: reset.body.token })).status).toBe(403)
  })
})

describe('the jobs of a runner', () => {
  it('are those that a suite lets it take', async () => {
    const forge = await createTestForge({
      seed: {
        ...seed,
        repositories: [
          {
            project: 'acme/site',
            commits: [
              {
                message: 'Begin',
                author: 'mona',
                actions: [{ action: 'create', file_path: 'a', content: 'a' }],
              },
            ],
          },
        ],
        pipelines: [
          {
            project: 'acme/site',
            builds: [
              { name: 'a', status: 'pending' },
              { name: 'b', status: 'pending' },
            ],
          },
        ],
      },
    })
    const get = async (path: string) => {
      const headers = { 'PRIVATE-TOKEN': forge.tokens.mona ?? '' }
      return (await forge.fetch(`http://forge.test/api/v4${path}`, { headers })).json()
    }
    forge.builds.advance(1, 'running', { runner: 2 })
    expect((await get('/projects/1/jobs/1')).runner).toMatchObject({
      id: 2,
      runner_type: 'project_type',
    })
    expect(await get('/runners/2')).toMatchObject({ job_execution_status: 'active' })
    forge.builds.advance(1, 'success')
    forge.builds.advance(2, 'running', { runner: 2 })
    const jobs = await get('/runners/2/jobs')
    expect(jobs).toMatchObject([
      { name: 'b', status: 'running', project: { path_with_namespace: 'acme/site' } },
      { name: 'a', status: 'success' },
    ])
    expect(ids(await get('/runners/2/jobs?status=success&sort=asc'))).toEqual([1])
    expect(() => forge.builds.advance(2, 'success', { runner: 9 })).toThrow('There is no runner 9')
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.runners.all()).toEqual(forge.db.runners.all())
    expect(copy.db.runnerProjects.all()).toEqual(forge.db.runnerProjects.all())
    expect(copy.db.builds.all()).toEqual(forge.db.builds.all())
  })
})
