import { expect, it } from 'vitest'
import { describeV4 } from '../harness.ts'

const names = ['beta', 'Alpha', 'delta', 'gamma', 'alpha']
const seed = {
  users: [{ username: 'root', admin: true }],
  groups: names.map((name, index) => ({
    path: `group-${index}`,
    name,
    visibility: 'public' as const,
  })),
}
const notYet = { error: 'Keyset pagination is not yet available for this type of request' }

/** Specification of v4, people-groups-projects.md, section 1.5. */
describeV4('lists by keys', { seed: { ...seed, projects: [] } }, (api) => {
  it('lead nobody in particular through the groups by their names', async () => {
    let path = '/groups?pagination=keyset&order_by=name&sort=asc&per_page=2'
    const found: string[] = []
    for (let pages = 0; path !== '' && pages < 5; pages++) {
      const { body, headers } = await api.anonymous.get(path)
      found.push(...body.map(({ name }: { name: string }) => name))
      expect(headers.get('x-page')).toBeNull()
      const next = /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      path = next ?? ''
    }
    expect(found).toEqual(['Alpha', 'alpha', 'beta', 'delta', 'gamma'])
  })

  it.each([
    ['root', '/groups?pagination=keyset&order_by=name&sort=asc'],
    [undefined, '/groups?pagination=keyset&order_by=name&sort=desc'],
    [undefined, '/groups?pagination=keyset&order_by=id'],
    [undefined, '/projects?pagination=keyset&order_by=name'],
  ])('are refused as %s of %s', async (who, path) => {
    const { status, body } = await (who ? api.as(who) : api.anonymous).get(path)
    expect([status, body]).toEqual([405, notYet])
  })

  it('are refused of a list that has none', async () => {
    const { status, body } = await api.as('root').get('/users/1/keys', { pagination: 'keyset' })
    expect([status, body]).toEqual([405, notYet])
  })

  it('are unknown to v3, which takes no notice', async () => {
    const init = { headers: { 'private-token': 'root-token' } }
    const { status, headers } = await api.request('/api/v3/projects/all?pagination=keyset', init)
    expect([status, headers.get('x-page')]).toEqual([200, '1'])
  })

  it.each([
    ['Project', '/projects', undefined],
    ['Project', '/users/root/projects', 'root'],
    ['User', '/users', 'root'],
    ['Group', '/groups', undefined],
  ])('of the type %s are the only way beyond the 50,000th of %s', async (type, path, who) => {
    const as = who ? api.as(who) : api.anonymous
    expect((await as.get(path, { page: 500, per_page: 100 })).status).toBe(200)
    const { status, body } = await as.get(path, { page: 501, per_page: 100 })
    expect(status).toBe(405)
    expect(body).toEqual({
      error: `Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
    })
  })

  it('are not the only way through other lists', async () => {
    expect((await api.as('root').get('/groups', { page: 501, per_page: 100 })).status).toBe(200)
    expect((await api.as('root').get('/issues', { page: 501, per_page: 100 })).status).toBe(200)
  })
})
