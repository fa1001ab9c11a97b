import { expect, it } from 'vitest'
import { describeForge } from '../../../../harness.ts'
import { world as mergeRequestWorld, open } from '../../../operations/v3/merge-request-world.ts'
import { trackerWorld } from '../../../operations/v3/tracker-world.ts'

const path = '/projects/1/issues/2'

describeForge('slash commands in a comment on an issue', { seed: trackerWorld }, (api) => {
  const comment = (as: string, body: string) => api.as(as).post(`${path}/notes`, { body })
  const issue = async (as = 'jane') => (await api.as(as).get(path)).body
  const userNotes = async () =>
    (await api.as('jane').get(`${path}/notes`)).body
      .filter(({ system }: { system: boolean }) => !system)
      .map(({ body }: { body: string }) => body)

  it('are executed and removed from the text', async () => {
    const { status, body } = await comment('carol', 'It is done.\n/close\nBye.')
    expect([status, body.body]).toEqual([201, 'It is done.\nBye.'])
    expect((await issue()).state).toBe('closed')
    await comment('carol', 'No.\n/reopen')
    expect((await issue()).state).toBe('opened')
    const notes = (await api.as('jane').get(`${path}/notes`)).body
    expect(notes.map((note: { body: string }) => note.body)).toEqual([
      'It is done.\nBye.',
      'closed',
      'No.',
      'reopened',
    ])
  })

  it('alone are executed and make no note: 404', async () => {
    const { status, body } = await comment('carol', '/close\n/title Found it')
    expect([status, body.message]).toEqual([
      404,
      '404 Note Not Found: the body held slash commands alone, which were executed',
    ])
    expect(await issue()).toMatchObject({ state: 'closed', title: 'Found it' })
    expect(await userNotes()).toEqual([])
  })

  it.each<[string, object]>([
    ['/assign @bob', { assignee: { username: 'bob' } }],
    ['/assign bob', { assignee: { username: 'bob' } }],
    ['/assign @eve', { assignee: null }],
    ['/assign', { assignee: null }],
    ['/milestone %v1', { milestone: { title: 'v1' } }],
    ['/milestone %"v1"', { milestone: { title: 'v1' } }],
    ['/milestone %1', { milestone: { title: 'v1' } }],
    ['/milestone v1', { milestone: { title: 'v1' } }],
    ['/milestone %v9', { milestone: { title: 'v2' } }],
    ['/remove_milestone', { milestone: null }],
    ['/label ~design', { labels: ['bug', 'design'] }],
    ['/label ~"design" ~unheard-of', { labels: ['bug', 'design'] }],
    ['/label design wontfix', { labels: ['bug', 'design', 'wontfix'] }],
    ['/unlabel ~bug', { labels: [] }],
    ['/unlabel', { labels: [] }],
    ['/relabel ~design', { labels: ['design'] }],
    ['/relabel ~design\n/relabel ~wontfix', { labels: ['design', 'wontfix'] }],
    ['/label ~design\n/unlabel ~bug', { labels: ['design'] }],
    ['/due 2017-03-01', { due_date: '2017-03-01' }],
    ['/due in 2 days', { due_date: '2017-01-17' }],
    ['/due one fine day', { due_date: null }],
    ['/title  The header is missing ', { title: 'The header is missing' }],
    [`/title ${'x'.repeat(256)}`, { title: 'The footer is missing' }],
    ['/subscribe', { subscribed: true }],
  ])('%s', async (command, expected) => {
    const { body } = await comment('carol', `Look:\n${command}`)
    expect(body.body).toBe('Look:')
    expect(await issue('carol')).toMatchObject(expected)
  })

  it('take the assignee and the due date away', async () => {
    await comment('carol', 'a\n/assign @bob\n/due tomorrow')
    expect(await issue()).toMatchObject({ assignee: { username: 'bob' }, due_date: '2017-01-16' })
    await comment('carol', 'b\n/unassign\n/remove_due_date')
    expect(await issue()).toMatchObject({ assignee: null, due_date: null })
  })

  it('make a todo, and settle it; subscribe, and unsubscribe', async () => {
    await comment('carol', 'a\n/todo\n/unsubscribe')
    expect((await api.as('carol').post(`${path}/todo`)).status).toBe(304)
    await comment('carol', '/done')
    expect((await api.as('carol').post(`${path}/todo`)).status).toBe(201)
    await comment('carol', '/unsubscribe')
    expect((await issue('carol')).subscribed).toBe(false)
  })

  it('are text for who may not change the issue', async () => {
    const { status, body } = await comment('dave', 'Please\n/close')
    expect([status, body.body]).toEqual([201, 'Please\n/close'])
    expect((await issue()).state).toBe('opened')
  })

  it('are executed as far as their author may: the author of an issue does not plan it', async () => {
    const own = '/projects/1/issues/1'
    await api.as('dave').post(`${own}/notes`, { body: 'a\n/close\n/unlabel\n/assign @dave' })
    const { body } = await api.as('jane').get(own)
    expect(body).toMatchObject({ state: 'closed', assignee: { username: 'bob' } })
    expect(body.labels).toEqual(['bug', 'design'])
  })

  it('are text on a snippet and in a changed comment', async () => {
    const made = await api.as('bob').post('/projects/1/snippets', {
      title: 'a',
      file_name: 'a',
      code: 'a',
      visibility_level: 10,
    })
    const notes = `/projects/1/snippets/${made.body.id}/notes`
    expect((await api.as('bob').post(notes, { body: 'a\n/close' })).body.body).toBe('a\n/close')
    const { body } = await comment('carol', 'Hm.')
    const changed = await api.as('carol').put(`${path}/notes/${body.id}`, { body: '/close' })
    expect(changed.body.body).toBe('/close')
    expect((await issue()).state).toBe('opened')
  })
})

