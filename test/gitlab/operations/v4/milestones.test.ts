import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'rita' },
    { username: 'gus' },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      milestones: [{ id: 10, title: 'Year', due_date: '2017-12-31' }],
      members: { jane: 'owner', rita: 'reporter', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      labels: [{ title: 'first', priority: 1 }],
      milestones: [
        { title: 'v2', due_date: '2017-03-01', start_date: '2017-02-01', description: 'Faster' },
        { title: 'someday' },
        { title: 'v1', due_date: '2017-01-10', state: 'closed' },
      ],
      issues: [
        { title: 'One', author: 'jane', milestone: 'v2' },
        { title: 'Two', author: 'jane', milestone: 'v2', labels: ['first'] },
        { title: 'Hidden', author: 'jane', milestone: 'v2', confidential: true },
        { title: 'Of the year', author: 'jane', milestone: 'Year' },
      ],
    },
    {
      path: 'acme/app',
      visibility: 'public',
      milestones: [{ title: 'v2' }],
      issues: [{ title: 'Of app', author: 'jane', milestone: 'v2' }],
    },
    { path: 'jane/diary', visibility: 'private', milestones: [{ title: 'v1' }] },
  ],
}

const path = '/projects/1/milestones'
const groupPath = '/groups/acme/milestones'
const titles = (body: readonly { title: string }[]) => body.map(({ title }) => title)
const missing = [404, { message: '404 Not found' }]

async function refusalOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  return [status, body]
}

