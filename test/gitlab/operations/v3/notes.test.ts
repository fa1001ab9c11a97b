import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { app, open, trackerWorld, website } from './tracker-world.ts'

const world = {
  ...trackerWorld,
  projects: [
    {
      ...website,
      snippets: [
        {
          title: 'Reset',
          file_name: 'reset.css',
          code: '* {}',
          author: 'bob',
          visibility: 'internal' as const,
        },
      ],
    },
    app,
    open,
  ],
}

const parents = [
  ['Issue', '/projects/1/issues/1', 1],
  ['Snippet', '/projects/1/snippets/1', 1],
  ['MergeRequest', '/projects/1/merge_requests/1', 1],
] as const

const bodies = (notes: { body: string }[]) => notes.map(({ body }) => body)

/** The seed has a system note: of the issue that was closed. */
const first = 2

describeForge('notes', { seed: world }, (api) => {
  const addMergeRequest = () =>
    api.forge.db.mergeRequests.insert({
      id: 1,
      iid: 7,
      source_project_id: 1,
      target_project_id: 1,
      source_branch: 'topic',
      target_branch: 'master',
      title: 'Sharpen the logo',
      author_id: 3,
      // dave is a guest: he reads it as its assignee.
      assignee_id: 5,
    })

  it.each(parents)(
    'on %s: creates, lists, shows, changes and deletes one',
    async (type, path, id) => {
      addMergeRequest()
      const carol = api.as('carol')
      const created = await carol.post(`${path}/notes`, { body: 'Well done' })
      expect(created.status).toBe(201)
      const note = {
        id: first,
        body: 'Well done',
        attachment: null,
        author: {
          id: 4,
          username: 'carol',
          email: 'carol@example.com',
          name: 'carol',
          state: 'active',
          created_at: expect.any(String),
          avatar_url: null,
          web_url: `${api.origin}/carol`,
        },
        created_at: now,
        updated_at: now,
        system: false,
        upvote: false,
        downvote: false,
        noteable_id: id,
        noteable_type: type,
      }
      expect(created.body).toEqual(note)
      expect((await carol.get(`${path}/notes`)).body).toEqual([note])
      expect((await carol.get(`${path}/notes/${first}`)).body).toEqual(note)
      const changed = await carol.put(`${path}/notes/${first}`, { body: 'Very well done' })
      expect([changed.status, changed.body.body]).toEqual([200, 'Very well done'])
      const deleted = await carol.delete(`${path}/notes/${first}`)
      expect([deleted.status, deleted.body.body]).toEqual([200, 'Very well done'])
      expect((await carol.get(`${path}/notes/${first}`)).status).toBe(404)
      const again = await carol.delete(`${path}/notes/${first}`)
      expect([again.status, again.body]).toEqual([200, null])
      expect((await carol.get(`${path}/notes`)).body).toEqual([])
    },
  )

  it.each(parents)('on %s: names a missing or blank body', async (_, path) => {
    addMergeRequest()
    const jane = api.as('jane')
    await jane.post(`${path}/notes`, { body: 'A' })
    for (const parameters of [{}, { body: ' ' }]) {
      const created = await jane.post(`${path}/notes`, parameters)
      expect(created.status).toBe(400)
      expect(JSON.stringify(created.body.message)).toContain('body')
      const changed = await jane.put(`${path}/notes/${first}`, parameters)
      expect(changed.status).toBe(400)
      expect(JSON.stringify(changed.body.message)).toContain('body')
    }
    expect(bodies((await jane.get(`${path}/notes`)).body)).toEqual(['A'])
  })

  it.each(parents)('on %s: are for whoever sees it', async (_, path) => {
    addMergeRequest()
    expect((await api.as('eve').get(`${path}/notes`)).status).toBe(404)
    expect((await api.as('eve').post(`${path}/notes`, { body: 'x' })).status).toBe(404)
    expect((await api.anonymous.get(`${path}/notes`)).status).toBe(401)
    expect((await api.as('dave').post(`${path}/notes`, { body: 'x' })).status).toBe(201)
    const elsewhere = path.replace('/projects/1/', '/projects/2/')
    expect((await api.as('jane').get(`${elsewhere}/notes`)).status).toBe(404)
    const unknown = path.replace(/\d+$/, '99')
    expect((await api.as('jane').get(`${unknown}/notes`)).status).toBe(404)
  })

  it.each(parents)(
    'on %s: their author, masters and administrators change them',
    async (_, path) => {
      addMergeRequest()
      await api.as('dave').post(`${path}/notes`, { body: 'From a guest' })
      for (const [username, status] of [
        ['carol', 403],
        ['bob', 403],
        ['dave', 200],
        ['jane', 200],
        ['root', 200],
      ] as const) {
        const { status: actual } = await api
          .as(username)
          .put(`${path}/notes/${first}`, { body: 'x' })
        expect([username, actual]).toEqual([username, status])
      }
      expect((await api.as('bob').delete(`${path}/notes/${first}`)).status).toBe(403)
      expect((await api.as('jane').delete(`${path}/notes/${first}`)).status).toBe(200)
    },
  )

  it.each(parents)('on %s: show in the activity with the note', async (_, path) => {
    addMergeRequest()
    const { body: note } = await api.as('carol').post(`${path}/notes`, { body: 'Look' })
    const { body } = await api.as('jane').get('/users/4/events')
    expect(body[0]).toMatchObject({
      project_id: 1,
      action_name: 'commented on',
      target_type: 'Note',
      target_id: first,
      target_title: null,
      data: null,
      note,
    })
    await api.as('carol').delete(`${path}/notes/${first}`)
    expect((await api.as('jane').get('/users/4/events')).body).toEqual([])
  })

  it.each(parents)('on %s: count as a change of it', async (type, path) => {
    addMergeRequest()
    await api.as('carol').post(`${path}/notes`, { body: 'Look' })
    const { issues, snippets, mergeRequests } = api.forge.db
    const parent = {
      Issue: issues.get(1),
      Snippet: snippets.get(1),
      MergeRequest: mergeRequests.get(1),
    }
    expect(parent[type]?.updated_at).toBe(now)
  })

  it('count the votes on an issue', async () => {
    for (const [as, body] of [
      ['carol', ':+1:'],
      ['jane', ':thumbsup:'],
      ['root', ':-1:'],
    ] as const) {
      await api.as(as).post('/projects/1/issues/1/notes', { body })
    }
    const { body } = await api.as('bob').get('/projects/1/issues/1')
    expect([body.upvotes, body.downvotes]).toEqual([2, 1])
  })

  it.each(parents)('on %s: an emoji alone is an award', async (type, path, id) => {
    addMergeRequest()
    const { status, body } = await api.as('carol').post(`${path}/notes`, { body: ' :tada:\n' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 1,
      name: 'tada',
      user: expect.objectContaining({ username: 'carol' }),
      created_at: now,
      updated_at: now,
      awardable_id: id,
      awardable_type: type,
    })
    expect((await api.as('carol').get(`${path}/notes`)).body).toEqual([])
    expect((await api.as('carol').get('/users/4/events')).body).toEqual([])
    const again = await api.as('carol').post(`${path}/notes`, { body: ':tada:' })
    expect([again.status, again.body.message]).toEqual([400, { name: ['has already been taken'] }])
    expect((await api.as('dave').post(`${path}/notes`, { body: ':tada:' })).status).toBe(201)
    const other = await api.as('carol').post(`${path}/notes`, { body: ':heart:' })
    expect(other.body.name).toBe('heart')
  })

  it.each([
    [':+1:', 'thumbsup'],
    [':thumbsup:', 'thumbsup'],
    [':-1:', 'thumbsdown'],
  ])('takes %s for the vote %s, but of the author for a comment', async (body, name) => {
    const path = '/projects/1/issues/1/notes'
    expect((await api.as('carol').post(path, { body })).body.name).toBe(name)
    const own = await api.as('dave').post(path, { body })
    expect([own.body.body, own.body.system]).toEqual([body, false])
  })

  it.each(['Nice :tada:', ':ta da:', '::', ':tada: :tada:'])(
    'takes %j for a comment',
    async (body) => {
      const created = await api.as('carol').post('/projects/1/issues/1/notes', { body })
      expect(created.body.body).toBe(body)
    },
  )

  it('come oldest first, a page at a time', async () => {
    const jane = api.as('jane')
    const path = '/projects/1/issues/1/notes'
    await jane.post(path, { body: 'new' })
    await jane.post(path, { body: 'newer' })
    await jane.post(path, { body: 'old', created_at: '2017-01-03T00:00:00Z' })
    expect(bodies((await jane.get(path)).body)).toEqual(['old', 'new', 'newer'])
    expect(bodies((await jane.get(path, { per_page: 2, page: 2 })).body)).toEqual(['newer'])
  })

  it('heed created_at of administrators and owners only, and only on issues', async () => {
    addMergeRequest()
    const created_at = '2016-12-24T18:00:00.000Z'
    const post = async (username: string, path: string) =>
      (await api.as(username).post(`${path}/notes`, { body: 'x', created_at })).body.created_at
    expect(await post('jane', '/projects/1/issues/1')).toBe(created_at)
    expect(await post('root', '/projects/1/issues/1')).toBe(created_at)
    expect(await post('bob', '/projects/1/issues/1')).toBe(now)
    expect(await post('jane', '/projects/1/snippets/1')).toBe(now)
    expect(await post('jane', '/projects/1/merge_requests/1')).toBe(now)
    const { status, body } = await api
      .as('jane')
      .post('/projects/1/issues/1/notes', { body: 'x', created_at: 'then' })
    expect([status, Object.keys(body.message)]).toEqual([400, ['created_at']])
  })

  it('are found below their own parent only', async () => {
    const jane = api.as('jane')
    await jane.post('/projects/1/issues/1/notes', { body: 'x' })
    for (const path of ['/projects/1/issues/2', '/projects/1/snippets/1', '/projects/2/issues/5']) {
      expect((await jane.get(`${path}/notes/${first}`)).status).toBe(404)
      expect((await jane.put(`${path}/notes/${first}`, { body: 'y' })).status).toBe(404)
      const deleted = await jane.delete(`${path}/notes/${first}`)
      expect([deleted.status, deleted.body]).toEqual([200, null])
    }
    expect((await jane.get(`/projects/1/issues/1/notes/${first}`)).status).toBe(200)
    expect((await jane.get('/projects/1/issues/1/notes/99')).status).toBe(404)
  })

  it('of the forge itself are changed by nobody', async () => {
    const jane = api.as('jane')
    await jane.put('/projects/1/issues/1', { state_event: 'close' })
    for (const client of [jane, api.as('root')]) {
      expect((await client.put(`/projects/1/issues/1/notes/${first}`, { body: 'x' })).status).toBe(
        403,
      )
      expect((await client.delete(`/projects/1/issues/1/notes/${first}`)).status).toBe(403)
    }
    expect(bodies((await jane.get('/projects/1/issues/1/notes')).body)).toEqual(['closed'])
  })

  it('count on their issue, but not those of the forge', async () => {
    const jane = api.as('jane')
    await jane.put('/projects/1/issues/1', { state_event: 'close' })
    await jane.post('/projects/1/issues/1/notes', { body: 'One' })
    await jane.post('/projects/1/issues/1/notes', { body: 'Two' })
    expect((await jane.get('/projects/1/issues/1')).body.user_notes_count).toBe(2)
    expect((await jane.get('/projects/1/issues')).body.at(-1).user_notes_count).toBe(2)
  })

  it('on a deleted merge request are not there', async () => {
    addMergeRequest()
    await api.as('carol').post('/projects/1/merge_requests/1/notes', { body: 'Look' })
    const mergeRequest = api.forge.db.mergeRequests.get(1)
    if (mergeRequest) api.forge.db.mergeRequests.replace(mergeRequest, { deleted_at: now })
    expect((await api.as('jane').get('/projects/1/merge_requests/1/notes')).status).toBe(404)
    expect((await api.as('jane').get('/users/4/events')).body).toEqual([])
  })
})
