import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

const systemNotes = (notes: { system: boolean; body: string }[]) =>
  notes.filter(({ system }) => system).map(({ body }) => body)

describeForge('creating issues', { seed: trackerWorld }, (api) => {
  it('answers 201 with the issue, which gets the next number of the project', async () => {
    const { status, body } = await api.as('jane').post('/projects/2/issues', {
      title: '  Slow start ',
      description: 'Ten seconds.',
      assignee_id: 3,
      milestone_id: 4,
      labels: 'slow, bug,slow,,',
      due_date: '2017-03-01',
      confidential: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 6,
      iid: 2,
      project_id: 2,
      title: 'Slow start',
      description: 'Ten seconds.',
      state: 'opened',
      labels: ['bug', 'slow'],
      milestone: { title: 'v1' },
      author: { username: 'jane' },
      assignee: { username: 'bob' },
      due_date: '2017-03-01',
      confidential: true,
      subscribed: true,
      user_notes_count: 0,
      created_at: now,
      updated_at: now,
      web_url: `${api.origin}/acme/app/issues/2`,
    })
  })

  it('takes the number after the highest, in whatever order they came', async () => {
    const base = { project_id: 2, title: 'x', author_id: 2 }
    api.forge.db.issues.insert({ ...base, iid: 9 })
    api.forge.db.issues.insert({ ...base, iid: 4 })
    const { body } = await api.as('jane').post('/projects/2/issues', { title: 'Next' })
    expect(body.iid).toBe(10)
  })

  it('leaves out what nobody said', async () => {
    const { body } = await api.as('jane').post('/projects/2/issues', { title: 'Plain' })
    expect(body).toMatchObject({
      description: null,
      assignee: null,
      milestone: null,
      labels: [],
      due_date: null,
      confidential: false,
    })
  })

  it('makes a label when it is first used, and never twice', async () => {
    const jane = api.as('jane')
    await jane.post('/projects/2/issues', { title: 'a', labels: 'new,bug' })
    await jane.post('/projects/2/issues', { title: 'b', labels: 'new' })
    const labels = api.forge.db.labels.by('project_id', 2).map(({ title }) => title)
    expect(labels).toEqual(['bug', 'urgent', 'new'])
  })

  it('lets whoever sees the project open an issue, but not plan it', async () => {
    const { status, body } = await api.as('dave').post('/projects/1/issues', {
      title: 'From a guest',
      labels: 'bug,mine',
      milestone_id: 1,
      assignee_id: 3,
      due_date: '2017-03-01',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ labels: [], milestone: null, assignee: null, due_date: null })
    const labels = api.forge.db.labels.by('project_id', 1).map(({ title }) => title)
    expect(labels).not.toContain('mine')
    expect((await api.as('dave').post('/projects/3/issues', { title: 'Hi' })).status).toBe(201)
    expect((await api.as('eve').post('/projects/1/issues', { title: 'Hi' })).status).toBe(404)
    expect((await api.anonymous.post('/projects/3/issues', { title: 'Hi' })).status).toBe(401)
  })

  it('lets a reporter plan it', async () => {
    const { body } = await api
      .as('carol')
      .post('/projects/1/issues', { title: 'Planned', labels: 'bug', milestone_id: 1 })
    expect(body).toMatchObject({ labels: ['bug'], milestone: { id: 1 } })
  })

  it('heeds created_at of administrators and owners only', async () => {
    const created_at = '2016-05-05T10:00:00Z'
    for (const [username, expected] of [
      ['root', '2016-05-05T10:00:00.000Z'],
      ['jane', '2016-05-05T10:00:00.000Z'],
      ['bob', now],
      ['dave', now],
    ] as const) {
      const { body } = await api.as(username).post('/projects/1/issues', { title: 'a', created_at })
      expect([username, body.created_at]).toEqual([username, expected])
    }
  })

  it.each([
    ['title', {}],
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['due_date', { title: 'a', due_date: '2017-02-30' }],
    ['due_date', { title: 'a', due_date: 'tomorrow' }],
    ['created_at', { title: 'a', created_at: 'yesterday' }],
    ['assignee_id', { title: 'a', assignee_id: 99 }],
    ['assignee_id', { title: 'a', assignee_id: 6 }],
    ['milestone_id', { title: 'a', milestone_id: 99 }],
    ['milestone_id', { title: 'a', milestone_id: 3, labels: 'unborn' }],
    ['confidential', { title: 'a', confidential: 'perhaps' }],
    [
      'merge_request_for_resolving_discussions',
      {
        title: 'a',
        merge_request_for_resolving_discussions: 5,
      },
    ],
  ])('refuses a bad %s: %j', async (name, parameters) => {
    const { status, body } = await api.as('jane').post('/projects/1/issues', parameters)
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(name)
    expect(api.forge.db.issues.all()).toHaveLength(5)
    expect(api.forge.db.labels.by('project_id', 1)).toHaveLength(3)
  })

  it('shows in the activity', async () => {
    await api.as('jane').post('/projects/2/issues', { title: 'Told' })
    const { body } = await api.as('bob').get('/users/2/events')
    expect(body[0]).toEqual({
      title: null,
      project_id: 2,
      action_name: 'opened',
      target_id: 6,
      target_type: 'Issue',
      author_id: 2,
      data: null,
      target_title: 'Told',
      created_at: now,
      author: expect.objectContaining({ username: 'jane' }),
      author_username: 'jane',
    })
  })
})

