import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'rita' }, { username: 'gus' }],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      labels: ['all'],
      milestones: [{ id: 9, title: 'Year' }],
      members: { jane: 'owner', rita: 'reporter', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      labels: [{ title: 'bug', color: '#FF0000', priority: 3 }, 'later'],
      milestones: [
        { title: 'v1', due_date: '2017-03-01' },
        { title: 'v0', state: 'closed' },
      ],
      boards: [{ lists: ['bug', 'later'] }],
      issues: [
        {
          title: 'One',
          author: 'jane',
          labels: ['bug', 'all'],
          milestone: 'v1',
          todos: ['rita'],
          created_at: '2017-01-01T00:00:00.000Z',
        },
        {
          title: 'Two',
          author: 'jane',
          milestone: 'v1',
          created_at: '2017-01-02T00:00:00.000Z',
          notes: [{ author: 'jane', body: 'Well, @rita?', at: '2017-01-03T00:00:00.000Z' }],
        },
        { title: 'Of the year', author: 'jane', milestone: 'Year' },
      ],
      merge_requests: [{ title: 'Take it', author: 'jane', source_branch: 'feature' }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
          {
            message: 'Add',
            author: 'jane',
            branch: 'feature',
            actions: [{ action: 'create', file_path: 'b', content: 'b' }],
          },
        ],
      },
    },
  ],
}

const path = '/projects/1'

async function refusalOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  return [status, body]
}

describeForge('labels of GitLab 8.15', { seed }, (api) => {
  const jane = () => api.as('jane')
  const labels = `${path}/labels`

  it('are listed whole and with counts, those of the group among them', async () => {
    const { status, body } = await api.as('gus').get(labels)
    expect(status).toBe(200)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['all', 'bug', 'later'])
    expect(body[1]).toEqual({
      id: expect.any(Number),
      name: 'bug',
      color: '#FF0000',
      description: null,
      open_issues_count: 1,
      closed_issues_count: 0,
      open_merge_requests_count: 0,
      priority: 3,
      subscribed: false,
    })
  })

  it('are created, changed and deleted by their names', async () => {
    const added = { name: 'docs', color: '#00ff00', priority: 1 }
    const made = await api.as('rita').post(labels, added)
    expect([made.status, made.body]).toMatchObject([201, { ...added, open_issues_count: 0 }])
    expect(await refusalOf(jane().post(labels, { ...added, name: 'all' }))).toEqual([
      409,
      { message: 'Label already exists' },
    ])
    expect(await refusalOf(jane().post(labels, { name: 'x', color: 'tomato' }))).toEqual([
      400,
      { message: { color: ['must be a valid color code'] } },
    ])
    expect((await api.as('gus').post(labels, added)).status).toBe(403)
    const changed = await jane().put(labels, { name: 'bug', new_name: 'defect', priority: null })
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'defect', priority: null }])
    expect((await jane().get(`${path}/issues/1`)).body.labels).toEqual(['all', 'defect'])
    expect((await jane().put(labels, { name: 'defect' })).status).toBe(400)
    expect(await refusalOf(jane().put(labels, { name: 'none', color: '#fff' }))).toEqual([
      404,
      { message: '404 Label not found Not Found' },
    ])
    const gone = await jane().delete(labels, { name: 'defect' })
    expect([gone.status, gone.body.name]).toEqual([200, 'defect'])
    expect(await refusalOf(jane().delete(labels, { name: 'defect' }))).toEqual([
      404,
      { message: '404 Label Not Found' },
    ])
    expect((await jane().delete(labels)).status).toBe(400)
  })

  it('are made in the colour of the release by naming them', async () => {
    await jane().put(`${path}/issues/1`, { labels: 'fresh,all' })
    const { body } = await jane().get(labels)
    const fresh = body.find(({ name }: { name: string }) => name === 'fresh')
    expect(fresh.color).toBe('#428BCA')
    expect(body.filter(({ name }: { name: string }) => name === 'all')).toHaveLength(1)
  })

  it('are subscribed to by id and by name', async () => {
    const gus = api.as('gus')
    const { status, body } = await gus.post(`${labels}/bug/subscription`)
    expect([status, body.subscribed]).toEqual([201, true])
    expect((await gus.post(`${labels}/${body.id}/subscription`)).status).toBe(304)
    const left = await gus.delete(`${labels}/${body.id}/subscription`)
    expect([left.status, left.body.subscribed]).toEqual([200, false])
    expect((await gus.delete(`${labels}/bug/subscription`)).status).toBe(304)
    expect((await gus.post(`${labels}/none/subscription`)).status).toBe(404)
  })
})

