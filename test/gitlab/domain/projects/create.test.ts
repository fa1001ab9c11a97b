import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeForge, now } from '../../../harness.ts'

/** The namespaces are root 1, jane 2, bob 3, full 4, none 5; acme 6, quiet 7. */
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe' },
    { username: 'bob' },
    { username: 'full', projects_limit: 1 },
    { username: 'none', projects_limit: 0 },
  ],
  groups: [
    { path: 'acme', name: 'Acme', members: { jane: 'master', bob: 'developer', full: 'master' } },
    { path: 'quiet', name: 'Quiet', visibility: 'private', members: { jane: 'owner' } },
  ],
  projects: [
    { path: 'jane/website', name: 'Website' },
    { path: 'full/only', name: 'only' },
  ],
}

const nameRule =
  "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'."
const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'"

describeForge('POST /projects', { seed }, (api) => {
  const create = (username: string, attributes: object) =>
    api.as(username).post('/projects', { ...attributes })

  it('creates a project of the caller’s, private and with the defaults', async () => {
    const { status, body } = await create('jane', { name: 'Diary' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: 3,
      name: 'Diary',
      path: 'diary',
      path_with_namespace: 'jane/diary',
      description: null,
      default_branch: 'master',
      visibility_level: 0,
      public: false,
      archived: false,
      creator_id: 2,
      owner: { id: 2 },
      namespace: { id: 2 },
      created_at: now,
      last_activity_at: now,
      star_count: 0,
      forks_count: 0,
      issues_enabled: true,
      merge_requests_enabled: true,
      builds_enabled: true,
      wiki_enabled: true,
      snippets_enabled: false,
      container_registry_enabled: true,
      shared_runners_enabled: true,
      public_builds: true,
      only_allow_merge_if_build_succeeds: false,
      only_allow_merge_if_all_discussions_are_resolved: false,
      request_access_enabled: false,
    })
    expect(body).not.toHaveProperty('permissions')
    expect((await api.as('jane').get('/projects/jane%2Fdiary')).body.id).toBe(3)
  })

  it('keeps every attribute', async () => {
    const attributes = {
      name: 'Shop',
      path: 'the.Shop_1',
      description: 'Sells things',
      issues_enabled: false,
      merge_requests_enabled: false,
      builds_enabled: false,
      wiki_enabled: false,
      snippets_enabled: true,
      container_registry_enabled: false,
      shared_runners_enabled: false,
      visibility_level: 10,
      public_builds: false,
      only_allow_merge_if_build_succeeds: true,
      only_allow_merge_if_all_discussions_are_resolved: true,
      request_access_enabled: true,
    }
    const hidden = { lfs_enabled: false, import_url: 'https://example.com/shop.git' }
    const { status, body } = await create('jane', { ...attributes, ...hidden })
    expect(status).toBe(201)
    expect(body).toMatchObject(attributes)
    expect(api.forge.db.projects.get(body.id)).toMatchObject(hidden)
  })

  it('makes its creator master of a personal project', async () => {
    const { body } = await create('jane', { name: 'Diary' })
    const { permissions } = (await api.as('jane').get(`/projects/${body.id}`)).body
    expect(permissions.project_access).toEqual({ access_level: 40, notification_level: 3 })
  })

  it('leaves the members of a group project to the group', async () => {
    const { body } = await create('jane', { name: 'Diary', namespace_id: 6 })
    expect(body.path_with_namespace).toBe('acme/diary')
    expect(body.creator_id).toBe(2)
    expect(body).not.toHaveProperty('owner')
    const { permissions } = (await api.as('jane').get(`/projects/${body.id}`)).body
    expect(permissions.project_access).toBeNull()
    expect((await api.as('bob').get(`/projects/${body.id}`)).status).toBe(200)
  })

  it('is an event of the project and of its creator', async () => {
    const { body } = await create('jane', { name: 'Diary' })
    const event = {
      action_name: 'created',
      project_id: body.id,
      author_username: 'jane',
      target_type: null,
      created_at: now,
    }
    expect((await api.as('jane').get(`/projects/${body.id}/events`)).body).toMatchObject([event])
    expect((await api.as('jane').get('/users/2/events')).body).toMatchObject([event])
  })

  it('gives the runners a secret of their own', async () => {
    const one = await create('jane', { name: 'One' })
    const other = await create('jane', { name: 'Other' })
    expect(one.body.runners_token).toMatch(/^[\w-]{20}$/)
    expect(other.body.runners_token).not.toBe(one.body.runners_token)
  })

  it.each([
    ['My Web Shop', 'my-web-shop'],
    ['Crème brûlée', 'creme-brulee'],
    ['a.b  c', 'a-b-c'],
    ['v2 - beta_1', 'v2-beta_1'],
    ['été.', 'ete'],
  ])('makes the path of %j: %s', async (name, path) => {
    const { body } = await create('jane', { name })
    expect(body).toMatchObject({ name, path })
  })

  it('needs a name', async () => {
    const { status, body } = await create('jane', { path: 'diary' })
    expect(status).toBe(400)
    expect(body.message).toContain('"name"')
  })

  it.each([
    [
      'a blank name',
      { name: '' },
      { name: ["can't be blank", nameRule], path: ["can't be blank", pathRule] },
    ],
    ['an odd name', { name: 'a/b', path: 'ab' }, { name: [nameRule] }],
    ['a name that begins with a hyphen', { name: '-a', path: 'a' }, { name: [nameRule] }],
    [
      'a name of which no path can be made',
      { name: '日本' },
      { path: ["can't be blank", pathRule] },
    ],
    [
      'a long name',
      { name: 'a'.repeat(256), path: 'a' },
      { name: ['is too long (maximum is 255 characters)'] },
    ],
    ['a blank path', { name: 'a', path: '' }, { path: ["can't be blank", pathRule] }],
    ['a path with a space', { name: 'a', path: 'a b' }, { path: [pathRule] }],
    ['a path that begins with a hyphen', { name: 'a', path: '-a' }, { path: [pathRule] }],
    ['a path that ends in .git', { name: 'a', path: 'a.git' }, { path: [pathRule] }],
    ['a path that ends in .atom', { name: 'a', path: 'a.atom' }, { path: [pathRule] }],
    ['a reserved path', { name: 'a', path: 'tree' }, { path: ['tree is a reserved name'] }],
    [
      'a long path',
      { name: 'a', path: 'a'.repeat(256) },
      { path: ['is too long (maximum is 255 characters)'] },
    ],
    [
      'a name that is taken',
      { name: 'Website', path: 'other' },
      { name: ['has already been taken'] },
    ],
    [
      'a path that is taken',
      { name: 'other', path: 'WEBSITE' },
      { path: ['has already been taken'] },
    ],
    [
      'both',
      { name: 'Website' },
      { name: ['has already been taken'], path: ['has already been taken'] },
    ],
    [
      'a long description',
      { name: 'a', description: 'a'.repeat(2001) },
      { description: ['is too long (maximum is 2000 characters)'] },
    ],
    [
      'another scheme to import from',
      { name: 'a', import_url: 'file:///etc/passwd' },
      { import_url: ['must be a valid URL'] },
    ],
    [
      'an address without a host to import from',
      { name: 'a', import_url: 'git:///a.git' },
      { import_url: ['must be a valid URL'] },
    ],
    [
      'no address to import from',
      { name: 'a', import_url: 'somewhere' },
      { import_url: ['must be a valid URL'] },
    ],
  ])('refuses %s', async (_, attributes, message) => {
    const { status, body } = await create('jane', attributes)
    expect(status).toBe(400)
    expect(body).toEqual({ message })
  })

  it.each([
    ['a name with letters of all kinds and emojis', { name: 'Łódź 日本 🚀', path: 'a' }],
    ['a name as long as may be', { name: 'a'.repeat(255) }],
    ['a description as long as may be', { name: 'a', description: 'a'.repeat(2000) }],
    ['no address to import from', { name: 'a', import_url: '' }],
    ['one over SSH', { name: 'a', import_url: 'ssh://git@example.com/a.git' }],
    ['what is taken elsewhere', { name: 'only' }],
    ['a name that differs in its case', { name: 'WEBSITE', path: 'other' }],
  ])('takes %s', async (_, attributes) => {
    expect((await create('jane', attributes)).status).toBe(201)
  })

  it.each([
    ['an unknown one', 99],
    ['that of another user', 3],
    ['a group the caller develops in', 6, 'bob'],
    ['a group that is hidden', 7, 'bob'],
  ])('refuses a namespace: %s', async (_, namespace_id, username = 'jane') => {
    const { status, body } = await create(username, { name: 'Diary', namespace_id })
    expect(status).toBe(400)
    expect(body).toEqual({ message: { namespace: ['is not valid'] } })
  })

  it('lets an administrator use any namespace', async () => {
    expect((await create('root', { name: 'a', namespace_id: 3 })).body.path_with_namespace).toBe(
      'bob/a',
    )
    expect((await create('root', { name: 'a', namespace_id: 7 })).status).toBe(201)
  })

  it('ends at the limit of personal projects, not of those in groups', async () => {
    const over = await create('full', { name: 'more' })
    expect([over.status, over.body]).toEqual([
      403,
      {
        message:
          '403 Forbidden - Your project limit is 1 projects! Please contact your administrator to increase it',
      },
    ])
    expect((await create('full', { name: 'more', namespace_id: 6 })).status).toBe(201)
    const none = await create('none', { name: 'one' })
    expect([none.status, none.body.message]).toEqual([
      403,
      '403 Forbidden - Personal project creation is not allowed. Please contact your administrator with questions',
    ])
  })

  it.each([
    [{ public: true }, 20],
    [{ public: false }, 0],
    [{ visibility_level: 20 }, 20],
    [{ visibility_level: 10 }, 10],
    [{ visibility_level: 0, public: true }, 0],
  ])('makes of %j the visibility level %i', async (attributes, level) => {
    const { body } = await create('jane', { name: 'Diary', ...attributes })
    expect([body.visibility_level, body.public]).toEqual([level, level === 20])
  })

  it.each([5, 30, 'public'])('refuses the visibility level %j', async (visibility_level) => {
    const { status, body } = await create('jane', { name: 'Diary', visibility_level })
    expect(status).toBe(400)
    expect(Object.keys(body.message)).toEqual(['visibility_level'])
  })

  it('is at most as visible as its group', async () => {
    const refused = await create('jane', { name: 'a', namespace_id: 7, visibility_level: 10 })
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: { visibility_level: ['internal is not allowed in a private group.'] } },
    ])
    expect((await create('jane', { name: 'a', namespace_id: 7 })).status).toBe(201)
  })

  it('is bound by a group alone', async () => {
    const { namespaces } = api.forge.db
    const personal = namespaces.get(2)
    if (personal) namespaces.replace(personal, { visibility_level: 0 })
    expect((await create('jane', { name: 'a', public: true })).status).toBe(201)
  })

  it('leaves nothing behind when it is refused', async () => {
    await create('jane', { name: 'Website' })
    await create('full', { name: 'more' })
    const { projects: all, events, members } = api.forge.db
    expect(all.all()).toHaveLength(2)
    expect(events.all()).toHaveLength(0)
    expect(members.by('source', 'project:3')).toHaveLength(0)
    expect((await create('jane', { name: 'Next' })).body.id).toBe(3)
  })

  it('needs credentials', async () => {
    expect((await api.anonymous.post('/projects', { name: 'a' })).status).toBe(401)
  })
})

