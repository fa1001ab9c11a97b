import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  groups: [{ path: 'acme', members: { jane: 'owner' } }, { path: 'acme/inner' }],
  projects: [{ path: 'acme/site' }],
}

/** Specification of v4, people-groups-projects.md, section 7. */
describeV4('what administrators keep', { seed }, (api) => {
  const root = api.as('root')

  it.each(['/users/2', '/groups/acme', '/projects/acme%2Fsite'])('of %s', async (holder) => {
    const path = `${holder}/custom_attributes`
    expect((await root.get(path)).body).toEqual([])
    const made = await root.put(`${path}/team`, { value: 'blue' })
    expect([made.status, made.body]).toEqual([200, { key: 'team', value: 'blue' }])
    await root.put(`${path}/team`, { value: 'red' })
    await root.put(`${path}/__proto__`, { value: 'own' })
    expect((await root.get(`${path}/team`)).body).toEqual({ key: 'team', value: 'red' })
    expect((await root.get(path)).body).toEqual([
      { key: 'team', value: 'red' },
      { key: '__proto__', value: 'own' },
    ])
    expect((await root.delete(`${path}/team`)).status).toBe(204)
    const gone = await root.delete(`${path}/team`)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Custom attribute Not Found' }])
    expect((await root.get(`${path}/team`)).body).toEqual({ message: '404 Not found' })
    expect((await root.get(`${path}/constructor`)).status).toBe(404)
    expect((await root.put(`${path}/team`, {})).body).toEqual({ error: 'value is missing' })
    expect((await api.as('jane').get(path)).status).toBe(403)
  })

  it.each([
    ['/users/2', '/users'],
    ['/groups/acme', '/groups'],
    ['/groups/acme%2Finner', '/groups/acme/subgroups'],
    ['/groups/acme%2Finner', '/groups/acme/descendant_groups'],
    ['/projects/acme%2Fsite', '/projects'],
    ['/projects/acme%2Fsite', '/groups/acme/projects'],
  ])('of %s are shown and filtered by in %s, to administrators', async (holder, list) => {
    await root.put(`${holder}/custom_attributes/team`, { value: 'blue' })
    await root.put(`${holder}/custom_attributes/floor`, { value: '4' })
    const kept = [
      { key: 'team', value: 'blue' },
      { key: 'floor', value: '4' },
    ]
    const shown = { with_custom_attributes: true }
    const one = await root.get(holder, shown)
    expect(one.body.custom_attributes).toEqual(kept)
    expect((await root.get(holder)).body).not.toHaveProperty('custom_attributes')
    expect((await api.as('jane').get(holder, shown)).body).not.toHaveProperty('custom_attributes')
    const found = async (asked: Record<string, string>, as = root) =>
      (await as.get(list, { ...shown, ...asked })).body
    const isFiltered = !list.endsWith('/projects') || list === '/projects'
    const wanted = { 'custom_attributes[team]': 'blue', 'custom_attributes[floor]': '4' }
    expect(await found(wanted)).toMatchObject([{ id: one.body.id, custom_attributes: kept }])
    expect(await found({ ...wanted, 'custom_attributes[floor]': '5' })).toHaveLength(
      isFiltered ? 0 : 1,
    )
    const others = await found({ 'custom_attributes[team]': 'red' }, api.as('jane'))
    expect(others.some((each: object) => 'id' in each)).toBe(true)
    expect(others.some((each: object) => 'custom_attributes' in each)).toBe(false)
  })
})

const armored = (text: string) =>
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${text}\n-----END PGP PUBLIC KEY BLOCK-----`

/** Section 2.2. */
describeV4('GPG keys', { seed }, (api) => {
  const [root, jane] = [api.as('root'), api.as('jane')]

  it('are added by their user, shown to anyone, and removed', async () => {
    const made = await jane.post('/user/gpg_keys', { key: `${armored('one')}\n` })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: 1,
      key: armored('one'),
      created_at: '2017-01-15T12:00:00.000Z',
    })
    expect((await jane.get('/user/gpg_keys')).body).toEqual([made.body])
    expect((await api.anonymous.get('/users/2/gpg_keys')).body).toEqual([made.body])
    expect((await api.anonymous.get('/users/2/gpg_keys/1')).body).toEqual(made.body)
    expect((await root.get('/user/gpg_keys/1')).body).toEqual({
      message: '404 GPG Key Not Found',
    })
    const again = await root.post('/users/1/gpg_keys', { key: armored('one') })
    expect(again.body).toEqual({ message: { key: ['has already been taken'] } })
    expect((await jane.delete('/user/gpg_keys/1')).status).toBe(204)
    expect((await root.post('/users/1/gpg_keys', { key: armored('one') })).status).toBe(201)
  })

  it('are revoked, added for others by administrators, and armored', async () => {
    const made = await root.post('/users/2/gpg_keys', { key: armored('two') })
    expect((await jane.post('/users/2/gpg_keys', { key: armored('x') })).status).toBe(403)
    expect((await jane.post(`/user/gpg_keys/${made.body.id}/revoke`)).status).toBe(202)
    expect((await jane.get('/user/gpg_keys')).body).toEqual([])
    const wrong = await jane.post('/user/gpg_keys', { key: 'plain' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.message.key[0]).toMatch(/^is invalid\. A valid public GPG key begins with/)
  })

  it('go with their user', async () => {
    await jane.post('/user/gpg_keys', { key: armored('one') })
    await root.delete('/users/2?hard_delete=true')
    expect(api.forge.db.gpgKeys.all()).toEqual([])
  })
})
