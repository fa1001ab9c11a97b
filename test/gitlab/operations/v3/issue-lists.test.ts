import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { iids, titles, trackerWorld } from './tracker-world.ts'

describeForge('lists of issues', { seed: trackerWorld }, (api) => {
  it('shows every field of an issue', async () => {
    const { status, body } = await api.as('jane').get('/projects/1/issues/1')
    expect(status).toBe(200)
    const bob = api.forge.db.users.get(3)
    expect(body).toEqual({
      id: 1,
      iid: 1,
      project_id: 1,
      title: 'The logo is blurred',
      description: 'See the header.',
      state: 'opened',
      created_at: '2017-01-02T08:00:00.000Z',
      updated_at: '2017-01-09T08:00:00.000Z',
      labels: ['bug', 'design'],
      milestone: {
        id: 1,
        iid: 1,
        project_id: 1,
        title: 'v1',
        description: null,
        state: 'active',
        start_date: null,
        due_date: '2017-02-01',
        created_at: '2017-01-01T08:00:00.000Z',
        updated_at: '2017-01-01T08:00:00.000Z',
      },
      assignee: {
        id: 3,
        username: 'bob',
        name: bob?.name,
        state: 'active',
        avatar_url: null,
        web_url: `${api.origin}/bob`,
      },
      author: expect.objectContaining({ id: 5, username: 'dave' }),
      subscribed: false,
      upvotes: 0,
      downvotes: 0,
      user_notes_count: 0,
      due_date: '2017-01-20',
      confidential: false,
      web_url: `${api.origin}/acme/website/issues/1`,
    })
  })

  it('lists the issues of a project, newest first', async () => {
    const { status, body, headers } = await api.as('jane').get('/projects/1/issues')
    expect(status).toBe(200)
    expect(iids(body)).toEqual([4, 3, 2, 1])
    expect(headers.get('x-total')).toBe('4')
  })

  it.each([
    [{ sort: 'asc' }, [1, 2, 3, 4]],
    [{ order_by: 'updated_at' }, [1, 2, 3, 4]],
    [{ order_by: 'updated_at', sort: 'asc' }, [4, 3, 2, 1]],
    [{ state: 'opened' }, [4, 2, 1]],
    [{ state: 'closed' }, [3]],
    [{ state: 'all' }, [4, 3, 2, 1]],
    [{ iid: 2 }, [2]],
    [{ iid: 99 }, []],
    [{ iid: 0 }, []],
    [{ milestone: 'v1' }, [1]],
    [{ milestone: 'v3' }, []],
    [{ labels: 'design, wontfix' }, [3, 1]],
    [{ labels: 'bug' }, [2, 1]],
    [{ labels: 'bug,design' }, [2, 1]],
    [{ labels: 'nothing' }, []],
    [{ labels: ' , ' }, [4, 3, 2, 1]],
    [{ labels: 'bug', state: 'opened', milestone: 'v2' }, [2]],
  ])('filters and orders by %j', async (parameters, expected) => {
    const { body } = await api.as('jane').get('/projects/1/issues', parameters)
    expect(iids(body)).toEqual(expected)
  })

  it.each([
    ['state', 'merged'],
    ['order_by', 'title'],
    ['sort', 'up'],
    ['iid', 'one'],
  ])('refuses an unknown %s', async (name, value) => {
    const { status, body } = await api.as('jane').get('/projects/1/issues', { [name]: value })
    expect(status).toBe(400)
    expect(body.message).toHaveProperty(name)
  })

  it('orders issues of the same moment by id, the same way', async () => {
    const jane = api.as('jane')
    for (const title of ['a', 'b', 'c']) await jane.post('/projects/2/issues', { title })
    const down = await jane.get('/projects/2/issues')
    expect(titles(down.body)).toEqual(['c', 'b', 'a', 'It crashes'])
    const up = await jane.get('/projects/2/issues', { sort: 'asc' })
    expect(titles(up.body)).toEqual(['It crashes', 'a', 'b', 'c'])
  })

  it('gives the page that is asked for', async () => {
    const { body, headers } = await api
      .as('jane')
      .get('/projects/1/issues', { per_page: 3, page: 2 })
    expect(iids(body)).toEqual([1])
    expect(headers.get('x-total-pages')).toBe('2')
  })

  it('needs credentials, even on a public project', async () => {
    expect((await api.anonymous.get('/projects/3/issues')).status).toBe(401)
    expect((await api.anonymous.get('/issues')).status).toBe(401)
    expect((await api.as('dave').get('/projects/3/issues')).status).toBe(200)
  })

  it('answers 404 to a stranger of a private project', async () => {
    expect((await api.as('eve').get('/projects/1/issues')).status).toBe(404)
    expect((await api.as('eve').get('/projects/1/issues/1')).status).toBe(404)
  })

  it('answers 404 for an unknown issue and for one of another project', async () => {
    expect((await api.as('jane').get('/projects/1/issues/99')).status).toBe(404)
    expect((await api.as('jane').get('/projects/2/issues/1')).status).toBe(404)
  })

  it("lists the caller's own issues of all projects, any label", async () => {
    const bob = api.as('bob')
    expect(titles((await bob.get('/issues')).body)).toEqual([
      'It crashes',
      'The password is in the page',
    ])
    const labelled = await bob.get('/issues', { labels: 'urgent,design' })
    expect(titles(labelled.body)).toEqual(['It crashes'])
    expect((await bob.get('/issues', { state: 'closed' })).body).toEqual([])
    expect(titles((await bob.get('/issues', { sort: 'asc' })).body)[0]).toContain('password')
    expect((await api.as('jane').get('/issues', { milestone: 'v2' })).body).toHaveLength(1)
  })

  it('leaves own issues out of projects that the caller sees no longer', async () => {
    const membership = api.forge.db.members
      .by('user_id', 5)
      .find(({ source_type }) => source_type === 'project')
    expect((await api.as('dave').get('/issues')).body).toHaveLength(1)
    if (membership) api.forge.db.members.remove(membership)
    expect((await api.as('dave').get('/issues')).body).toEqual([])
  })

  it("lists the issues of a group's projects, all labels matching", async () => {
    const jane = api.as('jane')
    expect((await jane.get('/groups/7/issues')).body).toHaveLength(5)
    expect(titles((await jane.get('/groups/7/issues', { labels: 'bug,design' })).body)).toEqual([
      'The logo is blurred',
    ])
    expect((await jane.get('/groups/7/issues', { state: 'closed' })).body).toHaveLength(1)
    expect((await jane.get('/groups/7/issues', { milestone: 'v1' })).body).toHaveLength(1)
    const oldest = await jane.get('/groups/7/issues', { sort: 'asc', per_page: 1 })
    expect(titles(oldest.body)).toEqual(['The logo is blurred'])
  })

  it('lists of a group only what the caller sees', async () => {
    const { body, headers } = await api.as('carol').get('/groups/7/issues')
    expect(titles(body)).not.toContain('It crashes')
    expect(headers.get('x-total')).toBe('4')
    expect((await api.as('eve').get('/groups/7/issues')).status).toBe(404)
  })

  it('shows no issue where the tracker is switched off', async () => {
    const { projects } = api.forge.db
    const website = projects.get(1)
    if (website) projects.replace(website, { issues_enabled: false })
    const jane = api.as('jane')
    expect((await jane.get('/projects/1/issues')).body).toEqual([])
    expect((await jane.get('/projects/1/issues/1')).status).toBe(404)
    expect((await jane.get('/issues')).body).toEqual([])
    expect((await jane.post('/projects/1/issues', { title: 'New' })).status).toBe(403)
  })
})