describeForge('milestones of GitLab 8.15', { seed }, (api) => {
  const jane = () => api.as('jane')
  const milestones = `${path}/milestones`

  it('are due on the day of a time', async () => {
    const times = { start_date: '2019-12-01', due_date: '2020-01-01T00:00:00Z' }
    const made = await jane().post(milestones, { title: 'Due', ...times })
    expect([made.status, made.body.start_date, made.body.due_date]).toEqual([
      201,
      '2019-12-01',
      '2020-01-01',
    ])
    const one = `${milestones}/${made.body.id}`
    const later = await jane().put(one, { due_date: '2020-02-01T10:00:00Z' })
    expect(later.body.due_date).toBe('2020-02-01')
    expect((await jane().put(one, { due_date: 'soon' })).status).toBe(400)
  })

  it('are listed by id and filtered', async () => {
    const titles = async (query: Record<string, unknown>) =>
      (await api.as('gus').get(milestones, query)).body.map(({ title }: { title: string }) => title)
    expect(await titles({})).toEqual(['v1', 'v0'])
    expect(await titles({ state: 'closed' })).toEqual(['v0'])
    expect(await titles({ iid: [1] })).toEqual(['v1'])
    expect((await jane().get(`${milestones}/1`)).body).toMatchObject({
      id: 1,
      iid: 1,
      project_id: 1,
      title: 'v1',
      due_date: '2017-03-01',
      state: 'active',
    })
    expect(await refusalOf(jane().get(`${milestones}/9`))).toEqual([
      404,
      { message: '404 Not found' },
    ])
  })

  it('are created, changed and closed', async () => {
    const { status, body } = await api.as('rita').post(milestones, {
      title: 'v2',
      start_date: '2017-04-01',
      due_date: '2017-05-01',
    })
    expect([status, body]).toMatchObject([201, { iid: 3, start_date: '2017-04-01' }])
    expect(await refusalOf(jane().post(milestones, { title: 'v2' }))).toEqual([
      400,
      { message: 'Failed to create milestone {:title=>["has already been taken"]}' },
    ])
    const closed = await jane().put(`${milestones}/${body.id}`, { state_event: 'close' })
    expect([closed.status, closed.body.state]).toEqual([200, 'closed'])
    expect((await jane().put(`${milestones}/${body.id}`, {})).status).toBe(400)
    expect((await api.as('gus').put(`${milestones}/1`, { title: 'x' })).status).toBe(403)
    expect((await jane().put(`${milestones}/99`, { title: 'x' })).status).toBe(404)
  })

  it('have issues, and one of a group is shown as of the project', async () => {
    const { body } = await jane().get(`${milestones}/1/issues`)
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Two', 'One'])
    const { body: issue } = await jane().get(`${path}/issues/3`)
    expect(issue.milestone).toMatchObject({ id: 9, project_id: 1 })
  })
})

