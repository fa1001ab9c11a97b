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
    { path: 'acme', visibility: 'private', members: { jane: 'owner' } },
    { path: 'acme/inner', visibility: 'private' },
    { path: 'guests', visibility: 'public', members: { bob: 'master' } },
    { path: 'guests/below', visibility: 'public', members: { eve: 'developer' } },
  ],
  projects: [
    { path: 'acme/site', visibility: 'private' },
    { path: 'acme/inner/tool', visibility: 'private' },
  ],
}

describeV4('groups that are shared with groups', { seed }, (api) => {
  const [root, jane, bob] = [api.as('root'), api.as('jane'), api.as('bob')]
  const idOf = async (path: string) =>
    (await root.get(`/groups/${encodeURIComponent(path)}`)).body.id as number
  const share = async (terms: object = {}) =>
    jane.post('/groups/acme/share', {
      group_id: await idOf('guests'),
      group_access: 30,
      ...terms,
    })
  const pathsIn = async (path: string) =>
    (await jane.get(path)).body.map((one: { full_path: string }) => one.full_path)

  it('let the members of these in, at most at the level of the share', async () => {
    expect((await bob.get('/groups/acme')).status).toBe(404)
    const { status, body } = await share()
    expect(status).toBe(201)
    expect(body.shared_with_groups).toEqual([
      {
        group_id: await idOf('guests'),
        group_name: 'guests',
        group_full_path: 'guests',
        group_access_level: 30,
        expires_at: null,
      },
    ])
    expect((await bob.get('/groups/acme%2Finner')).status).toBe(200)
    expect((await bob.get('/projects', { membership: true })).body).toHaveLength(2)
    expect((await bob.get('/projects', { min_access_level: 30 })).body).toHaveLength(2)
    expect((await bob.get('/projects', { min_access_level: 40 })).body).toHaveLength(0)
    expect((await bob.put('/projects/2', { description: 'Ours' })).status).toBe(403)
    const users = (await jane.get('/projects/2/users')).body
    expect(users.map(({ username }: { username: string }) => username)).toEqual(['jane', 'bob'])
    const all = (await jane.get('/projects/2/members/all')).body
    expect(all).toMatchObject([
      { username: 'jane', access_level: 50 },
      { username: 'bob', access_level: 30 },
    ])
  })

  it('let nobody in who is a member of a group within alone', async () => {
    await share()
    expect((await api.as('eve').get('/groups/acme')).status).toBe(404)
  })

  it('are closed again when the share ends, or is taken back', async () => {
    await share({ expires_at: '2017-01-16' })
    expect((await bob.get('/groups/acme')).status).toBe(200)
    await api.forge.clock.advance(86_400_000)
    expect((await bob.get('/groups/acme')).status).toBe(404)
    const guests = await idOf('guests')
    expect((await jane.delete(`/groups/acme/share/${guests}`)).status).toBe(204)
    expect((await jane.delete(`/groups/acme/share/${guests}`)).body).toEqual({
      message: '404 Group Link Not Found',
    })
    expect((await jane.get('/groups/acme')).body.shared_with_groups).toEqual([])
  })

  it('are listed on both sides', async () => {
    await share()
    expect(await pathsIn('/groups/acme/invited_groups')).toEqual(['guests'])
    expect(await pathsIn('/groups/acme%2Finner/invited_groups')).toEqual(['guests'])
    expect(await pathsIn('/groups/acme%2Finner/invited_groups?relation=direct')).toEqual([])
    expect(await pathsIn('/groups/guests/groups/shared')).toEqual(['acme'])
    expect(await pathsIn('/projects/2/invited_groups')).toEqual(['guests'])
    expect(await pathsIn('/projects/2/invited_groups?relation=direct')).toEqual([])
    expect((await api.as('eve').get('/groups/guests/groups/shared')).body).toEqual([])
  })

  it('are refused', async () => {
    await share()
    expect((await share()).body).toEqual({
      message: 'Shared group The group has already been shared with this group',
    })
    expect((await share({ group_access: 35 })).body).toEqual({
      error: 'group_access does not have a valid value',
    })
    expect((await share({ group_id: 999 })).body).toEqual({ message: '404 Group Not Found' })
    const theirs = { group_id: await idOf('acme'), group_access: 30 }
    expect((await bob.post('/groups/guests/share', theirs)).status).toBe(403)
  })

  it('keep to their own root where they say so', async () => {
    await jane.put('/groups/acme', { prevent_sharing_groups_outside_hierarchy: true })
    const refused = await share()
    expect([refused.status, refused.body]).toEqual([404, { message: '404 Not Found' }])
    expect((await share({ group_id: await idOf('acme/inner') })).status).toBe(201)
  })

  it('are gone with either group', async () => {
    await share()
    await root.delete('/groups/guests')
    await api.forge.clock.advance(31 * 86_400_000)
    expect(api.forge.db.groupShares.all()).toEqual([])
  })
})

describeV4('projects that are shared with groups', { seed }, (api) => {
  const jane = api.as('jane')

  it('say with which they may be', async () => {
    const places = (await jane.get('/projects/2/share_locations')).body
    const paths = places.map((one: { full_path: string }) => one.full_path)
    expect(paths).toEqual(['guests', 'guests/below'])
  })

  it('are shared once with a group, with none around them, and with none where the group forbids it', async () => {
    const guests = (await jane.get('/groups/guests')).body.id
    const terms = { group_id: guests, group_access: 30 }
    expect((await jane.post('/projects/1/share', terms)).status).toBe(201)
    const again = await jane.post('/projects/1/share', terms)
    const message = 'Group already shared with this group'
    expect([again.status, again.body]).toEqual([409, { message }])
    const own = (await jane.get('/groups/acme')).body.id
    const around = await jane.post('/projects/2/share', { ...terms, group_id: own })
    expect(around.status).toBe(409)
    await jane.put('/groups/acme', { share_with_group_lock: true })
    const locked = await jane.post('/projects/1/share', terms)
    expect([locked.status, locked.body]).toEqual([
      400,
      { message: 'The project sharing with group is disabled' },
    ])
  })
})
