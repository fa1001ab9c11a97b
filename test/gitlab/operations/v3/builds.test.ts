import { expect, it } from 'vitest'
import { type Api, describeForge, type Reply } from '../../../harness.ts'
import { archive, buildWorld } from './build-world.ts'

const idsOf = ({ body }: Reply) => body.map(({ id }: { id: number }) => id)
const shaOf = (api: Api, buildId: number) => api.forge.db.builds.get(buildId)?.sha

describeForge('builds', { seed: buildWorld }, (api) => {
  it('lists the builds of a project, newest first', async () => {
    const reply = await api.as('rita').get('/projects/1/builds')
    expect(reply.status).toBe(200)
    expect(idsOf(reply)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(reply.headers.get('x-total')).toBe('14')
  })

  it.each([
    ['created', [12]],
    ['pending', [11]],
    ['running', [10]],
    ['failed', [6, 3]],
    ['success', [14, 9, 5, 4, 2, 1]],
    ['canceled', [13]],
    ['skipped', [8, 7]],
    [
      ['pending', 'running'],
      [11, 10],
    ],
  ])('lists those in the scope %s', async (scope, ids) => {
    expect(idsOf(await api.as('rita').get('/projects/1/builds', { scope }))).toEqual(ids)
  })

  it.each(['started', ['running', 'unknown']])('refuses the scope %s', async (scope) => {
    expect((await api.as('rita').get('/projects/1/builds', { scope })).status).toBe(400)
  })

  it('lists the builds of all pipelines of a commit', async () => {
    const second = shaOf(api, 5)
    const path = `/projects/1/repository/commits/${second}/builds`
    const reply = await api.as('rita').get(path)
    expect(idsOf(reply)).toEqual([14, 8, 7, 6, 5])
    const pipelines = reply.body.map((build: { pipeline: { id: number } }) => build.pipeline.id)
    expect(pipelines).toEqual([4, 2, 2, 2, 2])
    expect(idsOf(await api.as('rita').get(path, { scope: 'failed' }))).toEqual([6])
  })

  it('lists none for a commit without builds, and knows no unknown commit', async () => {
    const builds = api.forge.db.builds.by('project_id', 1).slice()
    const second = shaOf(api, 5)
    for (const build of builds) api.forge.db.builds.remove(build)
    const none = await api.as('rita').get(`/projects/1/repository/commits/${second}/builds`)
    expect([none.status, none.body]).toEqual([200, []])
    const unknown = `/projects/1/repository/commits/${'0'.repeat(40)}/builds`
    const missing = await api.as('rita').get(unknown)
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Commit Not Found' }])
  })

  it('does not know the commits of another project', async () => {
    const path = `/projects/1/repository/commits/${shaOf(api, 15)}/builds`
    expect((await api.as('mona').get(path)).status).toBe(404)
  })

  it('shows a single build', async () => {
    const { status, body } = await api.as('rita').get('/projects/1/builds/2')
    expect(status).toBe(200)
    const sha = shaOf(api, 2)
    expect(body).toEqual({
      id: 2,
      name: 'rspec',
      stage: 'test',
      ref: 'master',
      tag: false,
      coverage: 91.5,
      status: 'success',
      created_at: '2017-01-01T10:05:00.000Z',
      started_at: '2017-01-01T10:06:00.000Z',
      finished_at: '2017-01-01T10:07:00.000Z',
      commit: {
        id: sha,
        short_id: sha?.slice(0, 11),
        title: 'Begin',
        author_name: 'Mona Meyer',
        author_email: 'mona@acme.example',
        committer_name: 'Mona Meyer',
        committer_email: 'mona@acme.example',
        created_at: '2017-01-01T10:00:00.000Z',
        message: 'Begin',
      },
      pipeline: { id: 1, ref: 'master', sha, status: 'success' },
      runner: null,
      artifacts_file: { filename: 'coverage.zip', size: 5 },
      user: expect.objectContaining({ username: 'dev', name: 'Dev Singh', is_admin: false }),
    })
    expect(Object.keys(body.user).sort()).toEqual(
      [
        'avatar_url',
        'bio',
        'created_at',
        'id',
        'is_admin',
        'linkedin',
        'location',
        'name',
        'organization',
        'skype',
        'state',
        'twitter',
        'username',
        'web_url',
        'website_url',
      ].sort(),
    )
  })

  it('shows who started a build, a tag, and the absence of artifacts', async () => {
    const read = async (id: number) => (await api.as('rita').get(`/projects/1/builds/${id}`)).body
    expect((await read(3)).user.username).toBe('mona')
    expect((await read(9)).user).toBeNull()
    expect((await read(14)).tag).toBe(true)
    expect((await read(9)).artifacts_file).toBeNull()
    expect((await read(10)).started_at).toBe('2017-01-03T10:01:00.000Z')
    expect((await read(10)).finished_at).toBeNull()
  })

  it('reports the state of each pipeline', async () => {
    const status = async (id: number) =>
      (await api.as('rita').get(`/projects/1/builds/${id}`)).body.pipeline.status
    expect(await Promise.all([1, 5, 9, 14].map(status))).toEqual([
      'success',
      'failed',
      'running',
      'success',
    ])
  })

  it('shows builds that a suite makes', async () => {
    const sha = shaOf(api, 1) ?? ''
    const created_at = '2017-01-15T10:00:00.000Z'
    const made = { project_id: 1, ref: 'master', sha, status: 'running', created_at } as const
    await api.forge.db.pipelines.create({ ...made, id: 70 })
    await api.forge.db.builds.create({ ...made, id: 90, pipeline_id: 70, name: 'made' })
    const { status, body } = await api.as('rita').get('/projects/1/builds/90')
    expect(status).toBe(200)
    expect(body.pipeline).toEqual({ id: 70, ref: 'master', sha, status: 'running' })
  })

  it.each([99, 15])('does not know the build %i in the project', async (id) => {
    const reply = await api.as('rita').get(`/projects/1/builds/${id}`)
    expect([reply.status, reply.body]).toEqual([404, { message: '404 Build Not Found' }])
    for (const file of ['artifacts', 'trace']) {
      expect((await api.as('rita').get(`/projects/1/builds/${id}/${file}`)).status).toBe(404)
    }
  })

  it('serves artifacts byte for byte under their name', async () => {
    const { status, headers, bytes } = await api.as('rita').get('/projects/1/builds/5/artifacts')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toContain('filename="site.zip"')
    expect(btoa(String.fromCharCode(...bytes))).toBe(archive)
  })

  it.each([
    ['has none', 9],
    ['has only expired ones', 14],
  ])('answers 404 for the artifacts of a build that %s', async (_, id) => {
    expect((await api.as('rita').get(`/projects/1/builds/${id}/artifacts`)).status).toBe(404)
    const { body } = await api.as('rita').get(`/projects/1/builds/${id}`)
    expect(body.artifacts_file).toBeNull()
  })

  it('serves what a build printed', async () => {
    const { status, headers, body } = await api.as('rita').get('/projects/1/builds/6/trace')
    expect([status, body]).toEqual([200, '1 failure\n'])
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('content-disposition')).toContain('6.log')
    expect((await api.as('rita').get('/projects/1/builds/9/trace')).status).toBe(404)
  })

  it('downloads from the newest success of a job on a ref', async () => {
    const download = (ref: string, job: string) =>
      api.as('rita').get(`/projects/1/builds/artifacts/${ref}/download`, { job })
    const newest = await download('master', 'compile')
    expect(newest.status).toBe(200)
    expect(newest.headers.get('content-disposition')).toContain('filename="site.zip"')
    // The newer build of rspec on master failed, so the one before counts.
    const before = await download('master', 'rspec')
    expect([before.status, before.body]).toEqual([200, 'lines'])
  })

  it.each([
    ['an unknown ref', 'unknown', 'compile'],
    ['an unknown job', 'master', 'unknown'],
    ['a job that never succeeded there', 'feature/x', 'rspec'],
    ['a newest success without artifacts', 'feature/x', 'compile'],
    ['expired artifacts', 'v1', 'package'],
  ])('has no download for %s', async (_, ref, job) => {
    const path = `/projects/1/builds/artifacts/${ref}/download`
    expect((await api.as('rita').get(path, { job })).status).toBe(404)
  })

  it('takes a ref with slashes, encoded or not', async () => {
    const artifacts = { filename: 'x.zip', bytes: new Uint8Array([1]) }
    const lint = api.forge.advance(11, 'success', { artifacts })
    api.forge.db.builds.replace(lint, { name: 'compile' })
    for (const ref of ['feature/x', 'feature%2Fx']) {
      const path = `/projects/1/builds/artifacts/${ref}/download?job=compile`
      expect((await api.as('rita').get(path)).status).toBe(200)
    }
  })

  it('asks for the job by its name', async () => {
    const { status, body } = await api
      .as('rita')
      .get('/projects/1/builds/artifacts/master/download')
    expect(status).toBe(400)
    expect(body.message).toContain('"job"')
  })

  const reads = (project: number, id: number) => [
    `/projects/${project}/builds`,
    `/projects/${project}/builds/${id}`,
    `/projects/${project}/builds/${id}/artifacts`,
    `/projects/${project}/builds/${id}/trace`,
    `/projects/${project}/builds/artifacts/master/download?job=rspec`,
    `/projects/${project}/repository/commits/master/builds`,
  ]

  it.each([
    ['a public project', 'olga', 1, 1, 200],
    ['a private project, its guest', 'gus', 2, 15, 200],
    ['a private project, a stranger', 'olga', 2, 15, 404],
    ['builds that are not public, a guest', 'gus', 3, 16, 403],
    ['builds that are not public, a reporter', 'rita', 3, 16, 200],
    ['no builds, a master', 'mona', 4, 17, 403],
    ['no builds, an administrator', 'root', 4, 17, 403],
    ['a public project without public builds, a stranger', 'olga', 5, 18, 403],
    ['a public project without public builds, an administrator', 'root', 5, 18, 200],
  ])('reads %s', async (_, username, project, id, expected) => {
    for (const path of reads(project, id)) {
      expect([path, (await api.as(username).get(path)).status]).toEqual([path, expected])
    }
  })

  it('needs credentials for every read', async () => {
    for (const path of reads(1, 1)) {
      expect([path, (await api.anonymous.get(path)).status]).toEqual([path, 401])
    }
  })

  it('says that builds are disabled', async () => {
    const { body } = await api.as('mona').get('/projects/4/builds')
    expect(body.message).toBe('403 Forbidden - builds are disabled for this project')
  })
})
