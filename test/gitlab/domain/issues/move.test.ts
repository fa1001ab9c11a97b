import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

const bodies = (notes: { body: string }[]) => notes.map(({ body }) => body)

describeForge('moving issues', { seed: trackerWorld }, (api) => {
  it('makes the issue anew with what the target knows of labels and milestones', async () => {
    const { status, body } = await api
      .as('jane')
      .post('/projects/1/issues/1/move', { to_project_id: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 6,
      iid: 2,
      project_id: 2,
      title: 'The logo is blurred',
      description: 'See the header.',
      state: 'opened',
      labels: ['bug'],
      milestone: { id: 4, project_id: 2, title: 'v1' },
      author: { username: 'dave' },
      assignee: { username: 'bob' },
      due_date: '2017-01-20',
      created_at: '2017-01-02T08:00:00.000Z',
      updated_at: now,
      web_url: `${api.origin}/acme/app/issues/2`,
    })
    expect(api.forge.db.labels.by('project_id', 2)).toHaveLength(2)
  })

  it('leaves a milestone behind that the target has not', async () => {
    const { body } = await api.as('jane').post('/projects/1/issues/2/move', { to_project_id: 2 })
    expect(body.milestone).toBeNull()
  })

  it('closes the original; each names the other', async () => {
    const bob = api.as('bob')
    await bob.post('/projects/1/issues/1/move', { to_project_id: 2 })
    const original = await bob.get('/projects/1/issues/1')
    expect(original.body).toMatchObject({ state: 'closed', updated_at: now })
    expect(bodies((await bob.get('/projects/1/issues/1/notes')).body)).toEqual([
      'moved to acme/app#2',
    ])
    expect(bodies((await bob.get('/projects/2/issues/6/notes')).body)).toEqual([
      'moved from acme/website#1',
    ])
    const { body } = await bob.get('/users/3/events')
    expect(body[0]).toMatchObject({ action_name: 'closed', project_id: 1, target_id: 1 })
    expect(body[1]).toMatchObject({ action_name: 'opened', project_id: 2, target_id: 6 })
  })

  it('carries the notes and the awards over, with their authors and times', async () => {
    const jane = api.as('jane')
    const created_at = '2017-01-10T10:00:00.000Z'
    await jane.post('/projects/1/issues/1/notes', { body: 'As in #2, not #77', created_at })
    await api.as('bob').post('/projects/1/issues/1/notes', { body: ':tada:' })
    await jane.put('/projects/1/issues/1', { description: 'See (#2) and other#3' })
    const moved = await jane.post('/projects/1/issues/1/move', { to_project_id: 2 })
    const { body } = await jane.get('/projects/2/issues/6/notes')
    expect(body[0]).toMatchObject({
      body: 'As in acme/website#2, not #77',
      author: { username: 'jane' },
      created_at,
      system: false,
      noteable_id: 6,
    })
    expect(moved.body.description).toBe('See (acme/website#2) and other#3')
    expect(moved.body.user_notes_count).toBe(1)
    expect(api.forge.db.awardEmoji.by('awardable', 'Issue:6')).toMatchObject([
      { name: 'tada', user_id: 3 },
    ])
    expect((await jane.get('/projects/1/issues/1/notes')).body).toHaveLength(2)
  })

  it('keeps a closed issue closed', async () => {
    const { body } = await api.as('jane').post('/projects/1/issues/3/move', { to_project_id: 2 })
    expect(body.state).toBe('closed')
  })

  it.each([
    ['jane', 1, /originates from/],
    ['carol', 2, /insufficient permissions/],
    ['dave', 3, /insufficient permissions/],
    ['jane', 3, /insufficient permissions/],
  ])('refuses %s to move it to project %i', async (username, to_project_id, reason) => {
    const { status, body } = await api
      .as(username)
      .post('/projects/1/issues/1/move', { to_project_id })
    expect(status).toBe(400)
    expect(body.message).toMatch(reason)
    expect((await api.as('jane').get('/projects/1/issues/1')).body.state).toBe('opened')
  })

  it('refuses to move it twice, and to where the tracker is switched off', async () => {
    const jane = api.as('jane')
    await jane.post('/projects/1/issues/1/move', { to_project_id: 2 })
    const again = await jane.post('/projects/1/issues/1/move', { to_project_id: 2 })
    expect(again.status).toBe(400)
    const app = api.forge.db.projects.get(2)
    if (app) api.forge.db.projects.replace(app, { issues_enabled: false })
    const off = await jane.post('/projects/1/issues/2/move', { to_project_id: 2 })
    expect(off.status).toBe(400)
  })

  it('may be done again when the project that it was moved to is gone', async () => {
    const root = api.as('root')
    const { body: group } = await root.post('/groups', { name: 'gone', path: 'gone' })
    const { body: target } = await root.post('/projects', { name: 'x', namespace_id: group.id })
    const to = (to_project_id: number) => root.post('/projects/1/issues/1/move', { to_project_id })
    expect((await to(target.id)).status).toBe(201)
    expect((await to(2)).status).toBe(400)
    expect((await root.delete(`/groups/${group.id}`)).status).toBe(200)
    expect(api.forge.db.issues.get(1)?.moved_to_id).toBeNull()
    expect((await to(2)).status).toBe(201)
  })

  it('answers 404 for an unknown target and names a missing one', async () => {
    const jane = api.as('jane')
    expect((await jane.post('/projects/1/issues/1/move', { to_project_id: 99 })).status).toBe(404)
    const { status, body } = await jane.post('/projects/1/issues/1/move')
    expect(status).toBe(400)
    expect(body.message).toContain('to_project_id')
  })
})
