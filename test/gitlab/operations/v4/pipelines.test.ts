import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'
import { buildWorld } from '../v3/build-world.ts'

const members = { mona: 'master', dev: 'developer', rita: 'reporter' } as const

const file = (content: string) => ({
  action: 'create' as const,
  file_path: '.gitlab-ci.yml',
  content,
})

const readme = { action: 'create' as const, file_path: 'README.md', content: 'a' }

const stages = [
  'stages: [build, test, ship]',
  'compile: { stage: build, script: make }',
  'rspec: { stage: test, script: rspec }',
  'only tags: { stage: test, script: a, only: [tags] }',
  'release: { stage: ship, script: a, when: manual }',
  'notify: { stage: ship, script: a, when: manual, allow_failure: false }',
].join('\n')

/** The project acme/site (1) has branches with descriptions of each kind, and one pipeline without jobs. */
const world: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona', name: 'Mona Meyer' },
    { username: 'dev' },
    { username: 'rita' },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      members,
      created_by: 'mona',
      repository: {
        protected_branches: { 'kept-*': {} },
        commits: [
          { message: 'Begin', author: 'mona', actions: [readme] },
          { message: 'Say [ci skip]', author: 'mona', branch: 'run', actions: [file(stages)] },
          {
            message: 'x',
            author: 'mona',
            branch: 'broken',
            actions: [file('job: { script: a, wrong: b }')],
          },
          {
            message: 'x',
            author: 'mona',
            branch: 'tags-only',
            actions: [file('a: { script: b, only: [tags] }')],
          },
        ],
        branches: { 'kept-1': 'run' },
        tags: [{ name: 'v1', ref: 'run' }],
      },
    },
  ],
  pipelines: [{ project: 'acme/site', ref: 'master' }],
}

const site = '/projects/1'

