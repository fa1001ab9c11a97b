import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve', can_create_group: false },
  ],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'acme/inner', visibility: 'public', members: { bob: 'owner', eve: 'owner' } },
    { path: 'vault', visibility: 'private', members: { jane: 'owner', bob: 'developer' } },
    { path: 'vault/site', visibility: 'private' },
  ],
  projects: [
    { path: 'acme/site', visibility: 'public', members: { bob: 'master' } },
    { path: 'acme/inner/tool', visibility: 'public' },
    { path: 'jane/notes', visibility: 'private' },
    { path: 'jane/tool', visibility: 'private' },
  ],
}

describeV4('groups that move', { seed }, (api) => {
  const [root, jane, bob] = [api.as('root'), api.as('jane'), api.as('bob')]
  const idOf = async (path: string) =>
    (await root.get(`/groups/${encodeURIComponent(path)}`)).body.id as number
  const failed = (reason: string) => ({ message: `Transfer failed: ${reason}` })

  it('take what is in them along, which becomes no more open than the group that they come into', async () => {
    const [inner, group_id] = [await idOf('acme/inner'), await idOf('vault')]
    const moved = await root.post(`/groups/${inner}/transfer`, { group_id })
    expect(moved.status).toBe(201)
    expect(moved.body).toMatchObject({
      full_path: 'vault/inner',
      parent_id: group_id,
      visibility: 'private',
    })
    const project = await root.get('/projects/vault%2Finner%2Ftool')
    expect(project.body).toMatchObject({ id: 2, visibility: 'private' })
    expect((await api.anonymous.get('/groups/vault%2Finner')).status).toBe(404)
  })

  it('come to the root, where the caller owns what nobody does', async () => {
    const id = await idOf('vault/site')
    const moved = await root.post(`/groups/${id}/transfer`)
    expect(moved.body).toMatchObject({ full_path: 'site', parent_id: null })
    expect((await root.get(`/groups/${id}/members`)).body).toMatchObject([
      { username: 'root', access_level: 50 },
    ])
  })

  it.each([
    ['acme', undefined, 'Group is already a root group.'],
    ['acme/inner', 'acme', 'Group is already associated to the parent group.'],
    ['acme', 'acme/inner', 'Cannot transfer group to one of its subgroup.'],
    [
      'vault/site',
      'acme',
      'The parent group already has a subgroup or a project with the same path.',
    ],
  ])('stay where they are: %s into %s', async (path, parent, reason) => {
    const group_id = parent && (await idOf(parent))
    const parameters = group_id ? { group_id } : {}
    const { status, body } = await jane.post(`/groups/${await idOf(path)}/transfer`, parameters)
    expect([status, body]).toEqual([400, failed(reason)])
  })

  it('are moved by their owners alone, to where they create groups', async () => {
    const [inner, group_id] = [await idOf('acme/inner'), await idOf('vault')]
    const path = `/groups/${inner}/transfer`
    const few = failed("You don't have enough permissions.")
    expect((await bob.post(path, { group_id })).body).toEqual(few)
    expect((await api.as('eve').post(path)).body).toEqual(few)
    expect((await bob.post(`/groups/${await idOf('acme')}/transfer`)).status).toBe(403)
    expect((await bob.post(path, { group_id: 999 })).body).toEqual({
      message: '404 Group Not Found',
    })
  })

  it('say where they may go', async () => {
    const places = await jane.get('/groups/acme%2Finner/transfer_locations')
    const paths = places.body.map((one: { full_path: string }) => one.full_path)
    expect(paths).toEqual(['vault', 'vault/site'])
    const found = await jane.get('/groups/acme%2Finner/transfer_locations', { search: 'vau' })
    expect(found.body).toHaveLength(1)
  })
})

describeV4('projects that move', { seed }, (api) => {
  const [root, jane, bob] = [api.as('root'), api.as('jane'), api.as('bob')]
  const failed = (reason: string) => ({
    message: `Failed to transfer project {:new_namespace=>["${reason}"]}`,
  })

  it('become no more open than their group, and are found by the path that they had', async () => {
    const moved = await jane.put('/projects/acme%2Fsite/transfer', { namespace: 'jane' })
    expect(moved.status).toBe(200)
    expect(moved.body).toMatchObject({ path_with_namespace: 'jane/site', visibility: 'public' })
    const again = await jane.put('/projects/1/transfer', { namespace: moved.body.namespace.id })
    expect(again.body).toEqual(failed('Project is already in this namespace.'))
    const closed = await root.put('/projects/2/transfer', { namespace: 'vault' })
    expect(closed.body).toMatchObject({ path_with_namespace: 'vault/tool', visibility: 'private' })
    const former = await api.request('/api/v4/projects/acme%2Fsite', { redirect: 'manual' })
    expect(former.status).toBe(301)
  })

  it.each([
    ['bob', 'acme/site', 'vault', 403, { message: '403 Forbidden' }],
    ['jane', 'acme/site', 'bob', 404, { message: '404 Namespace Not Found' }],
    ['jane', 'acme/site', 'nowhere', 404, { message: '404 Namespace Not Found' }],
    ['jane', 'acme/inner/tool', 'acme/inner', 400, failed('Project is already in this namespace.')],
    [
      'jane',
      'acme/site',
      'vault',
      400,
      failed('Project with same name or path in target namespace already exists'),
    ],
    [
      'jane',
      'jane/tool',
      'acme/inner',
      400,
      failed('Project with same name or path in target namespace already exists'),
    ],
  ])('are not moved by %s: %s to %s', async (who, path, namespace, status, body) => {
    const place = `/projects/${encodeURIComponent(path)}/transfer`
    const answer = await api.as(who).put(place, { namespace })
    expect([answer.status, answer.body]).toEqual([status, body])
  })

  it('need the right to create projects there, which the group says', async () => {
    await root.put('/groups/vault', { project_creation_level: 'maintainer' })
    await root.put('/projects/3/transfer', { namespace: 'bob' })
    const refused = await bob.put('/projects/3/transfer', { namespace: 'vault' })
    expect(refused.body).toEqual(
      failed("You don't have permission to transfer projects into that namespace."),
    )
    expect((await bob.post('/projects', { name: 'x', namespace_id: 7 })).status).toBe(400)
    await root.put('/groups/vault', { project_creation_level: 'developer' })
    expect((await bob.put('/projects/3/transfer', { namespace: 'vault' })).status).toBe(200)
    await root.put('/groups/vault', { project_creation_level: 'noone' })
    expect((await jane.put('/projects/4/transfer', { namespace: 'vault' })).status).toBe(400)
  })

  it('say where they may go', async () => {
    const { body } = await jane.get('/projects/3/transfer_locations')
    const paths = body.map((one: { full_path: string }) => one.full_path)
    expect(paths).toEqual(['acme', 'acme/inner', 'vault', 'vault/site'])
    expect((await bob.get('/projects/1/transfer_locations')).status).toBe(403)
  })

  it('are moved into groups by administrators in another way', async () => {
    const moved = await root.post('/groups/acme/projects/3')
    expect([moved.status, moved.body.full_path]).toEqual([201, 'acme'])
    expect((await root.post('/groups/acme/projects/3')).body).toEqual(
      failed('Project is already in this namespace.'),
    )
  })
})
