import { expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'
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
      message: 'a < *b* :tada:',
      availability: 'busy',
      clear_status_after: '30_minutes',
    })
    expect(said.status).toBe(200)
    expect(said.body).toEqual({
      emoji: 'speech_balloon',
      message: 'a < *b* :tada:',
      availability: 'busy',
      message_html: 'a &lt; *b* <gl-emoji data-name="tada">🎉</gl-emoji>',
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
    expect(since.body).toEqual([activity('jane', '2017-01-15')])
    await root.put('/users/2', { private_profile: true })
    expect((await api.anonymous.get('/user/activities')).status).toBe(401)
    const { body: byBob } = await api.as('bob').get('/user/activities')
    expect(byBob.map(({ username }: { username: string }) => username)).toEqual(['bob', 'root'])
    expect((await root.get('/user/activities')).body).toHaveLength(3)
  })
})

describeV4('the activity of users', { seed }, (api) => {
  const root = api.as('root')
  const today = '2017-01-15'
  const onlyRoot = [['root', today]]
  const listed = async () => {
    const { body } = await root.get('/user/activities')
    return body.map((one: { username: string; last_activity_on: string }) => [
      one.username,
      one.last_activity_on,
    ])
  }
  const basic = (login: string) => ({ headers: { authorization: `Basic ${btoa(login)}` } })
  const form = (fields: Readonly<Record<string, string>>) => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  })

  it('is noted after each request, with the day of the clock', async () => {
    expect(await listed()).toEqual([])
    expect(await listed()).toEqual(onlyRoot)
    expect((await api.as('jane').get('/user')).body.last_activity_on).toBeNull()
    expect((await api.as('jane').get('/user')).body.last_activity_on).toBe(today)
    api.forge.clock.advance(24 * 3600_000)
    await api.as('bob').get('/projects')
    expect(await listed()).toEqual([
      ['root', today],
      ['jane', today],
      ['bob', '2017-01-16'],
    ])
    const { body } = await root.get('/users/2')
    expect(body.last_activity_on).toBe(today)
  })

  it('lists those of the last six months', async () => {
    await api.as('jane').get('/user')
    api.forge.clock.advance(182 * 24 * 3600_000)
    await root.get('/user')
    expect(await listed()).toEqual([['root', '2017-07-16']])
    const { body } = await root.get('/user/activities', { from: today })
    expect(body[0]).toEqual({
      username: 'jane',
      last_activity_on: today,
      last_activity_at: today,
    })
  })

  it('is that of the impersonated user with sudo', async () => {
    await root.get('/user', { sudo: 'jane' })
    await root.get('/projects')
    expect(await listed()).toEqual([
      ['root', today],
      ['jane', today],
    ])
  })

  it.each([
    ['refused', '/users/2/memberships', {}],
    ['not found', '/projects/99', {}],
    ['made by the console', '/user', { 'x-forge-console': '1' }],
  ])('is not noted where the request is %s', async (_, path, headers) => {
    await api.as('jane', headers).get(path)
    await listed()
    expect(await listed()).toEqual(onlyRoot)
  })

  it('is not noted for a request that a fault answers', async () => {
    api.forge.faults.add({ operation: 'getCurrentUser', connection: 'drop' })
    await api.as('jane').get('/user')
    await listed()
    expect(await listed()).toEqual(onlyRoot)
  })

  it.each([
    [
      'fetches by git',
      () =>
        api.request('/acme/site.git/info/refs?service=git-upload-pack', basic('jane:jane-token')),
    ],
    ['signs in', () => api.request('/users/sign_in', form({ username: 'jane' }))],
    [
      'visits a page',
      async () => {
        const { headers } = await api.request('/users/sign_in', form({ username: 'jane' }))
        const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
        api.forge.clock.advance(24 * 3600_000)
        await api.request('/acme/site', { headers: { cookie } })
      },
    ],
  ])('is noted for a user who %s', async (_, act) => {
    await act()
    await listed()
    expect((await listed()).at(-1)).toEqual([
      'jane',
      new Date(api.forge.clock.now()).toISOString().slice(0, 10),
    ])
  })

  it('is forgotten by a reset, and restored with a snapshot', async () => {
    await api.as('jane').get('/user')
    const snapshot = api.forge.snapshot()
    await api.as('bob').get('/user')
    api.forge.restore(snapshot)
    expect(await listed()).toEqual([['jane', today]])
    api.forge.reset()
    expect(await listed()).toEqual([])
  })

  it('is saved with the world', async () => {
    await api.as('jane').get('/user')
    const opened = await createForge({ from: await api.forge.toBytes() })
    const response = await opened.fetch('http://forge.test/api/v4/user/activities', {
      headers: { 'PRIVATE-TOKEN': 'root-token' },
    })
    expect(await response.json()).toContainEqual(
      expect.objectContaining({ username: 'jane', last_activity_on: today }),
    )
    expect(opened.export()).toEqual(api.forge.export())
  })

  it('changes no record, and reports no change', async () => {
    const snapshot = api.forge.snapshot()
    const events: string[] = []
    const unwatch = api.forge.watch(({ type }) => void events.push(type))
    await api.as('jane').get('/user')
    unwatch()
    expect(api.forge.changesSince(snapshot)).toEqual({ counts: {}, records: [], refs: [] })
    expect(events).toEqual(['request'])
  })

  it('is that of the record once a suite changes it', async () => {
    await api.as('jane').get('/user')
    const jane = api.forge.db.users.get(2)
    if (jane) api.forge.db.users.replace(jane, { last_activity_on: '2016-12-24' })
    expect((await root.get('/users/2')).body.last_activity_on).toBe('2016-12-24')
  })

  it('keeps a user from being deactivated', async () => {
    await api.as('jane').get('/user')
    expect((await root.post('/users/2/deactivate')).status).toBe(403)
    api.forge.clock.advance(91 * 24 * 3600_000)
    expect((await root.post('/users/2/deactivate')).status).toBe(201)
  })

  it('is noted by v3 too, which does not show it', async () => {
    await api.request('/api/v3/user', { headers: { 'private-token': 'jane-token' } })
    expect(await listed()).toEqual([['jane', today]])
  })
})
