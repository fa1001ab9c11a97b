import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4, now } from '../../../harness.ts'

const content = 'ship: { script: a, resource_group: quay/$CI_COMMIT_REF_NAME }'
const seed: Seed = {
  users: [{ username: 'mona' }, { username: 'ria' }],
  projects: [
    {
      path: 'mona/site',
      created_by: 'mona',
      members: { ria: 'reporter' },
      repository: {
        default_branch: 'main',
        commits: [
          {
            message: 'Begin [ci skip]',
            author: 'mona',
            branch: 'main',
            actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content }],
          },
        ],
      },
    },
  ],
  pipelines: [{ project: 'mona/site' }],
}
const path = '/projects/1/resource_groups'
const quay = `${path}/quay%2Fmain`

describeV4('resource groups', { seed }, (api) => {
  const start = async () =>
    (await api.as('mona').post('/projects/1/pipeline', { ref: 'main' })).body
  const states = () => api.forge.db.builds.all().map(({ status }) => status)
  const waiting = async () =>
    (await api.as('mona').get(`${quay}/upcoming_jobs`)).body.map(({ id }: { id: number }) => id)

  it('are made by jobs, listed, shown and changed', async () => {
    const mona = api.as('mona')
    await start()
    const group = {
      id: 1,
      key: 'quay/main',
      process_mode: 'unordered',
      created_at: now,
      updated_at: now,
    }
    expect((await mona.get(path)).body).toEqual([group])
    expect((await mona.get(quay)).body).toEqual(group)
    const changed = await mona.put(quay, { process_mode: 'newest_first' })
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...group, process_mode: 'newest_first' },
    ])
    expect((await mona.put(quay, { process_mode: 'none' })).status).toBe(400)
    expect((await mona.get(`${path}/none`)).status).toBe(404)
    expect((await api.as('ria').get(path)).status).toBe(403)
  })

  it('let one job run at a time', async () => {
    const mona = api.as('mona')
    await start()
    const second = await start()
    await start()
    expect(states()).toEqual(['pending', 'created', 'created'])
    expect((await mona.get('/projects/1/jobs/2')).body.status).toBe('waiting_for_resource')
    expect((await mona.get(`/projects/1/pipelines/${second.id}`)).body.status).toBe(
      'waiting_for_resource',
    )
    expect((await mona.get(`${quay}/current_job`)).body).toMatchObject({ id: 1, status: 'pending' })
    expect(await waiting()).toEqual([2, 3])
    api.forge.builds.advance(1, 'failed')
    expect(states()).toEqual(['failed', 'pending', 'created'])
    await mona.post('/projects/1/jobs/1/retry')
    expect(await waiting()).toEqual([3, 4])
    await mona.post(`/projects/1/pipelines/${second.id}/cancel`)
    expect(states()).toEqual(['failed', 'canceled', 'pending', 'created'])
    api.forge.builds.advance(3, 'success')
    api.forge.builds.advance(4, 'success')
    const nobody = await mona.get(`${quay}/current_job`)
    expect([nobody.status, nobody.body]).toEqual([200, null])
  })

  it('let the newest go first where they say so', async () => {
    for (let count = 0; count < 3; count++) await start()
    await api.as('mona').put(quay, { process_mode: 'newest_ready_first' })
    expect(await waiting()).toEqual([3, 2])
    api.forge.builds.advance(1, 'success')
    expect(states()).toEqual(['success', 'created', 'pending'])
  })
})