describeForge('POST /projects/user/:user_id', { seed }, (api) => {
  const create = (username: string, userId: number, attributes: object) =>
    api.as(username).post(`/projects/user/${userId}`, { ...attributes })

  it.each(['a b', 'a\nb', 'a..b', '-a', 'a.lock', 'refs/', ''])(
    'refuses %j for a default branch',
    async (default_branch) => {
      const { status, body } = await api
        .as('root')
        .post('/projects/user/2', { name: 'Gift', default_branch })
      const message = { default_branch: ['is not a valid branch name'] }
      expect([status, body]).toEqual([400, { message }])
    },
  )

  it('creates a project of the given user’s, who is its creator', async () => {
    const { status, body } = await create('root', 3, { name: 'Gift', description: 'For Bob' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      path_with_namespace: 'bob/gift',
      description: 'For Bob',
      default_branch: 'master',
      creator_id: 3,
      owner: { id: 3 },
    })
    expect(body.runners_token).toMatch(/^[\w-]{20}$/)
    expect((await api.as('bob').get('/users/3/events')).body).toMatchObject([
      { action_name: 'created', author_username: 'bob' },
    ])
    const { permissions } = (await api.as('bob').get(`/projects/${body.id}`)).body
    expect(permissions.project_access.access_level).toBe(40)
  })

  it('takes another default branch, and what POST /projects takes', async () => {
    const { body } = await create('root', 3, {
      name: 'Gift',
      path: 'present',
      default_branch: 'main',
      public: true,
      issues_enabled: false,
    })
    expect(body).toMatchObject({
      path: 'present',
      default_branch: 'main',
      visibility_level: 20,
      issues_enabled: false,
    })
  })

  it('counts the limit of the given user', async () => {
    const { status, body } = await create('root', 4, { name: 'more' })
    expect(status).toBe(400)
    expect(body).toEqual({
      message: {
        limit_reached: [
          'Your project limit is 1 projects! Please contact your administrator to increase it',
        ],
      },
    })
  })

  it('uses the namespaces that the given user may', async () => {
    const own = await create('root', 2, { name: 'Gift', namespace_id: 6 })
    expect(own.body.path_with_namespace).toBe('acme/gift')
    const other = await create('root', 3, { name: 'Present', namespace_id: 6 })
    expect(other.body).toEqual({ message: { namespace: ['is not valid'] } })
  })

  it('needs a name and a user who is there', async () => {
    expect((await create('root', 3, {})).body.message).toContain('"name"')
    const unknown = await create('root', 99, { name: 'Gift' })
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 User Not Found' }])
  })

  it('is for administrators', async () => {
    expect((await create('jane', 2, { name: 'Gift' })).status).toBe(403)
    expect((await api.anonymous.post('/projects/user/2', { name: 'Gift' })).status).toBe(401)
  })
})

