import { expect, it } from 'vitest'
import { describeForge, describeV4 } from '../../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const path = '/broadcast_messages'
const now = '2016-07-02T10:11:12.000Z'

describeV4('messages of the instance to everybody', { seed, now }, (api) => {
  it('are shown from now on for an hour where nobody says otherwise', async () => {
    const made = await api.as('root').post(path, { message: 'Welcome' })
    const message = {
      id: 1,
      message: 'Welcome',
      starts_at: now,
      ends_at: '2016-07-02T11:11:12.000Z',
      color: '#E75E40',
      font: '#FFFFFF',
      target_access_levels: [],
      target_path: null,
      broadcast_type: 'banner',
      theme: 'indigo',
      dismissable: false,
      active: true,
    }
    expect([made.status, made.body]).toEqual([201, message])
    const one = await api.anonymous.get(`${path}/1`)
    expect([one.status, one.body]).toEqual([200, message])
    api.forge.clock.advance('2h')
    expect((await api.anonymous.get(`${path}/1`)).body.active).toBe(false)
  })

  it('are listed to anyone, the newest first', async () => {
    for (const message of ['One', 'Two']) await api.as('root').post(path, { message })
    const { body } = await api.anonymous.get(path)
    expect(body.map(({ message }: { message: string }) => message)).toEqual(['Two', 'One'])
  })

  it('are changed and removed', async () => {
    const root = api.as('root')
    await root.post(path, { message: 'Welcome', ends_at: '2016-07-03' })
    const changes = {
      color: '#444',
      target_access_levels: [10, 30],
      target_path: '/jane/*',
      broadcast_type: 'notification',
      theme: 'light-red',
      dismissable: true,
    }
    const changed = await root.put(`${path}/1`, changes)
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      ...changes,
      message: 'Welcome',
      ends_at: '2016-07-03T00:00:00.000Z',
    })
    expect((await root.delete(`${path}/1`)).status).toBe(204)
    for (const gone of [
      await api.anonymous.get(`${path}/1`),
      await root.put(`${path}/1`, { message: 'Again' }),
      await root.delete(`${path}/1`),
    ]) {
      expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
    }
  })

  it.each([
    [{}, { error: 'message is missing' }],
    [{ message: ' ' }, { message: { message: ["can't be blank"] } }],
    [{ message: 'a', color: 'red' }, { message: { color: ['must be a valid color code'] } }],
    [{ message: 'a', font: '#12' }, { message: { font: ['must be a valid color code'] } }],
    [{ message: 'a', theme: 'pink' }, { error: 'theme does not have a valid value' }],
    [{ message: 'a', starts_at: 'soon' }, { error: 'starts_at is invalid' }],
  ])('are refused with %j', async (request, body) => {
    const answer = await api.as('root').post(path, request)
    expect([answer.status, answer.body]).toEqual([400, body])
  })
})

describeForge('messages of the instance in v3', { seed, now }, (api) => {
  it('are for administrators, and have no themes', async () => {
    expect((await api.as('jane').get(path)).status).toBe(403)
    const root = api.as('root')
    const made = await root.post(path, { message: 'Welcome', color: '#444444' })
    const message = {
      id: 1,
      message: 'Welcome',
      starts_at: now,
      ends_at: '2016-07-02T11:11:12.000Z',
      color: '#444444',
      font: '#FFFFFF',
      active: true,
    }
    expect([made.status, made.body]).toEqual([201, message])
    expect((await root.get(path)).body).toEqual([message])
    const changed = await root.put(`${path}/1`, { message: 'Welcome back' })
    expect(changed.body).toEqual({ ...message, message: 'Welcome back' })
    const removed = await root.delete(`${path}/1`)
    expect([removed.status, removed.body.message]).toEqual([200, 'Welcome back'])
    expect((await root.get(`${path}/1`)).status).toBe(404)
  })
})
