import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'jane' },
    { username: 'sam' },
    { username: 'olga' },
    { username: 'gus' },
    { username: 'root', admin: true },
  ],
  groups: [
    { path: 'tidewater', name: 'Tidewater', visibility: 'private', members: { jane: 'owner' } },
    {
      path: 'tidewater/platform',
      name: 'Platform',
      visibility: 'private',
      members: { sam: 'developer' },
    },
    { path: 'tidewater/platform/data', visibility: 'private' },
    { path: 'guests', visibility: 'private', members: { gus: 'reporter' } },
  ],
  projects: [
    {
      path: 'tidewater/platform/data/etl',
      visibility: 'private',
      members: { olga: 'reporter' },
      shared_with: { guests: 'guest' },
      issues: [{ title: 'A leak', author: 'jane' }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: '# ETL' }],
          },
        ],
      },
    },
    {
      path: 'tidewater/platform/api',
      visibility: 'private',
      issues: [{ title: 'Slow', author: 'jane' }],
    },
  ],
}

const etl = '/projects/tidewater%2Fplatform%2Fdata%2Fetl'
const data = '/groups/tidewater%2Fplatform%2Fdata'

describeForge('groups in groups', { seed }, (api) => {
  it('are found by their full paths, whatever the case', async () => {
    const { body } = await api.as('jane').get('/groups/Tidewater%2FPLATFORM%2fdata')
    expect(body).toMatchObject({
      name: 'data',
      path: 'data',
      full_name: 'Tidewater / Platform / data',
      full_path: 'tidewater/platform/data',
      web_url: `${api.origin}/groups/tidewater/platform/data`,
    })
  })

  it('hold projects that are found and addressed by the full path', async () => {
    const { body } = await api.as('jane').get(etl)
    expect(body).toMatchObject({
      path_with_namespace: 'tidewater/platform/data/etl',
      name_with_namespace: 'Tidewater / Platform / data / etl',
      web_url: `${api.origin}/tidewater/platform/data/etl`,
      http_url_to_repo: `${api.origin}/tidewater/platform/data/etl.git`,
      ssh_url_to_repo: 'git@forge.test:tidewater/platform/data/etl.git',
    })
  })

  it('give the members of the groups that they are in what these have there', async () => {
    const raise = (name: string) => api.as(name).put(data, { description: name })
    expect((await raise('jane')).status).toBe(200)
    expect((await raise('sam')).status).toBe(403)
    expect((await api.as('olga').put(data, { description: 'mine' })).status).toBe(403)
    const commit = (name: string) =>
      api.as(name).post(`${etl}/repository/branches`, { branch_name: name, ref: 'master' })
    expect((await commit('sam')).status).toBe(201)
    expect((await commit('olga')).status).toBe(403)
  })

  it('are hidden from who is in none, and seen by who is in a project below', async () => {
    expect((await api.as('gus').get('/groups/tidewater')).status).toBe(200)
    expect((await api.as('olga').get('/groups/tidewater')).status).toBe(200)
    expect((await api.as('olga').get('/projects/tidewater%2Fplatform%2Fapi')).status).toBe(404)
    expect((await api.as('gus').get('/groups/tidewater%2Fplatform%2Fapi')).status).toBe(404)
  })

  it('are among the projects and the users that a list names', async () => {
    const list = await api.as('sam').get('/projects')
    expect(list.body.map(({ path }: { path: string }) => path).sort()).toEqual(['api', 'etl'])
    const users = await api.as('jane').get(`${etl}/users`)
    expect(users.body.map(({ username }: { username: string }) => username)).toEqual([
      'jane',
      'sam',
      'olga',
      'gus',
    ])
    const owned = await api.as('jane').get('/projects/owned')
    expect(owned.body).toHaveLength(2)
  })

  it('leave the owner of the group above as the one who remains', async () => {
    await api.as('jane').post(`${data}/members`, { user_id: 2, access_level: 50 })
    expect((await api.as('sam').delete(`${data}/members/2`)).status).toBe(200)
    expect((await api.as('jane').delete('/groups/tidewater/members/1')).status).toBe(403)
  })

  it('go with the group that they are in', async () => {
    await api.as('jane').delete('/groups/tidewater')
    expect(api.forge.db.namespaces.by('kind', 'group').map(({ path }) => path)).toEqual(['guests'])
    expect(api.forge.db.projects.count()).toBe(0)
  })

  it('have the path of the group above when that is renamed', async () => {
    await api.as('jane').put('/groups/tidewater', { path: 'sound' })
    expect((await api.as('jane').get('/projects/sound%2Fplatform%2Fdata%2Fetl')).status).toBe(200)
    expect((await api.as('jane').get(etl)).status).toBe(404)
  })

  it('take a path that another group has elsewhere, and none that is taken in the same one', async () => {
    const rename = (id: string, path: string) => api.as('jane').put(`/groups/${id}`, { path })
    expect((await rename('tidewater%2Fplatform%2Fdata', 'guests')).status).toBe(200)
    const taken = await rename('tidewater%2Fplatform%2Fguests', 'API')
    expect([taken.status, taken.body.message]).toEqual([400, { path: ['has already been taken'] }])
  })

  it('are what a text refers to and mentions', async () => {
    const before = api.forge.db.todos.count()
    const description = 'Like tidewater/platform/api#1, for @tidewater/platform.'
    await api.as('jane').post(`${etl}/issues`, { title: 'Look', description })
    const notes = await api.as('jane').get('/projects/tidewater%2Fplatform%2Fapi/issues/2/notes')
    expect(notes.body.map(({ body }: { body: string }) => body)).toEqual([
      'mentioned in issue tidewater/platform/data/etl#2',
    ])
    const [todo] = api.forge.db.todos.all().slice(before)
    expect(todo).toMatchObject({ user_id: 2, action_name: 'mentioned' })
  })

  it('are written as a seed and loaded from it as they were', async () => {
    const again = await createTestForge({ seed: api.forge.export() })
    expect(again.db.namespaces.all()).toEqual(api.forge.db.namespaces.all())
    expect(again.export()).toEqual(api.forge.export())
  })
})

it('a seed names a group that is not there as the parent of none', async () => {
  const groups = [{ path: 'tidewater' }, { path: 'tidewatr/platform' }]
  await expect(createTestForge({ seed: { groups } })).rejects.toThrow(
    'there is no group "tidewatr" in this seed; did you mean "tidewater"?',
  )
})