describeV4('milestones of a project', { seed }, (api) => {
  const jane = () => api.as('jane')
  const found = async (query: Record<string, unknown>, at = path) =>
    titles((await api.as('eve').get(at, query)).body)

  it('are listed by the day that they are due', async () => {
    const { status, body } = await api.as('eve').get(path)
    expect([status, titles(body)]).toEqual([200, ['v1', 'v2', 'someday']])
    expect(body[1]).toEqual({
      id: 1,
      iid: 1,
      project_id: 1,
      title: 'v2',
      description: 'Faster',
      state: 'active',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      due_date: '2017-03-01',
      start_date: '2017-02-01',
      expired: false,
      web_url: expect.stringMatching(/\/acme\/site\/-\/milestones\/1$/),
    })
    expect(body[0]).toMatchObject({ state: 'closed', expired: true })
    expect((await api.anonymous.get(path)).status).toBe(401)
  })

  it('are filtered', async () => {
    expect(await found({ state: 'active' })).toEqual(['v2', 'someday'])
    expect(await found({ state: 'closed' })).toEqual(['v1'])
    expect(await found({ iids: [1, 3] })).toEqual(['v1', 'v2'])
    expect(await found({ iids: '2' })).toEqual(['someday'])
    expect(await found({ title: 'v1' })).toEqual(['v1'])
    expect(await found({ search: 'FAST' })).toEqual(['v2'])
    expect(await found({ include_ancestors: true, iids: [1] })).toEqual([
      'v1',
      'v2',
      'Year',
      'someday',
    ])
    expect(await found({ include_parent_milestones: true, state: 'closed' })).toEqual(['v1'])
    expect(await found({ containing_date: '2017-02-15' })).toEqual(['v2'])
    await jane().put(`${path}/2`, { description: 'Later' })
    expect(await found({ updated_after: '2017-01-15' })).toEqual(['someday'])
    expect(await found({ updated_before: '2017-01-15' })).toEqual(['v1', 'v2'])
    const both = { include_ancestors: true, include_parent_milestones: true }
    expect(await refusalOf(jane().get(path, both))).toEqual([
      400,
      { error: 'include_ancestors, include_parent_milestones are mutually exclusive' },
    ])
    expect((await jane().get(path, { state: 'opened' })).body).toEqual({
      error: 'state does not have a valid value',
    })
  })

  it('are created by planners, with the next number and an event', async () => {
    const { status, body } = await api.as('rita').post(path, {
      title: ' v3 ',
      description: 'Then',
      start_date: '2017-05-01',
      due_date: '2017-06-01T10:00:00Z',
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        iid: 4,
        title: 'v3',
        due_date: '2017-06-01',
        start_date: '2017-05-01',
      }),
    ])
    expect((await jane().get(`${path}/${body.id}`)).body).toEqual(body)
    const { body: events } = await jane().get('/projects/1/events', { target_type: 'milestone' })
    expect(events[0]).toMatchObject({
      action_name: 'opened',
      target_type: 'Milestone',
      target_title: 'v3',
      target_iid: 4,
      author_username: 'rita',
    })
    expect((await jane().delete(`${path}/${body.id}`)).status).toBe(204)
    expect((await jane().post(path, { title: 'v4' })).body.iid).toBe(5)
  })

  it('are refused with the errors as Ruby writes them', async () => {
    const post = (body: Record<string, unknown>) => refusalOf(jane().post(path, body))
    const failed = (errors: string, what = 'create') => [
      400,
      { message: `Failed to ${what} milestone {${errors}}` },
    ]
    expect(await post({})).toEqual([400, { error: 'title is missing' }])
    expect(await post({ title: 'v2' })).toEqual(failed(':title=>["has already been taken"]'))
    expect(await post({ title: 'Year' })).toEqual(
      failed(':title=>["already being used for another group or project milestone."]'),
    )
    expect(await post({ title: 'v9', start_date: '2017-02-01', due_date: '2017-01-01' })).toEqual(
      failed(':due_date=>["must be greater than start date"]'),
    )
    expect(await post({ title: ' ' })).toEqual(failed(`:title=>["can't be blank"]`))
    expect(await post({ title: 'v9', due_date: 'soon' })).toEqual([
      400,
      { error: 'due_date is invalid' },
    ])
    expect(await refusalOf(jane().put(`${path}/1`, { title: 'v1' }))).toEqual(
      failed(':title=>["has already been taken"]', 'update'),
    )
    expect(await refusalOf(jane().put(`${path}/1`, { due_date: '2017-01-01' }))).toEqual(
      failed(':due_date=>["must be greater than start date"]', 'update'),
    )
    expect((await api.as('gus').post(path, { title: 'v9' })).status).toBe(403)
    expect((await api.anonymous.post(path, { title: 'v9' })).status).toBe(401)
  })

  it('are changed, closed and activated', async () => {
    const change = async (body: Record<string, unknown>) =>
      (await api.as('rita').put(`${path}/1`, body)).body
    expect(await change({ title: 'v2.0', due_date: '', start_date: null })).toMatchObject({
      title: 'v2.0',
      due_date: null,
      start_date: null,
      updated_at: '2017-01-15T12:00:00.000Z',
    })
    expect(await change({ state_event: 'close' })).toMatchObject({ state: 'closed' })
    expect(await change({ state_event: 'close' })).toMatchObject({ state: 'closed' })
    expect(await change({ state_event: 'activate' })).toMatchObject({ state: 'active' })
    const { body: events } = await jane().get('/projects/1/events', { target_type: 'milestone' })
    expect(events.map((event: { action_name: string }) => event.action_name)).toEqual([
      'opened',
      'closed',
    ])
    expect((await jane().get('/projects/1/issues/1')).body.state).toBe('opened')
    expect(await refusalOf(jane().put(`${path}/1`, {}))).toEqual([
      400,
      {
        error:
          'title, description, start_date, due_date, state_event are missing, at least one parameter must be provided',
      },
    ])
    expect((await api.as('gus').put(`${path}/1`, { title: 'x' })).status).toBe(403)
    expect(await refusalOf(jane().put(`${path}/99`, { title: 'x' }))).toEqual(missing)
  })

  it('are deleted, and issues lose them', async () => {
    const [own, others] = [`${path}/1`, `${path}/4`]
    expect((await api.as('gus').delete(own)).status).toBe(403)
    const stale = { 'if-unmodified-since': 'Fri, 01 Jan 2010 00:00:00 GMT' }
    expect((await api.as('jane', stale).delete(own)).status).toBe(412)
    expect((await api.as('rita').delete(own)).status).toBe(204)
    expect((await jane().get('/projects/1/issues/1')).body.milestone).toBe(null)
    expect(await refusalOf(jane().get(own))).toEqual(missing)
    expect(await refusalOf(jane().delete(own))).toEqual(missing)
    expect(await refusalOf(jane().get(others))).toEqual(missing)
    const { body: events } = await jane().get('/projects/1/events', { action: 'destroyed' })
    expect(events[0]).toMatchObject({ action_name: 'destroyed', target_title: 'v2' })
  })

  it('have issues, the best priority first, and merge requests', async () => {
    const { body } = await jane().get(`${path}/1/issues`)
    expect(titles(body)).toEqual(['Two', 'One', 'Hidden'])
    expect(body[0]).not.toHaveProperty('_links')
    expect(titles((await api.as('eve').get(`${path}/1/issues`)).body)).toEqual(['Two', 'One'])
    expect((await jane().get(`${path}/1/merge_requests`)).body).toEqual([])
    expect(await refusalOf(jane().get(`${path}/9/issues`))).toEqual(missing)
    expect(await refusalOf(jane().get(`${path}/9/merge_requests`))).toEqual(missing)
  })

  it('become those of the group, in the place of all of that title', async () => {
    expect((await api.as('gus').post(`${path}/1/promote`)).status).toBe(403)
    expect(await refusalOf(jane().post(`${path}/1/promote`))).toEqual([200, 200])
    const { body } = await jane().get(groupPath, { title: 'v2' })
    expect(body).toEqual([
      expect.objectContaining({
        title: 'v2',
        description: 'Faster',
        iid: 2,
        group_id: expect.any(Number),
      }),
    ])
    for (const project of [1, 2]) {
      const { body: issue } = await jane().get(`/projects/${project}/issues/1`)
      expect(issue.milestone.id).toBe(body[0].id)
      expect(await found({ title: 'v2' }, `/projects/${project}/milestones`)).toEqual([])
    }
    expect(await refusalOf(jane().post('/projects/3/milestones/5/promote'))).toEqual([
      400,
      { message: 'Promotion failed - Project does not belong to a group.' },
    ])
  })

  it('are hidden where neither issues nor merge requests are used', async () => {
    const off = { issues_access_level: 'disabled', merge_requests_access_level: 'disabled' }
    await jane().put('/projects/1', off)
    expect((await jane().get(path)).status).toBe(403)
    expect((await jane().get(`${path}/1`)).status).toBe(403)
  })
})

