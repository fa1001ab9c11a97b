import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

const path = '/projects/1/issues/2'

describeForge('subscriptions to issues', { seed: trackerWorld }, (api) => {
  it('subscribes once: 201, then 304 without a body', async () => {
    const bob = api.as('bob')
    expect((await bob.get(path)).body.subscribed).toBe(false)
    const first = await bob.post(`${path}/subscription`)
    expect([first.status, first.body.id, first.body.subscribed]).toEqual([201, 2, true])
    const second = await bob.post(`${path}/subscription`)
    expect([second.status, second.bytes.length]).toEqual([304, 0])
    expect((await api.as('carol').get(path)).body.subscribed).toBe(false)
  })

  it('unsubscribes once: 200, then 304', async () => {
    const bob = api.as('bob')
    expect((await bob.delete(`${path}/subscription`)).status).toBe(304)
    await bob.post(`${path}/subscription`)
    const first = await bob.delete(`${path}/subscription`)
    expect([first.status, first.body.subscribed]).toEqual([200, false])
    expect((await bob.delete(`${path}/subscription`)).status).toBe(304)
    expect((await bob.post(`${path}/subscription`)).status).toBe(201)
  })

  it('has the author and the assignee subscribed, until they say otherwise', async () => {
    const one = '/projects/1/issues/1'
    expect((await api.as('dave').get(one)).body.subscribed).toBe(true)
    expect((await api.as('bob').get(one)).body.subscribed).toBe(true)
    expect((await api.as('jane').get(one)).body.subscribed).toBe(false)
    expect((await api.as('bob').post(`${one}/subscription`)).status).toBe(304)
    expect((await api.as('bob').delete(`${one}/subscription`)).body.subscribed).toBe(false)
    expect((await api.as('bob').get(one)).body.subscribed).toBe(false)
  })

  it('has who comments subscribed', async () => {
    await api.as('carol').post(`${path}/notes`, { body: 'Indeed' })
    expect((await api.as('carol').get(path)).body.subscribed).toBe(true)
    expect((await api.as('bob').get(path)).body.subscribed).toBe(false)
  })

  it('does not take what the forge notes for a comment', async () => {
    await api.as('bob').put(path, { state_event: 'close' })
    await api.as('bob').put(path, { assignee_id: 4 })
    await api.as('bob').put(path, { assignee_id: 0 })
    expect((await api.as('bob').get(path)).body.subscribed).toBe(false)
    expect((await api.as('carol').get(path)).body.subscribed).toBe(false)
  })

  it('lets who takes part unsubscribe after having subscribed', async () => {
    const bob = api.as('bob')
    await bob.post(`${path}/subscription`)
    await bob.post(`${path}/notes`, { body: 'Indeed' })
    expect((await bob.delete(`${path}/subscription`)).body.subscribed).toBe(false)
  })

  it.each([
    ['the description', (text: string) => api.as('jane').put(path, { description: text })],
    ['the title', (text: string) => api.as('jane').put(path, { title: text })],
    ['a note', (text: string) => api.as('jane').post(`${path}/notes`, { body: text })],
  ])('has who is mentioned in %s subscribed', async (_, write) => {
    await write('mail@bob and @bobby, @carolin')
    expect((await api.as('bob').get(path)).body.subscribed).toBe(false)
    await write('ask (@Bob). Or @carol!')
    expect((await api.as('bob').get(path)).body.subscribed).toBe(true)
    expect((await api.as('carol').get(path)).body.subscribed).toBe(true)
    expect((await api.as('dave').get(path)).body.subscribed).toBe(false)
  })

  it('is for whoever sees the issue', async () => {
    expect((await api.as('dave').post(`${path}/subscription`)).status).toBe(201)
    expect((await api.as('eve').post(`${path}/subscription`)).status).toBe(404)
    expect((await api.anonymous.post(`${path}/subscription`)).status).toBe(401)
  })
})

describeForge('todos on issues', { seed: trackerWorld }, (api) => {
  it('makes one for the caller; 304 while it is pending', async () => {
    const jane = api.as('jane')
    const { status, body } = await jane.post(`${path}/todo`)
    expect(status).toBe(201)
    expect(body).toEqual({
      // The seed assigned two issues, which made a todo each.
      id: 3,
      project: {
        id: 1,
        name: 'website',
        name_with_namespace: 'acme / website',
        path: 'website',
        path_with_namespace: 'acme/website',
      },
      author: expect.objectContaining({ username: 'jane' }),
      action_name: 'marked',
      target_type: 'Issue',
      target: (await jane.get(path)).body,
      target_url: `${api.origin}/acme/website/issues/2`,
      body: 'The footer is missing',
      state: 'pending',
      created_at: now,
    })
    const again = await jane.post(`${path}/todo`)
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect((await api.as('bob').post(`${path}/todo`)).status).toBe(201)
    expect((await jane.post('/projects/1/issues/1/todo')).status).toBe(201)
    const todo = api.forge.db.todos.get(3)
    if (todo) api.forge.db.todos.replace(todo, { state: 'done' })
    expect((await jane.post(`${path}/todo`)).status).toBe(201)
  })

  it('calls a personal project by the name of its owner', async () => {
    await api.as('jane').post('/projects/3/issues', { title: 'Hello' })
    const { body } = await api.as('jane').post('/projects/3/issues/6/todo')
    expect(body.project.name_with_namespace).toBe('eve / open')
  })
})
