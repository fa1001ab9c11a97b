import { expect, it } from 'vitest'
import { describeForge } from '../../harness.ts'

const seed = {
  users: [
    {
      username: 'root',
      admin: true,
      personal_access_tokens: [{ token: 'short', expires_at: '2017-02-01' }],
    },
    { username: 'jane' },
    { username: 'bob', sessions: ['seat'] },
    { username: 'ann' },
  ],
  groups: [
    {
      path: 'team',
      members: {
        jane: { level: 'owner', expires_at: '2017-01-18' },
        bob: { level: 'developer', expires_at: '2017-01-19' },
      },
    },
  ],
  projects: [
    {
      path: 'team/website',
      visibility: 'public',
      members: {
        ann: { level: 'developer', expires_at: '2017-01-17' },
        bob: { level: 'reporter', expires_at: '2017-01-16' },
      },
    },
  ],
  hooks: [{ url: 'http://hook.test/' }],
} as const

const delivered: string[] = []
const noteDelivery: typeof fetch = async (_url, init) => {
  delivered.push(String(init?.body))
  return new Response()
}

describeForge('what time brings', { seed: seed as never, fetch: noteDelivery }, (api) => {
  const members = async (path: string) => {
    const { body } = await api.as('root').get(path)
    return body.map(({ username }: { username: string }) => username)
  }

  it('ends memberships with the beginning of their day, in the order of their days', async () => {
    delivered.length = 0
    api.forge.clock.set('2017-01-16T23:59:59Z')
    expect(await members('/projects/1/members')).toEqual(['ann'])
    api.forge.clock.set('2017-01-30')
    expect(await members('/projects/1/members')).toEqual([])

    const { body } = await api.as('root').get('/projects/1/events')
    const listed = body.map((event: Record<string, unknown>) => [
      event.author_username,
      event.action_name,
      event.created_at,
    ])
    const ended = 'removed due to membership expiration from'
    expect(listed.slice(0, 2)).toEqual([
      ['ann', ended, '2017-01-17T00:00:00.000Z'],
      ['bob', ended, '2017-01-16T00:00:00.000Z'],
    ])
    await api.forge.settled()
    const hooks = delivered.map((text) => JSON.parse(text))
    expect(hooks.map((hook) => [hook.event_name, hook.user_username ?? hook.user_name])).toEqual([
      ['user_remove_from_team', 'bob'],
      ['user_remove_from_team', 'ann'],
      ['user_remove_from_group', 'bob'],
    ])
    expect(api.forge.deliveries.map(({ at }) => at)).toEqual([
      '2017-01-16T00:00:00.000Z',
      '2017-01-17T00:00:00.000Z',
      '2017-01-19T00:00:00.000Z',
    ])
  })

  it('leaves a group its last owner, whose membership gives nothing', async () => {
    api.forge.clock.advance('30d')
    expect(await members('/groups/team/members')).toEqual(['jane'])
    const { status } = await api.as('jane').put('/groups/team', { name: 'Mine' })
    expect(status).toBe(403)
  })

  it('ends a membership that was past its day already when the clock is moved', async () => {
    const bob = api.forge.db.members.findFirst((query) => query.where({ source_type: 'project' }))
    if (bob) api.forge.db.members.replace(bob, { expires_at: '2016-12-31' })
    expect(await members('/projects/1/members')).toHaveLength(2)
    api.forge.clock.advance(1)
    expect(await members('/projects/1/members')).toHaveLength(1)
    expect(api.forge.db.events.all().at(-1)?.created_at).toBe('2017-01-15T12:00:00.000Z')
  })

  it('leaves alone what is not due, and does nothing where the clock goes back', async () => {
    api.forge.clock.advance('11h 59m')
    expect(await members('/projects/1/members')).toHaveLength(2)
    api.forge.clock.set('2016-01-01')
    expect(await members('/projects/1/members')).toHaveLength(2)
  })

  it('removes the artifacts that expire, and no others', async () => {
    const builds = []
    const commit = { branch_name: 'master', commit_message: 'Begin', file_path: '.gitlab-ci.yml' }
    const content = 'a: { script: a }\nb: { script: b }'
    await api.as('root').post('/projects/1/repository/files', { ...commit, content })
    for (const [id, expires_at] of [
      [1, '2017-01-15T13:00:00Z'],
      [2, '2017-01-15T14:00:00+00:00'],
    ] as const) {
      const artifacts = { filename: 'a.zip', bytes: new Uint8Array([1]), expires_at }
      builds.push(api.forge.advance(id, 'success', { artifacts }))
    }
    expect(builds.map(({ artifacts }) => artifacts === null)).toEqual([false, false])
    api.forge.clock.advance('1h')
    const kept = () => api.forge.db.builds.all().map(({ artifacts }) => artifacts?.filename)
    expect(kept()).toEqual([undefined, 'a.zip'])
    api.forge.clock.advance('1h')
    expect(kept()).toEqual([undefined, undefined])
    expect((await api.as('root').get('/projects/1/builds/2/artifacts')).status).toBe(404)
  })

  it('removes artifacts when the description of their job says, unless they are kept', async () => {
    const commit = { branch_name: 'master', commit_message: 'Begin', file_path: '.gitlab-ci.yml' }
    const job = (expiry: string) => `{ script: a, artifacts: { paths: [dist]${expiry} } }`
    const content = `a: ${job(', expire_in: 2h20min')}\nb: ${job(', expire_in: 2h20min')}\nc: ${job('')}`
    const root = api.as('root')
    await root.post('/projects/1/repository/files', { ...commit, content })
    api.forge.clock.advance('10m')
    const artifacts = { filename: 'a.zip', bytes: new Uint8Array([1]) }
    const expiries = [1, 2, 3].map(
      (id) => api.forge.advance(id, 'success', { artifacts }).artifacts?.expires_at,
    )
    expect(expiries).toEqual(['2017-01-15T14:30:00.000Z', '2017-01-15T14:30:00.000Z', null])
    await root.post('/projects/1/builds/2/artifacts/keep')
    const statuses = () =>
      Promise.all(
        [1, 2, 3].map(async (id) => (await root.get(`/projects/1/builds/${id}/artifacts`)).status),
      )
    api.forge.clock.set('2017-01-15T14:29:59Z')
    expect(await statuses()).toEqual([200, 200, 200])
    api.forge.clock.set('2017-01-15T14:30:00Z')
    expect(await statuses()).toEqual([404, 200, 200])
    expect((await root.get('/projects/1/builds/1')).body.artifacts_file).toBeNull()
  })

  it('closes sessions and tokens that expire; the tokens stay in the list', async () => {
    const cookie = { headers: { cookie: '_service_session=seat' } }
    const token = { headers: { 'private-token': 'short' } }
    const { credentials } = api.forge.db
    const session = credentials.findFirst((query) => query.where({ kind: 'session' }))
    if (session) credentials.replace(session, { expires_at: '2017-01-20' })
    expect((await api.request('/api/v3/user', cookie)).status).toBe(200)
    expect((await api.request('/api/v3/user', token)).status).toBe(200)
    api.forge.clock.set('2017-02-01')
    expect((await api.request('/api/v3/user', cookie)).status).toBe(401)
    expect((await api.request('/api/v3/user', token)).status).toBe(401)
    const kinds = credentials.all().filter(({ expires_at }) => expires_at)
    expect(kinds.map(({ kind }) => kind)).toEqual(['personal'])
  })
})

describeForge('a reset after time went on', { seed: seed as never }, (api) => {
  it('brings back what ended', async () => {
    api.forge.clock.advance('60d')
    expect(api.forge.db.members.count()).toBe(1)
    api.forge.reset()
    expect(api.forge.db.members.count()).toBe(4)
  })
})

const personal = {
  users: [{ username: 'ann' }, { username: 'bob' }],
  projects: [
    { path: 'ann/notes', members: { ann: { level: 'master' as const, expires_at: '2017-01-17' } } },
  ],
}

describeForge('the owner of a personal project', { seed: personal }, (api) => {
  it('is no member of it any more when the membership ends, and owns it as before', async () => {
    expect(api.forge.db.members.count()).toBe(1)
    api.forge.clock.advance('30d')
    expect(api.forge.db.members.count()).toBe(0)
    const bob = { user_id: 2, access_level: 10 }
    expect((await api.as('ann').post('/projects/1/members', bob)).status).toBe(201)
  })
})
