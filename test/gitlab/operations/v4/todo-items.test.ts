import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'bob' }, { username: 'eve' }],
  groups: [
    { path: 'acme', members: { jane: 'owner', bob: 'developer' } },
    { path: 'acme/web', members: {} },
  ],
  projects: [
    {
      path: 'acme/site',
      issues: [
        { title: 'One', author: 'jane', assignee: 'bob', created_at: '2017-01-01T00:00:00.000Z' },
        {
          title: 'Two',
          author: 'jane',
          created_at: '2017-01-02T00:00:00.000Z',
          notes: [{ author: 'jane', body: 'Well, @bob?', at: '2017-01-03T00:00:00.000Z' }],
        },
      ],
    },
    {
      path: 'acme/web/page',
      issues: [
        { title: 'Page', author: 'jane', todos: ['bob'], created_at: '2017-01-04T00:00:00.000Z' },
      ],
    },
  ],
}

type Item = Readonly<Record<string, unknown>>
const bodies = (body: readonly Item[]) => body.map((item) => item.body)

describeV4('the to-do items', { seed }, (api) => {
  const bob = () => api.as('bob')
  const found = async (query: Item) => bodies((await bob().get('/todos', query)).body)

  it('are listed, the newest first, with what they are on', async () => {
    const { status, body, headers } = await bob().get('/todos')
    expect([status, bodies(body), headers.get('x-total')]).toEqual([
      200,
      ['Page', 'Well, @bob?', 'One'],
      '3',
    ])
    expect(body[1]).toMatchObject({
      action_name: 'mentioned',
      author: { username: 'jane' },
      project: { path_with_namespace: 'acme/site' },
      target_type: 'Issue',
      target: { title: 'Two' },
      target_url: expect.stringMatching(/\/acme\/site\/-\/issues\/2#note_1$/),
      state: 'pending',
    })
    expect(body[1].target).not.toHaveProperty('subscribed')
    expect(body[2].target_url).toMatch(/\/-\/issues\/1$/)
    expect((await api.as('eve').get('/todos')).body).toEqual([])
    expect((await api.anonymous.get('/todos')).status).toBe(401)
  })

  it('show nothing any more of what their user does not see', async () => {
    const { body } = await bob().get('/todos')
    const { id } = (await api.as('bob').get('/user')).body
    expect((await api.as('jane').delete(`/groups/acme/members/${id}`)).status).toBe(204)
    expect(await found({})).toEqual([])
    const done = await bob().post(`/todos/${body[1].id}/mark_as_done`)
    expect([done.status, done.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('are filtered', async () => {
    const { body } = await bob().get('/todos')
    const { id: project_id } = body[2].project
    const group = (await bob().get('/groups/acme')).body.id
    const web = (await bob().get('/groups/acme%2Fweb')).body.id
    expect(await found({ action: 'assigned' })).toEqual(['One'])
    expect(await found({ action: 'build_failed' })).toEqual([])
    expect(await found({ author_id: body[2].author.id })).toEqual(['Well, @bob?', 'One'])
    expect(await found({ project_id })).toEqual(['Well, @bob?', 'One'])
    expect(await found({ group_id: group })).toHaveLength(3)
    expect(await found({ group_id: web })).toEqual(['Page'])
    expect(await found({ type: 'MergeRequest' })).toEqual([])
    expect(await found({ state: 'done' })).toEqual([])
    const wrong = await bob().get('/todos', { action: 'shouted' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'action does not have a valid value' },
    ])
  })

  it('are done one by one, by their owner alone', async () => {
    const [{ id }] = (await bob().get('/todos')).body
    const { status, body } = await bob().post(`/todos/${id}/mark_as_done`)
    expect([status, body.state, body.id]).toEqual([201, 'done', id])
    expect((await bob().post(`/todos/${id}/mark_as_done`)).status).toBe(201)
    expect(await found({})).toEqual(['Well, @bob?', 'One'])
    expect(await found({ state: 'done' })).toEqual(['Page'])
    const other = await api.as('jane').post(`/todos/${id}/mark_as_done`)
    expect([other.status, other.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('are done all at once', async () => {
    const { status, body } = await bob().post('/todos/mark_as_done')
    expect([status, body]).toEqual([204, ''])
    expect(await found({})).toEqual([])
    expect(await found({ state: 'done' })).toHaveLength(3)
  })

  it('are left out where the caller does not see what they are on any more', async () => {
    const jane = api.as('jane')
    await jane.put('/projects/1', { issues_access_level: 'disabled' })
    expect(await found({})).toEqual(['Page'])
  })

  it('say who is addressed, at the beginning of a line, and who is only mentioned', async () => {
    const actions = async (who: string) =>
      (await api.as(who).get('/todos')).body.map((item: Item) => item.action_name)
    await bob().post('/todos/mark_as_done')
    const jane = api.as('jane')
    const made = await jane.post('/projects/1/issues', {
      title: 'Three',
      description: 'For you:\n@jane, @eve and others, among them @bob',
    })
    expect(made.status).toBe(201)
    expect(await actions('bob')).toEqual(['mentioned'])
    await bob().post('/todos/mark_as_done')
    await jane.post('/projects/1/issues/3/notes', { body: '@bob @jane what now?' })
    expect(await actions('bob')).toEqual(['directly_addressed'])
    expect(await found({ action: 'directly_addressed' })).toEqual(['@bob @jane what now?'])
    await bob().post('/todos/mark_as_done')
    await jane.post('/projects/1/issues/3/notes', { body: '> @bob what now?' })
    expect(await actions('bob')).toEqual(['mentioned'])
  })

  it('are made by a changed text for those alone whom it did not mention before', async () => {
    const jane = api.as('jane')
    const { body: issue } = await jane.post('/projects/1/issues', {
      title: 'Three',
      description: 'Well, @bob',
    })
    const at = `/projects/1/issues/${issue.iid}`
    const { body: note } = await jane.post(`${at}/notes`, { body: 'Nobody' })
    await bob().post('/todos/mark_as_done')
    await jane.put(at, { description: 'Well, @bob, again' })
    expect(await found({})).toEqual([])
    await jane.put(`${at}/notes/${note.id}`, { body: 'But @bob' })
    expect(await found({})).toEqual(['But @bob'])
    await bob().post('/todos/mark_as_done')
    await jane.put(`${at}/notes/${note.id}`, { body: 'And @bob' })
    expect(await found({})).toEqual([])
  })

  it('are one for each action on one target', async () => {
    const jane = api.as('jane')
    await jane.put('/projects/1/issues/2', { assignee_ids: [2] })
    expect(await found({ project_id: 1 })).toEqual(['Two', 'Well, @bob?', 'One'])
    expect((await bob().post('/projects/1/issues/2/todo')).status).toBe(201)
    expect((await bob().post('/projects/1/issues/2/todo')).status).toBe(304)
  })
})