describeV4('pipelines', { seed: buildWorld }, (api) => {
  const ids = async (query: Record<string, unknown>) =>
    (await api.anonymous.get(`${site}/pipelines`, query)).body.map(({ id }: { id: number }) => id)

  it('are listed with their names, the newest first', async () => {
    const { status, body, headers } = await api.anonymous.get(`${site}/pipelines`)
    expect(status).toBe(200)
    expect(headers.get('x-total')).toBe('4')
    expect(body.map(({ id }: { id: number }) => id)).toEqual([4, 3, 2, 1])
    expect(body[3]).toEqual({
      id: 1,
      iid: expect.any(Number),
      project_id: 1,
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      ref: 'master',
      status: 'success',
      source: 'push',
      created_at: '2017-01-01T10:05:00.000Z',
      updated_at: '2017-01-01T10:09:00.000Z',
      web_url: `${api.origin}/acme/site/-/pipelines/1`,
      name: null,
    })
  })

  it('are listed by what is asked for', async () => {
    const { sha } = (await api.anonymous.get(`${site}/pipelines/1`)).body
    expect(await ids({ scope: 'running' })).toEqual([3])
    expect(await ids({ scope: 'pending' })).toEqual([])
    expect(await ids({ scope: 'finished' })).toEqual([4, 2, 1])
    expect(await ids({ scope: 'branches' })).toEqual([3, 2])
    expect(await ids({ scope: 'tags' })).toEqual([4])
    expect(await ids({ status: 'failed' })).toEqual([2])
    expect(await ids({ status: 'waiting_for_resource' })).toEqual([])
    expect(await ids({ ref: 'master' })).toEqual([2, 1])
    expect(await ids({ sha })).toEqual([1])
    expect(await ids({ username: 'DEV' })).toEqual([1])
    expect(await ids({ username: 'nobody' })).toEqual([])
    expect(await ids({ source: 'api' })).toEqual([])
    expect(await ids({ yaml_errors: false, ref: 'v1' })).toEqual([4])
    expect(await ids({ yaml_errors: true })).toEqual([])
    expect(await ids({ created_after: '2017-01-02T00:00:00Z' })).toEqual([4, 3, 2])
    expect(await ids({ created_before: '2017-01-02T00:00:00Z' })).toEqual([1])
    expect(await ids({ updated_before: '2017-01-01T10:08:00Z' })).toEqual([])
    expect(await ids({ updated_after: '2017-01-03T00:00:00Z' })).toEqual([3])
    expect(await ids({ order_by: 'ref', sort: 'asc' })).toEqual([3, 1, 2, 4])
    expect(await ids({ order_by: 'user_id', sort: 'asc' })).toEqual([2, 1, 3, 4])
    expect(await ids({ sort: 'asc' })).toEqual([1, 2, 3, 4])
    const wrong = await api.anonymous.get(`${site}/pipelines`, { scope: 'all' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'scope does not have a valid value' },
    ])
  })

  it('are shown singly with who started them, times and how they stand', async () => {
    const { body } = await api.anonymous.get(`${site}/pipelines/1`)
    expect(body).toMatchObject({
      before_sha: '0'.repeat(40),
      tag: false,
      yaml_errors: null,
      user: { username: 'dev', web_url: `${api.origin}/dev` },
      started_at: '2017-01-01T10:05:00.000Z',
      finished_at: '2017-01-01T10:09:00.000Z',
      committed_at: null,
      duration: 240,
      queued_duration: 0,
      coverage: '91.50',
      archived: false,
      detailed_status: {
        icon: 'status_warning',
        text: 'Warning',
        label: 'passed with warnings',
        group: 'success-with-warnings',
        tooltip: 'passed with warnings',
        favicon: '/assets/ci_favicons/favicon_status_success.png',
        has_details: true,
        details_path: '/acme/site/-/pipelines/1',
        illustration: null,
      },
    })
    const running = await api.anonymous.get(`${site}/pipelines/3`)
    expect(running.body).toMatchObject({ user: null, finished_at: null, duration: null })
    const gone = await api.anonymous.get(`${site}/pipelines/99`)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
    expect((await api.anonymous.get('/projects/5/pipelines')).status).toBe(401)
    expect((await api.as('olga').get(`${site}/pipelines/5`)).status).toBe(404)
  })

  it('are the latest of the commit of a ref, or refused', async () => {
    const latest = async (query: object) => {
      const { status, body } = await api.anonymous.get(`${site}/pipelines/latest`, { ...query })
      return [status, body.id ?? body.message]
    }
    expect(await latest({})).toEqual([200, 4])
    expect(await latest({ ref: 'feature/x' })).toEqual([200, 3])
    expect(await latest({ ref: 'a-first' })).toEqual([200, 1])
    expect(await latest({ ref: 'nowhere' })).toEqual([403, '403 Forbidden'])
  })

  it('are for reporters where jobs are not public, and for nobody where there are none', async () => {
    expect((await api.as('gus').get('/projects/5/pipelines')).status).toBe(403)
    expect((await api.as('rita').get('/projects/5/pipelines')).status).toBe(200)
    const none = await api.as('root').get('/projects/4/pipelines')
    expect([none.status, none.body]).toEqual([403, { message: '403 Forbidden' }])
  })

  it('have no reports of tests', async () => {
    const report = await api.anonymous.get(`${site}/pipelines/1/test_report`)
    expect(report.body).toMatchObject({ total_time: 0, total_count: 0, test_suites: [] })
    const summary = await api.anonymous.get(`${site}/pipelines/1/test_report_summary`)
    expect(summary.body).toMatchObject({ total: { count: 0, suite_error: null }, test_suites: [] })
  })

  it('are removed with their jobs and never numbered again', async () => {
    const mona = api.as('mona')
    expect((await mona.delete(`${site}/pipelines/1`)).status).toBe(403)
    const root = api.as('root')
    const { iid } = (await root.get(`${site}/pipelines/3`)).body
    const since = { 'if-unmodified-since': 'Sun, 01 Jan 2017 10:08:00 GMT' }
    expect((await api.as('root', since).delete(`${site}/pipelines/1`)).status).toBe(412)
    for (const id of [1, 3, 4]) {
      expect((await root.delete(`${site}/pipelines/${id}`)).status).toBe(204)
    }
    expect(await ids({})).toEqual([2])
    const { builds, deployments, projects } = api.forge.db
    expect(builds.all().filter(({ pipeline_id }) => pipeline_id === 1)).toEqual([])
    const shipped = deployments.all().filter(({ project_id }) => project_id === 1)
    // The deployments of the jobs that went stay, as does that of the job of pipeline 2, which was skipped.
    expect(shipped.map(({ build_id }) => build_id)).toEqual([null, 7, null])
    expect(projects.get(1)?.gone_pipeline_iid).toBeGreaterThanOrEqual(iid)
  })

  it('run again what failed or was canceled, as other jobs', async () => {
    const dev = api.as('dev')
    const { status, body } = await dev.post(`${site}/pipelines/2/retry`)
    expect([status, body.status]).toEqual([201, 'running'])
    const jobs = api.forge.db.builds.all().filter(({ pipeline_id }) => pipeline_id === 2)
    expect(jobs.map(({ name, status, is_retried }) => [name, status, is_retried])).toEqual([
      ['compile', 'success', false],
      ['rspec', 'failed', true],
      ['deploy', 'created', false],
      ['notify', 'created', false],
      ['rspec', 'pending', false],
    ])
    expect(jobs.at(-1)).toMatchObject({ trace: null, created_at: now, started_at: null })
    expect((await api.as('rita').post(`${site}/pipelines/2/retry`)).status).toBe(403)
    const whole = await dev.post(`${site}/pipelines/4/retry`)
    expect([whole.status, whole.body.status]).toEqual([201, 'success'])
  })

  it('are canceled with all that is not over, and answered as they are where nothing is left', async () => {
    const dev = api.as('dev')
    const { status, body } = await dev.post(`${site}/pipelines/3/cancel`)
    expect([status, body.status, body.finished_at]).toEqual([200, 'canceled', now])
    const jobs = api.forge.db.builds.all().filter(({ pipeline_id }) => pipeline_id === 3)
    expect(jobs.map((job) => job.status)).toEqual(['success', ...Array(4).fill('canceled')])
    const over = await dev.post(`${site}/pipelines/1/cancel`)
    expect([over.status, over.body.status]).toEqual([200, 'success'])
  })

  it('are named by developers', async () => {
    const named = await api.as('dev').put(`${site}/pipelines/3/metadata`, { name: 'Nightly' })
    expect([named.status, named.body.name]).toEqual([200, 'Nightly'])
    expect(await ids({ name: 'Nightly' })).toEqual([3])
    const missing = await api.as('dev').put(`${site}/pipelines/3/metadata`, {})
    expect([missing.status, missing.body]).toEqual([400, { error: 'name is missing' }])
  })
})

