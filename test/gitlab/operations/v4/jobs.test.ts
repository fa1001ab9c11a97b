import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { encodeBase64 } from '../../../../src/shared/base64.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'
import { buildWorld } from '../v3/build-world.ts'

const site = '/projects/1'
const ids = (body: readonly { id: number }[]) => body.map(({ id }) => id)

describeV4('jobs', { seed: buildWorld }, (api) => {
  it('are listed, the newest first and not counted, by state and by keys', async () => {
    const rita = api.as('rita')
    const { status, body, headers } = await rita.get(`${site}/jobs`)
    expect([status, ids(body)]).toEqual([200, [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]])
    expect(headers.get('x-total')).toBeNull()
    expect(ids((await rita.get(`${site}/jobs`, { scope: 'failed' })).body)).toEqual([6, 3])
    const both = await rita.get(`${site}/jobs`, { scope: ['running', 'pending'] })
    expect(ids(both.body)).toEqual([11, 10])
    const keyset = { pagination: 'keyset', per_page: 5 }
    const first = await rita.get(`${site}/jobs`, keyset)
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
    const second = await rita.get(`${site}/jobs${new URL(next).search}`)
    expect(ids(second.body)).toEqual([9, 8, 7, 6, 5])
    const wrong = await rita.get(`${site}/jobs`, { scope: 'done' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'scope does not have a valid value' },
    ])
    expect((await api.anonymous.get(`${site}/jobs`)).status).toBe(401)
    expect((await api.as('olga').get(`${site}/jobs`)).status).toBe(200)
    expect((await api.as('gus').get('/projects/5/jobs')).status).toBe(403)
    expect((await api.as('root').get('/projects/4/jobs')).status).toBe(403)
  })

  it('are shown with commit, pipeline, user and what they left behind', async () => {
    const { status, body } = await api.as('rita').get(`${site}/jobs/2`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: 2,
      status: 'success',
      stage: 'test',
      name: 'rspec',
      ref: 'master',
      tag: false,
      coverage: 91.5,
      allow_failure: false,
      archived: false,
      created_at: '2017-01-01T10:05:00.000Z',
      started_at: '2017-01-01T10:06:00.000Z',
      finished_at: '2017-01-01T10:07:00.000Z',
      erased_at: null,
      duration: 60,
      queued_duration: expect.any(Number),
      user: expect.objectContaining({ username: 'dev', bio: '' }),
      commit: expect.objectContaining({ title: 'Begin' }),
      pipeline: expect.objectContaining({ id: 1, status: 'success' }),
      web_url: `${api.origin}/acme/site/-/jobs/2`,
      project: { ci_job_token_scope_enabled: false },
      artifacts_file: { filename: 'coverage.zip', size: 5 },
      artifacts: [
        { file_type: 'archive', size: 5, filename: 'coverage.zip', file_format: 'zip' },
        { file_type: 'trace', size: 11, filename: 'job.log', file_format: null },
      ],
      runner: null,
      runner_manager: null,
      artifacts_expire_at: '2017-02-01T00:00:00.000Z',
      tag_list: [],
    })
    const bare = (await api.as('rita').get(`${site}/jobs/14`)).body
    expect(bare).not.toHaveProperty('artifacts_file')
    expect(bare).toMatchObject({ artifacts: [], artifacts_expire_at: null, tag: true })
    expect(bare).not.toHaveProperty('failure_reason')
    const failed = (await api.as('rita').get(`${site}/jobs/6`)).body
    expect(failed.failure_reason).toBe('script_failure')
    const running = (await api.as('rita').get(`${site}/jobs/10`)).body
    expect(running.duration).toBe((Date.parse(now) - Date.parse('2017-01-03T10:01:00Z')) / 1000)
    const gone = await api.as('rita').get(`${site}/jobs/15`)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('of a pipeline are listed for whoever reads it, bridges apart', async () => {
    const list = await api.anonymous.get(`${site}/pipelines/2/jobs`)
    expect(ids(list.body)).toEqual([8, 7, 6, 5])
    expect(list.headers.get('x-total')).toBe('4')
    const failed = await api.anonymous.get(`${site}/pipelines/2/jobs`, { scope: ['failed'] })
    expect(ids(failed.body)).toEqual([6])
    expect((await api.anonymous.get(`${site}/pipelines/2/bridges`)).body).toEqual([])
  })

  it('show what they printed, or nothing', async () => {
    const trace = await api.as('olga').get(`${site}/jobs/6/trace`)
    expect([trace.status, trace.body]).toEqual([200, '1 failure\n'])
    expect(trace.headers.get('content-type')).toContain('text/plain')
    expect(trace.headers.get('content-disposition')).toBe('infile; filename="6.log"')
    const none = await api.as('olga').get(`${site}/jobs/11/trace`)
    expect([none.status, none.body]).toEqual([200, ''])
    expect((await api.anonymous.get(`${site}/jobs/6/trace`)).status).toBe(401)
    expect((await api.as('olga').get(`${site}/jobs/99/trace`)).status).toBe(404)
  })

  it('are canceled, and stay as they are once over', async () => {
    const dev = api.as('dev')
    const canceled = await dev.post(`${site}/jobs/10/cancel`, { force: false })
    expect([canceled.status, canceled.body.status]).toEqual([201, 'canceled'])
    expect(canceled.body.finished_at).toBe(now)
    const over = await dev.post(`${site}/jobs/6/cancel`)
    expect([over.status, over.body.status]).toEqual([201, 'failed'])
    expect((await dev.post(`${site}/jobs/11/cancel`, { force: true })).status).toBe(403)
    const forced = await api.as('mona').post(`${site}/jobs/11/cancel`, { force: true })
    expect([forced.status, forced.body.status]).toEqual([201, 'canceled'])
    expect((await api.as('rita').post(`${site}/jobs/11/cancel`)).status).toBe(403)
  })

  it('run again as others, once', async () => {
    const dev = api.as('dev')
    const { status, body } = await dev.post(`${site}/jobs/6/retry`)
    expect([status, body]).toMatchObject([
      201,
      { id: 19, status: 'pending', name: 'rspec', user: { username: 'dev' }, artifacts: [] },
    ])
    expect((await dev.get(`${site}/jobs/6`)).body.status).toBe('failed')
    const jobs = await dev.get(`${site}/pipelines/2/jobs`)
    expect(ids(jobs.body)).toEqual([19, 8, 7, 5])
    const all = await dev.get(`${site}/pipelines/2/jobs`, { include_retried: true })
    expect(ids(all.body)).toEqual([19, 8, 7, 6, 5])
    const again = await dev.post(`${site}/jobs/6/retry`)
    expect([again.status, again.body]).toEqual([
      403,
      { message: '403 Forbidden - Job is not retryable' },
    ])
    expect((await dev.post(`${site}/jobs/10/retry`)).status).toBe(403)
    api.forge.builds.advance(19, 'success')
    expect((await dev.get(`${site}/pipelines/2`)).body.status).toBe('running')
    expect((await dev.get(`${site}/jobs/7`)).body.status).toBe('manual')
  })

  it('are erased by maintainers, and by developers who started them', async () => {
    const erased = await api.as('mona').post(`${site}/jobs/3/erase`)
    expect([erased.status, erased.body.message]).toEqual([
      403,
      '403 Forbidden - Job is not erasable!',
    ])
    const { status, body } = await api.as('mona').post(`${site}/jobs/6/erase`)
    expect([status, body]).toMatchObject([201, { erased_at: now, status: 'failed', artifacts: [] }])
    expect((await api.as('dev').post(`${site}/jobs/5/erase`)).status).toBe(403)
    expect((await api.as('dev').post(`${site}/jobs/2/erase`)).status).toBe(201)
    await api.as('mona').post(`${site}/protected_branches`, { name: 'master' })
    expect((await api.as('dev').post(`${site}/jobs/1/erase`)).status).toBe(403)
  })

  it('are erased where they were skipped and left something, and not where they wait for a hand', async () => {
    const { builds } = api.forge.db
    await builds.update((one) => one.where({ id: 6 }), {
      data(one) {
        one.status = 'skipped'
        one.trace = 'a'
      },
    })
    expect(builds.get(6)?.status).toBe('skipped')
    const skipped = await api.as('mona').post(`${site}/jobs/6/erase`)
    expect([skipped.status, skipped.body]).toMatchObject([201, { erased_at: now, artifacts: [] }])
    await builds.update((one) => one.where({ id: 6 }), {
      data(one) {
        one.when = 'manual'
        one.trace = 'a'
      },
    })
    expect((await api.as('mona').get(`${site}/jobs/6`)).body.status).toBe('manual')
    expect((await api.as('mona').post(`${site}/jobs/6/erase`)).status).toBe(403)
  })

  it('keep their artifacts, or lose them', async () => {
    const dev = api.as('dev')
    const kept = await dev.post(`${site}/jobs/2/artifacts/keep`)
    expect([kept.status, kept.body.artifacts_expire_at]).toEqual([200, null])
    expect((await dev.post(`${site}/jobs/14/artifacts/keep`)).status).toBe(404)
    expect((await dev.delete(`${site}/jobs/2/artifacts`)).status).toBe(403)
    const mona = api.as('mona')
    expect((await mona.delete(`${site}/jobs/2/artifacts`)).status).toBe(204)
    const { body } = await mona.get(`${site}/jobs/2`)
    expect(body.artifacts.map((one: { file_type: string }) => one.file_type)).toEqual(['trace'])
    const all = await mona.delete(`${site}/artifacts`)
    expect([all.status, all.body]).toEqual([202, { message: '202 Accepted' }])
    expect((await mona.get(`${site}/jobs/5/artifacts`)).status).toBe(404)
    expect((await dev.delete(`${site}/artifacts`)).status).toBe(403)
  })

  it('are refused to developers on what is protected', async () => {
    await api.as('mona').post(`${site}/protected_branches`, { name: 'feature/*' })
    await api.as('mona').post(`${site}/protected_tags`, { name: 'v*' })
    const dev = api.as('dev')
    for (const [id, action] of [
      [10, 'cancel'],
      [13, 'retry'],
      [14, 'retry'],
    ]) {
      expect((await dev.post(`${site}/jobs/${id}/${action}`)).status).toBe(403)
      expect((await api.as('mona').post(`${site}/jobs/${id}/${action}`)).status).toBe(201)
    }
    const options = { name: 'feature/x', push_access_level: 0, merge_access_level: 30 }
    await api.as('mona').post(`${site}/protected_branches`, options)
    expect((await dev.post(`${site}/jobs/11/cancel`)).status).toBe(201)
  })
})