const restricting: Seed = {
  ...seed,
  settings: {
    default_project_visibility: 1,
    restricted_visibility_levels: [2],
    repository_storages: ['north', 'south'],
  },
}

describeForge('creation under the settings', { seed: restricting }, (api) => {
  const create = (username: string, attributes: object) =>
    api.as(username).post('/projects', { ...attributes })

  it('takes the default visibility', async () => {
    expect((await create('jane', { name: 'a' })).body.visibility_level).toBe(10)
    expect((await create('jane', { name: 'b', public: false })).body.visibility_level).toBe(0)
  })

  it.each([{ visibility_level: 20 }, { public: true }])(
    'keeps a restricted level from normal users: %j',
    async (attributes) => {
      const { status, body } = await create('jane', { name: 'a', ...attributes })
      expect([status, body]).toEqual([
        400,
        {
          message: {
            visibility_level: ['Public visibility has been restricted by the administrator.'],
          },
        },
      ])
      expect((await create('root', { name: 'a', ...attributes })).status).toBe(201)
    },
  )

  it('keeps it from the given user too, whoever asks', async () => {
    const asked = { name: 'a', public: true }
    expect((await api.as('root').post('/projects/user/2', asked)).status).toBe(400)
    expect((await api.as('root').post('/projects/user/1', asked)).status).toBe(201)
  })

  it('places projects in one of the storages at random', async () => {
    for (const name of 'abcdefghi') await create('jane', { name })
    const storages = api.forge.db.projects.all().map((project) => project.repository_storage)
    expect(new Set(storages.slice(2))).toEqual(new Set(['north', 'south']))
  })
})

