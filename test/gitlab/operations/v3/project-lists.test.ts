import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { pathsOf, projectsWorld } from './projects-world.ts'

/** But for jane/blog, which is archived. */
const everything = ['bob/blog', 'root/infra', 'acme/api', 'jane/notes', 'acme/website']

describeForge('lists of projects', { seed: projectsWorld }, (api) => {
  it.each([
    ['bob', 'own, of the group and shared', ['bob/blog', 'root/infra', 'acme/api', 'acme/website']],
    ['jane', 'personal and of the group', ['acme/api', 'jane/notes', 'acme/website']],
    ['dave', 'as a member', ['jane/notes']],
    ['eve', 'none: all memberships expired', []],
    ['root', 'an administrator’s own only', ['root/infra']],
  ])('GET /projects for %s: %s', async (username, _, paths) => {
    const reply = await api.as(username).get('/projects')
    expect(reply.status).toBe(200)
    expect(pathsOf(reply)).toEqual(paths)
  })

  it('names a project once, however many ways lead to it', async () => {
    const { members, groupLinks } = api.forge.db
    members.insert({ source_type: 'project', source_id: 1, user_id: 3, access_level: 20 })
    groupLinks.insert({ project_id: 1, group_id: 8 })
    expect(pathsOf(await api.as('bob').get('/projects', { order_by: 'id' }))).toEqual([
      'bob/blog',
      'root/infra',
      'acme/api',
      'acme/website',
    ])
  })

  it.each([
    ['root', everything],
    ['bob', ['bob/blog', 'root/infra', 'acme/api', 'acme/website']],
    ['dave', ['bob/blog', 'acme/api', 'jane/notes']],
    ['eve', ['bob/blog', 'acme/api']],
    ['carol', ['bob/blog']],
  ])('GET /projects/visible for %s', async (username, paths) => {
    expect(pathsOf(await api.as(username).get('/projects/visible'))).toEqual(paths)
  })

  it.each([
    ['jane', 'personal ones and those of a group she owns'],
    ['bob', 'not those of a group he develops in'],
    ['eve', 'not those of a group she owned'],
  ])('GET /projects/owned for %s: %s', async (username) => {
    const owned = {
      jane: ['acme/api', 'jane/notes', 'acme/website'],
      bob: ['bob/blog'],
      eve: [],
    }[username]
    expect(pathsOf(await api.as(username).get('/projects/owned'))).toEqual(owned)
  })

  it('GET /projects/starred leaves out what the caller may not see any more', async () => {
    const starred = await api.as('dave').get('/projects/starred', { archived: true })
    expect(pathsOf(starred)).toEqual(['jane/blog'])
    expect(pathsOf(await api.as('dave').get('/projects/starred'))).toEqual([])
    expect(pathsOf(await api.as('bob').get('/projects/starred'))).toEqual([])
  })

  it('GET /projects/all is for administrators', async () => {
    expect(pathsOf(await api.as('root').get('/projects/all'))).toEqual(everything)
    expect((await api.as('jane').get('/projects/all')).status).toBe(403)
  })

  it.each(['', '/visible', '/owned', '/starred', '/all'])(
    'GET /projects%s needs credentials',
    async (list) => {
      expect((await api.anonymous.get(`/projects${list}`)).status).toBe(401)
    },
  )

  const lists = ['', '/visible', '/owned', '/starred', '/all']

  it.each(lists)('GET /projects%s takes the filters, the order and the page', async (list) => {
    // Root is given a membership, a star and the ownership of everything, so that each list is full.
    const { projects, stars, members, namespaces } = api.forge.db
    members.deleteMany((query) => query.where({ user_id: 1 }))
    for (const { id } of projects.all()) {
      stars.insert({ user_id: 1, project_id: id })
      members.insert({ source_type: 'project', source_id: id, user_id: 1, access_level: 40 })
    }
    for (const namespace of namespaces.all()) {
      if (namespace.kind === 'user') namespaces.replace(namespace, { owner_id: 1 })
      else
        members.insert({
          source_type: 'group',
          source_id: namespace.id,
          user_id: 1,
          access_level: 50,
        })
    }
    const get = async (parameters: object) =>
      pathsOf(await api.as('root').get(`/projects${list}`, { ...parameters }))

    expect(await get({})).toEqual(everything)
    expect(await get({ archived: true })).toEqual(['jane/blog'])
    expect(await get({ archived: false })).toEqual(everything)
    expect(await get({ visibility: 'public' })).toEqual(['bob/blog'])
    expect(await get({ visibility: 'internal' })).toEqual(['acme/api'])
    expect(await get({ visibility: 'private' })).toEqual([
      'root/infra',
      'jane/notes',
      'acme/website',
    ])
    expect(await get({ search: 'blog', sort: 'asc' })).toEqual(['bob/blog'])
    expect(await get({ order_by: 'id', per_page: 2, page: 2 })).toEqual(['jane/notes', 'acme/api'])
  })

  it.each([
    ['the name', 'BACK', ['acme/api']],
    ['the path', 'infr', ['root/infra']],
    ['the description', 'of the firm', ['acme/website']],
    ["the namespace's name", 'acme w', ['acme/api', 'acme/website']],
    ['nothing', 'zzz', []],
    ['everything, when it is empty', '', everything],
  ])('searches %s', async (_, search, paths) => {
    expect(pathsOf(await api.as('root').get('/projects/all', { search }))).toEqual(paths)
  })

  it.each([
    ['id', ['acme/website', 'acme/api', 'jane/notes', 'root/infra', 'bob/blog']],
    // Backend, Fork of the blog, infra, notes, Website: whatever the case.
    ['name', ['acme/api', 'bob/blog', 'root/infra', 'jane/notes', 'acme/website']],
    ['path', ['acme/api', 'bob/blog', 'root/infra', 'jane/notes', 'acme/website']],
    ['created_at', everything.toReversed()],
    ['updated_at', ['bob/blog', 'acme/website', 'jane/notes', 'acme/api', 'root/infra']],
    ['last_activity_at', ['jane/notes', 'acme/api', 'root/infra', 'bob/blog', 'acme/website']],
  ])('orders by %s, upwards and downwards', async (order_by, paths) => {
    const { projects } = api.forge.db
    for (const [id, updated_at] of [
      [4, '2011-01-01T00:00:00.000Z'],
      [6, '2012-01-01T00:00:00.000Z'],
    ] as const) {
      const project = projects.get(id)
      if (project) projects.replace(project, { updated_at })
    }
    const all = async (sort: string) =>
      pathsOf(await api.as('root').get('/projects/all', { order_by, sort }))
    expect(await all('asc')).toEqual(paths)
    expect(await all('desc')).toEqual(paths.toReversed())
  })

  it.each([
    ['order_by', 'stars'],
    ['sort', 'up'],
    ['visibility', 'secret'],
    ['archived', 'maybe'],
  ])('refuses another %s', async (name, value) => {
    const { status, body } = await api.as('root').get('/projects', { [name]: value })
    expect(status).toBe(400)
    expect(Object.keys(body.message)).toEqual([name])
  })

  it('reports how many there are in all', async () => {
    const { headers } = await api.as('root').get('/projects/visible', { per_page: 4 })
    expect([headers.get('x-total'), headers.get('x-total-pages')]).toEqual(['5', '2'])
  })

  it.each(['', '/visible', '/starred'])('GET /projects%s can be simple', async (list) => {
    const { body } = await api.as('dave').get(`/projects${list}`, {
      simple: true,
      sort: 'asc',
      archived: list === '/starred',
    })
    const isNotes = list !== '/starred'
    const full = isNotes ? 'jane/notes' : 'jane/blog'
    const web_url = `${api.origin}/${full}`
    expect(body[0]).toEqual({
      id: isNotes ? 3 : 4,
      http_url_to_repo: `${web_url}.git`,
      web_url,
      name: isNotes ? 'notes' : 'Blog',
      name_with_namespace: isNotes ? 'Jane Doe / notes' : 'Jane Doe / Blog',
      path: isNotes ? 'notes' : 'blog',
      path_with_namespace: full,
    })
  })

  it.each(['/owned', '/all'])('GET /projects%s knows statistics, and no simple', async (list) => {
    const { projects } = api.forge.db
    const infra = projects.get(5)
    if (infra) {
      const statistics = {
        commit_count: 7,
        repository_size: 1000,
        lfs_objects_size: 200,
        build_artifacts_size: 30,
      }
      projects.replace(infra, { statistics })
    }
    const asked = { search: 'infra', simple: true }
    const plain = await api.as('root').get(`/projects${list}`, asked)
    expect(plain.body).toHaveLength(1)
    expect(plain.body[0]).toHaveProperty('namespace')
    expect(plain.body[0]).not.toHaveProperty('statistics')
    const counted = await api.as('root').get(`/projects${list}`, { ...asked, statistics: true })
    expect(counted.body[0].statistics).toEqual({
      commit_count: 7,
      storage_size: 1230,
      repository_size: 1000,
      lfs_objects_size: 200,
      build_artifacts_size: 30,
    })
  })

  it.each(lists)(
    'GET /projects%s keeps the runners’ secret, and shows permissions',
    async (list) => {
      const { body } = await api.as('root').get(`/projects${list}`)
      for (const project of body) {
        expect(project).not.toHaveProperty('runners_token')
        expect(project).toHaveProperty('permissions')
      }
      expect(body.length).toBe(
        { '': 1, '/visible': 5, '/owned': 1, '/starred': 0, '/all': 5 }[list],
      )
    },
  )

  it('finds by a search what was written since the last look', async () => {
    const found = async () =>
      pathsOf(await api.as('root').get('/projects/all', { search: 'renamed' }))
    expect(await found()).toEqual([])
    const [project = expect.fail()] = api.forge.db.projects.all()
    api.forge.db.projects.replace(project, { description: 'It was renamed.' })
    expect(await found()).toHaveLength(1)
  })
})
