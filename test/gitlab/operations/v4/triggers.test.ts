import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona' },
    { username: 'max' },
    { username: 'dev' },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    {
      path: 'acme/site',
      created_by: 'mona',
      members: { mona: 'master', max: 'master', dev: 'developer' },
      repository: {
        protected_branches: {},
        commits: [
          {
            message: 'Begin',
            author: 'mona',
            actions: [
              {
                action: 'create',
                file_path: '.gitlab-ci.yml',
                content: 'job: { script: a, environment: "$WHERE" }',
              },
            ],
          },
        ],
        branches: { 'fix/one': 'master' },
      },
    },
    { path: 'acme/other', created_by: 'mona', members: { mona: 'master' } },
  ],
  pipelines: [{ project: 'acme/site' }],
  triggers: [{ project: 'acme/site', owner: 'dev', token: 'glptt-of-dev', description: 'Seeded' }],
}

const path = '/projects/1/triggers'

describeV4('triggers', { seed }, (api) => {
  it('are made, shown, listed, changed and removed', async () => {
    const mona = api.as('mona')
    const made = await mona.post(path, { description: 'Nightly' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: 2,
        token: expect.stringMatching(/^glptt-.{20}$/),
        description: 'Nightly',
        created_at: now,
        updated_at: now,
        last_used: null,
        expires_at: null,
        owner: expect.objectContaining({ username: 'mona' }),
      },
    ])
    const others = await api.as('max').get(`${path}/2`)
    expect(others.body).toEqual({ ...made.body, token: made.body.token.slice(6, 10) })
    expect((await mona.get(path)).body).toMatchObject([{ token: 'of-d' }, made.body])
    const changed = await mona.put(`${path}/2`, { description: 'Weekly' })
    expect([changed.status, changed.body.description]).toEqual([200, 'Weekly'])
    expect((await api.as('dev').get(path)).status).toBe(403)
    const refused = { message: expect.stringMatching(/^403 Forbidden - The current user is not/) }
    for (const other of ['max', 'dev']) {
      const { status, body } = await api.as(other).put(`${path}/2`, { description: 'Theirs' })
      expect([status, body]).toEqual([403, refused])
    }
    const byRoot = await api.as('root').put(`${path}/2`, { description: 'Monthly' })
    expect([byRoot.status, byRoot.body.description]).toEqual([200, 'Monthly'])
    const missing = await mona.post(path, {})
    expect([missing.status, missing.body]).toEqual([400, { error: 'description is missing' }])
    const since = { 'if-unmodified-since': 'Sat, 14 Jan 2017 12:00:00 GMT' }
    expect((await api.as('mona', since).delete(`${path}/2`)).status).toBe(412)
    expect((await mona.delete(`${path}/2`)).status).toBe(204)
    const gone = await mona.get(`${path}/2`)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
  })

  const start = (parameters: object, where = '/projects/1/trigger/pipeline') =>
    api.anonymous.post(where, { ...parameters })

  it('start pipelines in the name of their owners, with variables', async () => {
    const { status, body } = await start({
      token: 'glptt-of-dev',
      ref: 'master',
      variables: { WHERE: 'qa' },
    })
    expect([status, body]).toMatchObject([
      201,
      { source: 'trigger', ref: 'master', user: { username: 'dev' }, status: 'pending' },
    ])
    const variables = (await api.as('mona').get(`/projects/1/pipelines/${body.id}/variables`)).body
    expect(variables).toEqual([
      { key: 'WHERE', value: 'qa', variable_type: 'env_var', raw: false },
      {
        key: 'TRIGGER_PAYLOAD',
        value: JSON.stringify({ ref: 'master', variables: { WHERE: 'qa' } }),
        variable_type: 'file',
        raw: false,
      },
    ])
    expect(api.forge.db.builds.all().at(-1)?.environment).toBe('qa')
    expect(api.forge.db.triggers.get(1)?.last_used_at).toBe(now)
    const inPath = '/projects/acme%2Fsite/ref/fix%2Fone/trigger/pipeline'
    const ofRef = await start({ token: 'glptt-of-dev', ref: 'master' }, inPath)
    expect([ofRef.status, ofRef.body.ref]).toEqual([201, 'fix/one'])
  })

  it('are refused what they cannot start', async () => {
    const refusal = async (parameters: object, where?: string) => {
      const { status, body } = await start({ ref: 'master', ...parameters }, where)
      return [status, body.message ?? body.error]
    }
    const token = 'glptt-of-dev'
    expect(await refusal({ token: 'glptt-none' })).toEqual([404, '404 Not Found'])
    expect(await refusal({ token }, '/projects/2/trigger/pipeline')).toEqual([404, '404 Not Found'])
    expect(await refusal({ token }, '/projects/9/trigger/pipeline')).toEqual([404, '404 Not Found'])
    expect(await refusal({ token, ref: 'none' })).toEqual([400, { base: ['Reference not found'] }])
    expect(await refusal({})).toEqual([400, 'token is missing'])
    expect(await refusal({ token, variables: 'a' })).toEqual([400, 'variables is invalid'])
    expect(await refusal({ token, variables: { a: { b: 'c' } } })).toEqual([
      400,
      'variables needs to be a map of key-valued strings',
    ])
    await api.as('root').post('/users/4/block')
    expect(await refusal({ token })).toEqual([
      400,
      { base: ['Insufficient permissions to create a new pipeline'] },
    ])
    expect(api.forge.db.triggers.get(1)?.last_used_at).toBeNull()
  })

  it('start nothing where a hook tells of a pipeline, which would never end', async () => {
    const send = (event: string) =>
      api.request('/api/v4/projects/1/ref/master/trigger/pipeline?token=glptt-of-dev', {
        method: 'POST',
        headers: { 'X-Gitlab-Event': event },
      })
    const { status, body } = await send('Pipeline Hook')
    expect([status, body]).toEqual([403, { message: '403 Forbidden' }])
    expect((await send('Push Hook')).status).toBe(201)
  })

  it('start nothing from the time on at which they expire', async () => {
    const expires_at = '2017-01-15T12:30:00.000Z'
    const made = await api.as('mona').post(path, { description: 'Brief', expires_at })
    expect(made.body.expires_at).toBe(expires_at)
    const { token } = made.body
    expect((await start({ token, ref: 'master' })).status).toBe(201)
    api.forge.clock.advance('30m')
    expect((await start({ token, ref: 'master' })).status).toBe(404)
  })

  it('go with who made them', async () => {
    await api.as('root').delete('/users/4', { hard_delete: true })
    expect(api.forge.db.triggers.all()).toEqual([])
  })
})

describe('triggers in a seed', () => {
  it('are exported as they are', async () => {
    const forge = await createTestForge({ seed })
    const copy = await createTestForge({ seed: forge.export() })
    expect(forge.db.triggers.all()).toHaveLength(1)
    expect(copy.db.triggers.all()).toEqual(forge.db.triggers.all())
  })
})
