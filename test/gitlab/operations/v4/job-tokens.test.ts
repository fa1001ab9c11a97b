import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4 } from '../../../harness.ts'

const repository = {
  protected_branches: {},
  commits: [
    {
      message: 'Begin',
      author: 'mona',
      actions: [
        {
          action: 'create' as const,
          file_path: '.gitlab-ci.yml',
          content: 'job: { script: a }',
        },
      ],
    },
  ],
}
const members = { mona: 'master', dev: 'developer' } as const
const builds = [
  { name: 'runs', status: 'running' },
  { name: 'waits', status: 'pending' },
] as const

/** Jobs 1 (runs) and 2 (waits) of acme/site (1), dev's; 3 of acme/other (2); 4 of root's in admin/own (3). */
const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'mona' }, { username: 'dev' }],
  groups: [
    { id: 50, path: 'acme' },
    { id: 51, path: 'admin' },
  ],
  projects: [
    { path: 'acme/site', created_by: 'mona', members, repository },
    { path: 'acme/other', created_by: 'mona', members, repository },
    { path: 'admin/own', created_by: 'mona', repository },
  ],
  pipelines: [
    { project: 'acme/site', by: 'dev', builds: [...builds] },
    { project: 'acme/other', by: 'dev', builds: [{ name: 'runs', status: 'running' }] },
    { project: 'admin/own', by: 'root', builds: [{ name: 'runs', status: 'running' }] },
  ],
}

