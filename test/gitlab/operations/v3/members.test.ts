import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import type { MemberRecord } from '../../../../src/store/models/member.ts'
import { describeForge, now, type Reply } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe', created_at: '2015-03-01T10:00:00.000Z' },
    { username: 'bob', email: 'robert@mail.example' },
    { username: 'carol' },
    { username: 'eve' },
    { username: 'blocked', state: 'blocked' },
    { username: 'former' },
  ],
  groups: [
    {
      id: 10,
      path: 'acme',
      visibility: 'public',
      members: {
        jane: { level: 'owner', since: '2016-01-01T00:00:00.000Z' },
        bob: { level: 'developer', expires_at: '2017-01-16' },
        blocked: 'reporter',
        former: { level: 'owner', expires_at: '2017-01-15' },
      },
    },
    {
      id: 11,
      path: 'hidden',
      visibility: 'private',
      members: { jane: 'owner', bob: 'master' },
    },
  ],
  projects: [
    {
      path: 'acme/website',
      visibility: 'public',
      created_at: '2016-05-01T00:00:00.000Z',
      members: {
        bob: 'master',
        eve: { level: 'guest', expires_at: '2017-02-01' },
      },
    },
    {
      path: 'jane/diary',
      visibility: 'private',
      members: {
        jane: 'master',
        bob: 'developer',
        former: { level: 'master', expires_at: '2017-01-15' },
      },
    },
  ],
}

const usernames = ({ body }: Reply) => body.map(({ username }: { username: string }) => username)
const ids = { root: 1, jane: 2, bob: 3, carol: 4, eve: 5, blocked: 6, former: 7 }
const sources = [
  ['group', '/groups/acme', '/groups/10', 'jane', 'eve'],
  ['project', '/projects/acme%2Fwebsite', '/projects/1', 'bob', 'carol'],
] as const

