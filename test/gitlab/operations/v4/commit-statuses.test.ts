import { describe, expect, it } from 'vitest'
import { createTestForge, describeV4, now } from '../../../harness.ts'
import { buildWorld } from '../v3/build-world.ts'

const site = '/projects/1'
const names = (body: readonly { name: string; status: string }[]) =>
  body.map(({ name, status }) => `${name} ${status}`)

describeV4('commit statuses', { seed: buildWorld }, (api) => {
  const list = async (revision: string, query: object = {}) =>
    (await api.as('rita').get(`${site}/repository/commits/${revision}/statuses`, { ...query })).body
  const post = (who: string, revision: string, parameters: object) =>
    api.as(who).post(`${site}/statuses/${revision}`, { ...parameters })

  it('are posted, shown in full, and listed with those of jobs', async () => {
    const { status, body } = await post('dev', 'feature%2Fx', {
      state: 'running',
      name: 'ci/lint',
      target_url: 'https://ci.example/1',
      description: 'Looking',
      coverage: 12.5,
    })
    expect([status, body]).toEqual([
      201,
      {
        id: 19,
        sha: api.forge.db.pipelines.get(3)?.sha,
        ref: 'feature/x',
        status: 'running',
        name: 'ci/lint',
        target_url: 'https://ci.example/1',
        description: 'Looking',
        created_at: now,
        started_at: now,
        finished_at: null,
        allow_failure: false,
        coverage: 12.5,
        pipeline_id: 3,
        author: expect.objectContaining({ username: 'dev', web_url: `${api.origin}/dev` }),
      },
    ])
    const all = await list('feature%2Fx')
    expect(all.at(-1)).toEqual(body)
    expect(all[0]).toMatchObject({
      name: 'compile',
      target_url: `${api.origin}/acme/site/-/jobs/9`,
      pipeline_id: 3,
      author: null,
    })
  })

  it('are listed by what is asked for', async () => {
    expect(names(await list('master'))).toEqual([
      'compile success',
      'rspec failed',
      'deploy skipped',
      'notify skipped',
      'package success',
    ])
    expect(names(await list('master', { ref: 'v1' }))).toEqual(['package success'])
    expect(names(await list('master', { stage: 'deploy' }))).toEqual(['deploy skipped'])
    expect(names(await list('master', { name: 'rspec' }))).toEqual(['rspec failed'])
    expect(names(await list('master', { pipeline_id: 4 }))).toEqual(['package success'])
    const down = await list('master', { order_by: 'pipeline_id', sort: 'desc' })
    expect(names(down)[0]).toBe('package success')
    expect(names(await list('master', { sort: 'desc' })).at(-1)).toBe('compile success')
    const path = `${site}/repository/commits/master/statuses`
    expect((await api.anonymous.get(path)).status).toBe(401)
    expect((await api.as('olga').get(path)).status).toBe(200)
    expect((await api.as('rita').get(`${site}/repository/commits/none/statuses`)).body).toEqual({
      message: '404 Commit Not Found',
    })
  })

  it('of a name are the latest of each pipeline, or all', async () => {
    for (const state of ['success', 'failed']) await post('dev', 'master', { state, ref: 'v1' })
    await post('dev', 'master', { state: 'success', ref: 'master' })
    const query = { name: 'default' }
    expect(names(await list('master', query))).toEqual(['default failed', 'default success'])
    expect(await list('master', { ...query, all: true })).toHaveLength(3)
  })

  it('move on from pending and running, and are refused other steps', async () => {
    const step = async (state: string, who = 'dev') => {
      const { status, body } = await post(who, 'feature%2Fx', { state })
      return status === 201 ? `${body.id} ${body.status}` : body.message
    }
    const refusal = (event: string, from: string) =>
      `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`
    expect(await step('pending')).toBe('19 pending')
    expect(await step('pending')).toBe(refusal('enqueue', 'pending'))
    expect(await step('running')).toBe('19 running')
    expect(await step('running')).toBe(refusal('run', 'running'))
    expect(await step('pending')).toBe(refusal('enqueue', 'running'))
    expect(await step('skipped')).toBe(refusal('skip', 'running'))
    expect(await step('running', 'mona')).toBe('20 running')
    expect(await step('success')).toBe('19 success')
    expect(await step('skipped')).toBe('21 skipped')
    expect(api.forge.db.commitStatuses.get(21)).toMatchObject({ finished_at: null })
    expect(api.forge.db.commitStatuses.get(19)).toMatchObject({ finished_at: now })
    const said = { state: 'running', description: 'More' }
    expect((await post('mona', 'feature%2Fx', said)).status).toBe(400)
  })

  it('need a state', async () => {
    const { status, body } = await post('dev', 'feature%2Fx', {})
    const error = 'state is missing, state does not have a valid value'
    expect([status, body]).toEqual([400, { error }])
  })

  it.each([
    [
      { target_url: 'javascript:alert(1)' },
      'target_url',
      'is blocked: Only allowed schemes are http, https',
    ],
    [
      { target_url: 'not an address' },
      'target_url',
      'is blocked: Only allowed schemes are http, https',
    ],
    [{ target_url: '' }, 'target_url', 'must be a valid URL'],
    [{ name: 'compile' }, 'name', 'has already been taken'],
  ])('are refused with %j', async (parameters, field, error) => {
    const posted = { state: 'success', ...parameters }
    const { status, body } = await post('dev', 'feature%2Fx', posted)
    expect([status, body]).toEqual([400, { message: { [field]: [error] } }])
  })

  it('are of the pipeline that is named, or of a new one from outside', async () => {
    const named = await post('dev', 'master', { state: 'success', pipeline_id: 2 })
    expect(named.body).toMatchObject({ pipeline_id: 2, ref: 'master' })
    const wrong = await post('dev', 'master', { state: 'success', pipeline_id: 3 })
    expect([wrong.status, wrong.body]).toEqual([
      404,
      { message: '404 Pipeline for pipeline_id, sha and ref Not Found' },
    ])
    const { body } = await post('dev', 'master', { state: 'failed', ref: 'other' })
    const pipeline = await api.anonymous.get(`${site}/pipelines/${body.pipeline_id}`)
    expect(pipeline.body).toMatchObject({ source: 'external', ref: 'other', status: 'failed' })
  })

  it('are for developers, and on what is protected for those who may use it', async () => {
    expect((await post('rita', 'master', { state: 'success' })).status).toBe(403)
    await api.as('mona').post(`${site}/protected_branches`, { name: 'feature/*' })
    expect((await post('dev', 'feature%2Fx', { state: 'success' })).status).toBe(403)
    expect((await post('mona', 'feature%2Fx', { state: 'success' })).status).toBe(201)
    const wrong = await post('dev', 'master', { state: 'done' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'state does not have a valid value' },
    ])
  })
})

describe('commit statuses in a seed', () => {
  it('may be skipped and have a coverage, and are exported so', async () => {
    const statuses = [
      { project: 'acme/site', state: 'skipped', coverage: 50, author: 'dev' } as const,
    ]
    const forge = await createTestForge({ seed: { ...buildWorld, statuses } })
    expect(forge.db.commitStatuses.all()).toMatchObject([{ status: 'skipped', coverage: 50 }])
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.commitStatuses.all()).toEqual(forge.db.commitStatuses.all())
  })
})