describeV4('milestones of a group', { seed }, (api) => {
  const jane = () => api.as('jane')

  it('are those of its projects too', async () => {
    const { body } = await jane().get('/projects/1/issues', { milestone: 'Year' })
    expect(titles(body)).toEqual(['Of the year'])
    expect(body[0].milestone).toMatchObject({
      id: 10,
      group_id: expect.any(Number),
      web_url: expect.stringMatching(/\/groups\/acme\/-\/milestones\/1$/),
    })
    expect(body[0].milestone).not.toHaveProperty('project_id')
    const planned = await jane().put('/projects/2/issues/1', { milestone_id: 10 })
    expect(planned.body.milestone.id).toBe(10)
    expect((await jane().get(`${groupPath}/10/issues`)).body).toHaveLength(2)
    expect((await jane().get(`${groupPath}/10/merge_requests`)).body).toEqual([])
    const elsewhere = await jane().put('/projects/2/issues/1', { milestone_id: 1 })
    expect(elsewhere.body.milestone).toBe(null)
  })

  it('are listed, created, changed and deleted', async () => {
    expect(titles((await api.as('eve').get(groupPath)).body)).toEqual(['Year'])
    const below = await api.as('eve').get(groupPath, { include_descendants: true })
    expect(titles(below.body)).toEqual(['v1', 'v2', 'Year', 'someday', 'v2'])
    expect((await api.anonymous.get(groupPath)).status).toBe(401)
    const { status, body } = await api.as('rita').post(groupPath, { title: 'Decade' })
    expect([status, body.iid]).toEqual([201, 2])
    expect((await jane().get(`${groupPath}/${body.id}`)).body).toEqual(body)
    const closed = await jane().put(`${groupPath}/${body.id}`, { state_event: 'close' })
    expect(closed.body.state).toBe('closed')
    expect(await refusalOf(jane().post(groupPath, { title: 'v2' }))).toEqual([
      400,
      {
        message:
          'Failed to create milestone {:title=>["already being used for another group or project milestone."]}',
      },
    ])
    expect((await api.as('gus').post(groupPath, { title: 'x' })).status).toBe(403)
    expect((await jane().delete(`${groupPath}/${body.id}`)).status).toBe(204)
    expect(await refusalOf(jane().get(`${groupPath}/${body.id}`))).toEqual(missing)
    expect((await jane().post(groupPath, { title: 'Era' })).body.iid).toBe(3)
    expect(await refusalOf(jane().get(`${groupPath}/1`))).toEqual(missing)
  })
})
