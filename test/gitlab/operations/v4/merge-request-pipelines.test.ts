import { expect, it } from 'vitest'
import { type Api, describeV4 } from '../../../harness.ts'
import { world } from './merge-request-world.ts'

const path = '/projects/1/merge_requests'
const file = (...lines: string[]) => lines.join('\n')
const configuration = file(
  'both: { script: a, rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }, { if: $CI_COMMIT_BRANCH }] }',
  'review: { script: a, only: [merge_requests] }',
  'branch: { script: a }',
  'named: { script: a, only: [feature] }',
)

/** Commits a configuration to a branch, as somebody. */
async function configure(api: Api, content: string, { branch = 'feature', who = 'dora' } = {}) {
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
  const commit = { branch, commit_message: 'Describe the jobs', actions }
  const reply = await api.as(who).post('/projects/1/repository/commits', commit)
  expect(reply.status).toBe(201)
  return reply.body.id as string
}

async function open(api: Api, wanted: object = {}) {
  const request = { source_branch: 'feature', target_branch: 'master', title: 'Feature' }
  const reply = await api.as('dora').post(path, { ...request, ...wanted })
  expect(reply.status).toBe(201)
  return reply.body
}

const jobsOf = (api: Api, pipeline: number) =>
  api.forge.db.builds
    .all()
    .filter(({ pipeline_id }) => pipeline_id === pipeline)
    .map(({ name }) => name)
const pipelinesOf = async (api: Api, iid: number) =>
  (await api.as('dora').get(`${path}/${iid}/pipelines`)).body
const variablesOf = (api: Api, pipeline: number) => {
  const build = api.forge.db.builds.all().find(({ pipeline_id }) => pipeline_id === pipeline)
  const given = api.forge.builds.variables(build?.id ?? 0)
  return Object.fromEntries(given.map(({ key, value }) => [key, value]))
}

