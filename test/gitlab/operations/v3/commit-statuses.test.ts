import { expect, it } from 'vitest'
import { type Api, describeForge, now, type Reply } from '../../../harness.ts'
import { buildWorld } from './build-world.ts'

const seed = {
  ...buildWorld,
  statuses: [
    {
      project: 'acme/vault',
      name: 'ci/outside',
      state: 'failed' as const,
      author: 'dev',
      target_url: 'https://ci.example/1',
      description: 'It broke',
      allow_failure: true,
      at: '2017-01-02T10:00:00Z',
      started_at: '2017-01-02T10:01:00Z',
      finished_at: '2017-01-02T10:02:00Z',
    },
    { project: 'acme/vault', name: 'ci/outside', state: 'success' as const, author: 'dev' },
  ],
}

const namesOf = ({ body }: Reply) => body.map(({ name }: { name: string }) => name)
const idsOf = ({ body }: Reply) => body.map(({ id }: { id: number }) => id)

/** The commits `first` and `third` of acme/site, and the only one of acme/vault. */
function shaOf(api: Api, name: 'first' | 'second' | 'third' | 'vault'): string {
  const build = { first: 1, second: 5, third: 9, vault: 15 }[name]
  return api.forge.db.builds.get(build)?.sha ?? ''
}

