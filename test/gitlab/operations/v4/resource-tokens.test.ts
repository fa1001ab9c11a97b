import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4, now } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'mona' },
    { username: 'dev' },
    { username: 'eve' },
  ],
  groups: [{ path: 'acme', members: { jane: 'owner', mona: 'master', dev: 'developer' } }],
  projects: [{ path: 'acme/site', visibility: 'private' }, { path: 'acme/shop' }],
  access_tokens: [
    {
      name: 'old',
      project: 'acme/site',
      created_by: 'jane',
      token: 'glpat-old',
      level: 'developer',
      scopes: ['read_api'],
      expires_at: '2017-01-10',
    },
    { name: 'whole', group: 'acme', created_by: 'jane', token: 'glpat-group', level: 'owner' },
  ],
}

const site = '/projects/1/access_tokens'
const group = '/groups/acme/access_tokens'

describeV4('access tokens of projects and groups', { seed }, (api) => {
  const create = (values = {}, path = site, who = 'jane') =>
    api.as(who).post(path, { name: 'ci', scopes: ['api'], ...values })
  const names = async (parameters = {}, path = site) =>
    (await api.as('jane').get(path, parameters)).body.map(({ name }: { name: string }) => name)
  const withToken = (token: string, path: string, method = 'GET') =>
    api.request(`/api/v4${path}`, { method, headers: { 'private-token': token } })

  it('are made with a user who is a member by them', async () => {
    const { status, body } = await create({ access_level: 30, description: 'For builds' })
    expect(status).toBe(201)
    const bot = api.forge.db.users.get(body.user_id)
    expect(body).toEqual({
      id: body.id,
      name: 'ci',
      revoked: false,
      created_at: now,
      description: 'For builds',
      scopes: ['api'],
      user_id: bot?.id,
      last_used_at: null,
      active: true,
      granular: false,
      expires_at: '2018-01-15',
      last_used_ips: [],
      access_level: 30,
      resource_type: 'project',
      resource_id: 1,
      token: expect.any(String),
    })
    expect(bot).toMatchObject({
      name: 'ci',
      username: expect.stringMatching(/^project_1_bot_[0-9a-f]{32}$/),
      user_type: 'project_bot',
    })
    const me = await withToken(body.token, '/user')
    expect(me.body).toMatchObject({ id: bot?.id, bot: true })
    const members = (await api.as('jane').get('/projects/1/members')).body
    expect(members).toContainEqual(expect.objectContaining({ id: bot?.id, access_level: 30 }))
    expect((await withToken(body.token, '/projects/1')).status).toBe(200)
    expect((await withToken(body.token, '/projects/2')).status).toBe(404)
  })

  it('are masters where nothing is said, and reach the projects of their group', async () => {
    const { body } = await create({}, group)
    expect(body).toMatchObject({ access_level: 40, resource_type: 'group' })
    const bot = api.forge.db.users.get(body.user_id)
    expect(bot?.username).toMatch(/^group_\d+_bot_[0-9a-f]{32}$/)
    expect((await withToken(body.token, '/projects/2')).status).toBe(200)
  })

  it('are listed without their texts, under the filters of all tokens', async () => {
    await create()
    await create({ name: 'another' })
    expect(await names()).toEqual(['old', 'ci', 'another'])
    expect(await names({ state: 'inactive' })).toEqual(['old'])
    expect(await names({ search: 'an' })).toEqual(['another'])
    expect(await names({ sort: 'name_asc' })).toEqual(['another', 'ci', 'old'])
    expect(await names({}, group)).toEqual(['whole'])
    const { body } = await api.as('jane').get(site)
    expect(body[0]).toMatchObject({ scopes: ['read_api'], access_level: 30, active: false })
    expect(body[0].token).toBeUndefined()
  })

  it('are shown one by one', async () => {
    const { body } = await create()
    const { token: _, ...shown } = body
    expect((await api.as('jane').get(`${site}/${body.id}`)).body).toEqual(shown)
    const missing: [string, string][] = [
      [`${site}/999`, '404 project Access Token Not Found'],
      [`${group}/${body.id}`, '404 group Access Token Not Found'],
    ]
    for (const [path, message] of missing) {
      expect(await api.as('jane').get(path)).toMatchObject({ status: 404, body: { message } })
    }
  })

  it.each<[object, string, string, object]>([
    [
      {},
      site,
      'dev',
      { message: '400 Bad request - User does not have permission to create project access token' },
    ],
    [
      {},
      group,
      'mona',
      { message: '400 Bad request - User does not have permission to create group access token' },
    ],
    [
      { access_level: 50 },
      site,
      'mona',
      {
        message:
          "400 Bad request - Access level of the token can't be greater the access level of the user who created the token",
      },
    ],
    [{ scopes: ['sudo'] }, site, 'jane', { error: 'scopes does not have a valid value' }],
    [{ scopes: [] }, site, 'jane', { message: "400 Bad request - Scopes can't be blank" }],
    [{ access_level: 35 }, site, 'jane', { error: 'access_level does not have a valid value' }],
    [{ name: undefined }, site, 'jane', { error: 'name is missing' }],
    [
      { expires_at: '2018-01-16' },
      site,
      'jane',
      { message: '400 Bad request - Expiration date must be before 2018-01-15' },
    ],
  ])('are refused: %o at %s by %s', async (values, path, who, body) => {
    expect(await create(values, path, who)).toMatchObject({ status: 400, body })
    expect(api.forge.db.users.count()).toBe(7)
  })

  it('are for those who have to do with them, and hidden from others', async () => {
    for (const path of [site, `${site}/999`, group]) {
      expect(await api.as('dev').get(path)).toMatchObject({
        status: 401,
        body: { message: '401 Unauthorized' },
      })
    }
    expect((await api.as('eve').get(site)).status).toBe(404)
    const { body } = await create()
    expect(await api.as('dev').delete(`${site}/${body.id}`)).toMatchObject({ status: 400 })
    expect((await api.as('dev').post(`${site}/${body.id}/rotate`)).status).toBe(401)
  })

  it('are rotated, and stay those of their user', async () => {
    const { body } = await create()
    const rotated = await api.as('jane').post(`${site}/${body.id}/rotate`)
    expect(rotated.status).toBe(200)
    expect(rotated.body).toMatchObject({
      name: 'ci',
      user_id: body.user_id,
      access_level: 40,
      expires_at: '2017-01-22',
    })
    expect((await withToken(body.token, '/user')).status).toBe(401)
    expect((await withToken(rotated.body.token, '/user')).status).toBe(200)
    const again = await api.as('jane').post(`${site}/${body.id}/rotate`)
    expect(again).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - token already revoked' },
    })
    expect((await withToken(rotated.body.token, '/user')).status).toBe(401)
    expect((await api.as('jane').post(`${site}/999/rotate`)).status).toBe(401)
    expect(await api.as('root').post(`${site}/999/rotate`)).toMatchObject({
      status: 404,
      body: { message: '404 Not Found' },
    })
  })

  it('rotate themselves', async () => {
    const { body } = await create({ scopes: ['self_rotate'] })
    const own = `${site}/self/rotate`
    expect((await withToken('glpat-group', own, 'POST')).status).toBe(401)
    expect((await api.as('jane').post(own)).status).toBe(405)
    const rotated = await withToken(body.token, own, 'POST')
    expect(rotated.status).toBe(200)
    expect((await withToken(body.token, own, 'POST')).status).toBe(401)
    const ofGroup = await withToken('glpat-group', `${group}/self/rotate`, 'POST')
    expect(ofGroup.body).toMatchObject({ name: 'whole', access_level: 50 })
  })

  it('are removed with their user, whose words stay', async () => {
    const { body } = await create()
    const headers = { 'private-token': body.token }
    const written = await api.request('/api/v4/projects/1/issues?title=Red', {
      method: 'POST',
      headers,
    })
    expect(written.status).toBe(201)
    expect((await api.as('jane').delete(`${site}/${body.id}`)).status).toBe(204)
    expect((await withToken(body.token, '/user')).status).toBe(401)
    expect(api.forge.db.users.get(body.user_id)).toBeUndefined()
    expect((await api.as('jane').get(`${site}/${body.id}`)).status).toBe(404)
    expect((await api.as('jane').delete(`${site}/${body.id}`)).status).toBe(404)
    const issue = (await api.as('jane').get('/projects/1/issues/1')).body
    expect(issue.author.username).toBe('ghost')
  })

  it('go with their project', async () => {
    const bots = () =>
      api.forge.db.users.all().filter(({ user_type }) => user_type === 'project_bot')
    expect(bots()).toHaveLength(2)
    await api.as('root').delete('/groups/acme')
    api.forge.clock.advance(40 * 24 * 3600_000)
    expect(bots()).toHaveLength(0)
  })
})
