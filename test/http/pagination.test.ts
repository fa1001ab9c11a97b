import { expect, it } from 'vitest'
import { pageHeaderNames } from '../../src/contract/header-names.ts'
import { describeTransports } from '../harness.ts'

/** 250 users: root and two hundred and forty-nine others. */
const seed = {
  users: Array.from({ length: 250 }, (_, index) =>
    index === 0 ? { username: 'root', admin: true } : { username: `user${index + 1}` },
  ),
}

const totals = pageHeaderNames.filter((name) => name !== 'Link')

/** Pages of lists: `page`, `per_page` and the headers in `schemas/v3/openapi.yaml`. */
describeTransports('pagination', { seed }, (api) => {
  const root = api.as('root')
  const ids = (body: { id: number }[]) => body.map(({ id }) => id)
  /** The newest come first: 250, 249 and so on. */
  const downFrom = (id: number, count: number) =>
    Array.from({ length: count }, (_, index) => id - index)
  const headersOf = (headers: Headers) => totals.map((name) => headers.get(name))
  function linksOf(headers: Headers): Record<string, string> {
    const links = (headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)
    return Object.fromEntries([...links].map(([, address, relation]) => [relation, address]))
  }

  it('holds twenty by default, and says where the rest is', async () => {
    const { body, headers } = await root.get('/users')
    expect(ids(body)).toEqual(downFrom(250, 20))
    expect(headersOf(headers)).toEqual(['250', '13', '20', '1', '2', ''])
    const users = `${api.origin}/api/v3/users`
    expect(linksOf(headers)).toEqual({
      next: `${users}?page=2&per_page=20`,
      first: `${users}?page=1&per_page=20`,
      last: `${users}?page=13&per_page=20`,
    })
  })

  it('holds as many as are asked for, and a hundred at most', async () => {
    const three = await root.get('/users', { per_page: 3, page: 4 })
    expect(ids(three.body)).toEqual([241, 240, 239])
    expect(headersOf(three.headers)).toEqual(['250', '84', '3', '4', '5', '3'])
    const many = await root.get('/users', { per_page: 5000 })
    expect(many.body).toHaveLength(100)
    expect(headersOf(many.headers)).toEqual(['250', '3', '100', '1', '2', ''])
  })

  it('ends with what is left', async () => {
    const { body, headers } = await root.get('/users', { page: 3, per_page: 100 })
    expect(body).toHaveLength(50)
    expect(headersOf(headers)).toEqual(['250', '3', '100', '3', '', '2'])
    expect(Object.keys(linksOf(headers))).toEqual(['prev', 'first', 'last'])
  })

  it.each([14, 1_000_000, 2_147_483_647])('is empty past the end: page %i', async (page) => {
    const { status, body, headers } = await root.get('/users', { page })
    expect([status, body]).toEqual([200, []])
    expect(headers.get('x-total')).toBe('250')
    expect(headers.get('x-page')).toBe(String(page))
    expect(headers.get('x-next-page')).toBe('')
    expect(linksOf(headers)).not.toHaveProperty('next')
    expect(headers.get('x-prev-page')).toBe('13')
    expect(linksOf(headers).prev).toBe(`${api.origin}/api/v3/users?page=13&per_page=20`)
  })

  it.each([0, -3])('begins at page one where less is asked for: %i', async (page) => {
    const { body, headers } = await root.get('/users', { page, per_page: 2 })
    expect(ids(body)).toEqual([250, 249])
    expect(headers.get('x-page')).toBe('1')
  })

  it.each([0, -1])('holds twenty where less than one is asked for: %i', async (per_page) => {
    expect((await root.get('/users', { per_page })).body).toHaveLength(20)
  })

  it.each(['junk', '1.5', '1e1', '0x2', ' 1', 'NaN', '9'.repeat(30)])(
    'refuses what is no number: %j',
    async (junk) => {
      const page = await root.get('/users', { page: junk })
      expect([page.status, page.body]).toEqual([400, { message: { page: ['is invalid'] } }])
      const size = await root.get('/users', { per_page: junk })
      expect([size.status, size.body]).toEqual([400, { message: { per_page: ['is invalid'] } }])
    },
  )

  it('ignores an empty one', async () => {
    expect((await root.get('/users?page=&per_page=')).body).toHaveLength(20)
  })

  it('leaves parameters alone whose names or values look like those of pages', async () => {
    const { headers } = await root.get('/users?homepage=7&search=%26page%3D9&page=2&per_page=10')
    const rest = 'homepage=7&search=%26page%3D9'
    expect(linksOf(headers).first).toBe(`${api.origin}/api/v3/users?${rest}&page=1&per_page=10`)
  })

  it('is one page of nothing where there is nothing', async () => {
    const { body, headers } = await root.get('/user/keys')
    expect(body).toEqual([])
    expect(headersOf(headers)).toEqual(['0', '1', '20', '1', '', ''])
  })

  it('keeps the filters in its links, and never the credentials', async () => {
    const { headers } = await api.request(
      '/api/v3/users?private_token=root-token&search=user1&sudo=root&per_page=2&page=2',
    )
    const links = linksOf(headers)
    expect(Object.keys(links)).toEqual(['prev', 'next', 'first', 'last'])
    for (const link of Object.values(links)) {
      const query = new URL(link).searchParams
      expect([query.get('search'), query.get('sudo')]).toEqual(['user1', 'root'])
      expect(query.has('private_token')).toBe(false)
    }
    expect(headers.get('link')).not.toContain('root-token')
  })

  it('can be walked by its links to the end', async () => {
    const seen: number[] = []
    let next: string | undefined = `${api.origin}/api/v3/users?per_page=60`
    while (next) {
      const { body, headers } = await api.request(next.slice(api.origin.length), {
        headers: { 'private-token': 'root-token' },
      })
      seen.push(...ids(body))
      next = linksOf(headers).next
    }
    expect(seen).toEqual(downFrom(250, 250))
  })

  it('links under the address that the request came to, a path before the prefix included', async () => {
    const response = await api.forge.fetch(
      new Request('https://example.test:8443/forge/api/v3/users?per_page=1', {
        headers: { 'private-token': 'root-token' },
      }),
    )
    const address = 'https://example.test:8443/forge'
    expect(linksOf(response.headers).next).toBe(`${address}/api/v3/users?per_page=1&page=2`)
    expect(await response.json()).toMatchObject([{ web_url: `${address}/user250` }])
  })
})
