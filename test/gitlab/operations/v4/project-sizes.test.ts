import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const commit = (message: string, file_path: string, content: string) => ({
  message,
  author: 'jane',
  actions: [{ action: 'create' as const, file_path, content }],
})

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'rita' }],
  groups: [
    { path: 'acme', members: { jane: 'owner' } },
    { path: 'acme/inner', members: { jane: 'owner' } },
  ],
  projects: [
    {
      path: 'acme/site',
      repository: {
        commits: [commit('One', 'a.txt', 'a'.repeat(100)), commit('Two', 'b.txt', 'b')],
      },
    },
    { path: 'acme/inner/empty', snippets_enabled: true },
    { path: 'acme/inner/texts', repository: { commits: [commit('One', 'c.txt', 'c')] } },
  ],
}

/** Specification of v4, people-groups-projects.md, sections 4 (groups) and 8 (projects). */
describeV4('what a project takes up', { seed }, (api) => {
  const jane = api.as('jane')
  const statisticsOf = async (id: number) =>
    (await jane.get(`/projects/${id}`, { statistics: true })).body.statistics

  it('are the commits of its default branch and the objects of its repository', async () => {
    const [commit] = (await jane.get('/projects/3/repository/commits')).body
    const seconds = Date.parse(commit.authored_date) / 1000
    const person = `${commit.author_name} <${commit.author_email}> ${seconds} +0000`
    const texts = [
      'c',
      `100644 c.txt\0${' '.repeat(20)}`,
      `tree ${' '.repeat(40)}\nauthor ${person}\ncommitter ${person}\n\nOne`,
    ]
    const bytes = texts.join('').length
    expect(await statisticsOf(3)).toMatchObject({
      commit_count: 1,
      repository_size: bytes,
      storage_size: bytes,
    })
    expect((await statisticsOf(1)).commit_count).toBe(2)
    expect(await statisticsOf(2)).toMatchObject({ commit_count: 0, storage_size: 0 })
  })

  it('grows with every push, and counts a file that is there already once', async () => {
    const before = await statisticsOf(1)
    const large = { branch: 'master', commit_message: 'Three', content: 'x'.repeat(1000) }
    await jane.post('/projects/1/repository/files/c.txt', large)
    const after = await statisticsOf(1)
    expect(after.commit_count).toBe(3)
    expect(after.repository_size - before.repository_size).toBeGreaterThan(1000)
    await jane.post('/projects/1/repository/files/d.txt', large)
    const again = await statisticsOf(1)
    expect(again.repository_size - after.repository_size).toBeLessThan(1000)
  })

  it('counts no commit of another branch, but its objects', async () => {
    const before = await statisticsOf(1)
    const aside = { branch: 'dev', start_branch: 'master', commit_message: 'Aside', content: 'dev' }
    await jane.post('/projects/1/repository/files/e.txt', aside)
    const after = await statisticsOf(1)
    expect(after.commit_count).toBe(before.commit_count)
    expect(after.repository_size).toBeGreaterThan(before.repository_size)
  })

  it('are its wiki, snippets and uploads, each in bytes', async () => {
    await jane.post('/projects/2/wikis', { title: 'Home', content: 'wärme' })
    await jane.post('/projects/2/snippets', {
      title: 'Notes',
      visibility: 'private',
      files: [
        { file_path: 'a.txt', content: '12345' },
        { file_path: 'b.txt', content: '67' },
      ],
    })
    const form = new FormData()
    form.append('file', new Blob(['abc']), 'a.txt')
    const uploaded = await api.forge.fetch(`${api.origin}/api/v4/projects/2/uploads`, {
      method: 'POST',
      headers: { 'private-token': 'jane-token' },
      body: form,
    })
    expect(uploaded.status).toBe(201)
    expect(await statisticsOf(2)).toEqual({
      commit_count: 0,
      storage_size: 16,
      repository_size: 0,
      wiki_size: 6,
      lfs_objects_size: 0,
      job_artifacts_size: 0,
      pipeline_artifacts_size: 0,
      packages_size: 0,
      snippets_size: 7,
      uploads_size: 3,
      container_registry_size: 0,
    })
  })

  it('are the artifacts of its jobs, and the logs of those that are over', async () => {
    const { db } = api.forge
    const at = { created_at: '2017-01-01T00:00:00Z', ref: 'master', sha: '0'.repeat(40) }
    const pipeline = await db.pipelines.create({
      id: 1,
      iid: 1,
      project_id: 2,
      status: 'success',
      ...at,
    })
    const job = { project_id: 2, pipeline_id: pipeline.id, ...at }
    const artifacts = { filename: 'a.zip', bytes: new Uint8Array(20) }
    await db.builds.create({
      id: 1,
      name: 'a',
      trace: 'done',
      finished_at: at.created_at,
      artifacts,
      ...job,
    })
    await db.builds.create({ id: 2, name: 'b', trace: 'going on', ...job })
    expect(await statisticsOf(2)).toMatchObject({ job_artifacts_size: 24, storage_size: 24 })
  })

  it('is what a test says beside that', async () => {
    const { db } = api.forge
    const counted = await statisticsOf(3)
    await db.projects.update((query) => query.where({ id: 3 }), {
      data(project) {
        Object.assign(project.statistics, { commit_count: 5, lfs_objects_size: 70 })
      },
    })
    expect(await statisticsOf(3)).toEqual({
      ...counted,
      commit_count: counted.commit_count + 5,
      lfs_objects_size: 70,
      storage_size: counted.storage_size + 70,
    })
  })

  it('is on lists as well, where it is asked for', async () => {
    const { body } = await jane.get('/projects', { statistics: true, order_by: 'id', sort: 'asc' })
    const counts = body.map((one: { statistics: { commit_count: number } }) => one.statistics)
    expect(counts).toMatchObject([{ commit_count: 2 }, { commit_count: 0 }, { commit_count: 1 }])
    expect((await jane.get('/projects')).body[0]).not.toHaveProperty('statistics')
  })

  it('adds up in its group, and in the group at the root with all below it', async () => {
    const sizes = [await statisticsOf(1), await statisticsOf(3)].map((one) => one.storage_size)
    const [own, below] = sizes as [number, number]
    const { body } = await api.as('root').get('/groups', { statistics: true })
    const [acme, inner] = body
    expect(acme.statistics).toMatchObject({ storage_size: own, repository_size: own })
    expect(inner.statistics).toMatchObject({ storage_size: below, repository_size: below })
    expect(acme.root_storage_statistics).toMatchObject({
      storage_size: own + below,
      repository_size: own + below,
    })
  })

  it.each(['storage_size', 'repository_size', 'wiki_size', 'packages_size'])(
    'orders projects by %s, for administrators alone',
    async (order_by) => {
      await jane.post('/projects/2/wikis', { title: 'Home', content: 'x'.repeat(5000) })
      const orders = { storage_size: [2, 1, 3], repository_size: [1, 3, 2], wiki_size: [2, 3, 1] }
      const expected = { ...orders, packages_size: [3, 2, 1] }[order_by]
      const idsOf = async (username: string) =>
        (await api.as(username).get('/projects', { order_by })).body.map(
          ({ id }: { id: number }) => id,
        )
      expect(await idsOf('root')).toEqual(expected)
      const { body } = await jane.get('/projects', { order_by: 'created_at' })
      expect(await idsOf('jane')).toEqual(body.map(({ id }: { id: number }) => id))
    },
  )
})
