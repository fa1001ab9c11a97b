import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  groups: [{ path: 'acme', name: 'Acme', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'acme/site',
      name: 'Site',
      members: { jane: 'developer' },
      issues: [{ title: 'One', author: 'jane' }],
    },
  ],
}
const none = {
  emoji: null,
  message: null,
  availability: null,
  message_html: '',
  clear_status_at: null,
}

/** Specification of v4, people-groups-projects.md, section 2. */
describeV4('the status of a user', { seed }, (api) => {
  const jane = api.as('jane')
  const shown = async () => (await api.anonymous.get('/users/jane/status')).body

  it('is said, shown to anyone, and emptied by what is not sent', async () => {
    expect(await shown()).toEqual(none)
    const said = await jane.put('/user/status', {
      message: 'a < b',
      availability: 'busy',
      clear_status_after: '30_minutes',
    })
    expect(said.status).toBe(200)
    expect(said.body).toEqual({
      emoji: 'speech_balloon',
      message: 'a < b',
      availability: 'busy',
      message_html: 'a &lt; b',
      clear_status_at: '2017-01-15T12:30:00.000Z',
    })
    expect(await shown()).toEqual(said.body)
    expect((await api.anonymous.get('/users/2/status')).body).toEqual(said.body)
    const coffee = await jane.put('/user/status', { emoji: 'coffee' })
    expect(coffee.body).toEqual({ ...none, emoji: 'coffee', availability: 'not_set' })
    expect((await jane.put('/user/status')).body).toEqual(none)
  })

  it('keeps what a PATCH does not send', async () => {
    await jane.put('/user/status', { message: 'Away', clear_status_after: '1_day' })
    const changed = await jane.patch('/user/status', { emoji: 'palm_tree' })
    expect(changed.body).toMatchObject({
      emoji: 'palm_tree',
      message: 'Away',
      clear_status_at: '2017-01-16T12:00:00.000Z',
    })
    expect((await jane.patch('/user/status')).body).toEqual(changed.body)
  })

  it('is cleared when its time is over', async () => {
    await jane.put('/user/status', { message: 'Lunch', clear_status_after: '30_minutes' })
    expect((await jane.get('/user/status')).body.message).toBe('Lunch')
    await api.forge.clock.advance(30 * 60_000)
    expect((await jane.get('/user/status')).body).toEqual(none)
  })

  it.each([
    [{ emoji: 'no such thing' }, { message: { emoji: ['is not a valid emoji name'] } }],
    [
      { message: 'x'.repeat(101) },
      { message: { message: ['is too long (maximum is 100 characters)'] } },
    ],
    [{ clear_status_after: 'soon' }, { error: 'clear_status_after does not have a valid value' }],
  ])('is refused: %j', async (change, body) => {
    expect(await jane.put('/user/status', change)).toMatchObject({ status: 400, body })
  })
})

describeV4('what there is of a user', { seed }, (api) => {
  const [root, jane] = [api.as('root'), api.as('jane')]

  it('is listed to administrators as memberships', async () => {
    const { body } = await root.get('/users/2/memberships')
    expect(body).toEqual([
      { source_id: 4, source_name: 'Acme', source_type: 'Namespace', access_level: 50 },
      { source_id: 1, source_name: 'Site', source_type: 'Project', access_level: 30 },
    ])
    expect((await root.get('/users/2/memberships', { type: 'Project' })).body).toHaveLength(1)
    expect((await jane.get('/users/2/memberships')).status).toBe(403)
    const wrong = await root.get('/users/2/memberships', { type: 'Group' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: 'type does not have a valid value' },
    })
  })

  it('is counted to themselves and to administrators', async () => {
    const counts = {
      groups_count: 1,
      projects_count: 1,
      issues_count: 1,
      merge_requests_count: 0,
    }
    expect((await jane.get('/users/2/associations_count')).body).toEqual(counts)
    expect((await root.get('/users/2/associations_count')).body).toEqual(counts)
    expect((await jane.get('/users/3/associations_count')).status).toBe(403)
  })

  it('is when they were seen last, the longest ago first', async () => {
    const { users } = api.forge.db
    const seen = (username: string, last_activity_on: string) =>
      users.update((q) => q.where({ username }), {
        data: (user) => void Object.assign(user, { last_activity_on }),
      })
    await seen('jane', '2017-01-10')
    await seen('bob', '2016-12-24')
    await seen('root', '2016-01-01')
    const activity = (username: string, day: string) => ({
      username,
      last_activity_on: day,
      last_activity_at: day,
    })
    const { body } = await jane.get('/user/activities')
    expect(body).toEqual([activity('bob', '2016-12-24'), activity('jane', '2017-01-10')])
    const since = await jane.get('/user/activities', { from: '2017-01-01' })
    expect(since.body).toEqual([activity('jane', '2017-01-10')])
    await root.put('/users/2', { private_profile: true })
    expect((await api.as('bob').get('/user/activities')).body).toHaveLength(1)
    expect((await root.get('/user/activities')).body).toHaveLength(2)
  })
})