describeForge('commit statuses', { seed }, (api) => {
  const listPath = (sha: string, project = 1) =>
    `/projects/${project}/repository/commits/${sha}/statuses`
  const post = (parameters: object, username = 'dev', name: 'first' | 'third' = 'first') =>
    api.as(username).post(`/projects/1/statuses/${shaOf(api, name)}`, { ...parameters })
  const commitStatus = async (sha: string) =>
    (await api.as('dev').get(`/projects/1/repository/commits/${sha}`)).body.status

  it('adds a status under the name default', async () => {
    const { status, body } = await post({ state: 'pending', ref: 'master' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: 21,
      sha: shaOf(api, 'first'),
      ref: 'master',
      status: 'pending',
      name: 'default',
      target_url: null,
      description: null,
      created_at: now,
      started_at: null,
      finished_at: null,
      allow_failure: false,
      author: {
        id: 3,
        username: 'dev',
        name: 'Dev Singh',
        state: 'active',
        avatar_url: null,
        web_url: `${api.origin}/dev`,
      },
    })
  })

  it.each([
    ['name', { name: 'lint' }],
    ['context', { context: 'lint' }],
    ['name before context', { name: 'lint', context: 'other' }],
  ])('takes the name from %s', async (_, parameters) => {
    expect((await post({ state: 'running', ...parameters })).body.name).toBe('lint')
  })

  it('keeps address and description', async () => {
    const target_url = 'https://ci.example/7'
    const { body } = await post({ state: 'success', target_url, description: 'All fine' })
    expect(body).toMatchObject({ target_url, description: 'All fine' })
  })

  it.each([
    ['pending', null, null],
    ['running', now, null],
    ['success', null, now],
    ['failed', null, now],
    ['canceled', null, now],
  ])('notes the times of %s', async (state, started_at, finished_at) => {
    expect((await post({ state })).body).toMatchObject({ status: state, started_at, finished_at })
  })

  it('updates the status of the name until it is finished', async () => {
    const first = await post({ state: 'pending', name: 'ci', description: 'Waiting' })
    const second = await post({ state: 'running', name: 'ci' }, 'mona')
    const third = await post({ state: 'success', name: 'ci', description: 'Done' })
    expect([second.status, third.status]).toEqual([201, 201])
    expect([second.body.id, third.body.id]).toEqual([first.body.id, first.body.id])
    expect(second.body).toMatchObject({ description: 'Waiting', author: { username: 'mona' } })
    expect(third.body).toMatchObject({
      status: 'success',
      description: 'Done',
      started_at: now,
      finished_at: now,
    })
  })

  it('adds a new one of the name once it is finished', async () => {
    const first = await post({ state: 'failed', name: 'ci' })
    const second = await post({ state: 'pending', name: 'ci' })
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
    const latest = await api.as('dev').get(listPath(shaOf(api, 'first')), { name: 'ci' })
    expect(idsOf(latest)).toEqual([second.body.id])
    const all = await api.as('dev').get(listPath(shaOf(api, 'first')), { name: 'ci', all: true })
    expect(idsOf(all)).toEqual([first.body.id, second.body.id])
  })

  it('keeps names and refs apart', async () => {
    const replies = [
      await post({ state: 'pending', name: 'a', ref: 'master' }),
      await post({ state: 'pending', name: 'b', ref: 'master' }),
      await post({ state: 'pending', name: 'a', ref: 'a-first' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(3)
  })

  it.each([
    ['pending', 'pending'],
    ['running', 'running'],
    ['running', 'pending'],
  ])('refuses to go from %s to %s', async (from, to) => {
    await post({ state: from, name: 'ci' })
    const { status, body } = await post({ state: to, name: 'ci' })
    expect(status).toBe(400)
    expect(body.message).toBe(`Cannot transition status from ${from} to ${to}`)
  })

  it('takes the same state again with something new to say', async () => {
    const first = await post({ state: 'running', name: 'ci', description: '1 of 2' })
    const second = await post({ state: 'running', name: 'ci', description: '2 of 2' })
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    expect(second.body.description).toBe('2 of 2')
    const third = await post({ state: 'running', name: 'ci', description: '2 of 2' })
    expect(third.status).toBe(400)
  })

  it.each([
    ['another state', { state: 'created' }, 'state'],
    ['no state', {}, 'state'],
  ])('refuses %s', async (_, parameters, named) => {
    const { status, body } = await post(parameters)
    expect(status).toBe(400)
    expect(JSON.stringify(body.message)).toContain(named)
  })

  it('is for the first branch that holds the commit where no ref is named', async () => {
    expect((await post({ state: 'success' })).body.ref).toBe('a-first')
    expect((await post({ state: 'success' }, 'dev', 'third')).body.ref).toBe('feature/x')
  })

  it('finds no ref for a commit on no branch', async () => {
    await api.as('mona').delete('/projects/1/repository/branches/feature%2Fx')
    const sha = shaOf(api, 'third')
    const { status, body } = await api.as('dev').post(`/projects/1/statuses/${sha}`, {
      state: 'success',
    })
    expect([status, body.message]).toEqual([404, '404 References for commit Not Found'])
  })

  it('knows no unknown commit', async () => {
    const sha = 'f'.repeat(40)
    const posted = await api.as('dev').post(`/projects/1/statuses/${sha}`, { state: 'success' })
    expect([posted.status, posted.body]).toEqual([404, { message: '404 Commit Not Found' }])
    expect((await api.as('dev').get(listPath(sha))).status).toBe(404)
    const foreign = await api.as('dev').get(listPath(shaOf(api, 'vault')))
    expect(foreign.status).toBe(404)
  })

  it('answers to the path of a project too', async () => {
    const path = `/projects/acme%2Fsite/statuses/${shaOf(api, 'first')}`
    expect((await api.as('dev').post(path, { state: 'success' })).status).toBe(201)
    const list = `/projects/acme%2Fsite/repository/commits/${shaOf(api, 'first')}/statuses`
    expect((await api.as('dev').get(list)).status).toBe(200)
  })

  it.each(['rita', 'gus', 'olga'])('lets only developers post: not %s', async (username) => {
    expect((await post({ state: 'success' }, username)).status).toBe(403)
  })

  it('needs credentials', async () => {
    const sha = shaOf(api, 'first')
    expect((await api.anonymous.get(listPath(sha))).status).toBe(401)
    const path = `/projects/1/statuses/${sha}`
    expect((await api.anonymous.post(path, { state: 'success' })).status).toBe(401)
  })

  it.each([
    ['a public project', 'olga', 1, 'first', 200],
    ['a private project, a reporter', 'rita', 2, 'vault', 200],
    ['a private project, a guest', 'gus', 2, 'vault', 403],
    ['a private project, a stranger', 'olga', 2, 'vault', 404],
  ] as const)('lists those of %s', async (_, username, project, name, expected) => {
    const { status } = await api.as(username).get(listPath(shaOf(api, name), project))
    expect(status).toBe(expected)
  })

  it('lists builds and statuses, oldest first, with the latest of each name and ref', async () => {
    await post({ state: 'success', name: 'ci', ref: 'master' })
    await post({ state: 'success', name: 'rspec', ref: 'master' })
    await post({ state: 'pending', name: 'rspec', ref: 'a-first' })
    const latest = await api.as('rita').get(listPath(shaOf(api, 'first')))
    expect(namesOf(latest)).toEqual(['compile', 'lint', 'deploy', 'ci', 'rspec', 'rspec'])
    const all = await api.as('rita').get(listPath(shaOf(api, 'first')), { all: true })
    const names = ['compile', 'rspec', 'lint', 'deploy', 'ci', 'rspec', 'rspec']
    expect(namesOf(all)).toEqual(names)
    expect(new Set(idsOf(all)).size).toBe(7)
    expect(all.headers.get('x-total')).toBe('7')
  })

  it('shows a build as a status', async () => {
    const { body } = await api.as('rita').get(listPath(shaOf(api, 'first')), { name: 'lint' })
    expect(body).toEqual([
      expect.objectContaining({
        id: 3,
        sha: shaOf(api, 'first'),
        ref: 'master',
        status: 'failed',
        name: 'lint',
        target_url: `${api.origin}/acme/site/builds/3`,
        description: null,
        allow_failure: true,
        author: expect.objectContaining({ username: 'mona' }),
      }),
    ])
  })

  it.each([
    ['ref', { ref: 'v1' }, ['package']],
    ['stage', { stage: 'build' }, ['compile']],
    ['name', { name: 'notify' }, ['notify']],
    ['two of them', { stage: 'test', ref: 'master' }, ['rspec']],
    ['the stage of outside services', { stage: 'external' }, ['ci']],
    ['an unknown name', { name: 'nothing' }, []],
  ])('filters by %s', async (_, filter, names) => {
    const sha = shaOf(api, 'second')
    await api.as('dev').post(`/projects/1/statuses/${sha}`, { state: 'success', name: 'ci' })
    expect(namesOf(await api.as('rita').get(listPath(sha), filter))).toEqual(names)
  })

  it('shows those of a seed', async () => {
    const sha = shaOf(api, 'vault')
    const { body } = await api.as('rita').get(listPath(sha, 2), { name: 'ci/outside', all: true })
    expect(body).toEqual([
      expect.objectContaining({
        status: 'failed',
        ref: 'master',
        target_url: 'https://ci.example/1',
        description: 'It broke',
        allow_failure: true,
        created_at: '2017-01-02T10:00:00.000Z',
        started_at: '2017-01-02T10:01:00.000Z',
        finished_at: '2017-01-02T10:02:00.000Z',
      }),
      expect.objectContaining({ status: 'success', description: null }),
    ])
  })

  it('decides the status of the commit', async () => {
    const sha = shaOf(api, 'first')
    expect(await commitStatus(sha)).toBe('success')
    await post({ state: 'pending', name: 'ci' })
    expect(await commitStatus(sha)).toBe('running')
    await post({ state: 'failed', name: 'ci' })
    expect(await commitStatus(sha)).toBe('failed')
    await post({ state: 'success', name: 'ci' })
    expect(await commitStatus(sha)).toBe('success')
  })

  it('gives a commit without any the status null', async () => {
    const created = await api.as('mona').post('/projects/6/repository/files', {
      file_path: 'a.txt',
      branch_name: 'master',
      content: 'a',
      commit_message: 'Begin',
    })
    expect(created.status).toBe(201)
    const [commit] = (await api.as('mona').get('/projects/6/repository/commits')).body
    const path = `/projects/6/repository/commits/${commit.id}`
    expect((await api.as('mona').get(path)).body.status).toBeNull()
    await api.as('mona').post(`/projects/6/statuses/${commit.id}`, { state: 'running' })
    expect((await api.as('mona').get(path)).body.status).toBe('running')
  })

  it('is grouped with the builds of the commit on the ref', async () => {
    await post({ state: 'running', name: 'ci', ref: 'master' })
    const { body } = await api.as('rita').get('/projects/1/builds/1')
    expect(body.pipeline).toMatchObject({ id: 1, status: 'running' })
    expect(api.forge.db.pipelines.get(1)?.finished_at).toBeNull()
    await post({ state: 'success', name: 'ci', ref: 'master' })
    expect(api.forge.db.pipelines.get(1)).toMatchObject({ status: 'success', finished_at: now })
  })

  it('stands apart from the builds of another ref', async () => {
    await post({ state: 'failed', name: 'ci', ref: 'z-first' })
    expect((await api.as('rita').get('/projects/1/builds/1')).body.pipeline.status).toBe('success')
    expect(api.forge.db.pipelines.all().at(-1)).toMatchObject({ ref: 'z-first', status: 'failed' })
    expect(await commitStatus(shaOf(api, 'first'))).toBe('failed')
  })

  it('lets the commit follow builds that a suite changes', async () => {
    const build = api.forge.db.builds.get(6)
    if (!build) throw new Error('The build 6 is gone.')
    expect(await commitStatus(build.sha)).toBe('failed')
    api.forge.db.builds.replace(build, { status: 'success' })
    expect(await commitStatus(build.sha)).toBe('success')
  })
})
