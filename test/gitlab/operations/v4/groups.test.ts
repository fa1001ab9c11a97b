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
    { path: 'acme/inner', visibility: 'private', members: { bob: 'developer' } },
  ],
  projects: [{ path: 'acme/inner/tool', visibility: 'private' }],
}

describeV4('groups', { seed }, (api) => {
  const pathsIn = async (as: string, path: string, parameters = {}) => {
    const { body } = await api.as(as).get(path, parameters)
    return body.map((one: { full_path: string }) => one.full_path)
  }

  it('are listed to who belongs to them, and to others where they ask for all', async () => {
    expect(await pathsIn('jane', '/groups')).toEqual(['acme', 'acme/inner'])
    expect(await pathsIn('eve', '/groups')).toEqual([])
    expect(await pathsIn('eve', '/groups', { all_available: true })).toEqual(['acme'])
    expect(await pathsIn('jane', '/groups', { top_level_only: true })).toEqual(['acme'])
    expect(await pathsIn('bob', '/groups', { min_access_level: 40 })).toEqual([])
    expect(await pathsIn('jane', '/groups/acme/subgroups')).toEqual(['acme/inner'])
    expect(await pathsIn('eve', '/groups/acme/descendant_groups')).toEqual([])
  })

  it('hold groups, whose members are those of the groups around them as well', async () => {
    const jane = api.as('jane')
    const parent_id = (await jane.get('/groups/acme%2Finner')).body.id
    const made = await jane.post('/groups', { name: 'Deep', path: 'deep', parent_id })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      full_path: 'acme/inner/deep',
      full_name: 'acme / inner / Deep',
      parent_id,
      visibility: 'private',
    })
    expect((await api.as('bob').get('/groups/acme%2Finner%2Fdeep')).status).toBe(200)
    expect((await api.as('eve').get('/groups/acme%2Finner%2Fdeep')).status).toBe(404)
    const all = await api.as('bob').get(`/groups/${made.body.id}/members/all`)
    expect(all.body).toMatchObject([
      { username: 'jane', access_level: 50 },
      { username: 'bob', access_level: 30 },
    ])
  })

  it('are renamed with all that is within them', async () => {
    await api.as('jane').put('/groups/acme', { path: 'corp' })
    expect((await api.as('bob').get('/projects/corp%2Finner%2Ftool')).status).toBe(200)
    expect((await api.as('jane').put('/groups/corp', { description: null })).body.description).toBe(
      '',
    )
  })

  it('are deleted late, subgroups at once where that is asked for', async () => {
    const jane = api.as('jane')
    expect((await jane.delete('/groups/acme%2Finner')).status).toBe(202)
    const inner = api.forge.db.namespaces.all().find(({ name }) => name.startsWith('inner'))
    const { body } = await jane.get(`/groups/${inner?.id}`)
    expect(body.full_path).toBe(`acme/inner-deletion_scheduled-${inner?.id}`)
    const removal = { permanently_remove: true, full_path: body.full_path }
    expect((await jane.delete(`/groups/${inner?.id}`, removal)).status).toBe(202)
    expect((await jane.get(`/groups/${inner?.id}`)).status).toBe(404)
    const top = await jane.delete('/groups/acme', { permanently_remove: true })
    expect(top.body.message).toBe('`permanently_remove` option is only available for subgroups.')
  })

  it('take no projects once they are marked for deletion, nor do those within', async () => {
    const jane = api.as('jane')
    const { id: namespace_id } = (await jane.get('/groups/acme%2Finner')).body
    const attributes = { name: 'late', namespace_id }
    await jane.delete('/groups/acme')
    const refused = await jane.post('/projects', attributes)
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: { namespace: ['is not valid'] } },
    ])
    await jane.post(`/groups/${(await jane.get('/groups')).body[0].id}/restore`)
    expect((await jane.post('/projects', attributes)).status).toBe(201)
  })

  it('have members of every level, added one by one or several', async () => {
    const jane = api.as('jane')
    const one = await jane.post('/groups/acme/members', { user_id: 3, access_level: 15 })
    expect([one.status, one.body.access_level, one.body.created_by.username]).toEqual([
      201,
      15,
      'jane',
    ])
    expect((await jane.post('/groups/acme/members', { user_id: 3, access_level: 10 })).status).toBe(
      409,
    )
    const both = await jane.post('/groups/acme/members', { username: 'bob,eve', access_level: 10 })
    expect(both.body).toEqual({ status: 'error', message: { bob: 'Member already exists' } })
    expect((await jane.get('/groups/acme/members/4')).body.username).toBe('eve')
    expect((await jane.put('/groups/acme/members/4', { access_level: 30 })).body.access_level).toBe(
      30,
    )
    expect((await jane.delete('/groups/acme/members/4')).status).toBe(204)
    expect((await jane.get('/groups/acme/members/4')).status).toBe(404)
    const neither = await jane.post('/groups/acme/members', { access_level: 10 })
    expect(neither.body.error).toMatch(/^user_id, username are missing/)
  })

  it('say how default branches are protected, by a level or in full', async () => {
    const jane = api.as('jane')
    const given = { allowed_to_push: [{ access_level: 30 }], allow_force_push: true }
    const attributes = { name: 'a', path: 'a', default_branch_protection_defaults: given }
    const made = await jane.post('/groups', attributes)
    const merge = { allowed_to_merge: [{ access_level: 40 }], developer_can_initial_push: false }
    expect(made.body.default_branch_protection_defaults).toEqual({ ...given, ...merge })
    const path = `/groups/${made.body.id}`
    const changed = await jane.put(path, {
      default_branch_protection_defaults: { allow_force_push: false },
    })
    expect(changed.body.default_branch_protection_defaults).toMatchObject({
      ...given,
      allow_force_push: false,
    })
    const level = await jane.put(path, { default_branch_protection: 3 })
    expect(level.body.default_branch_protection_defaults).toEqual({
      allowed_to_push: [{ access_level: 40 }],
      allow_force_push: false,
      allowed_to_merge: [{ access_level: 30 }],
      developer_can_initial_push: false,
    })
  })

  it('name the first branch of projects in them and in the groups within', async () => {
    const jane = api.as('jane')
    await jane.put('/groups/acme', { default_branch: 'trunk' })
    for (const group of ['acme', 'acme%2Finner']) {
      const { id: namespace_id } = (await jane.get(`/groups/${group}`)).body
      const made = await jane.post('/projects', { name: 'one', namespace_id })
      expect(made.body.default_branch).toBe('trunk')
    }
    expect((await jane.post('/projects', { name: 'one' })).body.default_branch).toBe('main')
  })

  it('are answered with their projects where they are changed', async () => {
    const { body } = await api.as('jane').put('/groups/acme%2Finner', { description: 'Tools' })
    expect(body).toMatchObject({ projects: [{ path: 'tool' }], shared_projects: [] })
  })

  it('show the groups that they and their projects are shared with to who sees those', async () => {
    const jane = api.as('jane')
    const { id: group_id } = (await jane.post('/groups', { name: 'b', path: 'b' })).body
    const { id: shared } = (
      await jane.post('/groups', { name: 'c', path: 'c', visibility: 'public' })
    ).body
    await jane.post(`/groups/${shared}/share`, { group_id, group_access: 30 })
    await jane.post('/projects/1/share', { group_id, group_access: 30 })
    const groupsOf = async (as: string, path: string) =>
      (await api.as(as).get(path)).body.shared_with_groups.map(
        (one: { group_full_path: string }) => one.group_full_path,
      )
    expect(await groupsOf('jane', `/groups/${shared}`)).toEqual(['b'])
    expect(await groupsOf('eve', `/groups/${shared}`)).toEqual([])
    expect(await groupsOf('jane', '/projects/1')).toEqual(['b'])
    expect(await groupsOf('bob', '/projects/1')).toEqual([])
  })

  it('at the root show administrators how much they take up with all that is in them', async () => {
    const { body } = await api.as('root').get('/groups', { statistics: true })
    const [acme, inner] = body
    expect(acme.root_storage_statistics).toMatchObject({ storage_size: 0, build_artifacts_size: 0 })
    expect(inner).toMatchObject({ statistics: { storage_size: 0 } })
    expect(inner).not.toHaveProperty('root_storage_statistics')
  })

  it('are namespaces, as users are', async () => {
    const { body } = await api.as('jane').get('/namespaces')
    expect(body).toMatchObject([
      { kind: 'user', full_path: 'jane' },
      { kind: 'group', full_path: 'acme', members_count_with_descendants: 2 },
      { full_path: 'acme/inner' },
    ])
    expect((await api.as('eve').get('/namespaces/acme')).status).toBe(404)
    expect((await api.as('eve').get('/namespaces/acme/exists')).body).toEqual({
      exists: true,
      suggests: ['acme1'],
    })
  })
})