describeV4('the token of a job', { seed }, (api) => {
  const as = (token: string, name = 'job-token') => ({
    get: (path: string) => api.request(`/api/v4${path}`, { headers: { [name]: token } }),
    delete: (path: string) =>
      api.request(`/api/v4${path}`, { method: 'DELETE', headers: { [name]: token } }),
    post: (path: string, body: object = {}) => send('POST', path, body, { [name]: token }),
    put: (path: string, body: object) => send('PUT', path, body, { [name]: token }),
  })
  const send = (method: string, path: string, body: object, headers: Record<string, string>) =>
    api.request(`/api/v4${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const site = '/projects/1'

  it('says which job it is of, as a header, a parameter or a bearer', async () => {
    for (const { status, body } of [
      await as('glcbt-1').get('/job'),
      await api.anonymous.get('/job', { job_token: 'glcbt-1' }),
      await as('Bearer glcbt-1', 'authorization').get('/job'),
    ]) {
      expect([status, body]).toMatchObject([
        200,
        { id: 1, name: 'runs', user: { username: 'dev' } },
      ])
    }
    expect((await as('glcbt-3').get('/job')).body.id).toBe(3)
    const other = await api.as('dev').get('/job')
    expect([other.status, other.body]).toEqual([404, { message: '404 Job Not Found' }])
    expect((await api.anonymous.get('/job')).status).toBe(401)
  })

  it('holds while the job runs', async () => {
    expect((await as('glcbt-2').get('/job')).status).toBe(401)
    expect((await as('glcbt-9').get('/job')).status).toBe(401)
    expect((await as('glcbt-01').get('/job')).status).toBe(401)
    api.forge.builds.advance(1, 'success')
    expect((await as('glcbt-1').get('/job')).status).toBe(401)
    api.forge.builds.advance(2, 'running')
    expect((await as('glcbt-2').get('/job')).status).toBe(200)
  })

  it('does in its project what its user may, by the operations that take it', async () => {
    const job = as('glcbt-1')
    expect((await job.get(`${site}/jobs`)).status).toBe(200)
    expect((await job.get(`${site}/repository/branches`)).status).toBe(200)
    const made = await job.post(`${site}/environments`, { name: 'qa' })
    expect([made.status, made.body.name]).toEqual([201, 'qa'])
    // Elsewhere it counts as none.
    expect((await job.get(`${site}/repository/tree`)).status).toBe(404)
    expect((await job.get(`${site}/jobs/1`)).status).toBe(401)
    expect((await job.get('/user')).status).toBe(401)
    expect((await as('Bearer glcbt-1', 'authorization').get('/user')).status).toBe(401)
    expect((await as('glcbt-4').get('/projects/3/jobs')).status).toBe(200)
    expect((await as('glcbt-4').get(`${site}/jobs`)).status).toBe(404)
  })

  // `job_token_allowed` in lib/api/commits.rb, merge_requests.rb, releases.rb and release/links.rb.
  it('reads commits and merge requests, and writes releases with their links', async () => {
    const job = as('glcbt-1')
    for (const path of ['repository/commits/master/merge_requests', 'merge_requests']) {
      const { status, body } = await job.get(`${site}/${path}`)
      expect([status, body]).toEqual([200, []])
    }
    const missing = await job.get(`${site}/merge_requests/9`)
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }])
    expect((await job.get(`${site}/merge_requests/9/commits`)).status).toBe(404)
    const release = { tag_name: 'v1', ref: 'master' }
    expect((await job.post(`${site}/releases`, release)).status).toBe(201)
    const links = `${site}/releases/v1/assets/links`
    const { status, body } = await job.post(links, { name: 'a', url: 'https://a.example' })
    expect([status, body.name]).toEqual([201, 'a'])
    expect((await job.get(links)).body).toMatchObject([{ name: 'a' }])
    expect((await job.get(`${links}/${body.id}`)).status).toBe(200)
    expect((await job.put(`${links}/${body.id}`, { name: 'b' })).body.name).toBe('b')
    expect((await job.delete(`${links}/${body.id}`)).status).toBe(200)
    expect((await job.delete(`${site}/releases/v1`)).status).toBe(200)
  })

  it('opens other projects that let it in, by project or by group', async () => {
    const job = as('glcbt-3')
    expect((await job.get(`${site}/jobs`)).status).toBe(404)
    const scope = `${site}/job_token_scope`
    const mona = api.as('mona')
    const admitted = await mona.post(`${scope}/allowlist`, { target_project_id: 2 })
    expect([admitted.status, admitted.body]).toEqual([
      201,
      { source_project_id: 1, target_project_id: 2 },
    ])
    expect((await job.get(`${site}/jobs`)).status).toBe(200)
    expect((await mona.get(`${scope}/allowlist`)).body).toMatchObject([{ id: 1 }, { id: 2 }])
    expect((await mona.delete(`${scope}/allowlist/2`)).status).toBe(204)
    expect((await mona.delete(`${scope}/allowlist/2`)).status).toBe(404)
    expect((await job.get(`${site}/jobs`)).status).toBe(404)
    const group = await mona.post(`${scope}/groups_allowlist`, { target_group_id: 50 })
    expect([group.status, group.body]).toEqual([201, { source_project_id: 1, target_group_id: 50 }])
    expect((await job.get(`${site}/jobs`)).status).toBe(200)
    expect((await mona.get(`${scope}/groups_allowlist`)).body).toEqual([
      { id: 50, web_url: `${api.origin}/groups/acme`, name: 'acme' },
    ])
    expect((await mona.delete(`${scope}/groups_allowlist/50`)).status).toBe(204)
    expect((await mona.get(`${scope}/groups_allowlist`)).body).toEqual([])
  })

  it('starts pipelines, as part of others', async () => {
    const { status, body } = await api.anonymous.post(`${site}/trigger/pipeline`, {
      token: 'glcbt-1',
      ref: 'master',
    })
    expect([status, body]).toMatchObject([201, { source: 'pipeline', user: { username: 'dev' } }])
    const elsewhere = await api.anonymous.post('/projects/2/trigger/pipeline', {
      token: 'glcbt-1',
      ref: 'master',
    })
    expect(elsewhere.status).toBe(404)
  })

  it('is not written down', async () => {
    await as('glcbt-1').get('/job')
    await api.anonymous.get('/job', { job_token: 'glcbt-1' })
    expect(JSON.stringify([...api.forge.requests])).not.toContain('glcbt-1')
  })
})

describeV4('the scope of job tokens', { seed }, (api) => {
  const scope = '/projects/1/job_token_scope'

  it('is limited to what is named, which the instance enforces', async () => {
    const mona = api.as('mona')
    expect((await mona.patch(scope, { enabled: true })).status).toBe(204)
    expect((await mona.get(scope)).body).toEqual({ inbound_enabled: true, outbound_enabled: false })
    const off = await mona.patch(scope, { enabled: false })
    expect([off.status, off.body.message]).toEqual([
      400,
      expect.stringContaining('400 Bad request'),
    ])
    const missing = await mona.patch(scope, {})
    expect([missing.status, missing.body]).toEqual([400, { error: 'enabled is missing' }])
    expect((await api.as('dev').get(scope)).status).toBe(403)
  })

  it('names what is there, and each once', async () => {
    const add = async (target_project_id: number) => {
      const { status, body } = await api
        .as('mona')
        .post(`${scope}/allowlist`, { target_project_id })
      return [status, body.message]
    }
    expect(await add(2)).toEqual([201, undefined])
    const known = '400 Bad request - Target project is already in the job token scope'
    expect(await add(2)).toEqual([400, known])
    expect(await add(1)).toEqual([400, known])
    expect(await add(9)).toEqual([404, '404 target_project_id Not Found'])
    await api.as('root').delete('/projects/2')
    api.forge.clock.advance('40d')
    expect(api.forge.db.jobTokenAllowances.all()).toEqual([])
  })
})

describe('whose job tokens are let in', () => {
  it('is said by a seed, and exported', async () => {
    const job_token_allowances = [
      { project: 'acme/site', jobs_of: 'acme/other' },
      { project: 'acme/site', jobs_of_group: 'admin' },
    ]
    const forge = await createTestForge({ seed: { ...seed, job_token_allowances } })
    expect(forge.db.jobTokenAllowances.all()).toMatchObject([
      { project_id: 1, target_project_id: 2, target_group_id: null },
      { project_id: 1, target_project_id: null, target_group_id: 51 },
    ])
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.jobTokenAllowances.all()).toEqual(forge.db.jobTokenAllowances.all())
  })
})