describeV4('a pipeline that is asked for', { seed: world }, (api) => {
  const create = (who: string, parameters: object) =>
    api.as(who).post(`${site}/pipeline`, { ...parameters })

  it('has the jobs of the branch, whatever its message says of skipping', async () => {
    const { status, body } = await create('dev', { ref: 'run' })
    expect([status, body]).toMatchObject([
      201,
      {
        iid: 2,
        ref: 'run',
        tag: false,
        source: 'api',
        status: 'pending',
        user: { username: 'dev' },
      },
    ])
    const jobs = api.forge.db.builds.all()
    expect(jobs.map(({ name, status }) => [name, status])).toEqual([
      ['compile', 'pending'],
      ['rspec', 'created'],
      ['release', 'created'],
      ['notify', 'created'],
    ])
    expect(jobs.map(({ allow_failure }) => allow_failure)).toEqual([false, false, true, false])
    expect((await create('dev', { ref: 'refs/heads/run' })).body).toMatchObject({
      iid: 3,
      ref: 'run',
    })
    const tagged = await create('dev', { ref: 'v1' })
    expect(tagged.body).toMatchObject({ iid: 4, ref: 'v1', tag: true })
  })

  it('waits for a hand where a manual job may not fail', async () => {
    const { id } = (await create('dev', { ref: 'run' })).body
    const [compile, rspec, release, notify] = api.forge.db.builds.all()
    api.forge.builds.advance(compile?.id ?? 0, 'success')
    api.forge.builds.advance(rspec?.id ?? 0, 'success')
    const waiting = (await api.anonymous.get(`${site}/pipelines/${id}`)).body
    expect(waiting).toMatchObject({
      status: 'manual',
      finished_at: null,
      duration: null,
      detailed_status: { text: 'Blocked', label: 'waiting for manual action', group: 'manual' },
    })
    const list = await api.anonymous.get(`${site}/pipelines`, { status: 'manual' })
    expect(list.body).toMatchObject([{ id }])
    await create('dev', { ref: 'run' })
    const order = { order_by: 'status', sort: 'asc' }
    const ordered = (await api.anonymous.get(`${site}/pipelines`, order)).body
    const states = ordered.map((one: { status: string }) => one.status)
    expect(states).toEqual(['manual', 'pending', 'skipped'])
    const mayFail = (allow_failure: boolean) =>
      api.forge.db.builds.update((one) => one.where({ id: notify?.id ?? 0 }), {
        data: (build) => {
          build.allow_failure = allow_failure
        },
      })
    await mayFail(true)
    expect((await api.anonymous.get(`${site}/pipelines/${id}`)).body).toMatchObject({
      status: 'success',
      detailed_status: { icon: 'status_success', text: 'Passed', label: 'passed' },
    })
    await mayFail(false)
    const canceled = await api.as('dev').post(`${site}/pipelines/${id}/cancel`)
    expect(canceled.body.status).toBe('canceled')
    expect(api.forge.db.builds.get(release?.id ?? 0)?.status).toBe('canceled')
  })

  it('is refused with the reason on base', async () => {
    const refusal = async (who: string, parameters: object) => {
      const { status, body } = await create(who, parameters)
      return status === 400 ? body.message.base : status
    }
    expect(await refusal('dev', { ref: 'nowhere' })).toEqual(['Reference not found'])
    expect(await refusal('dev', { ref: 'master' })).toEqual(['Missing CI config file'])
    expect(await refusal('dev', { ref: 'tags-only' })).toEqual([
      'The resulting pipeline would have been empty. Review the rules configuration for the relevant jobs.',
    ])
    expect(await refusal('dev', { ref: 'broken' })).toEqual([expect.stringContaining('jobs:job')])
    expect(await refusal('dev', { ref: 'kept-1' })).toEqual([
      "You do not have sufficient permission to run a pipeline on 'kept-1'. Please select a different branch or contact your administrator for assistance.",
    ])
    expect(await refusal('mona', { ref: 'kept-1' })).toBe(201)
    expect(await refusal('rita', { ref: 'run' })).toBe(403)
    expect(api.forge.db.pipelines.all()).toHaveLength(2)
    const missing = await create('dev', {})
    expect([missing.status, missing.body]).toEqual([400, { error: 'ref is missing' }])
  })

  it('has variables, which maintainers and who started it read', async () => {
    const variables = [
      { key: 'A', value: '1' },
      { key: 'B', value: '2', variable_type: 'file' },
    ]
    const { status, body } = await create('dev', { ref: 'run', variables })
    expect(status).toBe(201)
    const path = `${site}/pipelines/${body.id}/variables`
    const shown = [
      { key: 'A', value: '1', variable_type: 'env_var', raw: false },
      { key: 'B', value: '2', variable_type: 'file', raw: false },
    ]
    expect((await api.as('dev').get(path)).body).toEqual(shown)
    expect((await api.as('mona').get(path)).body).toEqual(shown)
    expect((await api.as('rita').get(path)).status).toBe(403)
    const { id } = (await create('mona', { ref: 'run' })).body
    expect((await api.as('dev').get(`${site}/pipelines/${id}/variables`)).status).toBe(403)
    const role = { ci_pipeline_variables_minimum_override_role: 'maintainer' }
    await api.as('mona').put(site, role)
    const refused = await create('dev', { ref: 'run', variables })
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: { base: ['Insufficient permissions to set pipeline variables'] } },
    ])
    expect((await create('mona', { ref: 'run', variables })).status).toBe(201)
    expect((await create('dev', { ref: 'run' })).status).toBe(201)
  })

  it('is refused where the project has no jobs', async () => {
    await api.as('mona').put(site, { builds_access_level: 'disabled' })
    expect((await create('mona', { ref: 'run' })).status).toBe(403)
  })

  it('of a push knows where the branch stood before', async () => {
    const before = api.forge.db.repositories.get(1)?.refs.get('refs/heads/broken')
    await api.as('mona').put(`${site}/repository/files/.gitlab-ci.yml`, {
      branch: 'broken',
      commit_message: 'Mend',
      content: 'job: { script: a }',
    })
    const { body } = await api.anonymous.get(`${site}/pipelines/latest`, { ref: 'broken' })
    expect(body).toMatchObject({ before_sha: before, source: 'push', status: 'pending' })
  })
})

describe('pipelines in a seed', () => {
  it('have names, sources and variables, and are exported as they are', async () => {
    const variables = [{ key: 'A', value: '1', variable_type: 'file' as const }]
    const pipeline = {
      project: 'acme/site',
      name: 'Nightly',
      source: 'schedule',
      variables,
    } as const
    const forge = await createTestForge({ seed: { ...world, pipelines: [pipeline] } })
    expect(forge.db.pipelines.all()).toMatchObject([
      { iid: 1, name: 'Nightly', source: 'schedule', variables },
    ])
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.pipelines.all()).toEqual(forge.db.pipelines.all())
  })
})