describeForge('changing issues', { seed: trackerWorld }, (api) => {
  it('changes what is given and leaves the rest', async () => {
    const { status, body } = await api.as('jane').put('/projects/1/issues/1', {
      title: 'The logo is sharp',
      description: null,
      confidential: true,
      assignee_id: 2,
      milestone_id: 2,
      labels: 'design,done',
      due_date: '2017-04-01',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 1,
      iid: 1,
      title: 'The logo is sharp',
      description: null,
      confidential: true,
      assignee: { username: 'jane' },
      milestone: { title: 'v2' },
      labels: ['design', 'done'],
      due_date: '2017-04-01',
      author: { username: 'dave' },
      created_at: '2017-01-02T08:00:00.000Z',
      updated_at: now,
    })
    const { body: one } = await api.as('jane').put('/projects/1/issues/2', { title: 'Footer' })
    expect(one).toMatchObject({ labels: ['bug'], milestone: { title: 'v2' }, state: 'opened' })
  })

  it.each([
    ['empty', { assignee_id: '', milestone_id: '', labels: '', due_date: '' }],
    ['null and 0', { assignee_id: 0, milestone_id: null, labels: '', due_date: null }],
  ])('clears what is %s', async (_, parameters) => {
    const { body } = await api.as('jane').put('/projects/1/issues/1', parameters)
    expect(body).toMatchObject({ assignee: null, milestone: null, labels: [], due_date: null })
  })

  it('notes what changed, for its readers', async () => {
    const bob = api.as('bob')
    await bob.put('/projects/1/issues/1', {
      title: 'The icon is blurred',
      labels: 'bug,new,newer',
      milestone_id: 2,
      assignee_id: 2,
      confidential: true,
    })
    await bob.put('/projects/1/issues/1', {
      labels: 'bug',
      milestone_id: 0,
      assignee_id: 0,
      confidential: false,
    })
    await bob.put('/projects/1/issues/1', { labels: '', description: 'Unsaid' })
    const { body } = await api.as('jane').get('/projects/1/issues/1/notes')
    expect(systemNotes(body)).toEqual([
      'changed title from **The {-logo-} is blurred** to **The {+icon+} is blurred**',
      'added ~"new" ~"newer" and removed ~"design" labels',
      'changed milestone to %2',
      'assigned to @jane',
      'made the issue confidential',
      'removed ~"new" ~"newer" labels',
      'removed milestone',
      'removed assignee',
      'made the issue visible',
      'removed ~"bug" label',
    ])
    expect(body[0].author.username).toBe('bob')
    expect((await api.as('jane').get('/projects/1/issues/1')).body.user_notes_count).toBe(0)
  })

  it('changes nothing, not even the time, where the values are the same', async () => {
    const { body } = await api
      .as('jane')
      .put('/projects/1/issues/1', { title: 'The logo is blurred', assignee_id: 3 })
    expect(body.updated_at).toBe('2017-01-09T08:00:00.000Z')
    expect((await api.as('jane').get('/projects/1/issues/1/notes')).body).toEqual([])
  })

  it('closes and reopens, notes both and shows both in the activity', async () => {
    const bob = api.as('bob')
    const closed = await bob.put('/projects/1/issues/1', { state_event: 'close' })
    expect(closed.body).toMatchObject({ state: 'closed', updated_at: now })
    const reopened = await bob.put('/projects/1/issues/1', { state_event: 'reopen' })
    expect(reopened.body.state).toBe('opened')
    const notes = await bob.get('/projects/1/issues/1/notes')
    expect(systemNotes(notes.body)).toEqual(['closed', 'reopened'])
    const { body } = await bob.get('/users/3/events')
    expect(body[0]).toMatchObject({ action_name: 'opened', target_type: 'Issue', target_id: 1 })
    expect(body[1]).toMatchObject({ action_name: 'closed', target_title: 'The logo is blurred' })
  })

  it('does nothing to an issue that is in the state already', async () => {
    const { status, body } = await api.as('bob').put('/projects/1/issues/3', {
      state_event: 'close',
    })
    expect([status, body.state]).toEqual([200, 'closed'])
    const notes = (await api.as('bob').get('/projects/1/issues/3/notes')).body
    expect(notes.map((note: { created_at: string }) => note.created_at)).not.toContain(now)
    const before = (await api.as('bob').get('/users/3/events')).body.length
    await api.as('bob').put('/projects/1/issues/1', { state_event: 'reopen' })
    expect((await api.as('bob').get('/users/3/events')).body).toHaveLength(before)
  })

  it.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(256) }],
    ['state_event', { state_event: 'merge' }],
    ['due_date', { due_date: '2017-13-01' }],
    ['milestone_id', { milestone_id: 4, title: 'Not written' }],
    ['assignee_id', { assignee_id: 99, state_event: 'close' }],
    ['assignee_id', { assignee_id: 6, state_event: 'close' }],
    ['updated_at', { updated_at: 'never' }],
    ['title', {}],
  ])('refuses a bad %s: %j, and writes nothing', async (name, parameters) => {
    const { status, body } = await api.as('jane').put('/projects/1/issues/1', parameters)
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(name)
    const after = await api.as('jane').get('/projects/1/issues/1')
    expect(after.body).toMatchObject({ title: 'The logo is blurred', state: 'opened' })
  })

  it('lets the author and the assignee change it, but not plan it without being a reporter', async () => {
    const dave = api.as('dave')
    const own = await dave.put('/projects/1/issues/1', { title: 'Mine', labels: 'x' })
    expect(own.body).toMatchObject({ title: 'Mine', labels: ['bug', 'design'] })
    const assigned = await dave.put('/projects/1/issues/4', { state_event: 'close' })
    expect(assigned.body.state).toBe('closed')
    expect((await dave.put('/projects/1/issues/2', { title: 'Not mine' })).status).toBe(403)
    expect(
      (await api.as('carol').put('/projects/1/issues/2', { labels: 'x' })).body.labels,
    ).toEqual(['x'])
  })

  it('replaces a thousand labels by as many others, and takes no more', async () => {
    const titles = (letter: string, length: number) =>
      Array.from({ length }, (_, n) => `${letter}${n}`)
    const put = (labels: string[]) =>
      api.as('jane').put('/projects/1/issues/1', { labels: labels.join() })
    await put(titles('a', 1000))
    expect((await put(titles('b', 1000))).body.labels).toEqual(titles('b', 1000).sort())
    expect((await put(titles('c', 1001))).status).toBe(400)
    expect((await api.as('jane').get('/projects/1/issues/1')).body.labels).toHaveLength(1000)
  })

  it('is a 403, not a 404, for who does not see the issue', async () => {
    const hidden = await api
      .as('eve')
      .post('/projects/3/issues', { title: 'a', confidential: true })
    const path = `/projects/3/issues/${hidden.body.id}`
    expect((await api.as('bob').get(path)).status).toBe(404)
    expect((await api.as('bob').put(path, { title: 'b' })).status).toBe(403)
    expect((await api.as('bob').put('/projects/3/issues/99', { title: 'b' })).status).toBe(404)
    expect((await api.as('bob').put('/projects/3/issues/1', { title: 'b' })).status).toBe(404)
    expect((await api.as('eve').put('/projects/1/issues/1', { title: 'b' })).status).toBe(404)
    await api.as('root').delete(path)
    expect((await api.as('eve').put(path, { title: 'b' })).status).toBe(404)
  })

  it('reads updated_at of administrators and owners only', async () => {
    const updated_at = '2016-06-06T06:00:00.000Z'
    const path = '/projects/1/issues/1'
    const [jane, root, bob] = [api.as('jane'), api.as('root'), api.as('bob')]
    expect((await jane.put(path, { title: 'a', updated_at })).body.updated_at).toBe(updated_at)
    expect((await root.put(path, { title: 'b', updated_at })).body.updated_at).toBe(updated_at)
    expect((await bob.put(path, { title: 'c', updated_at })).body.updated_at).toBe(now)
  })

  it('shows the title of today in the activity of yesterday', async () => {
    await api.as('bob').put('/projects/2/issues/5', { title: 'It hangs' })
    const { body } = await api.as('bob').get('/users/3/events')
    expect(body.find((event: { target_id: number }) => event.target_id === 5).target_title).toBe(
      'It hangs',
    )
  })
})