describeForge('slash commands in the description of an issue', { seed: trackerWorld }, (api) => {
  const create = (as: string, description: string, more = {}) =>
    api.as(as).post('/projects/1/issues', { title: 'New', description, ...more })

  it('are executed where they plan it, and all are removed', async () => {
    const { status, body } = await create(
      'carol',
      'Look.\n/assign @bob\n/milestone %v1\n/label ~design\n/due 2017-02-02\n/close\n/todo',
      { labels: 'bug', assignee_id: 2 },
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      description: 'Look.',
      state: 'opened',
      assignee: { username: 'bob' },
      milestone: { title: 'v1' },
      labels: ['bug', 'design'],
      due_date: '2017-02-02',
    })
  })

  it('are removed and do nothing for who may not plan it', async () => {
    const { body } = await create('dave', '/assign @bob\nLook.\n/label ~design')
    expect(body).toMatchObject({ description: 'Look.', assignee: null, labels: [] })
  })

  it('are text in a description that changes', async () => {
    await api.as('carol').put(path, { description: 'a\n/close' })
    const { body } = await api.as('carol').get(path)
    expect(body).toMatchObject({ description: 'a\n/close', state: 'opened' })
  })
})

describeForge('slash commands on a merge request', { seed: mergeRequestWorld }, (api) => {
  const comment = (as: string, id: number, body: string) =>
    api.as(as).post(`/projects/1/merge_requests/${id}/notes`, { body })
  const mergeRequest = async (id: number) =>
    (await api.as('max').get(`/projects/1/merge_requests/${id}`)).body

  it('toggle the WIP of its title', async () => {
    const { id, title } = await open(api)
    await comment('dora', id, '/wip')
    expect(await mergeRequest(id)).toMatchObject({ title: `WIP: ${title}`, work_in_progress: true })
    await comment('dora', id, '/wip')
    expect(await mergeRequest(id)).toMatchObject({ title, work_in_progress: false })
  })

  it('close and reopen it, and plan it', async () => {
    const { id } = await open(api)
    await comment('dora', id, 'a\n/close\n/milestone %Opening\n/label ~design\n/assign @max')
    expect(await mergeRequest(id)).toMatchObject({
      state: 'closed',
      milestone: { title: 'Opening' },
      labels: ['design'],
      assignee: { username: 'max' },
    })
    await comment('dora', id, 'a\n/reopen\n/due tomorrow')
    expect((await mergeRequest(id)).state).toBe('reopened')
  })

  it('merge it, for who may merge it and where nothing prevents it', async () => {
    const { id } = await open(api)
    await comment('dora', id, 'a\n/merge')
    expect((await mergeRequest(id)).state).toBe('opened')
    await comment('max', id, 'a\n/wip\n/merge')
    expect((await mergeRequest(id)).state).toBe('opened')
    await comment('max', id, 'a\n/wip')
    await comment('max', id, 'a\n/merge')
    expect((await mergeRequest(id)).state).toBe('merged')
  })

  it('merge it when the pipeline of its head succeeds', async () => {
    const { id, sha } = await open(api)
    const report = (state: string) =>
      api.as('max').post(`/projects/1/statuses/${sha}`, { state, ref: 'feature' })
    await report('running')
    await comment('max', id, '/merge')
    expect(await mergeRequest(id)).toMatchObject({
      state: 'opened',
      merge_when_build_succeeds: true,
    })
    await report('success')
    expect((await mergeRequest(id)).state).toBe('merged')
  })

  it('are executed in its description where they plan it', async () => {
    const { id } = await open(api, { description: 'Look.\n/label ~design\n/assign @max\n/close' })
    expect(await mergeRequest(id)).toMatchObject({
      description: 'Look.',
      state: 'opened',
      labels: ['design'],
      assignee: { username: 'max' },
    })
  })
})
