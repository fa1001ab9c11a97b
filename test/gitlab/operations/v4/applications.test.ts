import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const application = {
  name: 'Dashboard',
  redirect_uri: 'http://localhost:3000/callback\nmyapp://signed-in',
  scopes: 'api read_user',
}

describeV4('applications', { seed }, (api) => {
  const create = (values = {}) =>
    api.as('root').post('/applications', { ...application, ...values })

  it('are made with a secret that is shown once', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 1,
      application_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      application_name: 'Dashboard',
      callback_url: application.redirect_uri,
      confidential: true,
      scopes: ['api', 'read_user'],
      secret: expect.stringMatching(/^gloas-[0-9a-f]{64}$/),
    })
    const { secret: _, ...shown } = body
    expect((await api.as('root').get('/applications')).body).toEqual([shown])
  })

  it('may be those of browsers, which keep no secret', async () => {
    expect((await create({ confidential: false })).body.confidential).toBe(false)
  })

  it('are given another secret', async () => {
    const { body } = await create()
    const renewed = await api.as('root').post('/applications/1/renew-secret')
    expect(renewed.status).toBe(201)
    expect(renewed.body).toEqual({ ...body, secret: expect.stringMatching(/^gloas-/) })
    expect(renewed.body.secret).not.toBe(body.secret)
  })

  it('are removed with their tokens', async () => {
    await create()
    await api.forge.db.credentials.create({
      user_id: 2,
      kind: 'oauth',
      token: 'held',
      application_id: 1,
    })
    expect((await api.as('root').delete('/applications/1')).status).toBe(204)
    expect((await api.as('root').delete('/applications/1')).body).toEqual({
      message: '404 Application Not Found',
    })
    const { status } = await api.request('/api/v4/user?access_token=held')
    expect(status).toBe(401)
  })

  it.each<[string, object, object]>([
    ['no name', { name: '' }, { message: { name: ["can't be blank"] } }],
    [
      'an address that is none',
      { redirect_uri: 'nowhere' },
      { message: { redirect_uri: ['must be an absolute URI.'] } },
    ],
    [
      'one wrong address of two',
      { redirect_uri: 'http://localhost/a\n/b' },
      { message: { redirect_uri: ['must be an absolute URI.'] } },
    ],
    [
      'an address with a fragment',
      { redirect_uri: 'http://localhost/#a' },
      { message: { redirect_uri: ['cannot contain a fragment.'] } },
    ],
    [
      'an address that runs a script',
      { redirect_uri: 'javascript:alert(1)' },
      { message: { redirect_uri: ['is forbidden by the server.'] } },
    ],
    [
      'a scope that there is not',
      { scopes: 'api everything' },
      { message: { scopes: ["doesn't match configured on the server."] } },
    ],
    ['empty scopes', { scopes: '' }, { error: 'scopes is empty' }],
    ['no scopes', { scopes: undefined }, { error: 'scopes is missing, scopes is empty' }],
  ])('are refused with %s', async (_, values, body) => {
    expect(await create(values)).toMatchObject({ status: 400, body })
  })

  it('are for administrators', async () => {
    for (const path of ['/applications', '/applications/1/renew-secret']) {
      expect((await api.as('jane').post(path)).status).toBe(403)
      expect((await api.anonymous.post(path)).status).toBe(401)
    }
  })
})