describeForge('deleting issues', { seed: trackerWorld }, (api) => {
  it('is for administrators and owners', async () => {
    for (const username of ['bob', 'carol', 'dave']) {
      expect((await api.as(username).delete('/projects/1/issues/1')).status).toBe(403)
    }
    const { status, body } = await api.as('jane').delete('/projects/1/issues/1')
    expect([status, body.title]).toEqual([200, 'The logo is blurred'])
    expect((await api.as('root').delete('/projects/1/issues/2')).status).toBe(200)
  })

  it('leaves nothing to be seen, and the number taken', async () => {
    const jane = api.as('jane')
    await jane.post('/projects/2/issues/5/notes', { body: 'Last words' })
    await jane.delete('/projects/2/issues/5')
    expect((await jane.get('/projects/2/issues/5')).status).toBe(404)
    expect((await jane.get('/projects/2/issues/5/notes')).status).toBe(404)
    const again = await jane.delete('/projects/2/issues/5')
    expect([again.status, again.body]).toEqual([200, null])
    expect((await jane.get('/projects/2/issues')).body).toEqual([])
    expect((await api.as('bob').get('/issues')).body).toHaveLength(1)
    const events = [
      ...(await jane.get('/users/3/events')).body,
      ...(await jane.get('/users/2/events')).body,
    ]
    expect(JSON.stringify(events)).not.toMatch(/It crashes|Last words/)
    expect((await jane.post('/projects/2/issues', { title: 'Next' })).body.iid).toBe(2)
    expect(api.forge.db.issues.get(5)?.deleted_at).toBe(now)
  })

  it('leaves the number taken when the author is removed', async () => {
    await api.as('eve').post('/projects/3/issues', { title: 'a' })
    await api.as('bob').post('/projects/3/issues', { title: 'b' })
    await api.as('root').delete('/users/3')
    const jane = api.as('jane')
    const { body } = await jane.post('/projects/3/issues', { title: 'c' })
    expect(body.iid).toBe(3)
    const moved = await api.as('root').post(`/projects/3/issues/${body.id}/move`, {
      to_project_id: 2,
    })
    expect(moved.body.iid).toBe(2)
  })
})