describeForge('members', { seed }, (api) => {
  it('lists the members of a group in the order of joining, expired ones too', async () => {
    const { status, body } = await api.as('eve').get('/groups/10/members')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 2,
        username: 'jane',
        name: 'Jane Doe',
        state: 'active',
        avatar_url: null,
        web_url: `${api.origin}/jane`,
        created_at: '2015-03-01T10:00:00.000Z',
        access_level: 50,
        expires_at: null,
      },
      expect.objectContaining({ id: 3, username: 'bob', access_level: 30 }),
      expect.objectContaining({ id: 6, state: 'blocked', access_level: 20 }),
      expect.objectContaining({ id: 7, username: 'former', access_level: 50 }),
    ])
  })

  it("lists a project's own members, and not those of its group", async () => {
    const reply = await api.as('eve').get('/projects/1/members')
    expect(usernames(reply)).toEqual(['bob', 'eve'])
    expect(reply.body[1]).toMatchObject({ expires_at: '2017-02-01' })
  })

  it.each(sources)('finds a %s by its path as by its id', async (_, path, byId) => {
    const members = await api.as('eve').get(`${path}/members`)
    expect(members.body).toEqual((await api.as('eve').get(`${byId}/members`)).body)
  })

  it.each([
    ['a username', 'BLOCK', ['blocked']],
    ['a name', 'doe', ['jane']],
    ['an e-mail address', 'mail.ex', ['bob']],
    ['nothing', 'zzz', []],
    ['everything', '', ['jane', 'bob', 'blocked', 'former']],
  ])('searches members by a part of %s', async (_, query, expected) => {
    expect(usernames(await api.as('eve').get('/groups/10/members', { query }))).toEqual(expected)
  })

  it('searches the members of a project', async () => {
    const found = await api.as('eve').get('/projects/1/members', { query: 'rob' })
    expect(usernames(found)).toEqual(['bob'])
  })

  it.each(sources)('pages the members of a %s', async (_, path) => {
    const page = await api.as('eve').get(`${path}/members`, { per_page: 1, page: 2 })
    expect(page.body).toHaveLength(1)
    expect(page.headers.get('x-page')).toBe('2')
  })

  it('gets one member, with the day on which the membership ends', async () => {
    const ofGroup = await api.as('eve').get('/groups/10/members/3')
    expect(ofGroup.status).toBe(200)
    expect(ofGroup.body).toMatchObject({ id: 3, access_level: 30, expires_at: '2017-01-16' })
    const endless = await api.as('eve').get('/groups/10/members/2')
    expect(endless.body.expires_at).toBeNull()
    const ofProject = await api.as('eve').get('/projects/1/members/5')
    expect(ofProject.body).toMatchObject({ id: 5, access_level: 10, expires_at: '2017-02-01' })
  })

  it.each(['/groups/10/members/4', '/projects/1/members/2'])(
    'has no member at %s',
    async (path) => {
      const { status, body } = await api.as('root').get(path)
      expect(status).toBe(404)
      expect(body).toEqual({ message: '404 Member Not Found' })
      expect((await api.as('root').put(path, { access_level: 20 })).status).toBe(404)
    },
  )

  it.each([
    ['hidden group', '/groups/hidden'],
    ['private project', '/projects/2'],
  ])('hides the members of a %s from strangers', async (_, path) => {
    expect((await api.as('eve').get(`${path}/members`)).status).toBe(404)
    expect((await api.as('eve').get(`${path}/members/3`)).status).toBe(404)
    const added = await api.as('eve').post(`${path}/members`, { user_id: 5, access_level: 10 })
    expect(added.status).toBe(404)
    expect((await api.as('eve').put(`${path}/members/3`, { access_level: 10 })).status).toBe(404)
    expect((await api.as('eve').delete(`${path}/members/3`)).status).toBe(404)
    expect((await api.as('bob').get(`${path}/members`)).status).toBe(200)
  })

  it('gives no access once a membership has expired, and up to the day before', async () => {
    expect((await api.as('former').get('/projects/2/members')).status).toBe(404)
    await api.forge.db.members.updateMany((query) => query.where({ user_id: ids.former }), {
      data(member: MemberRecord) {
        member.expires_at = '2017-01-16'
      },
    })
    expect((await api.as('former').get('/projects/2/members')).status).toBe(200)
  })

  it.each(sources)('needs credentials for a %s', async (_, path) => {
    expect((await api.anonymous.get(`${path}/members`)).status).toBe(401)
    expect((await api.anonymous.get(`${path}/members/3`)).status).toBe(401)
    expect((await api.anonymous.delete(`${path}/members/3`)).status).toBe(401)
  })

  it.each(sources)('adds a member to a %s', async (_, path, __, manager) => {
    const added = await api
      .as(manager)
      .post(`${path}/members`, { user_id: ids.carol, access_level: 30, expires_at: '2017-06-01' })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      id: ids.carol,
      username: 'carol',
      state: 'active',
      access_level: 30,
      expires_at: '2017-06-01',
    })
    expect((await api.as('eve').get(`${path}/members/4`)).body).toEqual(added.body)
    expect(api.forge.db.members.all().at(-1)?.created_at).toBe(now)
  })

  it.each(sources)('adds to a %s without an end', async (_, path, __, manager) => {
    const add = (user_id: number, expires_at?: string | null) =>
      api.as(manager).post(`${path}/members`, { user_id, access_level: 10, expires_at })
    expect((await add(ids.carol)).body.expires_at).toBeNull()
    expect((await add(ids.root, null)).body.expires_at).toBeNull()
  })

  it.each([
    ['/groups/10', [10, 20, 30, 40, 50], [0, 15, 60]],
    ['/projects/1', [10, 20, 30, 40], [0, 15, 50]],
  ] as const)('takes the access levels of %s and no others', async (path, levels, others) => {
    for (const access_level of levels) {
      await api.as('root').delete(`${path}/members/4`)
      const added = await api.as('root').post(`${path}/members`, { user_id: 4, access_level })
      expect(added.body.access_level).toBe(access_level)
      const changed = await api.as('root').put(`${path}/members/3`, { access_level })
      expect(changed.body.access_level).toBe(access_level)
    }
    for (const access_level of others) {
      const answers = [
        await api.as('root').post(`${path}/members`, { user_id: ids.root, access_level }),
        await api.as('root').put(`${path}/members/3`, { access_level }),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(400)
        expect(body).toEqual({ message: { access_level: ['does not have a valid value'] } })
      }
    }
  })

  it.each(sources)('names what is missing, for a %s', async (_, path) => {
    const noUser = await api.as('root').post(`${path}/members`, { access_level: 10 })
    expect(noUser.status).toBe(400)
    expect(noUser.body.message).toContain('"user_id"')
    const noLevel = await api.as('root').post(`${path}/members`, { user_id: 4 })
    expect(noLevel.body.message).toContain('"access_level"')
    const unchanged = await api.as('root').put(`${path}/members/3`, { expires_at: '2018-01-01' })
    expect(unchanged.status).toBe(400)
    expect(unchanged.body.message).toContain('"access_level"')
  })

  it.each(sources)('refuses an end that is no day, for a %s', async (_, path) => {
    const terms = { access_level: 10, expires_at: '2017-02-30' }
    const added = await api.as('root').post(`${path}/members`, { user_id: 4, ...terms })
    expect(added.status).toBe(400)
    expect(added.body).toEqual({ message: { expires_at: ['is invalid'] } })
    expect((await api.as('root').put(`${path}/members/3`, terms)).status).toBe(400)
  })

  it.each(sources)('finds no unknown user to add to a %s', async (_, path) => {
    const added = await api.as('root').post(`${path}/members`, { user_id: 99, access_level: 10 })
    expect(added.status).toBe(404)
    expect(added.body).toEqual({ message: '404 User Not Found' })
  })

  it('answers 409 to a second adding to a group', async () => {
    const again = await api.as('jane').post('/groups/10/members', { user_id: 3, access_level: 10 })
    expect(again.status).toBe(409)
    expect(again.body).toEqual({ message: 'Member already exists' })
  })

  it('leaves the member unchanged at a second adding to a project', async () => {
    const before = api.forge.db.members.all().length
    const eventsBefore = api.forge.db.events.all().length
    const again = await api
      .as('bob')
      .post('/projects/1/members', { user_id: 5, access_level: 40, expires_at: '2020-01-01' })
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ id: 5, access_level: 10, expires_at: '2017-02-01' })
    expect(api.forge.db.members.all()).toHaveLength(before)
    expect(api.forge.db.events.all()).toHaveLength(eventsBefore)
  })

  it('takes a member of the group into a project too', async () => {
    const added = await api.as('bob').post('/projects/1/members', { user_id: 2, access_level: 10 })
    expect(added.status).toBe(201)
  })

  it.each([
    ['group by a developer', 'bob', '/groups/10', 403],
    ['group by a stranger', 'eve', '/groups/10', 403],
    ['group by a master', 'bob', '/groups/11', 403],
    ['group by a former owner', 'former', '/groups/10', 403],
    ['group by an administrator', 'root', '/groups/11', 201],
    ['project by a guest', 'eve', '/projects/1', 403],
    ['project by a stranger', 'carol', '/projects/1', 403],
    ['project by a developer', 'bob', '/projects/2', 403],
    ['project by a master', 'bob', '/projects/1', 201],
    ['project by the owner of its group', 'jane', '/projects/1', 201],
    ['project by the owner of its namespace', 'jane', '/projects/2', 201],
    ['project by an administrator', 'root', '/projects/2', 201],
  ])('lets only those who may change the members of a %s', async (_, username, path, status) => {
    const caller = api.as(username)
    const added = await caller.post(`${path}/members`, { user_id: 4, access_level: 10 })
    expect(added.status).toBe(status)
    const allowed = status === 201 ? 200 : 403
    await api.as('root').post(`${path}/members`, { user_id: ids.root, access_level: 10 })
    const changed = await caller.put(`${path}/members/1`, { access_level: 20 })
    expect(changed.status).toBe(allowed)
    expect((await caller.delete(`${path}/members/1`)).status).toBe(allowed)
  })

  it.each(sources)('changes a member of a %s', async (_, path, __, manager) => {
    const change = (terms: Record<string, unknown>) =>
      api.as(manager).put(`${path}/members/3`, terms)
    const changed = await change({ access_level: 20, expires_at: '2018-01-01' })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ id: 3, access_level: 20, expires_at: '2018-01-01' })
    expect((await api.as('eve').get(`${path}/members/3`)).body).toEqual(changed.body)
  })

  it.each(sources)(
    'keeps an end in a %s that is not given, and takes it away by null',
    async (_, path) => {
      const change = (terms: Record<string, unknown>) =>
        api.as('root').put(`${path}/members/3`, terms)
      await change({ access_level: 20, expires_at: '2018-01-01' })
      expect((await change({ access_level: 30 })).body).toMatchObject({
        access_level: 30,
        expires_at: '2018-01-01',
      })
      expect((await change({ access_level: 30, expires_at: null })).body.expires_at).toBeNull()
      await change({ access_level: 20, expires_at: '2018-01-01' })
      expect((await change({ access_level: 30, expires_at: '' })).body.expires_at).toBeNull()
    },
  )

  it.each(sources)('removes a member of a %s', async (_, path, __, manager) => {
    await api.as('root').post(`${path}/members`, { user_id: 4, access_level: 30 })
    const removed = await api.as(manager).delete(`${path}/members/4`)
    expect(removed.status).toBe(200)
    expect(removed.body).toMatchObject({ id: 4, username: 'carol', access_level: 30 })
    expect(removed.body.expires_at).toBeNull()
    expect((await api.as('root').get(`${path}/members/4`)).status).toBe(404)
  })

  it.each(sources)(
    'answers 200 when somebody is no member of a %s',
    async (_, path, __, manager) => {
      for (const user_id of [ids.carol, 99]) {
        const removed = await api.as(manager).delete(`${path}/members/${user_id}`)
        expect(removed.status).toBe(200)
        expect(removed.body).toEqual({ message: 'Access revoked', id: user_id })
      }
    },
  )

  it.each([
    ['group', 'bob', '/groups/10'],
    ['project', 'eve', '/projects/1'],
    ['project as its master', 'bob', '/projects/1'],
  ] as const)('lets a member leave a %s', async (_, username, path) => {
    const left = await api.as(username).delete(`${path}/members/${ids[username]}`)
    expect(left.status).toBe(200)
    expect(left.body).toMatchObject({ username })
    expect((await api.as('root').get(`${path}/members/${ids[username]}`)).status).toBe(404)
  })

  it.each(['jane', 'root'])('keeps the last owner of a group, even from %s', async (username) => {
    const removed = await api.as(username).delete('/groups/10/members/2')
    expect(removed.status).toBe(403)
    expect(removed.body).toEqual({ message: '403 Forbidden - a group keeps its last owner' })
    const member = await api.as('root').get('/groups/10/members/2')
    expect(member.body.access_level).toBe(50)
  })

  it('lets the last owner of a group step down, as GitLab 8.15 did', async () => {
    const lowered = await api.as('jane').put('/groups/10/members/2', { access_level: 40 })
    expect([lowered.status, lowered.body.access_level]).toEqual([200, 40])
  })

  it('lets the last owner of a group set the day on which the ownership ends', async () => {
    const terms = { access_level: 50, expires_at: '2018-01-01' }
    expect((await api.as('jane').put('/groups/10/members/2', terms)).status).toBe(200)
  })

  it('lets an owner step down or leave once there is another', async () => {
    await api.as('jane').put('/groups/10/members/3', { access_level: 50 })
    const steppedDown = await api.as('jane').put('/groups/10/members/2', { access_level: 20 })
    expect(steppedDown.body.access_level).toBe(20)
    expect((await api.as('jane').delete('/groups/10/members/2')).status).toBe(200)
    expect((await api.as('bob').delete('/groups/10/members/3')).status).toBe(403)
  })

  it('changes and removes other members of a group that nobody owns any more', async () => {
    await api.forge.db.members.deleteMany((query) => query.where({ access_level: 50 }))
    const changed = await api.as('root').put('/groups/10/members/3', { access_level: 20 })
    expect(changed.status).toBe(200)
    expect((await api.as('root').delete('/groups/10/members/3')).status).toBe(200)
  })

  it('removes an owner whose membership has expired', async () => {
    expect((await api.as('jane').delete('/groups/10/members/7')).status).toBe(200)
  })

  it.each(['jane', 'root'])(
    'keeps the owner of a personal project, even from %s',
    async (username) => {
      const removed = await api.as(username).delete('/projects/2/members/2')
      expect(removed.status).toBe(403)
      expect((await api.as('jane').get('/projects/2/members/2')).status).toBe(200)
    },
  )

  it('records that a member joined and left a project, as the member’s own doing', async () => {
    await api.as('bob').post('/projects/1/members', { user_id: 4, access_level: 10 })
    await api.as('bob').put('/projects/1/members/4', { access_level: 20 })
    await api.as('bob').delete('/projects/1/members/4')
    await api.as('bob').delete('/projects/1/members/4')
    const { body } = await api.as('eve').get('/users/4/events')
    expect(body).toMatchObject([
      { action_name: 'left', project_id: 1, author_username: 'carol', target_type: null },
      { action_name: 'joined', project_id: 1, author_username: 'carol', created_at: now },
    ])
    expect(api.forge.db.events.by('author_id', 4)).toHaveLength(2)
    expect(api.forge.db.projects.get(1)?.last_activity_at).toBe(now)
  })

  it('records nothing of the members of a group, nor of a project’s owner', async () => {
    const eventsBefore = api.forge.db.events.all().length
    await api.as('jane').post('/groups/10/members', { user_id: 4, access_level: 10 })
    await api.as('jane').delete('/groups/10/members/4')
    await api.forge.db.members.deleteMany((query) =>
      query.where({ user_id: 2, source_type: 'project' }),
    )
    const added = await api.as('jane').post('/projects/2/members', { user_id: 2, access_level: 40 })
    expect(added.status).toBe(201)
    expect(api.forge.db.events.all()).toHaveLength(eventsBefore)
  })
})
