import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve' },
  ],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'acme/inner', visibility: 'public' },
    { path: 'guests', visibility: 'private', members: { eve: 'guest', bob: 'developer' } },
  ],
  projects: [
    { path: 'acme/inner/site', visibility: 'public', members: { bob: 'maintainer' } },
    { path: 'acme/secret', visibility: 'private', shared_with: { guests: 'reporter' } },
    { path: 'bob/notes', visibility: 'public' },
  ],
}

const paths = (projects: readonly { path_with_namespace: string }[]) =>
  projects.map((one) => one.path_with_namespace)

/** Specification of v4, people-groups-projects.md, sections 2.2, 3 and 5.2. */
describeV4('projects as they are reached', { seed }, (api) => {
  it('by what a user did in them within a year', async () => {
    await api.as('jane').post('/projects/1/issues', { title: 'One' })
    await api.as('jane').post('/projects/2/issues', { title: 'Two' })
    const contributed = async (who: string, query = {}) =>
      paths((await api.as(who).get('/users/jane/contributed_projects', query)).body)
    const order = { order_by: 'id', sort: 'asc' }
    expect(await contributed('jane', order)).toEqual(['acme/inner/site', 'acme/secret'])
    expect(await contributed('root', { ...order, sort: 'desc' })).toEqual([
      'acme/secret',
      'acme/inner/site',
    ])
    const { body } = await api.anonymous.get('/users/2/contributed_projects')
    expect(paths(body)).toEqual(['acme/inner/site'])
    const simple = await api.as('jane').get('/users/2/contributed_projects', { simple: true })
    expect(simple.body[0]).not.toHaveProperty('permissions')
    api.forge.clock.advance('366d')
    expect(await contributed('jane')).toEqual([])
    expect((await api.anonymous.get('/users/nobody/contributed_projects')).body).toEqual({
      message: '404 User Not Found',
    })
  })

  it('by a group that they are shared with', async () => {
    const shared = async (who: string, query = {}) =>
      paths((await api.as(who).get('/groups/guests/projects/shared', query)).body)
    expect(await shared('bob')).toEqual(['acme/secret'])
    expect(await shared('bob', { visibility: 'public' })).toEqual([])
    expect(await shared('bob', { min_access_level: 30 })).toEqual([])
    expect(await shared('bob', { min_access_level: 20 })).toEqual(['acme/secret'])
    expect(await shared('bob', { search: 'other' })).toEqual([])
    expect((await api.as('jane').get('/groups/guests/projects/shared')).body).toEqual({
      message: '404 Group Not Found',
    })
    expect((await api.as('bob').get('/groups/acme/projects/shared')).body).toEqual([])
  })

  it('with the highest level in the groups around them', async () => {
    const { body } = await api.as('jane').get('/projects/1')
    expect(body.permissions).toEqual({
      project_access: null,
      group_access: { access_level: 50, notification_level: 3 },
    })
  })

  it('by deploy keys of those that two users maintain', async () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG7NzFRmOcSpjqhXiZkr2iPKxWe9rIDPBWTjuxEzmPdT'
    await api.as('jane').post('/projects/1/deploy_keys', { title: 'Robot', key })
    const keys = async (who: string, of: string) => {
      const { status, body } = await api.as(who).get(`/users/${of}/project_deploy_keys`)
      return status === 200 ? body.map(({ title }: { title: string }) => title) : body.message
    }
    expect(await keys('jane', 'bob')).toEqual(['Robot'])
    expect(await keys('bob', '2')).toEqual(['Robot'])
    expect(await keys('bob', 'bob')).toEqual(['Robot'])
    expect(await keys('eve', 'eve')).toEqual([])
    expect(await keys('eve', 'jane')).toBe('403 Forbidden - No common authorized project found')
    expect(await keys('jane', 'eve')).toBe('403 Forbidden - No common authorized project found')
    expect(await keys('jane', 'nobody')).toBe('404 User Not Found')
    expect((await api.anonymous.get('/users/2/project_deploy_keys')).status).toBe(401)
  })

  it('by the token of a request', async () => {
    const asked = async (who: string, query = {}) =>
      (await api.as(who).get('/personal_access_tokens/self/associations', query)).body
    const { groups, projects } = await asked('bob')
    expect(groups).toEqual([
      {
        id: 7,
        web_url: `${api.origin}/groups/guests`,
        name: 'guests',
        parent_id: null,
        organization_id: 1,
        access_levels: 30,
        visibility: 'private',
      },
    ])
    expect(paths(projects)).toEqual(['acme/inner/site', 'acme/secret', 'bob/notes'])
    expect(projects[0]).toMatchObject({
      id: 1,
      web_url: `${api.origin}/acme/inner/site`,
      visibility: 'public',
      namespace: { full_path: 'acme/inner' },
      access_levels: { project_access_level: 40, group_access_level: null },
    })
    const above = await asked('bob', { min_access_level: 30 })
    expect([above.groups.length, paths(above.projects)]).toEqual([
      1,
      ['acme/inner/site', 'bob/notes'],
    ])
    expect(paths((await asked('bob', { per_page: 2, page: 2 })).projects)).toEqual(['bob/notes'])
    expect((await api.anonymous.get('/personal_access_tokens/self/associations')).status).toBe(401)
  })
})