const content = encodeBase64(
  zipSync({
    'artifact.txt': new TextEncoder().encode('made\n'.repeat(100)),
    'folder/plain.JSON': [new TextEncoder().encode('{}'), { level: 0 }],
  }),
)

const archived = { filename: 'artifacts.zip', content, encoding: 'base64' } as const

/** As the world of builds, with a pipeline on feature/y of which the archives are read. */
const archiveWorld: Seed = {
  ...buildWorld,
  projects: [
    ...(buildWorld.projects ?? []),
    {
      path: 'acme/packed',
      visibility: 'public',
      members: { dev: 'developer' },
      created_by: 'mona',
      repository: {
        protected_branches: {},
        commits: [
          {
            message: 'Begin',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
          {
            message: 'Go on',
            author: 'mona',
            branch: 'feature/y',
            actions: [{ action: 'create', file_path: 'b', content: 'a' }],
          },
        ],
      },
    },
  ],
  pipelines: [
    ...(buildWorld.pipelines ?? []),
    {
      project: 'acme/packed',
      ref: 'feature/y',
      builds: [
        { name: 'pack', artifacts: archived, tags: ['ruby', 'docker'] },
        { name: 'none' },
        { name: 'no zip', artifacts: { filename: 'a.zip', content: 'a' } },
      ],
    },
    {
      project: 'acme/packed',
      ref: 'feature/y',
      builds: [{ name: 'pack', status: 'failed' }],
    },
    {
      project: 'acme/packed',
      builds: [{ name: 'by hand', when: 'manual', status: 'skipped', allow_failure: true }],
    },
  ],
}

describeV4('archives of jobs', { seed: archiveWorld }, (api) => {
  const packed = '/projects/7'
  const [pack, none, noZip] = [19, 20, 21]

  it('are downloaded whole, by the job or by the newest success of a ref', async () => {
    const whole = await api.anonymous.get(`${packed}/jobs/${pack}/artifacts`)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="artifacts.zip"')
    expect(encodeBase64(whole.bytes)).toBe(content)
    for (const ref of ['feature/y', 'feature%2Fy']) {
      const ofRef = await api.anonymous.get(`${packed}/jobs/artifacts/${ref}/download`, {
        job: 'pack',
      })
      expect([ofRef.status, encodeBase64(ofRef.bytes)]).toEqual([200, content])
    }
    expect((await api.anonymous.get(`${packed}/jobs/${none}/artifacts`)).status).toBe(404)
    const unnamed = await api.anonymous.get(`${packed}/jobs/artifacts/feature/y/download`)
    expect([unnamed.status, unnamed.body]).toEqual([400, { error: 'job is missing' }])
    const ofNone = { job: 'other' }
    expect(
      (await api.anonymous.get(`${packed}/jobs/artifacts/feature/y/download`, ofNone)).status,
    ).toBe(404)
    expect(
      (await api.anonymous.get(`${packed}/jobs/artifacts/master/download`, { job: 'pack' })).status,
    ).toBe(404)
  })

  it('give single files, with the media types of their names', async () => {
    const file = await api.anonymous.get(`${packed}/jobs/${pack}/artifacts/artifact.txt`)
    expect([file.status, file.body]).toEqual([200, 'made\n'.repeat(100)])
    expect(file.headers.get('content-type')).toContain('text/plain')
    const path = `${packed}/jobs/artifacts/feature/y/raw/folder/plain.JSON`
    const ofRef = await api.anonymous.get(path, { job: 'pack' })
    expect([ofRef.status, ofRef.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(new TextDecoder().decode(ofRef.bytes)).toBe('{}')
    for (const [job, name, status] of [
      [pack, 'other.txt', 404],
      [pack, 'folder', 404],
      [none, 'artifact.txt', 404],
      [noZip, 'artifact.txt', 404],
      [pack, 'a%2F..%2Fartifact.txt', 400],
      [pack, '%2Fartifact.txt', 400],
    ] as const) {
      const wrong = await api.anonymous.get(`${packed}/jobs/${job}/artifacts/${name}`)
      expect([name, wrong.status]).toEqual([name, status])
    }
  })

  it('are of jobs with tags in their order', async () => {
    const { body } = await api.as('dev').get(`${packed}/jobs/${pack}`)
    expect(body.tag_list).toEqual(['docker', 'ruby'])
  })

  it('are made by jobs that wait for a hand, and are played again once over', async () => {
    const dev = api.as('dev')
    const [job] = (await dev.get(`${packed}/jobs`, { scope: ['manual'] })).body
    const played = await dev.post(`${packed}/jobs/${job.id}/play`, {
      job_variables_attributes: [{ key: 'A', value: '1' }],
    })
    expect([played.status, played.body]).toMatchObject([
      200,
      { id: job.id, status: 'pending', user: { username: 'dev' } },
    ])
    const twice = await dev.post(`${packed}/jobs/${job.id}/play`)
    expect([twice.status, twice.body]).toEqual([
      400,
      { message: '400 Bad request - Unplayable Job' },
    ])
    api.forge.builds.advance(job.id, 'success')
    const again = await dev.post(`${packed}/jobs/${job.id}/play`)
    expect([again.status, again.body.status]).toEqual([200, 'pending'])
    expect(again.body.id).toBeGreaterThan(job.id)
    expect((await dev.post(`${packed}/jobs/${none}/play`)).status).toBe(400)
    const gap = await dev.post(`${packed}/jobs/${job.id}/play`, {
      job_variables_attributes: [{ value: '1' }],
    })
    expect([gap.status, gap.body]).toEqual([
      400,
      { error: 'job_variables_attributes[0][key] is missing' },
    ])
  })
})

describe('jobs of both releases', () => {
  it('wait for a hand in v4 where v3 passes them over, and are the same records', async () => {
    const forge = await createTestForge({ seed: archiveWorld })
    const get = async (path: string) => {
      const headers = { 'private-token': 'dev-token' }
      return (await forge.fetch(new Request(`http://forge.test/api${path}`, { headers }))).json()
    }
    const [v3, v4] = await Promise.all([get('/v3/projects/7/builds'), get('/v4/projects/7/jobs')])
    expect([ids(v3), v3[0].status]).toEqual([ids(v4), 'skipped'])
    expect(v4[0].status).toBe('manual')
  })

  it('are exported with their tags', async () => {
    const forge = await createTestForge({ seed: archiveWorld })
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.builds.all()).toEqual(forge.db.builds.all())
  })
})
