import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'mona' }],
  groups: [{ path: 'acme', members: { jane: 'owner', mona: 'master' } }, { path: 'acme/tools' }],
  projects: [
    {
      path: 'acme/tools/hammer',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
    { path: 'jane/site' },
    { path: 'jane/open', visibility: 'public' },
  ],
  deploy_tokens: [
    { name: 'robot', project: 'acme/tools/hammer', token: 'gldt-hammer', username: 'robot' },
    { name: 'gone', project: 'acme/tools/hammer', token: 'gldt-gone', revoked: true },
    { name: 'old', project: 'jane/site', token: 'gldt-old', expires_at: '2017-01-15T12:00:00Z' },
    { name: 'machines', group: 'acme', token: 'gldt-group' },
    { name: 'registry', group: 'acme', token: 'gldt-registry', scopes: ['read_registry'] },
  ],
}

const hammer = '/projects/acme%2Ftools%2Fhammer/deploy_tokens'
const robot = {
  id: 1,
  name: 'robot',
  username: 'robot',
  expires_at: null,
  scopes: ['read_repository'],
  revoked: false,
  expired: false,
}

describeV4('deploy tokens', { seed }, (api) => {
  const jane = () => api.as('jane')
  const idsIn = async (path: string, parameters = {}, who = 'jane') =>
    (await api.as(who).get(path, parameters)).body.map(({ id }: { id: number }) => id)

  it('are listed without their texts, those that hold no more as well', async () => {
    expect((await jane().get(hammer)).body[0]).toEqual(robot)
    expect(await idsIn(hammer)).toEqual([1, 2])
    expect(await idsIn(hammer, { active: true })).toEqual([1])
    expect(await idsIn(hammer, { active: false })).toEqual([2])
    expect(await idsIn('/groups/acme/deploy_tokens', {}, 'mona')).toEqual([4, 5])
    expect(await idsIn('/deploy_tokens', {}, 'root')).toEqual([1, 2, 3, 4, 5])
    expect(await idsIn('/deploy_tokens', { active: true }, 'root')).toEqual([1, 4, 5])
  })

  it('are shown one by one, in their own place', async () => {
    expect((await jane().get(`${hammer}/1`)).body).toEqual(robot)
    const { body } = await jane().get('/projects/jane%2Fsite/deploy_tokens/3')
    expect(body).toMatchObject({ expired: true, username: 'gitlab+deploy-token-3' })
    for (const path of [`${hammer}/3`, `${hammer}/4`, '/groups/acme/deploy_tokens/1']) {
      expect(await jane().get(path)).toMatchObject({
        status: 404,
        body: { message: '404 Not found' },
      })
    }
  })

  it('are made with a text that is shown once', async () => {
    const made = { name: 'new', scopes: ['read_repository', 'read_registry'] }
    const { status, body } = await jane().post(hammer, made)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...robot,
      ...made,
      id: 6,
      username: 'gitlab+deploy-token-6',
      token: expect.stringMatching(/^gldt-.{20}$/),
    })
    const values = { name: 'n', scopes: 'read_registry', username: 'me', expires_at: '2017-02-01' }
    expect((await jane().post('/groups/acme/deploy_tokens', values)).body).toMatchObject({
      username: 'me',
      expires_at: '2017-02-01T00:00:00.000Z',
      scopes: ['read_registry'],
    })
    const today = { ...values, expires_at: '2017-01-15' }
    expect((await jane().post(hammer, today)).body.expired).toBe(true)
  })

  it.each<[object, object]>([
    [{ name: 'n', scopes: ['api'] }, { error: 'scopes does not have a valid value' }],
    [{ name: 'n', scopes: [] }, { message: "Scopes can't be blank" }],
    [{}, { error: 'name is missing, scopes is missing' }],
  ])('are refused: %o', async (values, body) => {
    expect(await jane().post(hammer, { ...values })).toMatchObject({ status: 400, body })
  })

  it('are made for a group by its owners alone', async () => {
    const { status } = await api
      .as('mona')
      .post('/groups/acme/deploy_tokens', { name: 'n', scopes: ['read_registry'] })
    expect(status).toBe(403)
  })

  it('are removed, for ever', async () => {
    expect((await jane().delete(`${hammer}/1`)).status).toBe(204)
    expect((await jane().delete(`${hammer}/1`)).status).toBe(404)
    expect((await jane().get(`${hammer}/1`)).status).toBe(404)
    expect((await jane().delete('/groups/acme/deploy_tokens/4')).status).toBe(204)
  })

  const statusOfClone = async (project: string, username: string, token: string) => {
    const headers = { authorization: `Basic ${btoa(`${username}:${token}`)}` }
    const path = `/${project}.git/info/refs?service=git-upload-pack`
    return (await api.request(path, { headers })).status
  }

  it.each<[string, string, string, number]>([
    ['its project', 'robot', 'gldt-hammer', 200],
    ['a project below its group', 'gitlab+deploy-token-4', 'gldt-group', 200],
    ['a project under another name', 'jane', 'gldt-hammer', 401],
    ['a project after it was taken back', 'gitlab+deploy-token-2', 'gldt-gone', 401],
    ['a project without the scope', 'gitlab+deploy-token-5', 'gldt-registry', 403],
  ])('read %s: %s', async (_, username, token, status) => {
    expect(await statusOfClone('acme/tools/hammer', username, token)).toBe(status)
  })

  it('read no other project, but what anybody may', async () => {
    expect(await statusOfClone('jane/site', 'robot', 'gldt-hammer')).toBe(404)
    expect(await statusOfClone('jane/open', 'robot', 'gldt-hammer')).toBe(200)
  })

  it('open nothing of the API', async () => {
    const { status } = await api.request('/api/v4/projects', {
      headers: { 'private-token': 'gldt-hammer' },
    })
    expect(status).toBe(401)
  })

  it('go with their group and its projects', async () => {
    await api.as('root').delete('/groups/acme')
    api.forge.clock.advance(40 * 24 * 3600_000)
    expect(api.forge.db.deployTokens.all().map(({ name }) => name)).toEqual(['old'])
  })

  it('are of what is there, and each a text of its own', async () => {
    const { deployTokens } = api.forge.db
    const token = { name: 'n', username: 'u', scopes: [] }
    const ofNothing = deployTokens.create({ ...token, project_id: 99, token: 't' })
    await expect(ofNothing).rejects.toThrow(/project_id/)
    const twice = deployTokens.create({ ...token, project_id: 2, token: 'gldt-old' })
    await expect(twice).rejects.toThrow(/token/)
  })
})