describe('the system hooks', () => {
  /** What is delivered for one project of jane's, in order. */
  async function delivered(attributes: object) {
    const payloads: Record<string, unknown>[] = []
    const forge = await createTestForge({
      seed: { ...seed, hooks: [{ url: 'http://receiver.example' }] },
      fetch: async (input, init) => {
        payloads.push(await new Request(input, init).json())
        return new Response()
      },
    })
    await forge.fetch(
      new Request('http://forge.test/api/v3/projects', {
        method: 'POST',
        headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
        body: JSON.stringify(attributes),
      }),
    )
    await forge.settled()
    return payloads
  }

  it('are notified of a personal project with its owner, then of its master', async () => {
    expect(await delivered({ name: 'Diary' })).toEqual([
      {
        event_name: 'project_create',
        name: 'Diary',
        path: 'diary',
        path_with_namespace: 'jane/diary',
        project_id: 3,
        owner_name: 'Jane Doe',
        owner_email: 'jane@example.com',
        project_visibility: 'private',
        created_at: now,
        updated_at: now,
      },
      expect.objectContaining({
        event_name: 'user_add_to_team',
        project_id: 3,
        user_username: 'jane',
        access_level: 'Master',
      }),
    ])
  })

  it('are notified of a project in a group with the group, and of no member', async () => {
    expect(await delivered({ name: 'Diary', namespace_id: 6 })).toEqual([
      expect.objectContaining({
        event_name: 'project_create',
        owner_name: 'Acme',
        owner_email: '',
      }),
    ])
  })

  it('are not notified of what was refused', async () => {
    expect(await delivered({ name: 'Website' })).toEqual([])
  })
})
