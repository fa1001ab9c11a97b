import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { buildWorld } from './build-world.ts'

const builds = '/projects/1/builds'

describeForge('build actions', { seed: buildWorld }, (api) => {
  const stored = (id: number) => {
    const build = api.forge.db.builds.get(id)
    if (!build) throw new Error(`There is no build ${id}.`)
    return build
  }

  it.each([
    ['created', 12],
    ['pending', 11],
    ['running', 10],
  ])('cancels a build that is %s and keeps its times', async (_, id) => {
    const before = stored(id)
    const { status, body } = await api.as('dev').post(`${builds}/${id}/cancel`)
    expect([status, body.id, body.status]).toEqual([201, id, 'canceled'])
    expect(body.created_at).toBe(before.created_at)
    expect(body.started_at).toBe(before.started_at)
    expect(body.finished_at).toBe(now)
    expect(stored(id).status).toBe('canceled')
  })

  it.each([
    ['success', 1],
    ['failed', 6],
    ['canceled', 13],
    ['skipped', 8],
  ])('answers a build that is %s as it is when it is canceled', async (status, id) => {
    const before = stored(id)
    const reply = await api.as('dev').post(`${builds}/${id}/cancel`)
    expect([reply.status, reply.body.id, reply.body.status]).toEqual([201, id, status])
    expect(stored(id)).toEqual(before)
  })

  it('ends the pipeline with its last build', async () => {
    for (const id of [10, 11]) await api.as('dev').post(`${builds}/${id}/cancel`)
    expect(stored(12).status).toBe('skipped')
    const { body } = await api.as('dev').get(`${builds}/9`)
    expect(body.pipeline.status).toBe('canceled')
    expect(api.forge.db.pipelines.get(3)).toMatchObject({ status: 'canceled', finished_at: now })
  })

  it.each([
    ['success', 2],
    ['failed', 6],
    ['canceled', 13],
  ])('retries a build that is %s: pending, finished_at null', async (_, id) => {
    const before = stored(id)
    const { status, body } = await api.as('dev').post(`${builds}/${id}/retry`)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id,
      status: 'pending',
      finished_at: null,
      started_at: null,
      coverage: null,
      artifacts_file: null,
      created_at: before.created_at,
    })
    expect(body.user.username).toBe('dev')
    expect(stored(id)).toMatchObject({ status: 'pending', trace: null, artifacts: null })
  })

  it.each([
    ['created', 12],
    ['pending', 11],
    ['running', 10],
    ['skipped', 8],
  ])('does not retry a build that is %s', async (_, id) => {
    const before = stored(id)
    const { status, body } = await api.as('dev').post(`${builds}/${id}/retry`)
    expect([status, body.message]).toEqual([403, '403 Forbidden - Build is not retryable'])
    expect(stored(id)).toBe(before)
  })

  it('lets skipped builds of later stages wait for a retried one', async () => {
    await api.as('dev').post(`${builds}/6/retry`)
    expect([stored(7).status, stored(8).status]).toEqual(['created', 'created'])
    expect((await api.as('dev').get(`${builds}/5`)).body.pipeline.status).toBe('running')
    api.forge.advance(6, 'success')
    expect([stored(7).status, stored(8).status]).toEqual(['skipped', 'pending'])
  })

  it('leaves the stages before a retried build as they are', async () => {
    const deploy = stored(7)
    api.forge.db.builds.replace(stored(8), { status: 'failed' })
    await api.as('dev').post(`${builds}/8/retry`)
    expect(stored(7)).toBe(deploy)
  })

  it('erases trace and artifacts, and leaves the state', async () => {
    const { status, body } = await api.as('dev').post(`${builds}/2/erase`)
    expect([status, body.id, body.status]).toEqual([201, 2, 'success'])
    expect(body).toMatchObject({ artifacts_file: null, download_url: null, coverage: 91.5 })
    expect((await api.as('dev').get(`${builds}/2/trace`)).status).toBe(404)
    expect((await api.as('dev').get(`${builds}/2/artifacts`)).status).toBe(404)
    expect(stored(2).erased_at).toBe(now)
  })

  it.each([
    ['that is running', 10],
    ['that has neither trace nor artifacts', 9],
    ['that is skipped', 8],
    ['that is erased already', 2],
  ])('does not erase a build %s', async (_, id) => {
    if (id === 2) await api.as('dev').post(`${builds}/2/erase`)
    const { status, body } = await api.as('dev').post(`${builds}/${id}/erase`)
    expect([status, body.message]).toEqual([403, '403 Forbidden - Build is not erasable'])
  })

  it('keeps artifacts beyond their expiration', async () => {
    const { status, body } = await api.as('dev').post(`${builds}/2/artifacts/keep`)
    expect([status, body.id, body.status]).toEqual([200, 2, 'success'])
    expect(body).toMatchObject({
      download_url: null,
      artifacts_file: { filename: 'coverage.zip', size: 5 },
    })
    expect(stored(2).artifacts?.expires_at).toBeNull()
    const again = await api.as('dev').post(`${builds}/2/artifacts/keep`)
    expect(again.status).toBe(200)
  })

  it.each([
    ['no artifacts', 9],
    ['expired artifacts', 14],
  ])('cannot keep %s', async (_, id) => {
    expect((await api.as('dev').post(`${builds}/${id}/artifacts/keep`)).status).toBe(404)
  })

  it('plays a manual build: started in the answer, pending from then on', async () => {
    const { status, body } = await api.as('dev').post(`${builds}/7/play`)
    expect([status, body.id, body.status, body.user.username]).toEqual([200, 7, 'started', 'dev'])
    expect((await api.as('dev').get(`${builds}/7`)).body.status).toBe('pending')
  })

  it('plays a manual build that was not reached yet', async () => {
    const build = stored(7)
    api.forge.db.builds.replace(build, { status: 'created' })
    expect((await api.as('dev').post(`${builds}/7/play`)).status).toBe(200)
  })

  it.each([
    ['is not manual', 8],
    ['is running', 10],
    ['was played already', 7],
  ])('does not play a build that %s', async (_, id) => {
    if (id === 7) await api.as('dev').post(`${builds}/7/play`)
    const before = stored(id)
    const { status, body } = await api.as('dev').post(`${builds}/${id}/play`)
    expect([status, body.message]).toEqual([400, '400 (Bad request) Unplayable Build'])
    expect(stored(id)).toBe(before)
  })

  const actions = ['cancel', 'retry', 'erase', 'artifacts/keep', 'play']

  it.each(actions)('lets only developers %s', async (action) => {
    for (const username of ['rita', 'gus', 'olga']) {
      const { status } = await api.as(username).post(`${builds}/10/${action}`)
      expect([username, status]).toEqual([username, 403])
    }
    expect((await api.anonymous.post(`${builds}/10/${action}`)).status).toBe(401)
    expect((await api.as('root').post(`/projects/4/builds/17/${action}`)).status).toBe(403)
    expect((await api.as('olga').post(`/projects/2/builds/15/${action}`)).status).toBe(404)
  })

  it.each(actions)('does not know the builds of other projects: %s', async (action) => {
    for (const id of [99, 15]) {
      expect((await api.as('dev').post(`${builds}/${id}/${action}`)).status).toBe(404)
    }
  })
})
