import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { app, open, titles, trackerWorld, website } from './tracker-world.ts'

const snippet = (title: string, author: string, visibility: 'private' | 'internal' | 'public') => ({
  title,
  file_name: `${title}.txt`,
  code: `text of ${title}\n`,
  author,
  visibility,
})
const world = {
  ...trackerWorld,
  projects: [
    {
      ...website,
      snippets: [
        { ...snippet('private', 'bob', 'private'), created_at: '2017-01-02T08:00:00Z' },
        { ...snippet('internal', 'bob', 'internal'), created_at: '2017-01-04T08:00:00Z' },
        { ...snippet('public', 'carol', 'public'), created_at: '2017-01-03T08:00:00Z' },
      ],
    },
    app,
    { ...open, snippets: [snippet('mine', 'eve', 'private'), snippet('shown', 'eve', 'public')] },
  ],
}
const attributes = { title: 'New', file_name: 'new.rb', code: 'puts 1', visibility_level: 10 }

describeForge('snippets', { seed: world }, (api) => {
  it('are listed newest first, as far as the caller sees them', async () => {
    const listFor = async (username: string) =>
      titles((await api.as(username).get('/projects/1/snippets')).body)
    expect(await listFor('bob')).toEqual(['internal', 'public', 'private'])
    expect(await listFor('root')).toEqual(['internal', 'public', 'private'])
    expect(await listFor('jane')).toEqual(['internal', 'public'])
    expect(await listFor('dave')).toEqual(['internal', 'public'])
    expect((await api.as('eve').get('/projects/1/snippets')).status).toBe(404)
    expect((await api.anonymous.get('/projects/3/snippets')).status).toBe(401)
    const { headers } = await api.as('jane').get('/projects/1/snippets', { per_page: 1 })
    expect(headers.get('x-total')).toBe('2')
  })

  it('are read by nobody while the project has its snippets switched off', async () => {
    const project = api.forge.db.projects.get(1)
    if (project) api.forge.db.projects.replace(project, { snippets_enabled: false })
    for (const as of ['bob', 'root', 'jane']) {
      expect((await api.as(as).get('/projects/1/snippets')).body).toEqual([])
      for (const path of ['', '/raw', '/notes']) {
        const { status } = await api.as(as).get(`/projects/1/snippets/2${path}`)
        expect([as, path, status]).toEqual([as, path, 404])
      }
    }
    if (project) api.forge.db.projects.replace(project, { snippets_enabled: true })
    expect((await api.as('jane').get('/projects/1/snippets/2')).status).toBe(200)
  })

  it('are shown with every field but the text', async () => {
    const { status, body } = await api.as('jane').get('/projects/1/snippets/2')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: 2,
      title: 'internal',
      file_name: 'internal.txt',
      author: expect.objectContaining({ username: 'bob', web_url: `${api.origin}/bob` }),
      updated_at: '2017-01-04T08:00:00.000Z',
      created_at: '2017-01-04T08:00:00.000Z',
      web_url: `${api.origin}/acme/website/snippets/2`,
      visibility_level: 10,
      expires_at: null,
    })
  })

  it('are a 404 to who may not see them, each way', async () => {
    const jane = api.as('jane')
    expect((await jane.get('/projects/1/snippets/1')).status).toBe(404)
    expect((await jane.get('/projects/1/snippets/1/raw')).status).toBe(404)
    expect((await jane.get('/projects/1/snippets/1/notes')).status).toBe(404)
    expect((await jane.put('/projects/1/snippets/1', { title: 'x' })).status).toBe(404)
    expect((await jane.get('/projects/1/snippets/99')).status).toBe(404)
    expect((await jane.get('/projects/2/snippets/2')).status).toBe(404)
    expect((await jane.get('/projects/3/snippets/5')).status).toBe(200)
    expect((await jane.get('/projects/3/snippets/4')).status).toBe(404)
  })

  it('that are internal are for external users in projects of theirs only', async () => {
    const { users, snippets } = api.forge.db
    const dave = users.one('username', 'dave')
    if (dave) users.replace(dave, { is_external: true })
    const shown = snippets.get(5)
    if (shown) snippets.replace(shown, { visibility_level: 10 })
    expect((await api.as('dave').get('/projects/3/snippets/5')).status).toBe(404)
    expect((await api.as('jane').get('/projects/3/snippets/5')).status).toBe(200)
    expect(titles((await api.as('dave').get('/projects/1/snippets')).body)).toContain('internal')
  })

  it('give their text as plain text', async () => {
    const { status, headers, body } = await api.as('bob').get('/projects/1/snippets/1/raw')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(body).toBe('text of private\n')
  })

  it('are created by members from reporter up: 201', async () => {
    const { status, body } = await api.as('carol').post('/projects/1/snippets', attributes)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 6,
      title: 'New',
      file_name: 'new.rb',
      author: { username: 'carol' },
      visibility_level: 10,
      created_at: now,
      updated_at: now,
    })
    expect((await api.as('carol').get('/projects/1/snippets/6/raw')).body).toBe('puts 1')
    expect((await api.as('dave').post('/projects/1/snippets', attributes)).status).toBe(403)
    expect((await api.as('jane').post('/projects/3/snippets', attributes)).status).toBe(403)
    expect((await api.as('eve').post('/projects/1/snippets', attributes)).status).toBe(404)
    expect((await api.as('eve').post('/projects/3/snippets', attributes)).status).toBe(201)
  })

  it('are created in a new project if it was asked for with snippets_enabled', async () => {
    const jane = api.as('jane')
    for (const [project, status] of [
      [{ name: 'Plain' }, 403],
      [{ name: 'With', snippets_enabled: true }, 201],
    ] as const) {
      const { body } = await jane.post('/projects', project)
      expect(body.snippets_enabled).toBe(status === 201)
      const made = await jane.post(`/projects/${body.id}/snippets`, attributes)
      expect(made.status).toBe(status)
    }
  })

  it('are not created where they are switched off, not even by administrators', async () => {
    expect((await api.as('jane').post('/projects/2/snippets', attributes)).status).toBe(403)
    expect((await api.as('root').post('/projects/2/snippets', attributes)).status).toBe(403)
  })

  it.each(['title', 'file_name', 'code', 'visibility_level'])('need a %s', async (name) => {
    const { [name as 'title']: _, ...rest } = attributes
    const { status, body } = await api.as('bob').post('/projects/1/snippets', rest)
    expect(status).toBe(400)
    expect(body.message).toContain(`"${name}"`)
  })

  it.each([
    ['title', ' '],
    ['title', 'x'.repeat(256)],
    ['file_name', 'a/b.rb'],
    ['file_name', 'x'.repeat(256)],
    ['code', ' '],
    ['visibility_level', 5],
  ])('refuse the %s %j, new or changed', async (name, value) => {
    const bob = api.as('bob')
    const created = await bob.post('/projects/1/snippets', { ...attributes, [name]: value })
    expect([created.status, Object.keys(created.body.message)]).toEqual([400, [name]])
    const changed = await bob.put('/projects/1/snippets/2', { [name]: value })
    expect([changed.status, Object.keys(changed.body.message)]).toEqual([400, [name]])
    expect((await bob.get('/projects/1/snippets')).body).toHaveLength(3)
  })

  it('heed the restricted visibility levels, but for administrators', async () => {
    const settings = api.forge.db.settings.all()[0]
    if (settings) api.forge.db.settings.replace(settings, { restricted_visibility_levels: [2] })
    const publicly = { ...attributes, visibility_level: 20 }
    const refusedNew = await api.as('bob').post('/projects/1/snippets', publicly)
    expect([refusedNew.status, Object.keys(refusedNew.body.message)]).toEqual([
      400,
      ['visibility_level'],
    ])
    const changed = await api.as('bob').put('/projects/1/snippets/2', { visibility_level: 20 })
    expect(changed.status).toBe(400)
    expect((await api.as('root').post('/projects/1/snippets', publicly)).status).toBe(201)
    expect((await api.as('bob').post('/projects/1/snippets', attributes)).status).toBe(201)
  })

  it('are changed by their author and by masters', async () => {
    const { status, body } = await api.as('bob').put('/projects/1/snippets/2', {
      title: 'Other',
      file_name: 'other.txt',
      code: 'other text',
      visibility_level: 0,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 2,
      title: 'Other',
      file_name: 'other.txt',
      visibility_level: 0,
      updated_at: now,
      created_at: '2017-01-04T08:00:00.000Z',
    })
    expect((await api.as('bob').get('/projects/1/snippets/2/raw')).body).toBe('other text')
    expect((await api.as('carol').get('/projects/1/snippets/2')).status).toBe(404)
    expect((await api.as('bob').put('/projects/1/snippets/3', { title: 'x' })).status).toBe(403)
    expect((await api.as('dave').put('/projects/1/snippets/3', { title: 'x' })).status).toBe(403)
    const byMaster = await api.as('jane').put('/projects/1/snippets/3', { title: 'x' })
    expect(byMaster.body).toMatchObject({ title: 'x', file_name: 'public.txt' })
    expect((await api.as('bob').put('/projects/1/snippets/2')).status).toBe(400)
  })

  it('are deleted by their author and by masters; 200 even when not there', async () => {
    expect((await api.as('bob').delete('/projects/1/snippets/3')).status).toBe(403)
    const deleted = await api.as('carol').delete('/projects/1/snippets/3')
    expect([deleted.status, deleted.body.title]).toEqual([200, 'public'])
    const again = await api.as('carol').delete('/projects/1/snippets/3')
    expect([again.status, again.body]).toEqual([200, null])
    expect((await api.as('carol').delete('/projects/2/snippets/2')).status).toBe(404)
    expect((await api.as('jane').delete('/projects/2/snippets/2')).body).toBeNull()
    expect((await api.as('jane').delete('/projects/1/snippets/2')).status).toBe(200)
  })

  it('are as good as not there for who may not see them', async () => {
    const { status, body } = await api.as('jane').delete('/projects/1/snippets/1')
    expect([status, body]).toEqual([200, null])
    expect((await api.as('bob').get('/projects/1/snippets/1')).status).toBe(200)
  })

  it('show in the activity to who sees them, until they are deleted', async () => {
    const carol = api.as('carol')
    await carol.post('/projects/1/snippets', { ...attributes, visibility_level: 0 })
    await carol.post('/projects/1/snippets/6/notes', { body: 'Note to self' })
    const ownEvents = (await carol.get('/users/4/events')).body
    expect(ownEvents[0]).toMatchObject({ action_name: 'commented on' })
    expect(ownEvents[1]).toMatchObject({
      action_name: 'created',
      target_type: 'Snippet',
      target_id: 6,
      target_title: 'New',
    })
    expect(JSON.stringify((await api.as('jane').get('/users/4/events')).body)).not.toMatch(
      /New|Note to self/,
    )
    await carol.delete('/projects/1/snippets/6')
    expect((await carol.get('/users/4/events')).body).toHaveLength(ownEvents.length - 2)
    expect(api.forge.db.notes.by('noteable', 'Snippet:1')).toEqual([])
  })
})