describeForge('the board of GitLab 8.15', { seed }, (api) => {
  const jane = () => api.as('jane')
  const lists = `${path}/boards/1/lists`

  it('has lists that come, move and go', async () => {
    const { body } = await api.as('gus').get(`${path}/boards`)
    expect(body).toEqual([
      {
        id: 1,
        lists: [
          { id: 1, label: expect.objectContaining({ name: 'bug' }), position: 0 },
          { id: 2, label: expect.objectContaining({ name: 'later' }), position: 1 },
        ],
      },
    ])
    expect((await jane().get(lists)).body).toEqual(body[0].lists)
    expect((await jane().get(`${lists}/2`)).body).toEqual(body[0].lists[1])
    const { body: known } = await jane().get(`${path}/labels`)
    const all = known.find(({ name }: { name: string }) => name === 'all')
    const added = await api.as('rita').post(lists, { label_id: all.id })
    expect([added.status, added.body]).toMatchObject([201, { position: 2, label: { name: 'all' } }])
    const moved = await jane().put(`${lists}/${added.body.id}`, { position: 0 })
    expect([moved.status, moved.body.position]).toEqual([200, 0])
    const gone = await jane().delete(`${lists}/1`)
    expect([gone.status, gone.body.label.name]).toEqual([200, 'bug'])
    expect(await refusalOf(jane().delete(`${lists}/1`))).toEqual([
      404,
      { message: '404 Not found' },
    ])
    const positions = (await jane().get(lists)).body.map(
      ({ position, label }: { position: number; label: { name: string } }) =>
        `${position} ${label.name}`,
    )
    expect(positions).toEqual(['0 all', '1 later'])
  })

  it('is the first of the project alone, and for reporters to change', async () => {
    expect(await refusalOf(jane().get(`${path}/boards/9/lists`))).toEqual([
      404,
      { message: '404 Board Not Found' },
    ])
    expect((await jane().post(lists, { label_id: 99 })).status).toBe(400)
    expect((await jane().put(`${lists}/1`, { position: 9 })).status).toBe(400)
    expect((await api.as('gus').put(`${lists}/1`, { position: 1 })).status).toBe(403)
    expect((await api.as('gus').delete(`${lists}/1`)).status).toBe(403)
  })
})

describeForge('todos of GitLab 8.15', { seed }, (api) => {
  const rita = () => api.as('rita')

  it('are listed, the newest first, and filtered', async () => {
    const { body } = await rita().get('/todos')
    expect(body).toMatchObject([
      { action_name: 'marked', body: 'One', target_type: 'Issue', target: { title: 'One' } },
      { action_name: 'mentioned', body: 'Well, @rita?', author: { username: 'jane' } },
    ])
    expect(body[1].target_url).toMatch(/\/acme\/site\/issues\/2#note_1$/)
    expect((await rita().get('/todos', { action: 'marked' })).body).toHaveLength(1)
    expect((await rita().get('/todos', { state: 'done' })).body).toEqual([])
    expect((await rita().get('/todos', { type: 'MergeRequest' })).body).toEqual([])
    expect((await rita().get('/todos', { project_id: 2 })).body).toEqual([])
  })

  it('are done one by one, and all at once, which says how many', async () => {
    const [{ id }] = (await rita().get('/todos')).body
    const { status, body } = await rita().delete(`/todos/${id}`)
    expect([status, body.state]).toEqual([200, 'done'])
    expect((await api.as('gus').delete(`/todos/${id}`)).status).toBe(404)
    expect(await refusalOf(rita().delete('/todos'))).toEqual([200, 1])
    expect(await refusalOf(rita().delete('/todos'))).toEqual([200, 0])
    expect((await rita().get('/todos')).body).toEqual([])
  })

  it('are made on merge requests, whose subscriptions end as well', async () => {
    const { status, body } = await rita().post(`${path}/merge_requests/1/todo`)
    expect([status, body]).toMatchObject([
      201,
      { target_type: 'MergeRequest', target: { title: 'Take it' }, action_name: 'marked' },
    ])
    expect(body.target_url).toMatch(/\/merge_requests\/1$/)
    expect((await rita().post(`${path}/merge_requests/1/todo`)).status).toBe(304)
    const old = `${path}/merge_request/1/subscription`
    expect((await rita().post(old)).status).toBe(201)
    const left = await rita().delete(`${path}/merge_requests/1/subscription`)
    expect([left.status, left.body.subscribed]).toEqual([200, false])
    expect((await rita().delete(old)).status).toBe(304)
  })
})
