import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'mona' }, { username: 'dev' }, { username: 'ria' }],
  projects: [
    {
      path: 'mona/site',
      created_by: 'mona',
      members: { dev: 'developer', ria: 'reporter' },
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
  ],
  environments: [
    { project: 'mona/site', name: 'quiet' },
    { project: 'mona/site', name: 'busy' },
    { project: 'mona/site', name: 'review/one', state: 'stopped' },
    { project: 'mona/site', name: 'review/two' },
  ],
  deployments: [{ project: 'mona/site', environment: 'busy', at: '2017-01-14T00:00:00Z' }],
}
const path = '/projects/1/environments'

describeV4('environments that nobody looks after', { seed }, (api) => {
  const named = () => api.forge.db.environments.all().map(({ name, state }) => `${name} ${state}`)

  it('are stopped, where nothing was deployed to them for long', async () => {
    const stop = async (before: string, who = 'mona') => {
      const { status, body } = await api.as(who).post(`${path}/stop_stale`, { before })
      return [status, body.message ?? body.error]
    }
    expect(await stop('2017-01-07T00:00:00Z')).toEqual([
      200,
      'Successfully scheduled stale environments to stop',
    ])
    expect(named()).toEqual([
      'quiet stopped',
      'busy available',
      'review/one stopped',
      'review/two stopped',
    ])
    expect(await stop('2017-01-14T00:00:00Z')).toEqual([400, '400 Bad request - Invalid Date'])
    expect(await stop('2000-01-14T00:00:00Z')).toEqual([400, '400 Bad request - Invalid Date'])
    expect((await stop('2017-01-07T00:00:00Z', 'dev'))[0]).toBe(403)
    expect((await api.as('mona').post(`${path}/stop_stale`)).status).toBe(400)
  })

  it('are removed, where they are stopped and of a merge request', async () => {
    const dev = api.as('dev')
    const before = '2017-01-15T00:00:00Z'
    const tried = await dev.delete(`${path}/review_apps`, { before })
    expect([tried.status, tried.body]).toEqual([
      200,
      {
        scheduled_entries: [expect.objectContaining({ id: 3, name: 'review/one' })],
        unprocessable_entries: [],
      },
    ])
    expect(named()).toHaveLength(4)
    const none = await dev.delete(`${path}/review_apps`, { before: '2000-01-01T00:00:00Z' })
    expect(none.body.scheduled_entries).toEqual([])
    await dev.delete(`${path}/review_apps`, { before, dry_run: 'false' })
    expect(named()).toEqual(['quiet available', 'busy available', 'review/two available'])
    expect((await dev.delete(`${path}/review_apps`, { limit: '0' })).status).toBe(400)
    expect((await api.as('ria').delete(`${path}/review_apps`)).status).toBe(403)
  })
})
