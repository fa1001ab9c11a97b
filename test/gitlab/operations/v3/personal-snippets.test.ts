import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const ofProject = (title: string) => ({
  title,
  author: 'jane',
  file_name: 'a',
  code: 'a',
  visibility: 'public' as const,
})
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'ext', external: true },
  ],
  projects: [
    { path: 'jane/hidden', visibility: 'private', snippets: [ofProject('Of the hidden')] },
    { path: 'jane/site', visibility: 'public', snippets: [ofProject('Of the site')] },
  ],
  snippets: [
    {
      title: 'Mine',
      author: 'jane',
      file_name: 'mine.sh',
      code: 'echo 1\n',
      created_at: '2016-01-01',
    },
    { title: 'Ours', author: 'jane', file_name: 'a', code: 'a', visibility: 'internal' },
    { title: 'Public', author: 'bob', file_name: 'a', code: 'b', visibility: 'public' },
  ],
}
const missing = { message: '404 Snippet Not Found' }
const request = { title: 'New', file_name: 'a.rb', content: 'puts 1' }

/** lib/api/snippets.rb and app/finders/snippets_finder.rb of GitLab 8.15. */
describeForge('snippets of users', { seed }, (api) => {
  const titles = async (who: string, path: string) =>
    (await api.as(who).get(path)).body.map(({ title }: { title: string }) => title)
  const idOf = (title: string) =>
    api.forge.db.snippets.findFirst((q) => q.where({ title }))?.id ?? 0
  const pathOf = (title: string) => `/snippets/${idOf(title)}`

  it('are listed: what one wrote, in projects too, and what is public', async () => {
    const janes = ['Mine', 'Of the hidden', 'Of the site', 'Ours']
    expect((await titles('jane', '/snippets')).sort()).toEqual(janes)
    expect(await titles('root', '/snippets')).toEqual([])
    expect((await titles('jane', '/snippets/public')).sort()).toEqual([
      'Of the hidden',
      'Of the site',
      'Public',
    ])
    expect((await titles('bob', '/snippets/public')).sort()).toEqual(['Of the site', 'Public'])
    expect((await api.anonymous.get('/snippets/public')).status).toBe(401)
  })

  it('are listed newest first, page by page', async () => {
    api.forge.clock.advance('1h')
    await api.as('jane').post('/snippets', request)
    api.forge.clock.advance('1h')
    await api.as('jane').post('/snippets', { ...request, title: 'Newer' })
    const { body, headers } = await api.as('jane').get('/snippets', { per_page: 2 })
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Newer', 'New'])
    expect(headers.get('x-total')).toBe('6')
  })

  it('are shown to who wrote them alone, with the address of their text', async () => {
    const { status, body } = await api.as('jane').get(pathOf('Mine'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: idOf('Mine'),
      file_name: 'mine.sh',
      author: { username: 'jane' },
      visibility_level: 0,
      web_url: `${api.origin}/snippets/${idOf('Mine')}`,
      raw_url: `${api.origin}/snippets/${idOf('Mine')}/raw`,
    })
    const raw = await api.as('jane').get(`${pathOf('Mine')}/raw`)
    expect([raw.body, raw.headers.get('content-type')]).toEqual([
      'echo 1\n',
      expect.stringMatching(/^text\/plain/),
    ])
    for (const [who, path] of [
      ['jane', pathOf('Public')],
      ['root', pathOf('Mine')],
      ['jane', '/snippets/99'],
    ] as const) {
      const refused = await api.as(who).get(path)
      expect([refused.status, refused.body]).toEqual([404, { message: '404 Not found' }])
      const text = await api.as(who).get(`${path}/raw`)
      expect([text.status, text.body]).toEqual([404, missing])
    }
  })

  it('are created, internal where nothing is said', async () => {
    const { status, body } = await api.as('jane').post('/snippets', request)
    expect([status, body.visibility_level, body.author.username]).toEqual([201, 10, 'jane'])
    expect(api.forge.db.snippets.get(body.id)).toMatchObject({
      project_id: null,
      content: 'puts 1',
    })
    expect((await api.as('ext').post('/snippets', request)).status).toBe(403)
  })

  it.each([
    [{ title: undefined }, /"title" not given/],
    [{ file_name: undefined }, /"file_name" not given/],
    [{ content: undefined }, /"content" not given/],
    [{ content: ' ' }, { content: ["can't be blank"] }],
    [{ file_name: 'a b' }, { file_name: [expect.stringContaining('can contain only')] }],
    [{ visibility_level: 5 }, { visibility_level: [expect.any(String)] }],
  ])('are not created with %o', async (wrong, message) => {
    const before = api.forge.db.snippets.all().length
    const { status, body } = await api.as('jane').post('/snippets', { ...request, ...wrong })
    expect([status, body]).toEqual([
      400,
      { message: message instanceof RegExp ? expect.stringMatching(message) : message },
    ])
    expect(api.forge.db.snippets.all()).toHaveLength(before)
  })

  it('are not given a visibility that is restricted', async () => {
    const settings = { restricted_visibility_levels: [2] }
    await api.as('root').put('/application/settings', settings)
    const open = { visibility_level: 20 }
    const created = await api.as('jane').post('/snippets', { ...request, ...open })
    const changed = await api.as('jane').put(pathOf('Mine'), open)
    const message = { visibility_level: [expect.stringContaining('restricted')] }
    for (const { status, body } of [created, changed]) {
      expect([status, body]).toEqual([400, { message }])
    }
    expect((await api.as('root').post('/snippets', { ...request, ...open })).status).toBe(201)
  })

  it('are changed and deleted by who wrote them alone', async () => {
    const path = pathOf('Ours')
    for (const who of ['bob', 'root']) {
      for (const answer of [
        await api.as(who).put(path, { title: 'No' }),
        await api.as(who).delete(path),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, missing])
      }
    }
    const { status, body } = await api.as('jane').put(path, { title: 'Theirs', content: 'new' })
    expect([status, body.title, body.visibility_level]).toEqual([200, 'Theirs', 10])
    expect((await api.as('jane').get(`${path}/raw`)).body).toBe('new')
    expect((await api.as('jane').put('/snippets/99')).status).toBe(400)
    const deleted = await api.as('jane').delete(path)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    const again = await api.as('jane').delete(path)
    expect([again.status, again.body]).toEqual([404, missing])
  })

  it('are of projects to be changed there', async () => {
    const path = pathOf('Of the site')
    expect((await api.as('jane').get(path)).body.web_url).toBe(`${api.origin}/jane/site${path}`)
    expect((await api.as('jane').put(path, { title: 'No' })).status).toBe(403)
    expect((await api.as('jane').delete(path)).status).toBe(403)
    expect(idOf('Of the site')).not.toBe(0)
  })
})
