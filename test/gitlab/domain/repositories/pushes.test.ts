import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { type Api, describeForge, now } from '../../../harness.ts'
import { empty, repositoryWorld, secret, site } from '../../operations/v3/repository-world.ts'

const none = '0'.repeat(40)
const hookUrl = 'http://receiver.test/hook'

/** What receivers were sent, emptied before each look. */
const received: Record<string, unknown>[] = []

const options = {
  seed: {
    ...repositoryWorld,
    hooks: [{ url: hookUrl, push_events: true, tag_push_events: true }],
  } satisfies Seed,
  fetch: async (_: unknown, init?: RequestInit) => {
    received.push(JSON.parse(String(init?.body)))
    return new Response()
  },
}

type Data = { ref: string; after: string }

const change = { file_path: 'new.txt', branch_name: 'master', content: 'x', commit_message: 'New' }

/** Of the caller: the list of the project's is another tag's. */
async function lastEvent(api: Api, userId = 3) {
  return (await api.as('root').get(`/users/${userId}/events`)).body[0]
}

async function hooksOf(api: Api) {
  await api.forge.settled()
  return received.splice(0)
}

const idOf = async (api: Api, name: string): Promise<string> =>
  (await api.as('dev').get(`${site}/commits/${name}`)).body.id

describeForge('pushes', options, (api) => {
  describe('of a commit', () => {
    it('are events with what was pushed', async () => {
      const before = await idOf(api, 'master')
      await api.as('dev').post(`${site}/files`, change)
      const after = await idOf(api, 'master')
      expect(await lastEvent(api)).toEqual({
        title: null,
        project_id: 1,
        action_name: 'pushed to',
        target_id: null,
        target_type: null,
        target_title: null,
        author_id: 3,
        author_username: 'dev',
        author: expect.objectContaining({ username: 'dev' }),
        created_at: now,
        data: {
          before,
          after,
          ref: 'refs/heads/master',
          user_id: 3,
          user_name: 'Dev Singh',
          checkout_sha: after,
          project: expect.objectContaining({
            name: 'site',
            path_with_namespace: 'acme/site',
            default_branch: 'master',
            visibility_level: 20,
            web_url: `${api.origin}/acme/site`,
          }),
          repository: {
            name: 'site',
            url: expect.stringMatching(/^git@.*:acme\/site\.git$/),
            description: null,
            homepage: `${api.origin}/acme/site`,
          },
          commits: [
            {
              id: after,
              message: 'New',
              timestamp: now,
              url: `${api.origin}/acme/site/commit/${after}`,
              author: { name: 'Dev Singh', email: 'dev@acme.example' },
              added: ['new.txt'],
              modified: [],
              removed: [],
            },
          ],
          total_commits_count: 1,
        },
      })
    })

    it('make the project active', async () => {
      await api.as('dev').post(`${site}/files`, change)
      expect(api.forge.db.projects.get(1)?.last_activity_at).toBe(now)
    })

    it('fire hooks that want pushes, with the files of each commit', async () => {
      const before = await idOf(api, 'master')
      await hooksOf(api)
      await api.as('dev').post(`${site}/commits`, {
        branch_name: 'master',
        commit_message: 'Change',
        actions: [
          { action: 'create', file_path: 'a', content: 'a' },
          { action: 'update', file_path: 'README.md', content: 'b' },
          { action: 'delete', file_path: 'run.sh' },
        ],
      })
      const after = await idOf(api, 'master')
      const hooks = await hooksOf(api)
      expect(hooks).toHaveLength(1)
      expect(hooks[0]).toMatchObject({
        event_name: 'push',
        object_kind: 'push',
        before,
        after,
        checkout_sha: after,
        ref: 'refs/heads/master',
        user_id: 3,
        user_name: 'Dev Singh',
        user_email: 'dev@acme.example',
        project_id: 1,
        project: { path_with_namespace: 'acme/site', default_branch: 'master' },
        repository: { name: 'site', visibility_level: 20 },
        commits: [{ id: after, added: ['a'], modified: ['README.md'], removed: ['run.sh'] }],
        total_commits_count: 1,
      })
    })

    it('do neither where the commit is refused', async () => {
      await hooksOf(api)
      const events = [...api.forge.db.events.all()]
      await api.as('dev').post(`${site}/files`, { ...change, file_path: '../x' })
      expect(await hooksOf(api)).toEqual([])
      expect(api.forge.db.events.all()).toEqual(events)
    })
  })

  it('of many commits report the newest twenty, the newest last, and count them all', async () => {
    const dev = api.as('dev')
    await dev.post(`${site}/branches`, { branch_name: 'long', ref: 'feature/login' })
    for (let index = 1; index <= 24; index += 1) {
      const commit_message = `Number ${index}`
      const file_path = `${index}.txt`
      await dev.post(`${site}/files`, { ...change, branch_name: 'long', file_path, commit_message })
    }
    await dev.post(`${site}/branches`, { branch_name: 'copy', ref: 'long' })
    const { action_name, data } = await lastEvent(api)
    expect(action_name).toBe('pushed new')
    // The commit of feature/login is not in master either.
    expect(data.total_commits_count).toBe(25)
    expect(data.commits).toHaveLength(20)
    expect(data.commits[0].message).toBe('Number 5')
    expect(data.commits[19].message).toBe('Number 24')
  })

  it('of a branch that is made or deleted have zeros on one side', async () => {
    const sha = await idOf(api, 'feature/login')
    await api.as('dev').post(`${site}/branches`, { branch_name: 'copy', ref: 'feature/login' })
    expect(await lastEvent(api)).toMatchObject({
      action_name: 'pushed new',
      data: { before: none, after: sha, ref: 'refs/heads/copy', total_commits_count: 1 },
    })
    await api.as('dev').delete(`${site}/branches/copy`)
    expect(await lastEvent(api)).toMatchObject({
      action_name: 'deleted',
      data: { before: sha, after: none, commits: [], total_commits_count: 0 },
    })
  })

  it('of a tag fire hooks that want tags', async () => {
    const dev = api.as('dev')
    const sha = await idOf(api, 'v0.9')
    await hooksOf(api)
    await dev.post(`${site}/tags`, { tag_name: 'v2', ref: 'v0.9', message: 'Two' })
    await dev.delete(`${site}/tags/v2`)
    const [made, deleted] = await hooksOf(api)
    expect(made).toMatchObject({
      event_name: 'tag_push',
      object_kind: 'tag_push',
      ref: 'refs/tags/v2',
      before: none,
      after: expect.stringMatching(/^[0-9a-f]{40}$/),
      checkout_sha: sha,
      message: 'Two',
      total_commits_count: 1,
    })
    expect(made?.after).not.toBe(sha)
    expect(deleted).toMatchObject({ before: made?.after, after: none, checkout_sha: null })
    expect((await lastEvent(api)).action_name).toBe('deleted')
  })

  describe('that begin a repository', () => {
    const first = { file_path: 'README.md', content: '# Hello', commit_message: 'Begin' }
    const begin = (branch_name = 'master') =>
      api.as('dev').post(`${empty}/files`, { ...first, branch_name })
    const branch = async (name = 'master') =>
      (await api.as('dev').get(`${empty}/branches/${name}`)).body

    it.each([
      [0, { protected: false, developers_can_push: false }],
      [1, { protected: true, developers_can_push: true }],
      [2, { protected: true, developers_can_push: false }],
    ] as const)('protect the default branch as the settings say: %i', async (kind, expected) => {
      const [settings] = api.forge.db.settings.all()
      if (settings) api.forge.db.settings.replace(settings, { default_branch_protection: kind })
      await begin()
      expect(await branch()).toMatchObject(expected)
      const next = await api.as('dev').put(`${empty}/files`, {
        ...first,
        branch_name: 'master',
        content: 'Next',
      })
      expect(next.status).toBe(kind === 2 ? 400 : 200)
    })

    it('make their branch the default one', async () => {
      await begin('trunk')
      expect(api.forge.db.projects.get(4)?.default_branch).toBe('trunk')
      expect(await branch('trunk')).toMatchObject({ name: 'trunk', protected: true })
      expect((await api.as('dev').get(`${empty}/tree`)).body).toHaveLength(1)
      const { status } = await api.as('mona').delete(`${empty}/branches/trunk`)
      expect(status).toBe(405)
    })

    it('leave later branches unprotected', async () => {
      await begin()
      await api.as('dev').post(`${empty}/branches`, { branch_name: 'side', ref: 'master' })
      expect((await branch('side')).protected).toBe(false)
    })

    it('report all the commits', async () => {
      await begin()
      expect(await lastEvent(api)).toMatchObject({
        action_name: 'pushed new',
        data: { before: none, total_commits_count: 1 },
      })
    })
  })

  it('of a seed are reported under the address that is asked', async () => {
    const { body } = await api.as('dev').get('/projects/1/events', { per_page: 100 })
    const first = body.find(({ data }: { data: Data | null }) => data?.ref === 'refs/heads/master')
    const sha = await idOf(api, 'fix/typo')
    const typo = body.find(({ data }: { data: Data | null }) => data?.after === sha)
    expect(first).toMatchObject({ action_name: 'pushed to', author_username: 'mona' })
    expect(typo.data.repository.homepage).toBe(`${api.origin}/acme/site`)
    expect(typo.data.commits).toMatchObject([{ url: `${api.origin}/acme/site/commit/${sha}` }])
    const elsewhere = await api.forge.fetch(
      new Request('http://elsewhere.test/api/v3/projects/1/events?per_page=100'),
    )
    const text = await elsewhere.text()
    expect(text).toContain(`http://elsewhere.test/acme/site/commit/${sha}`)
    expect(text).toContain('git@elsewhere.test:acme/site.git')
    expect(text).not.toContain(`${api.origin}/`)
  })

  it('name the project as it is called and found now, and the pusher as they were', async () => {
    const root = api.as('root')
    await api.as('dev').post(`${site}/files`, change)
    const sha = await idOf(api, 'master')
    await root.put('/users/3', { name: 'Dev Kaur' })
    const group = await root.post('/groups', { name: 'Museum', path: 'museum' })
    expect((await root.post(`/groups/${group.body.id}/projects/1`)).status).toBe(201)
    await api.forge.db.projects.updateMany((query) => query.where({ id: 1 }), {
      data(project) {
        Object.assign(project, { name: 'Home', path: 'home', description: 'Ours' })
      },
    })
    const { author, data } = await lastEvent(api)
    expect(author.name).toBe('Dev Kaur')
    expect(data).toMatchObject({
      user_name: 'Dev Singh',
      repository: {
        name: 'Home',
        url: expect.stringMatching(/^git@.*:museum\/home\.git$/),
        description: 'Ours',
        homepage: `${api.origin}/museum/home`,
      },
      commits: [{ url: `${api.origin}/museum/home/commit/${sha}` }],
    })
  })

  it('are shown to those alone who may read the code', async () => {
    await api.as('dev').post(`${secret}/files`, change)
    const pushesSeenBy = async (username: string) => {
      const lists = await Promise.all(
        ['/projects/2/events', '/users/3/events'].map((path) => api.as(username).get(path)),
      )
      return lists.map(({ status, body }) => [
        status,
        body.filter(
          ({ data, project_id }: { data: unknown; project_id: number }) =>
            data !== null && project_id === 2,
        ).length,
      ])
    }
    // One is the seed's, by mona.
    expect(await pushesSeenBy('rita')).toEqual([
      [200, 2],
      [200, 1],
    ])
    expect(await pushesSeenBy('gus')).toEqual([
      [200, 0],
      [200, 0],
    ])
  })

  it('are forgotten by a reset, and kept apart in a fork', async () => {
    const fork = api.forge.fork()
    await api.as('dev').post(`${site}/files`, change)
    const pushed = await idOf(api, 'master')
    expect(fork.db.repositories.get(1)?.refs.get('refs/heads/master')).not.toBe(pushed)
    const ofFork = await fork.fetch(
      new Request(`http://fork.test/api/v3${site}/commits/${pushed}`, {
        headers: { 'private-token': 'dev-token' },
      }),
    )
    expect(ofFork.status).toBe(404)
    api.forge.reset()
    expect((await api.as('dev').get(`${site}/commits/${pushed}`)).status).toBe(404)
    expect((await api.as('dev').get(`${site}/commits`)).body).toHaveLength(5)
  })

  it('survive a snapshot', async () => {
    const before = api.forge.snapshot()
    await api.as('dev').post(`${site}/files`, change)
    const after = api.forge.snapshot()
    const pushed = await idOf(api, 'master')
    api.forge.restore(before)
    expect(await idOf(api, 'master')).not.toBe(pushed)
    api.forge.restore(after)
    expect(await idOf(api, 'master')).toBe(pushed)
  })
})