describeV4('pipelines of merge requests', { seed: world }, (api) => {
  it('have the jobs that ask for them, with one made when the request is opened', async () => {
    const sha = await configure(api, configuration)
    const { iid } = await open(api)
    const [own, ofBranch, ...others] = await pipelinesOf(api, iid)
    expect(others).toEqual([])
    expect(own).toMatchObject({
      source: 'merge_request_event',
      ref: `refs/merge-requests/${iid}/head`,
      sha,
      status: 'pending',
    })
    expect(jobsOf(api, own.id)).toEqual(['both', 'review'])
    expect(ofBranch).toMatchObject({ source: 'push', ref: 'feature' })
    expect(jobsOf(api, ofBranch.id)).toEqual(['both', 'branch', 'named'])
    const { body } = await api.as('dora').get(`${path}/${iid}`)
    expect(body.head_pipeline.id).toBe(own.id)
    const job = await api.as('dora').get(`/projects/1/pipelines/${own.id}/jobs`)
    expect(job.body[0].ref).toBe(own.ref)
  })

  it('follow every push, and cancel the one before', async () => {
    await configure(api, configuration)
    const { iid } = await open(api)
    const update = {
      branch: 'feature',
      content: 'more',
      commit_message: 'More',
    }
    await api.as('dora').post('/projects/1/repository/files/more.txt', update)
    const found = await pipelinesOf(api, iid)
    expect(
      found.map(({ source, status }: typeof update & { source: string; status: string }) => [
        source,
        status,
      ]),
    ).toEqual([
      ['merge_request_event', 'pending'],
      ['push', 'pending'],
      ['merge_request_event', 'canceled'],
      ['push', 'canceled'],
    ])
  })

  it('are made where the target branch changes, and not where nothing asks for them', async () => {
    await configure(api, 'branch: { script: a }')
    const { iid } = await open(api)
    expect(await pipelinesOf(api, iid)).toMatchObject([{ source: 'push' }])
    await configure(api, configuration, { branch: 'level' })
    const other = await open(api, { source_branch: 'level' })
    expect(await pipelinesOf(api, other.iid)).toMatchObject([
      { source: 'merge_request_event' },
      { source: 'push' },
    ])
    await api.as('dora').put(`${path}/${other.iid}`, { target_branch: 'develop' })
    expect(await pipelinesOf(api, other.iid)).toHaveLength(3)
  })

  it('take the place of those of the branch, where the workflow says so', async () => {
    await configure(
      api,
      file(
        'workflow:',
        '  rules:',
        '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
        '    - if: $CI_COMMIT_BRANCH && $CI_OPEN_MERGE_REQUESTS',
        '      when: never',
        '    - if: $CI_COMMIT_BRANCH',
        'job: { script: a }',
      ),
    )
    const { iid } = await open(api)
    const update = { branch: 'feature', content: 'more', commit_message: 'More' }
    await api.as('dora').post('/projects/1/repository/files/more.txt', update)
    const found = await pipelinesOf(api, iid)
    expect(found.map((one: { source: string }) => one.source)).toEqual([
      'merge_request_event',
      'merge_request_event',
      'push',
    ])
    expect(jobsOf(api, found[0].id)).toEqual(['job'])
  })

  it('know what the merge request is, and what it changes', async () => {
    await configure(
      api,
      file(
        'changed: { script: a, rules: [{ if: $CI_MERGE_REQUEST_IID, changes: [feature.txt] }] }',
        'other: { script: a, rules: [{ if: $CI_MERGE_REQUEST_IID, changes: [README.md] }] }',
      ),
    )
    const description = `${'a'.repeat(2699)}\u{1f600}b`
    const draft = { title: 'Draft: Feature', labels: 'design', description }
    const { id, iid } = await open(api, draft)
    const [own] = await pipelinesOf(api, iid)
    expect(jobsOf(api, own.id)).toEqual(['changed'])
    const variables = variablesOf(api, own.id)
    expect(variables).toMatchObject({
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_COMMIT_REF_NAME: 'feature',
      CI_COMMIT_REF_PROTECTED: 'false',
      CI_OPEN_MERGE_REQUESTS: `acme/website!${iid}`,
      CI_MERGE_REQUEST_ID: String(id),
      CI_MERGE_REQUEST_IID: String(iid),
      CI_MERGE_REQUEST_REF_PATH: `refs/merge-requests/${iid}/head`,
      CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
      CI_MERGE_REQUEST_TITLE: 'Draft: Feature',
      CI_MERGE_REQUEST_DRAFT: 'true',
      CI_MERGE_REQUEST_LABELS: 'design',
      CI_MERGE_REQUEST_PROJECT_PATH: 'acme/website',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
      CI_MERGE_REQUEST_SOURCE_BRANCH_PROTECTED: 'false',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'master',
      CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: 'true',
    })
    const versions = await api.as('dora').get(`/projects/1/merge_requests/${iid}/versions`)
    const [version] = versions.body
    expect(variables).toMatchObject({
      CI_MERGE_REQUEST_DIFF_ID: String(version.id),
      CI_MERGE_REQUEST_DIFF_BASE_SHA: version.base_commit_sha,
      CI_MERGE_REQUEST_DESCRIPTION: `${'a'.repeat(2699)}\u{1f600}`,
      CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: 'true',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: '',
    })
    expect(variables).not.toHaveProperty('CI_COMMIT_BRANCH')
    expect(variables).not.toHaveProperty('CI_MERGE_REQUEST_MILESTONE')
  })

  it('are waited for by a merge before those of the branch', async () => {
    await configure(api, configuration)
    const { iid } = await open(api)
    const merge = await api.as('max').put(`${path}/${iid}/merge`, { auto_merge: true })
    expect(merge.body).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true })
    const [own, ofBranch] = await pipelinesOf(api, iid)
    const finish = (pipeline: number) => {
      for (const { id, pipeline_id, status } of api.forge.db.builds.all()) {
        if (pipeline_id === pipeline && status === 'pending')
          api.forge.builds.advance(id, 'success')
      }
    }
    finish(ofBranch.id)
    const stateOf = async () => (await api.as('max').get(`${path}/${iid}`)).body.state
    expect(await stateOf()).toBe('opened')
    finish(own.id)
    expect(await stateOf()).toBe('merged')
  })

  it('are made when somebody asks for one', async () => {
    await configure(api, configuration)
    const { iid } = await open(api)
    const made = await api.as('dora').post(`${path}/${iid}/pipelines`)
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      source: 'merge_request_event',
      ref: `refs/merge-requests/${iid}/head`,
      user: { username: 'dora' },
      detailed_status: { group: 'pending' },
    })
    expect(await pipelinesOf(api, iid)).toHaveLength(3)
    const later = await api.as('dora').post(`${path}/${iid}/pipelines`, { async: true })
    expect([later.status, later.body]).toEqual([202, 202])
    expect(await pipelinesOf(api, iid)).toHaveLength(4)
  })

  it('are refused where there is nothing to run, and nobody to run it', async () => {
    const { iid } = await open(api)
    const ask = (who: string, number = iid) => api.as(who).post(`${path}/${number}/pipelines`)
    const base = async (who = 'dora') => (await ask(who)).body
    expect(await base()).toEqual({ message: { base: ['Missing CI config file'] } })
    await configure(api, 'branch: { script: a }')
    expect((await ask('dora')).status).toBe(400)
    expect(await base()).toEqual({
      message: { base: [expect.stringContaining('The resulting pipeline would have been empty')] },
    })
    expect((await ask('rita')).status).toBe(403)
    expect((await api.anonymous.post(`${path}/${iid}/pipelines`)).status).toBe(401)
    const empty = await open(api, { source_branch: 'level' })
    expect(await ask('dora', empty.iid)).toMatchObject({
      status: 405,
      body: { message: '405 Method Not Allowed' },
    })
    await api.as('max').post('/projects/1/protected_branches', { name: 'feature' })
    expect((await ask('dora')).body).toEqual({
      message: { base: ['Insufficient permissions to create a new pipeline'] },
    })
  })

  it('fail where the configuration cannot be used, when somebody asks for one', async () => {
    await configure(api, 'job: { stage: nowhere, script: a }')
    const { iid } = await open(api)
    expect(await pipelinesOf(api, iid)).toMatchObject([{ source: 'push', status: 'failed' }])
    const made = await api.as('dora').post(`${path}/${iid}/pipelines`)
    expect(made).toMatchObject({ status: 200, body: { status: 'failed' } })
    expect(made.body.yaml_errors).toContain('chosen stage')
  })

  it('run in the project of the source branch, and are kept where the target project is removed', async () => {
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: configuration }]
    const commit = { branch: 'from-fork', commit_message: 'Describe', actions }
    await api.as('fred').post('/projects/2/repository/commits', commit)
    const request = { source_branch: 'from-fork', target_branch: 'master', title: 'From afar' }
    const forked = await api
      .as('fred')
      .post('/projects/2/merge_requests', { ...request, target_project_id: 1 })
    const { iid } = forked.body
    const [own] = await pipelinesOf(api, iid)
    expect(own).toMatchObject({ project_id: 2, ref: `refs/merge-requests/${iid}/head` })
    expect((await api.as('dora').post(`${path}/${iid}/pipelines`)).status).toBe(403)
    expect((await api.as('fred').post(`${path}/${iid}/pipelines`)).status).toBe(200)
    expect(variablesOf(api, own.id)).toMatchObject({
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'fred/website',
      CI_MERGE_REQUEST_PROJECT_PATH: 'acme/website',
    })
    expect((await api.as('root').delete('/projects/1')).status).toBe(202)
    api.forge.clock.advance('90d')
    expect(api.forge.db.projects.get(1)).toBeUndefined()
    expect(api.forge.db.pipelines.get(own.id)).toMatchObject({ merge_request_id: null })
  })

  it('are none of GitLab 8.15', async () => {
    await configure(api, configuration)
    const url = `http://forge.test/api/v3${path}`
    const headers = { 'PRIVATE-TOKEN': 'dora-token', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ source_branch: 'feature', target_branch: 'master', title: 'Old' })
    expect((await api.forge.fetch(url, { method: 'POST', headers, body })).status).toBe(201)
    expect(api.forge.db.pipelines.all().map(({ source }) => source)).toEqual(['push'])
  })
})

