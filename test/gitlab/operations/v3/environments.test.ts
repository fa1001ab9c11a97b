import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'mona' }, { username: 'dev' }, { username: 'gus' }],
  projects: [
    { path: 'mona/site', created_by: 'mona', members: { dev: 'developer', gus: 'guest' } },
  ],
  environments: [{ project: 'mona/site', name: 'staging', external_url: 'https://s.example' }],
}
const path = '/projects/1/environments'

/** lib/api/environments.rb of GitLab 8.15. */
describeForge('environments', { seed }, (api) => {
  it('are listed, made, renamed and removed', async () => {
    const dev = api.as('dev')
    const made = await dev.post(path, { name: 'production' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: 2,
        name: 'production',
        slug: 'production',
        external_url: null,
        project: expect.objectContaining({ id: 1, path_with_namespace: 'mona/site' }),
      },
    ])
    expect((await dev.get(path)).body).toEqual([
      expect.objectContaining({ name: 'staging', external_url: 'https://s.example' }),
      made.body,
    ])
    const sent = { name: 'live', external_url: 'https://live.example' }
    const changed = await dev.put(`${path}/2`, sent)
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, ...sent, slug: 'live' }])
    const same = await dev.put(`${path}/2`, { name: 'live' })
    expect([same.status, same.body]).toEqual([200, changed.body])
    const removed = await dev.delete(`${path}/2`)
    expect([removed.status, removed.body]).toEqual([200, changed.body])
    expect((await dev.delete(`${path}/2`)).status).toBe(404)
  })

  it('are refused', async () => {
    const dev = api.as('dev')
    const taken = { message: { name: ['has already been taken'] } }
    expect((await dev.post(path, { name: 'staging' })).body).toEqual(taken)
    const { body: other } = await dev.post(path, { name: 'other' })
    expect((await dev.put(`${path}/${other.id}`, { name: 'staging' })).body).toEqual(taken)
    expect((await dev.post(path, { name: 'a', slug: 'b' })).status).toBe(400)
    expect((await dev.put(`${path}/1`, { slug: 'b' })).status).toBe(400)
    expect((await dev.post(path, { name: 'a', external_url: 'none' })).status).toBe(400)
    expect((await api.as('gus').get(path)).status).toBe(403)
    expect((await api.as('gus').post(path, { name: 'a' })).status).toBe(403)
  })
})
