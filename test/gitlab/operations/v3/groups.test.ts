import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import type { ApplicationSettingsRecord } from '../../../../src/store/models/application-settings.ts'
import type { ProjectRecord } from '../../../../src/store/models/project.ts'
import type { UserRecord } from '../../../../src/store/models/user.ts'
import { describeForge, type Reply } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'carol', can_create_group: false },
    { username: 'eve' },
    { username: 'ext', external: true },
  ],
  groups: [
    {
      id: 10,
      path: 'acme',
      name: 'Zeta',
      description: 'Builds things',
      visibility: 'public',
      avatar_url: 'http://pictures.example/acme.png',
      created_at: '2016-10-01T08:00:00.000Z',
      members: { jane: 'owner', bob: 'developer' },
    },
    {
      id: 11,
      path: 'backroom',
      name: 'alpha',
      visibility: 'private',
      lfs_enabled: false,
      members: { carol: 'owner', jane: 'master' },
    },
    {
      id: 12,
      path: 'commons',
      name: 'Mid',
      visibility: 'internal',
      members: { carol: 'owner' },
    },
    { id: 13, path: 'vault', name: 'Vault', visibility: 'private' },
    {
      id: 14,
      path: 'bygone',
      name: 'Bygone',
      visibility: 'private',
      members: {
        carol: 'owner',
        jane: { level: 'owner', expires_at: '2017-01-15' },
      },
    },
  ],
  projects: [
    { path: 'acme/website', visibility: 'public' },
    { path: 'acme/secret', visibility: 'private', archived: true },
    { path: 'vault/safe', visibility: 'private', members: { bob: 'guest' } },
    {
      path: 'commons/library',
      visibility: 'internal',
      shared_with: { acme: 'developer' },
    },
    { path: 'jane/diary', visibility: 'public' },
    { path: 'eve/Website', name: 'Other site', visibility: 'public' },
    { path: 'bob/other', name: 'website', visibility: 'private' },
  ],
}

const idsOf = ({ body }: Reply) => body.map(({ id }: { id: number }) => id)
const pathsOf = (projects: { path_with_namespace: string }[]) =>
  projects.map(({ path_with_namespace }) => path_with_namespace)
const blank = "can't be blank"
const tooLong = 'is too long (maximum is 255 characters)'