describeForge('confidential issues', { seed: trackerWorld }, (api) => {
  it.each(['root', 'jane', 'bob', 'carol', 'dave'])('are seen by %s', async (username) => {
    expect((await api.as(username).get('/projects/1/issues/4')).status).toBe(200)
    const { body } = await api.as(username).get('/projects/1/issues')
    expect(iids(body)).toContain(4)
  })

  it('are seen by a guest who wrote them', async () => {
    const dave = api.as('dave')
    await dave.post('/projects/1/issues', { title: 'Hidden', confidential: true })
    expect((await dave.get('/projects/1/issues/6')).body.title).toBe('Hidden')
  })

  it('leave no trace for a guest who neither wrote them nor is assigned', async () => {
    await api.as('jane').put('/projects/1/issues/4', { assignee_id: 0 })
    await api.as('jane').post('/projects/1/issues/4/notes', { body: 'Secret' })
    const dave = api.as('dave')
    expect((await dave.get('/projects/1/issues/4')).status).toBe(404)
    expect((await dave.get('/projects/1/issues/4/notes')).status).toBe(404)
    expect((await dave.post('/projects/1/issues/4/notes', { body: 'Hm' })).status).toBe(404)
    expect((await dave.post('/projects/1/issues/4/subscription')).status).toBe(404)
    expect((await dave.put('/projects/1/issues/4', { title: 'Mine' })).status).toBe(403)
    const { body, headers } = await dave.get('/projects/1/issues')
    expect(iids(body)).toEqual([3, 2, 1])
    expect(headers.get('x-total')).toBe('3')
    expect((await dave.get('/projects/1/issues', { iid: 4 })).body).toEqual([])
    const events = [
      ...(await dave.get('/users/3/events')).body,
      ...(await dave.get('/users/2/events')).body,
    ]
    expect(JSON.stringify(events)).not.toMatch(/password|Secret/)
    expect(JSON.stringify((await api.as('carol').get('/users/2/events')).body)).toContain('Secret')
  })

  it('count as open issues of the project for who sees them only', async () => {
    const countFor = async (username: string) =>
      (await api.as(username).get('/projects/1')).body.open_issues_count
    expect(await countFor('dave')).toBe(3)
    await api.as('jane').put('/projects/1/issues/4', { assignee_id: 0 })
    expect([await countFor('dave'), await countFor('carol'), await countFor('root')]).toEqual([
      2, 3, 3,
    ])
  })

  it('shows by several labels what was written since the last look', async () => {
    const path = '/projects/1/issues'
    const query = { labels: 'bug,design', sort: 'asc' }
    const jane = api.as('jane')
    const before = (await jane.get(path, query)).body
    const { body: added } = await jane.post(path, { title: 'Another', labels: 'design' })
    expect(iids((await jane.get(path, query)).body)).toEqual(iids([...before, added]))
    await jane.put(`${path}/${added.id}`, { labels: '' })
    expect((await jane.get(path, query)).body).toEqual(before)
  })
})
