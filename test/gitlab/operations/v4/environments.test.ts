import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'
import { buildWorld } from '../v3/build-world.ts'

const path = '/projects/1/environments'
const names = (body: readonly { name: string }[]) => body.map(({ name }) => name)

describeV4('environments', { seed: buildWorld }, (api) => {
  it('are added, listed, changed, stopped and removed', async () => {
    const dev = api.as('dev')
    const made = await dev.post(path, { name: 'review/one', external_url: 'https://one.example' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'review/one',
        slug: expect.stringMatching(/^review-one-[a-z0-9]{6}$/),
        external_url: 'https://one.example',
        created_at: now,
        updated_at: now,
        tier: 'development',
        state: 'available',
        description: null,
        auto_stop_at: null,
        auto_stop_setting: 'always',
        cluster_agent: null,
        kubernetes_namespace: null,
        flux_resource_path: null,
        project: expect.objectContaining({ id: 1, path_with_namespace: 'acme/site' }),
      },
    ])
    const one = `${path}/${made.body.id}`
    const changes = { tier: 'staging', description: 'One', auto_stop_setting: 'with_action' }
    const changed = await dev.put(one, { ...changes, name: 'other' })
    expect([changed.status, changed.body]).toMatchObject([200, { ...changes, name: 'review/one' }])
    expect((await dev.delete(one)).status).toBe(403)
    const stopped = await dev.post(`${one}/stop`, { force: true })
    expect([stopped.status, stopped.body.state]).toEqual([200, 'stopped'])
    expect((await dev.post(`${one}/stop`)).status).toBe(200)
    const since = { 'if-unmodified-since': 'Sat, 14 Jan 2017 12:00:00 GMT' }
    expect((await api.as('dev', since).delete(one)).status).toBe(412)
    expect((await dev.delete(one)).status).toBe(204)
    const gone = await dev.get(one)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('are listed in the order of their names, by name and by state', async () => {
    const dev = api.as('dev')
    await dev.post(path, { name: 'abc' })
    await dev.post(`${path}/${(await dev.post(path, { name: 'Review/x' })).body.id}/stop`)
    const list = async (query: object = {}) => {
      const { status, body } = await api.as('rita').get(path, { ...query })
      return status === 200 ? names(body) : body
    }
    expect(await list()).toEqual(['Review/x', 'abc', 'production', 'review', 'staging'])
    expect(await list({ name: 'abc' })).toEqual(['abc'])
    expect(await list({ search: 'view' })).toEqual(['Review/x', 'review'])
    expect(await list({ states: 'stopped' })).toEqual(['Review/x'])
    expect(await list({ search: 'vi' })).toEqual({
      message: '400 Bad request - Search query is less than 3 characters',
    })
    expect(await list({ search: 'view', name: 'abc' })).toEqual({
      error: 'name, search cannot be used together',
    })
    expect(await list({ states: 'gone' })).toEqual({ error: 'states does not have a valid value' })
    expect((await api.as('gus').get(path)).status).toBe(403)
    expect((await api.as('root').get('/projects/4/environments')).status).toBe(403)
  })

  it('show singly what was deployed to them last', async () => {
    const production = (await api.as('rita').get(path, { name: 'production' })).body[0]
    expect(production).not.toHaveProperty('last_deployment')
    const { body } = await api.as('rita').get(`${path}/${production.id}`)
    expect(body).not.toHaveProperty('project')
    expect(body).toMatchObject({
      tier: 'production',
      external_url: 'https://site.example',
      last_deployment: { status: 'success', ref: 'master', deployable: { name: 'deploy' } },
    })
    expect(body.last_deployment).not.toHaveProperty('environment')
    await api.as('dev').post(path, { name: 'empty' })
    const [empty] = (await api.as('rita').get(path, { name: 'empty' })).body
    expect((await api.as('rita').get(`${path}/${empty.id}`)).body.last_deployment).toBeNull()
  })

  it('are refused what they cannot be', async () => {
    const refusal = async (parameters: object) => {
      const { status, body } = await api.as('dev').post(path, { ...parameters })
      return [status, body.message ?? body.error]
    }
    expect(await refusal({ name: 'production' })).toEqual([
      400,
      { name: ['has already been taken'] },
    ])
    expect(await refusal({ name: 'a/' })).toEqual([
      400,
      { name: [expect.stringContaining('cannot start or end with')] },
    ])
    expect(await refusal({ name: 'x', external_url: 'nowhere' })).toEqual([
      400,
      { external_url: ['must be a valid URL'] },
    ])
    expect(await refusal({ name: 'x', slug: 'x' })).toEqual([
      400,
      'slug is automatically generated and cannot be changed',
    ])
    expect(await refusal({})).toEqual([400, 'name is missing'])
    expect((await api.as('rita').post(path, { name: 'x' })).status).toBe(403)
  })

  it('tell what they are for by their names', async () => {
    const tiers = {
      trunk: 'development',
      'qa-2': 'testing',
      demo: 'staging',
      live: 'production',
      blue: 'other',
    }
    for (const [name, tier] of Object.entries(tiers)) {
      expect((await api.as('dev').post(path, { name })).body.tier).toBe(tier)
    }
  })
})

describeV4('deployments', { seed: buildWorld }, (api) => {
  const deployments = '/projects/1/deployments'
  const shipped = { environment: 'canary', sha: 'master', ref: 'master', tag: false }
  const create = (parameters: object, who = 'dev') =>
    api.as(who).post(deployments, { ...shipped, ...parameters })

  it('of others are made, brought to an end and removed', async () => {
    const made = await create({ status: 'running' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        iid: 4,
        ref: 'master',
        sha: expect.stringMatching(/^[0-9a-f]{40}$/),
        created_at: now,
        updated_at: now,
        user: expect.objectContaining({ username: 'dev' }),
        environment: {
          id: expect.any(Number),
          name: 'canary',
          slug: 'canary',
          external_url: null,
          created_at: now,
          updated_at: now,
        },
        deployable: null,
        status: 'running',
      },
    ])
    const one = `${deployments}/${made.body.id}`
    const running = await api.as('mona').delete(one)
    expect([running.status, running.body]).toEqual([
      400,
      { message: 'Cannot destroy running deployment' },
    ])
    const twice = await api.as('dev').put(one, { status: 'running' })
    expect([twice.status, twice.body]).toEqual([
      400,
      { message: { status: ['cannot transition via "run"'] } },
    ])
    const done = await api.as('dev').put(one, { status: 'success' })
    expect([done.status, done.body.status]).toEqual([200, 'success'])
    const last = await api.as('mona').delete(one)
    expect([last.status, last.body]).toEqual([
      400,
      { message: 'Deployment currently deployed to environment' },
    ])
    expect((await api.as('dev').put(one, { status: 'canceled' })).status).toBe(200)
    expect((await api.as('dev').delete(one)).status).toBe(403)
    expect((await api.as('mona').delete(one)).status).toBe(204)
    expect((await api.as('rita').get(one)).body).toEqual({ message: '404 Not found' })
  })

  it('of jobs are not changed from outside', async () => {
    const [made] = (await api.as('rita').get(deployments)).body
    expect(made).toMatchObject({ status: 'success', deployable: { id: 4, name: 'deploy' } })
    const refused = await api.as('dev').put(`${deployments}/${made.id}`, { status: 'failed' })
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        message:
          '403 Forbidden - Deployments created using GitLab CI can not be updated using the API',
      },
    ])
    expect((await api.as('rita').get(`${deployments}/${made.id}`)).body).toEqual(made)
  })

  it('make a stopped environment available when they succeed', async () => {
    const { environment, id } = (await create({ status: 'running' })).body
    await api.as('dev').post(`${path}/${environment.id}/stop`)
    await api.as('dev').put(`${deployments}/${id}`, { status: 'success' })
    const { body } = await api.as('rita').get(`${path}/${environment.id}`)
    expect(body).toMatchObject({ state: 'available', last_deployment: { id } })
  })

  it('are listed by what is asked for', async () => {
    const done = (await create({ status: 'success' })).body.iid
    const failed = (await create({ status: 'failed', environment: 'qa', ref: 'v1' })).body.iid
    const list = async (query: object) => {
      const { status, body } = await api.as('rita').get(deployments, { ...query })
      return status === 200 ? body.map(({ iid }: { iid: number }) => iid) : body
    }
    expect(await list({})).toEqual([1, 2, 3, done, failed])
    expect(await list({ order_by: 'ref', sort: 'desc' })).toEqual([failed, done, 2, 1, 3])
    expect(await list({ environment: 'qa' })).toEqual([failed])
    expect(await list({ environment: 'none' })).toEqual([])
    expect(await list({ status: 'success' })).toEqual([1, done])
    const since = '2017-01-10T00:00:00Z'
    expect(await list({ updated_after: since, order_by: 'updated_at' })).toEqual([done, failed])
    expect(await list({ updated_before: since, order_by: 'updated_at' })).toEqual([1, 2, 3])
    expect(await list({ finished_after: since, status: 'success' })).toEqual([done])
    const reason = (text: string) => ({ message: `400 Bad request - ${text}` })
    expect(await list({ updated_after: since })).toEqual(
      reason('`updated_at` filter requires `updated_at` sort'),
    )
    expect(await list({ finished_after: since })).toEqual(
      reason('`finished_at` filter must be combined with `success` status filter.'),
    )
    const both = { finished_after: since, updated_after: since, order_by: 'updated_at' }
    expect((await list(both)).message).toMatch(/^400 Bad request - Both/)
    expect((await api.as('gus').get(deployments)).status).toBe(403)
  })

  it('are refused without a commit, a ref and an environment', async () => {
    const refusal = async (parameters: object) => {
      const { status, body } = await create({ status: 'running', ...parameters })
      return status === 400 ? (body.message ?? body.error) : status
    }
    expect(await refusal({ sha: 'f'.repeat(40) })).toEqual({
      sha: ['The commit does not exist'],
    })
    expect(await refusal({ ref: 'none' })).toEqual({ ref: ['The branch or tag does not exist'] })
    expect(await refusal({ environment: '' })).toBe('environment is empty')
    expect(await refusal({ sha: '' })).toBe('sha is empty')
    expect(await refusal({ status: 'created' })).toBe('status does not have a valid value')
    expect((await create({ status: 'running' }, 'rita')).status).toBe(403)
  })
})

describe('environments in a seed', () => {
  it('say what they are for, and deployments how they stand, and are exported so', async () => {
    const seed: Seed = {
      ...buildWorld,
      environments: [
        { project: 'acme/site', name: 'qa', tier: 'other', description: 'Q', state: 'stopped' },
      ],
      deployments: [{ project: 'acme/site', environment: 'qa', status: 'running' }],
    }
    const forge = await createTestForge({ seed })
    expect(forge.db.environments.get(1)).toMatchObject({ tier: 'other', state: 'stopped' })
    const byHand = forge.db.deployments.all().find(({ build_id }) => build_id === null)
    expect(byHand).toMatchObject({ status: 'running', finished_at: null })
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.environments.all()).toEqual(forge.db.environments.all())
    expect(copy.db.deployments.all()).toEqual(forge.db.deployments.all())
  })
})
