import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'ext', external: true },
  ],
  projects: [
    {
      path: 'jane/site',
      visibility: 'private',
      snippets: [{ title: 'Of the site', author: 'jane', file_name: 'a', code: 'a' }],
    },
  ],
  snippets: [
    { title: 'Mine', author: 'jane', file_name: 'mine.sh', code: 'echo 1\n' },
    { title: 'Ours', author: 'jane', file_name: 'a', code: 'a', visibility: 'internal' },
    { title: 'Public', author: 'bob', file_name: 'a', code: 'b', visibility: 'public' },
  ],
}

describeV4('snippets of users', { seed }, (api) => {
  const titles = async (who: string, path: string, parameters = {}) =>
    (await api.as(who).get(path, parameters)).body.map(({ title }: { title: string }) => title)
  const idOf = (title: string) =>
    api.forge.db.snippets.findFirst((q) => q.where({ title }))?.id ?? 0

  it('are listed: one’s own, public ones, and all that one sees', async () => {
    expect((await titles('jane', '/snippets')).sort()).toEqual(['Mine', 'Of the site', 'Ours'])
    expect(await titles('jane', '/snippets/public')).toEqual(['Public'])
    expect((await titles('bob', '/snippets/all')).sort()).toEqual(['Ours', 'Public'])
    expect(await titles('ext', '/snippets/all')).toEqual(['Public'])
    expect(await titles('root', '/snippets/all')).toHaveLength(4)
    expect(await titles('jane', '/snippets', { created_before: '2001-01-01' })).toEqual([])
    expect((await api.anonymous.get('/snippets/public')).status).toBe(401)
  })

  it('are not listed where one does not see them any more', async () => {
    const { status } = await api
      .as('jane')
      .put('/projects/1', { snippets_access_level: 'disabled' })
    expect(status).toBe(200)
    expect((await titles('jane', '/snippets')).sort()).toEqual(['Mine', 'Ours'])
  })

  it('stand at the root, and are seen by their visibility', async () => {
    const id = idOf('Public')
    const { status, body } = await api.anonymous.get(`/snippets/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      project_id: null,
      visibility: 'public',
      web_url: `${api.origin}/-/snippets/${id}`,
      raw_url: `${api.origin}/-/snippets/${id}/raw`,
      ssh_url_to_repo: expect.stringMatching(`^git@[^/:]+:snippets/${id}\\.git$`),
      http_url_to_repo: `${api.origin}/snippets/${id}.git`,
    })
    for (const hidden of [idOf('Mine'), idOf('Ours'), 99]) {
      expect((await api.anonymous.get(`/snippets/${hidden}`)).body).toEqual({
        message: '404 Snippet Not Found',
      })
    }
    expect((await api.as('root').get(`/snippets/${idOf('Mine')}`)).status).toBe(200)
    const raw = await api.as('jane').get(`/snippets/${idOf('Mine')}/raw`)
    expect([raw.body, raw.headers.get('content-disposition')]).toEqual([
      'echo 1\n',
      expect.stringContaining('mine.sh'),
    ])
    const file = await api.as('jane').get(`/snippets/${idOf('Mine')}/files/main/gone/raw`)
    expect(file.body).toEqual({ message: '404 File Not Found' })
  })

  it('are created, internal where nothing is said, but not by external users', async () => {
    const request = { title: 'New', file_name: 'a.rb', content: '1' }
    const { status, body } = await api.as('jane').post('/snippets', request)
    expect([status, body.visibility, body.project_id]).toEqual([201, 'internal', null])
    expect((await api.as('ext').post('/snippets', request)).status).toBe(403)
    expect((await api.as('jane').post('/snippets', { title: 'New', content: '1' })).body).toEqual({
      error: 'file_name is missing',
    })
    await api.as('root').put('/application/settings', { restricted_visibility_levels: ['public'] })
    const restricted = await api.as('jane').post('/snippets', { ...request, visibility: 'public' })
    expect([restricted.status, restricted.body.message]).toEqual([
      403,
      { error: expect.stringMatching(/restricted/) },
    ])
  })

  it('are changed and deleted by who wrote them alone', async () => {
    const path = `/snippets/${idOf('Ours')}`
    for (const who of ['bob', 'root']) {
      expect((await api.as(who).put(path, { title: 'No' })).status).toBe(404)
      expect((await api.as(who).delete(path)).status).toBe(404)
    }
    const ofProject = `/snippets/${idOf('Of the site')}`
    expect((await api.as('jane').delete(ofProject)).status).toBe(404)
    const { status, body } = await api.as('jane').put(path, { title: 'Theirs', content: 'new' })
    expect([status, body.title]).toEqual([200, 'Theirs'])
    expect((await api.as('jane').get(`${path}/raw`)).body).toBe('new')
    expect((await api.as('jane').delete(path)).status).toBe(204)
    expect((await api.as('jane').delete(path)).status).toBe(404)
  })

  it('go with their user, and come back from an export', async () => {
    expect(api.forge.export().records?.snippets).toHaveLength(4)
    expect((await api.as('root').delete('/users/3')).status).toBe(204)
    expect(api.forge.db.snippets.findFirst((q) => q.where({ title: 'Public' }))).toBeUndefined()
  })
})