describeForge('groups', { seed }, (api) => {
  const listed = async (username: string, parameters = {}) =>
    idsOf(await api.as(username).get('/groups', parameters))

  it('lists the groups that the caller is a member of, by name upwards whatever the case', async () => {
    const { status, body } = await api.as('jane').get('/groups')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 11,
        name: 'alpha',
        path: 'backroom',
        description: '',
        visibility_level: 0,
        lfs_enabled: false,
        avatar_url: null,
        web_url: `${api.origin}/groups/backroom`,
        request_access_enabled: false,
        full_name: 'alpha',
        full_path: 'backroom',
      },
      {
        id: 10,
        name: 'Zeta',
        path: 'acme',
        description: 'Builds things',
        visibility_level: 20,
        lfs_enabled: true,
        avatar_url: 'http://pictures.example/acme.png',
        web_url: `${api.origin}/groups/acme`,
        request_access_enabled: false,
        full_name: 'Zeta',
        full_path: 'acme',
      },
    ])
  })

  it('lists every group to administrators', async () => {
    expect(await listed('root')).toEqual([11, 14, 12, 13, 10])
  })

  it('needs credentials', async () => {
    expect((await api.anonymous.get('/groups')).status).toBe(401)
    expect((await api.anonymous.get('/groups/10')).status).toBe(401)
    expect((await api.anonymous.post('/groups', { name: 'x', path: 'x' })).status).toBe(401)
  })

  it.each([
    ['public and internal ones to a stranger', 'eve', [12, 10]],
    ['no internal ones to external users', 'ext', [10]],
    ['private ones to members, but not once that has expired', 'jane', [11, 12, 10]],
    ['private ones to members of a project in it', 'bob', [12, 13, 10]],
  ])('lists with all_available what the caller may see: %s', async (_, username, expected) => {
    expect(await listed(username, { all_available: true })).toEqual(expected)
  })

  it('lists only the own groups when all_available is false', async () => {
    expect(await listed('eve', { all_available: false })).toEqual([])
  })

  it('leaves out the groups to skip', async () => {
    expect(await listed('root', { skip_groups: [14, 10] })).toEqual([11, 12, 13])
  })

  it.each([
    [{ order_by: 'name', sort: 'desc' }, [10, 13, 12, 14, 11]],
    [{ order_by: 'path' }, [10, 11, 14, 12, 13]],
    [{ order_by: 'path', sort: 'desc' }, [13, 12, 14, 11, 10]],
  ])('orders by %o', async (parameters, expected) => {
    expect(await listed('root', parameters)).toEqual(expected)
  })

  it.each([{ order_by: 'id' }, { sort: 'up' }])('refuses the order %o', async (parameters) => {
    const [name = ''] = Object.keys(parameters)
    const { status, body } = await api.as('root').get('/groups', parameters)
    expect(status).toBe(400)
    expect(Object.keys(body.message)).toEqual([name])
  })

  it('finds by a part of the name or the path, in the reduced form', async () => {
    const byPath = await api.as('root').get('/groups', { search: 'ACM' })
    expect(byPath.body).toEqual([
      { id: 10, name: 'Zeta', path: 'acme', description: 'Builds things' },
    ])
    expect(await listed('root', { search: 'alp' })).toEqual([11])
    expect(await listed('root', { search: 'Builds' })).toEqual([])
    expect(await listed('bob', { search: 'a' })).toEqual([10])
  })

  it('lists the whole form when the search is empty', async () => {
    const { body } = await api.as('bob').get('/groups', { search: '' })
    expect(body[0]).toHaveProperty('web_url')
  })

  it('pages by 20, and by up to 100', async () => {
    const { headers } = await api.as('root').get('/groups')
    expect(headers.get('x-per-page')).toBe('20')
    expect(headers.get('x-total')).toBe('5')
    const most = await api.as('root').get('/groups', { per_page: 101 })
    expect(most.headers.get('x-per-page')).toBe('100')
    const page = await api.as('root').get('/groups', { per_page: 2, page: 2 })
    expect(idsOf(page)).toEqual([12, 13])
  })

  it('adds statistics over the projects, for administrators only', async () => {
    await api.forge.db.projects.updateMany((query) => query.where({ namespace_id: 10 }), {
      data(project: ProjectRecord) {
        project.statistics = {
          commit_count: 3,
          repository_size: 100,
          lfs_objects_size: 20,
          build_artifacts_size: 3,
        }
      },
    })
    const withThem = await api.as('root').get('/groups', { statistics: true })
    expect(withThem.body.find(({ id }: { id: number }) => id === 10).statistics).toEqual({
      storage_size: 246,
      repository_size: 200,
      lfs_objects_size: 40,
      build_artifacts_size: 6,
    })
    expect((await api.as('root').get('/groups')).body[0]).not.toHaveProperty('statistics')
    const unheard = await api.as('jane').get('/groups', { statistics: true })
    expect(unheard.body[0]).not.toHaveProperty('statistics')
  })

  it('lists the groups that the caller owns, an administrator’s own too', async () => {
    expect(idsOf(await api.as('carol').get('/groups/owned'))).toEqual([11, 12, 14])
    expect(idsOf(await api.as('jane').get('/groups/owned'))).toEqual([10])
    expect(idsOf(await api.as('root').get('/groups/owned'))).toEqual([])
    await api.as('root').post('/groups/10/members', { user_id: 4, access_level: 50 })
    expect(idsOf(await api.as('carol').get('/groups/owned'))).toEqual([10, 11, 12, 14])
  })

  it('adds statistics to owned groups for everyone who asks', async () => {
    const { body } = await api.as('jane').get('/groups/owned', { statistics: true })
    expect(body[0].statistics.storage_size).toBe(0)
    expect((await api.as('jane').get('/groups/owned')).body[0]).not.toHaveProperty('statistics')
  })

  it('gets a group by id and by path, with its projects and the shared ones', async () => {
    const { status, body } = await api.as('bob').get('/groups/10')
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 10, path: 'acme', visibility_level: 20, full_name: 'Zeta' })
    expect(pathsOf(body.projects)).toEqual(['acme/website', 'acme/secret'])
    expect(pathsOf(body.shared_projects)).toEqual(['commons/library'])
    expect(body.projects[0]).not.toHaveProperty('permissions')
    expect((await api.as('bob').get('/groups/acme')).body).toEqual(body)
  })

  it('shows of the projects only those that the caller sees', async () => {
    const stranger = (await api.as('eve').get('/groups/acme')).body
    expect(pathsOf(stranger.projects)).toEqual(['acme/website'])
    expect(pathsOf(stranger.shared_projects)).toEqual(['commons/library'])
    const external = (await api.as('ext').get('/groups/acme')).body
    expect(external.shared_projects).toEqual([])
  })

  it.each([
    ['a stranger', 'eve', 'backroom', 404],
    ['an external user in an internal group', 'ext', 'commons', 404],
    ['a stranger in an internal group', 'eve', 'commons', 200],
    ['a former member', 'jane', 'bygone', 404],
    ['a member of a project in it', 'bob', 'vault', 200],
    ['an administrator', 'root', 'vault', 200],
    ['anyone, of a group that is not there', 'root', 'nowhere', 404],
    ['anyone, of a personal namespace', 'root', 'jane', 404],
  ])('answers %s with the right status', async (_, username, path, status) => {
    expect((await api.as(username).get(`/groups/${path}`)).status).toBe(status)
  })

  it('says which group is not found', async () => {
    const { body } = await api.as('eve').get('/groups/backroom')
    expect(body).toEqual({ message: '404 Group Not Found' })
  })

  it('creates a group that the creator owns', async () => {
    const created = await api.as('eve').post('/groups', {
      name: 'New things',
      path: 'new-things',
      description: 'All of them',
      visibility_level: 10,
      lfs_enabled: false,
      request_access_enabled: true,
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: 15,
      name: 'New things',
      path: 'new-things',
      description: 'All of them',
      visibility_level: 10,
      lfs_enabled: false,
      avatar_url: null,
      web_url: `${api.origin}/groups/new-things`,
      request_access_enabled: true,
      full_name: 'New things',
      full_path: 'new-things',
    })
    expect(idsOf(await api.as('eve').get('/groups/owned'))).toEqual([15])
    const { body } = await api.as('eve').get('/groups/new-things/members')
    expect(body).toMatchObject([{ username: 'eve', access_level: 50 }])
  })

  it('makes a group public unless asked otherwise', async () => {
    const { body } = await api.as('eve').post('/groups', { name: 'Plain', path: 'plain' })
    expect(body).toMatchObject({
      description: '',
      visibility_level: 20,
      lfs_enabled: true,
      request_access_enabled: false,
    })
  })

  it('creates for users who are allowed to, and administrators', async () => {
    const attributes = { name: 'Mine', path: 'mine' }
    expect((await api.as('carol').post('/groups', attributes)).status).toBe(403)
    await api.forge.db.users.updateMany((query) => query.where({ username: 'root' }), {
      data(user: UserRecord) {
        user.can_create_group = false
      },
    })
    expect((await api.as('root').post('/groups', attributes)).status).toBe(201)
  })

  it.each(['name', 'path'])('names a missing %s in the message', async (missing) => {
    const attributes = { name: 'Mine', path: 'mine', [missing]: undefined }
    const { status, body } = await api.as('eve').post('/groups', attributes)
    expect(status).toBe(400)
    expect(body.message).toContain(`"${missing}"`)
  })

  const format =
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'."
  it.each([
    [{ path: 'acme' }, { path: ['has already been taken'] }],
    [{ path: 'ACME' }, { path: ['has already been taken'] }],
    [{ path: 'jane' }, { path: ['has already been taken'] }],
    [{ path: '' }, { path: [blank] }],
    [{ path: 'with space' }, { path: [format] }],
    [{ path: 'a/b' }, { path: [format] }],
    [{ path: '-dash' }, { path: [format] }],
    [{ path: 'tool.git' }, { path: [format] }],
    [{ path: 'feed.atom' }, { path: [format] }],
    [{ path: 'dot.' }, { path: [format] }],
    [{ path: 'Dashboard' }, { path: ['Dashboard is a reserved name'] }],
    [{ path: 'x'.repeat(256) }, { path: [tooLong] }],
    [{ name: 'Zeta' }, { name: ['has already been taken'] }],
    [{ name: ' ' }, { name: [blank] }],
    [{ name: 'x'.repeat(256) }, { name: [tooLong] }],
    [{ name: 'a <b>' }, { name: ["can contain only letters, digits, '_', '.', dash and space."] }],
    [{ description: 'x'.repeat(256) }, { description: [tooLong] }],
    [{ visibility_level: 5 }, { visibility_level: ['does not have a valid value'] }],
    [
      { name: '', path: '' },
      { name: [blank], path: [blank] },
    ],
  ])('refuses to create with %o', async (attributes, message) => {
    const before = api.forge.db.namespaces.all().length
    const { status, body } = await api
      .as('eve')
      .post('/groups', { name: 'Fine', path: 'fine', ...attributes })
    expect(status).toBe(400)
    expect(body).toEqual({ message })
    expect(api.forge.db.namespaces.all()).toHaveLength(before)
  })

  it.each([
    { path: '.hidden_1-a.b' },
    { path: 'x'.repeat(255) },
    { description: 'x'.repeat(255) },
    { name: 'Émile – œuvres 2.0_b' },
  ])('creates with %o', async (attributes) => {
    const { status, body } = await api
      .as('eve')
      .post('/groups', { name: 'Fine', path: 'fine', ...attributes })
    expect(status).toBe(201)
    expect(body).toMatchObject(attributes)
  })

  const restrict = (levels: (0 | 1 | 2)[]) =>
    api.forge.db.settings.updateMany((query) => query.where({ id: 1 }), {
      data(settings: ApplicationSettingsRecord) {
        settings.restricted_visibility_levels = levels
      },
    })

  it('leaves restricted visibility levels to administrators', async () => {
    await restrict([2])
    const attributes = { name: 'Open', path: 'open', visibility_level: 20 }
    const refused = await api.as('eve').post('/groups', attributes)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      message: {
        visibility_level: ['Public visibility has been restricted by the administrator.'],
      },
    })
    expect((await api.as('root').post('/groups', attributes)).status).toBe(201)
  })

  it.each([
    [[2], 10],
    [[1, 2], 0],
    [[0], 20],
  ] as [(0 | 1 | 2)[], number][])(
    'makes a group as open as the restriction of %o allows',
    async (levels, expected) => {
      await restrict(levels)
      const { body } = await api.as('eve').post('/groups', { name: 'Plain', path: 'plain' })
      expect(body.visibility_level).toBe(expected)
    },
  )

  it('refuses a group where every level is restricted', async () => {
    await restrict([0, 1, 2])
    const { status } = await api.as('eve').post('/groups', { name: 'Plain', path: 'plain' })
    expect(status).toBe(400)
  })

  it('changes a group, for its owners', async () => {
    const { status, body } = await api.as('jane').put('/groups/10', {
      name: 'Acme',
      path: 'acme-corporation',
      description: 'Anvils',
      lfs_enabled: false,
      request_access_enabled: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 10,
      name: 'Acme',
      path: 'acme-corporation',
      full_path: 'acme-corporation',
      description: 'Anvils',
      visibility_level: 20,
      lfs_enabled: false,
      request_access_enabled: true,
      web_url: `${api.origin}/groups/acme-corporation`,
    })
    expect(pathsOf(body.projects)).toEqual(['acme-corporation/website', 'acme-corporation/secret'])
    expect(body).not.toHaveProperty('shared_projects')
    expect((await api.as('jane').get('/groups/acme')).status).toBe(404)
    expect(body.projects[0].namespace).toMatchObject({
      created_at: '2016-10-01T08:00:00.000Z',
      updated_at: '2017-01-15T12:00:00.000Z',
    })
  })

  it('changes nothing that is not given, and takes the values it has already', async () => {
    const { body } = await api.as('jane').put('/groups/10', { name: 'Zeta', path: 'Acme' })
    expect(body).toMatchObject({ description: 'Builds things', lfs_enabled: true, path: 'Acme' })
  })

  it('refuses a call that names nothing to change', async () => {
    const { status, body } = await api.as('jane').put('/groups/10', { nonsense: 1 })
    const names = 'name, path, description, visibility_level, lfs_enabled, request_access_enabled'
    const message = `400 (Bad request) one of ${names} must be given`
    expect([status, body]).toEqual([400, { message }])
  })

  it.each([
    ['a developer', 'bob', 'acme', 403],
    ['a master', 'jane', 'backroom', 403],
    ['a stranger', 'eve', 'commons', 403],
    ['a stranger, of a hidden group', 'eve', 'backroom', 404],
    ['an administrator', 'root', 'backroom', 200],
  ])(
    'lets only owners and administrators change a group: %s',
    async (_, username, path, status) => {
      const { id } = api.forge.db.namespaces.one('path', path) ?? {}
      expect((await api.as(username).put(`/groups/${id}`, { description: 'x' })).status).toBe(
        status,
      )
    },
  )

  it.each([
    [{ path: 'commons' }, { path: ['has already been taken'] }],
    [{ name: 'Mid' }, { name: ['has already been taken'] }],
    [{ path: 'users' }, { path: ['users is a reserved name'] }],
    [{ name: '' }, { name: [blank] }],
    [
      { visibility_level: 0 },
      { visibility_level: ['is not allowed since there are projects with higher visibility.'] },
    ],
  ])('refuses to change to %o', async (attributes, message) => {
    const { status, body } = await api.as('jane').put('/groups/10', attributes)
    expect(status).toBe(400)
    expect(body).toEqual({ message })
    expect((await api.as('jane').get('/groups/10')).body).toMatchObject({
      name: 'Zeta',
      path: 'acme',
      visibility_level: 20,
    })
  })

  it('changes the visibility within what is not restricted', async () => {
    await restrict([1])
    const change = (visibility_level: number) =>
      api.as('carol').put('/groups/11', { visibility_level })
    expect((await change(10)).status).toBe(400)
    expect((await change(20)).body.visibility_level).toBe(20)
    const kept = await api.as('carol').put('/groups/12', { visibility_level: 10 })
    expect(kept.status).toBe(200)
  })

  it('may close a group down to its most open project', async () => {
    await api.as('carol').put('/groups/12', { visibility_level: 20 })
    const closed = await api.as('carol').put('/groups/12', { visibility_level: 10 })
    expect(closed.body).toMatchObject({
      visibility_level: 10,
      projects: [{ visibility_level: 10 }],
    })
  })

  it('removes a group with all its projects', async () => {
    const removed = await api.as('jane').delete('/groups/acme')
    expect(removed.status).toBe(200)
    expect(removed.body).toMatchObject({ id: 10, path: 'acme' })
    expect(pathsOf(removed.body.projects)).toEqual(['acme/website', 'acme/secret'])
    expect((await api.as('root').get('/groups/acme')).status).toBe(404)
    expect((await api.as('root').get('/projects/1/members')).status).toBe(404)
    expect(api.forge.db.members.by('source', 'group:10')).toEqual([])
    const library = api.forge.db.projects.get(4)
    expect(library?.namespace_id).toBe(12)
    expect(api.forge.db.groupLinks.all()).toEqual([])
  })

  it('answers 200 when the group is absent already, or hidden', async () => {
    await api.as('root').delete('/groups/13')
    const again = await api.as('root').delete('/groups/13')
    expect(again.status).toBe(200)
    expect(again.body).toBeNull()
    const hidden = await api.as('eve').delete('/groups/backroom')
    expect(hidden.body).toBeNull()
    expect((await api.as('carol').get('/groups/backroom')).status).toBe(200)
  })

  it('lets only owners and administrators remove a group', async () => {
    expect((await api.as('bob').delete('/groups/10')).status).toBe(403)
    expect((await api.as('eve').delete('/groups/commons')).status).toBe(403)
    expect((await api.as('jane').delete('/groups/backroom')).status).toBe(403)
    expect((await api.as('root').delete('/groups/10')).status).toBe(200)
  })

  it('lists the projects of a group, with those shared with it, newest first', async () => {
    const { status, body } = await api.as('bob').get('/groups/acme/projects')
    expect(status).toBe(200)
    expect(pathsOf(body)).toEqual(['commons/library', 'acme/website'])
    expect(body[0]).not.toHaveProperty('permissions')
  })

  it('lists of them only those that the caller sees', async () => {
    expect(idsOf(await api.as('eve').get('/groups/10/projects'))).toEqual([4, 1])
    expect(idsOf(await api.as('ext').get('/groups/10/projects'))).toEqual([1])
    expect((await api.as('eve').get('/groups/backroom/projects')).status).toBe(404)
  })

  it.each([
    [{ archived: true }, [2]],
    [{ archived: false }, [4, 1]],
    [{ visibility: 'public' }, [1]],
    [{ visibility: 'internal' }, [4]],
    [{ visibility: 'private' }, []],
    [{ visibility: 'private', archived: true }, [2]],
    [{ search: 'SECR' }, []],
    [{ search: 'SECR', archived: true }, [2]],
    [{ search: 'WEB' }, [1]],
    [{ order_by: 'id', sort: 'asc' }, [1, 4]],
    [{ order_by: 'name' }, [1, 4]],
    [{ order_by: 'name', sort: 'asc' }, [4, 1]],
  ])('filters and orders the projects by %o', async (parameters, expected) => {
    expect(idsOf(await api.as('bob').get('/groups/acme/projects', parameters))).toEqual(expected)
  })

  it('lists the simple form', async () => {
    const { body } = await api.as('eve').get('/groups/commons/projects', { simple: true })
    expect(body).toEqual([
      {
        id: 4,
        http_url_to_repo: `${api.origin}/commons/library.git`,
        web_url: `${api.origin}/commons/library`,
        name: 'library',
        name_with_namespace: 'Mid / library',
        path: 'library',
        path_with_namespace: 'commons/library',
      },
    ])
  })

  it('transfers a project into the group, by ids or paths', async () => {
    const byPath = await api.as('root').post('/groups/acme/projects/jane%2Fdiary')
    expect(byPath.status).toBe(201)
    expect(byPath.body).toMatchObject({ id: 10, path: 'acme' })
    expect(pathsOf(byPath.body.projects)).toEqual(['acme/website', 'acme/secret', 'acme/diary'])
    expect(byPath.body.projects[2]).not.toHaveProperty('owner')
    const byId = await api.as('root').post('/groups/12/projects/3')
    expect(pathsOf(byId.body.projects)).toEqual(['commons/safe', 'commons/library'])
    expect((await api.as('bob').get('/projects/3/members')).body).toMatchObject([
      { username: 'bob', access_level: 10 },
    ])
  })

  it('makes a project no more open than the group that it comes into', async () => {
    const { body } = await api.as('root').post('/groups/backroom/projects/5')
    expect(body.projects).toMatchObject([{ id: 5, visibility_level: 0, public: false }])
    const opened = await api.as('root').post('/groups/commons/projects/3')
    expect(opened.body.projects[0]).toMatchObject({ id: 3, visibility_level: 0 })
  })

  it.each([
    [
      'of a path that is there',
      6,
      'new_namespace',
      'Project with same path in target namespace already exists',
    ],
    ['of a name that is there', 7, 'name', 'has already been taken'],
    [
      'that is there itself',
      1,
      'new_namespace',
      'Transfer failed, the project is in this namespace already.',
    ],
  ])('refuses to transfer a project %s', async (_, id, property, error) => {
    const before = api.forge.db.projects.get(id)
    const { status, body } = await api.as('root').post(`/groups/acme/projects/${id}`)
    expect(status).toBe(400)
    expect(body).toEqual({ message: { [property]: [error] } })
    expect(api.forge.db.projects.get(id)).toBe(before)
  })

  it('leaves transfers to administrators, and knows what is not there', async () => {
    expect((await api.as('jane').post('/groups/acme/projects/5')).status).toBe(403)
    expect((await api.as('root').post('/groups/nowhere/projects/5')).body.message).toBe(
      '404 Group Not Found',
    )
    expect((await api.as('root').post('/groups/acme/projects/99')).body.message).toBe(
      '404 Project Not Found',
    )
  })
})