describeV4('what a deployment brought', { seed: world }, (api) => {
  it('are the requests that were merged since the one before', async () => {
    const deploy = async (environment: string, status = 'success') => {
      const sha = api.forge.db.mergeRequests.all().at(-1)?.merge_commit_sha ?? 'master'
      const deployment = { environment, sha, ref: 'master', tag: false, status }
      const made = await api.as('max').post('/projects/1/deployments', deployment)
      expect(made.status).toBe(201)
      const where = `/projects/1/deployments/${made.body.id}/merge_requests`
      return async (query = {}) => {
        const { status, body } = await api.as('rita').get(where, query)
        return status === 200 ? body.map((one: { iid: number }) => one.iid) : status
      }
    }
    const before = await deploy('production')
    const first = await open(api)
    await api.as('max').put(`${path}/${first.iid}/merge`)
    const failed = await deploy('production', 'failed')
    const shipped = await deploy('production')
    const staged = await deploy('staging')
    const review = await deploy('review/feature')
    expect(await before()).toEqual([])
    expect(await failed()).toEqual([])
    expect(await shipped()).toEqual([first.iid])
    expect(await shipped({ state: 'opened' })).toEqual([])
    expect(await shipped({ author_username: 'dora' })).toEqual([first.iid])
    expect(await staged()).toEqual([first.iid])
    expect(await review()).toEqual([])
    const again = await deploy('production')
    expect(await again()).toEqual([])
    expect((await api.as('gus').get('/projects/1/deployments/1/merge_requests')).status).toBe(403)
    const [day, later] = ['2017-01-15T00:00:00Z', '2017-01-16T00:00:00Z']
    for (const [query, expected] of [
      [{ environment: 'production' }, [first.iid]],
      [{ environment: 'staging' }, [first.iid]],
      [{ environment: 'review/feature' }, []],
      [{ environment: 'nowhere' }, []],
      [{ deployed_after: day, deployed_before: later }, [first.iid]],
      [{ deployed_after: later }, []],
      [{ deployed_before: day }, []],
      [{ environment: 'staging', deployed_before: later }, [first.iid]],
    ] as const) {
      const { body } = await api.as('rita').get('/projects/1/merge_requests', query)
      expect([query, body.map(({ iid }: { iid: number }) => iid)]).toEqual([query, expected])
    }
    expect((await api.as('rita').get('/projects/1/deployments/99/merge_requests')).status).toBe(404)
  })
})
