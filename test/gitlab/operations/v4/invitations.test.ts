import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge, describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'jane', name: 'Jane' },
    { username: 'mona' },
    { username: 'eve', name: 'Eve', email: 'eve@x.example' },
    { username: 'max' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      request_access_enabled: true,
      members: { jane: 'owner', mona: 'master' },
    },
  ],
  projects: [
    { path: 'acme/site', visibility: 'public', request_access_enabled: true },
    { path: 'acme/shut', visibility: 'public', request_access_enabled: false },
  ],
}
const now = '2026-02-01T10:00:00.000Z'
const sources = [
  ['a project', '/projects/1', 'mona'],
  ['a group', '/groups/acme', 'jane'],
] as const

/** Specification of v4, people-groups-projects.md, section 6. */
describeV4('access requests', { seed, now }, (api) => {
  it.each(sources)('to %s are made, listed and approved', async (_, source, manager) => {
    const path = `${source}/access_requests`
    const made = await api.as('eve').post(path)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ id: 3, username: 'eve', requested_at: now })
    expect((await api.as(manager).get(path)).body).toEqual([made.body])
    expect((await api.as('eve').get(path)).status).toBe(403)
    const own = await api.as('eve').put(`${path}/3/approve`)
    expect(own.status).toBe(403)
    const approved = await api.as(manager).put(`${path}/3/approve`)
    expect(approved.status).toBe(201)
    expect(approved.body).toMatchObject({ username: 'eve', access_level: 30 })
    expect((await api.as(manager).get(path)).body).toEqual([])
    expect((await api.as(manager).get(`${source}/members/3`)).status).toBe(200)
    const again = await api.as(manager).put(`${path}/3/approve`)
    expect([again.status, again.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('to a project are not made by who is a member of the group around it', async () => {
    const { status, body } = await api.as('mona').post('/projects/1/access_requests')
    expect([status, body]).toEqual([400, { message: { user: ['already exists in source'] } }])
  })

  it.each(sources)('to %s are refused, or taken back', async (_, source, manager) => {
    const path = `${source}/access_requests`
    await api.as('eve').post(path)
    await api.as('max').post(path)
    expect((await api.as('max').delete(`${path}/3`)).status).toBe(403)
    expect((await api.as('eve').delete(`${path}/3`)).status).toBe(204)
    expect((await api.as(manager).delete(`${path}/4`)).status).toBe(204)
    expect((await api.as(manager).delete(`${path}/4`)).status).toBe(404)
  })

  it('are for who is no member, once, and where they may be made', async () => {
    const there = { message: { user: ['already exists in source'] } }
    await api.as('eve').post('/projects/1/access_requests')
    const twice = await api.as('eve').post('/projects/1/access_requests')
    expect([twice.status, twice.body]).toEqual([400, there])
    const member = await api.as('mona').post('/groups/acme/access_requests')
    expect([member.status, member.body]).toEqual([400, there])
    const shut = await api.as('eve').post('/projects/2/access_requests')
    expect([shut.status, shut.body]).toEqual([
      400,
      { message: { base: ['Access requests are not enabled'] } },
    ])
    expect((await api.anonymous.post('/projects/1/access_requests')).status).toBe(401)
  })

  it('may be made of a new group or project of which nobody says otherwise', async () => {
    const named = { name: 'Fresh', path: 'fresh', visibility: 'public' }
    for (const path of ['/groups', '/projects']) {
      const made = await api.as('jane').post(path, named)
      expect(made.body.request_access_enabled).toBe(true)
      const closed = { ...named, path: 'shut', name: 'Shut', request_access_enabled: false }
      expect((await api.as('jane').post(path, closed)).body.request_access_enabled).toBe(false)
      const asked = await api.as('eve').post(`${path}/${made.body.id}/access_requests`)
      expect(asked.status).toBe(201)
    }
  })

  it('end where somebody becomes a member otherwise', async () => {
    await api.as('eve').post('/projects/1/access_requests')
    await api.as('mona').post('/projects/1/members', { user_id: 3, access_level: 10 })
    expect((await api.as('mona').get('/projects/1/access_requests')).body).toEqual([])
  })

  it('are approved at a level that the approver has', async () => {
    await api.as('eve').post('/projects/1/access_requests')
    const path = '/projects/1/access_requests/3/approve'
    expect((await api.as('mona').put(path, { access_level: 50 })).status).toBe(403)
    expect((await api.as('mona').put(path, { access_level: 11 })).status).toBe(400)
    expect((await api.as('mona').put(path, { access_level: 40 })).body.access_level).toBe(40)
  })
})

describeV4('invitations', { seed, now }, (api) => {
  it.each(sources)('to %s are made, listed, changed and taken back', async (_, source, manager) => {
    const path = `${source}/invitations`
    const made = await api
      .as(manager)
      .post(path, { email: 'a@x.example,b@x.example', access_level: 20, expires_at: '2026-03-01' })
    expect([made.status, made.body]).toEqual([201, { status: 'success' }])
    const { body } = await api.as(manager).get(path, { query: 'A@x.example' })
    const name = manager === 'jane' ? 'Jane' : 'mona'
    const invitation = {
      access_level: 20,
      created_at: now,
      expires_at: '2026-03-01',
      invite_email: 'a@x.example',
      invite_token: expect.stringMatching(/^[\da-z]{20}$/),
      created_by_name: name,
    }
    expect(body).toEqual([invitation])
    expect((await api.as(manager).get(path)).body).toHaveLength(2)
    const one = `${path}/a%40x.example`
    const changed = await api.as(manager).put(one, { access_level: 30, expires_at: null })
    expect(changed.body).toEqual({ ...invitation, access_level: 30, expires_at: null })
    const nothing = await api.as(manager).put(one, {})
    expect([nothing.status, nothing.body]).toEqual([400, { message: '400 Bad request' }])
    expect((await api.as(manager).delete(one)).status).toBe(204)
    for (const gone of [
      await api.as(manager).delete(one),
      await api.as(manager).put(one, { access_level: 10 }),
    ]) {
      expect([gone.status, gone.body]).toEqual([404, { message: '404 Not Found' }])
    }
    expect((await api.as('eve').get(path)).status).toBe(403)
  })

  it('make members of whoever has an account, and say who is not invited', async () => {
    const path = '/projects/1/invitations'
    await api.as('mona').post(path, { email: 'a@x.example', access_level: 20 })
    const { status, body } = await api.as('mona').post(path, {
      email: ['EVE@x.example', 'A@x.example', 'nobody'],
      user_id: ['4', 'none'],
      access_level: 20,
    })
    expect([status, body]).toEqual([
      201,
      {
        status: 'error',
        message: {
          'A@x.example': 'Invite email has already been taken',
          nobody: 'Invite email is invalid',
          none: 'User not found',
        },
      },
    ])
    expect((await api.as('mona').get('/projects/1/members/3')).body.access_level).toBe(20)
    expect((await api.as('mona').get('/projects/1/members/4')).body.access_level).toBe(20)
    const again = await api.as('mona').post(path, { user_id: 'eve', access_level: 20 })
    expect(again.body.message).toEqual({ eve: 'User already exists in source' })
    const less = await api.as('mona').post(path, { user_id: 'jane', access_level: 20 })
    expect(less.body.message.jane).toContain('should be greater than or equal to Owner')
  })

  it.each([
    [{}, 400, { error: 'access_level is missing' }],
    [
      { access_level: 20 },
      400,
      { message: '400 Bad request - Must provide either email or user_id as a parameter' },
    ],
    [
      { access_level: 21, email: 'a@b.c' },
      400,
      { error: 'access_level does not have a valid value' },
    ],
    [{ access_level: 50, email: 'a@b.c' }, 403, { message: '403 Forbidden' }],
    [
      { access_level: 20, email: 'a@b.c', expires_at: '2020-01-01' },
      400,
      { message: { expires_at: ['cannot be a date in the past'] } },
    ],
    [
      { access_level: 20, email: Array.from({ length: 101 }, (_, n) => `${n}@b.c`) },
      201,
      { status: 'error', message: 'Too many users specified (limit is 100)' },
    ],
  ])('are refused with %j', async (request, status, body) => {
    const answer = await api.as('mona').post('/projects/1/invitations', request)
    expect([answer.status, answer.body]).toEqual([status, body])
  })
})

describeForge('access requests in v3', { seed, now }, (api) => {
  it.each(sources)('to %s are made, listed, approved and refused', async (_, source, manager) => {
    const path = `${source}/access_requests`
    const made = await api.as('eve').post(path)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ username: 'eve', requested_at: now })
    await api.as('max').post(path)
    expect((await api.as(manager).get(path)).body).toHaveLength(2)
    const approved = await api.as(manager).put(`${path}/3/approve`, { access_level: 20 })
    expect([approved.status, approved.body]).toMatchObject([201, { access_level: 20 }])
    const denied = await api.as(manager).delete(`${path}/4`)
    expect([denied.status, denied.body.username]).toEqual([200, 'max'])
    expect((await api.as(manager).delete(`${path}/4`)).status).toBe(404)
    expect((await api.as('max').get(path)).status).toBe(403)
  })
})
