import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const since = '2016-10-01T08:00:00.000Z'
const event = { author: 'jane', action: 'created' } as const
const seed: Seed = {
  users: [
    { username: 'root', name: 'Administrator', admin: true },
    {
      username: 'jane',
      name: 'Jane Doe',
      email: 'jane@doe.example',
      bio: 'Writes tests',
      location: 'Here',
      skype: 'jane.s',
      linkedin: 'jane.l',
      twitter: 'jane.t',
      website_url: 'https://doe.example',
      organization: 'Doe & Co',
      created_at: since,
      last_sign_in_at: '2016-12-24T18:00:00.000Z',
      projects_limit: 3,
      two_factor_enabled: true,
      identities: [{ provider: 'directory', extern_uid: 'uid=jane' }],
      emails: ['jane@second.example'],
    },
    { username: 'bob', name: 'Bob Roe', state: 'blocked' },
    { username: 'ext', name: 'Ext Ern', external: true },
    { username: 'dir', name: 'Dir Blocked', state: 'blocked', blocked_by_directory: true },
  ],
  groups: [{ path: 'acme', name: 'Works', members: { jane: 'owner' } }],
  projects: [
    { path: 'jane/open', visibility: 'public', members: { ext: 'guest' } },
    { path: 'jane/inside', visibility: 'internal' },
    { path: 'jane/secret', visibility: 'private' },
    { path: 'root/of-root', visibility: 'public', members: { jane: 'master' } },
  ],
  events: [
    { ...event, project: 'jane/open', at: '2016-11-01T00:00:00.000Z' },
    { ...event, project: 'jane/secret', at: '2016-11-03T00:00:00.000Z' },
    { ...event, project: 'jane/inside', at: '2016-11-02T00:00:00.000Z' },
    { ...event, author: 'root', project: 'jane/open', at: '2016-11-04T00:00:00.000Z' },
    {
      ...event,
      action: 'joined',
      project: 'root/of-root',
      at: '2016-11-01T00:00:00.000Z',
    },
  ],
}

const brief = ['avatar_url', 'id', 'name', 'state', 'username', 'web_url']
const single = [
  ...brief,
  'bio',
  'created_at',
  'is_admin',
  'linkedin',
  'location',
  'organization',
  'skype',
  'twitter',
  'website_url',
].sort()
const full = [
  ...single,
  'can_create_group',
  'can_create_project',
  'color_scheme_id',
  'confirmed_at',
  'current_sign_in_at',
  'email',
  'external',
  'identities',
  'last_sign_in_at',
  'projects_limit',
  'theme_id',
  'two_factor_enabled',
].sort()
const ann = { email: 'ann@x.example', password: 'correct horse', username: 'ann', name: 'Ann' }

/** `schemas/v3/paths/users.yaml`. */
describeForge('users', { seed }, (api) => {
  const root = api.as('root')
  const jane = api.as('jane')
  const fieldsOf = (body: object) => Object.keys(body).sort()
  const names = (body: { username: string }[]) => body.map(({ username }) => username)

  describe('GET /users', () => {
    it('is newest first, brief for normal users, and full for administrators', async () => {
      const forJane = (await jane.get('/users')).body
      expect(names(forJane)).toEqual(['dir', 'ext', 'bob', 'jane', 'root'])
      for (const user of forJane) expect(fieldsOf(user)).toEqual(brief)
      for (const user of (await root.get('/users')).body) expect(fieldsOf(user)).toEqual(full)
      expect((await api.anonymous.get('/users')).status).toBe(401)
    })

    it.each<[object, string[]]>([
      [{ active: true }, ['ext', 'jane', 'root']],
      [{ blocked: true }, ['dir', 'bob']],
      [{ active: true, blocked: true }, []],
      [{ active: false }, ['dir', 'ext', 'bob', 'jane', 'root']],
      [{ blocked: false }, ['dir', 'ext', 'bob', 'jane', 'root']],
      [{ username: 'jane' }, ['jane']],
      [{ username: 'JANE' }, ['jane']],
      [{ username: 'jan' }, []],
      [{ search: 'jan' }, ['jane']],
      [{ search: 'DOE.EXAMPLE' }, ['jane']],
      [{ search: 'roe' }, ['bob']],
      [{ search: 'nobody at all' }, []],
      [{ search: '' }, ['dir', 'ext', 'bob', 'jane', 'root']],
      [{ search: 'd', blocked: true }, ['dir']],
      [{ external: true }, ['ext']],
    ])('is filtered: %j', async (parameters, found) => {
      expect(names((await root.get('/users', { ...parameters })).body)).toEqual(found)
    })

    it('lets only administrators ask for external users', async () => {
      expect((await jane.get('/users', { external: true })).body).toHaveLength(5)
    })
  })

  describe('GET /users/:id', () => {
    it('has the normal form', async () => {
      const { status, body } = await api.as('ext').get('/users/2')
      expect(status).toBe(200)
      expect(body).toEqual({
        id: 2,
        username: 'jane',
        name: 'Jane Doe',
        state: 'active',
        avatar_url: null,
        web_url: `${api.origin}/jane`,
        created_at: since,
        is_admin: false,
        bio: 'Writes tests',
        location: 'Here',
        skype: 'jane.s',
        linkedin: 'jane.l',
        twitter: 'jane.t',
        website_url: 'https://doe.example',
        organization: 'Doe & Co',
      })
    })

    it('has the administrator form', async () => {
      const { body } = await root.get('/users/2')
      expect(fieldsOf(body)).toEqual(full)
      expect(body).toMatchObject({
        email: 'jane@doe.example',
        last_sign_in_at: '2016-12-24T18:00:00.000Z',
        current_sign_in_at: '2016-12-24T18:00:00.000Z',
        confirmed_at: since,
        projects_limit: 3,
        identities: [{ provider: 'directory', extern_uid: 'uid=jane' }],
        can_create_group: true,
        can_create_project: false,
        two_factor_enabled: true,
        external: false,
      })
    })

    it('has the normal form for oneself too, and 404 for nobody', async () => {
      expect(fieldsOf((await jane.get('/users/2')).body)).toEqual(single)
      expect((await jane.get('/users/99')).status).toBe(404)
      expect((await api.anonymous.get('/users/2')).status).toBe(401)
    })
  })

  describe('GET /user', () => {
    it('has the administrator-level fields of oneself', async () => {
      const { body } = await jane.get('/user')
      expect(fieldsOf(body)).toEqual(full)
      expect(body.email).toBe('jane@doe.example')
    })

    it('has the private token with sudo only', async () => {
      const { body } = await root.get('/user', { sudo: 'jane' })
      expect(fieldsOf(body)).toEqual([...full, 'private_token'].sort())
      expect(body.private_token).toBe('jane-token')
    })
  })

  describe('POST /users', () => {
    it('creates a user, who can sign in and has a namespace', async () => {
      const { status, body } = await root.post('/users', ann)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        id: 6,
        username: 'ann',
        name: 'Ann',
        email: 'ann@x.example',
        state: 'active',
        is_admin: false,
        external: false,
        created_at: '2017-01-15T12:00:00.000Z',
        confirmed_at: null,
        projects_limit: 10,
        can_create_group: true,
        can_create_project: true,
        identities: [],
      })
      const token = (await root.get('/user', { sudo: 'ann' })).body.private_token
      expect(token).toMatch(/^[\w-]{20}$/)
      const me = await api.request('/api/v3/user', { headers: { 'private-token': token } })
      expect(me.body.username).toBe('ann')
      expect(api.forge.db.namespaces.one('path', 'ann')).toMatchObject({
        kind: 'user',
        owner_id: 6,
      })
    })

    it('takes every attribute', async () => {
      const attributes = {
        skype: 's',
        linkedin: 'l',
        twitter: 't',
        website_url: 'https://ann.example',
        organization: 'o',
        projects_limit: 7,
        bio: 'b',
        location: 'here',
      }
      const { body } = await root.post('/users', {
        ...ann,
        ...attributes,
        admin: true,
        can_create_group: false,
        confirm: false,
        extern_uid: 'uid=ann',
        provider: 'directory',
      })
      expect(body).toMatchObject({
        ...attributes,
        is_admin: true,
        can_create_group: false,
        confirmed_at: '2017-01-15T12:00:00.000Z',
        identities: [{ provider: 'directory', extern_uid: 'uid=ann' }],
      })
    })

    it('gives external users neither projects of their own nor groups', async () => {
      const { body } = await root.post('/users', { ...ann, external: true, projects_limit: 5 })
      expect(body).toMatchObject({
        external: true,
        projects_limit: 0,
        can_create_group: false,
        can_create_project: false,
      })
    })

    it('is for administrators', async () => {
      expect((await jane.post('/users', ann)).status).toBe(403)
      expect(api.forge.db.users.count()).toBe(5)
    })

    it.each<[string, object, string, string]>([
      ['an e-mail', { email: 'nobody' }, 'email', 'is invalid'],
      ['an empty e-mail', { email: '' }, 'email', 'is invalid'],
      ['a blank name', { name: '  ' }, 'name', "can't be blank"],
      ['an empty username', { username: '' }, 'username', "can't be blank"],
      ['a username', { username: 'a b' }, 'username', 'can contain only'],
      ['a username that begins with a dash', { username: '-a' }, 'username', 'can contain only'],
      ['a username with a slash', { username: 'a/b' }, 'username', 'can contain only'],
      [
        'a username that ends as a repository',
        { username: 'a.git' },
        'username',
        'can contain only',
      ],
      ['a short password', { password: '1234567' }, 'password', 'is too short'],
      ['a password of four signs', { password: '🙂'.repeat(4) }, 'password', 'is too short'],
      ['a long bio', { bio: 'x'.repeat(256) }, 'bio', 'is too long (maximum is 255 characters)'],
      ['a negative limit', { projects_limit: -1 }, 'projects_limit', 'greater than or equal to 0'],
    ])('refuses what is wrong: %s', async (_, attributes, name, message) => {
      const { status, body } = await root.post('/users', { ...ann, ...attributes })
      expect(status).toBe(400)
      expect(Object.keys(body.message)).toEqual([name])
      expect(body.message[name][0]).toContain(message)
      expect(api.forge.db.users.count()).toBe(5)
    })

    it('reports all that is wrong together', async () => {
      const wrong = { email: 'x', username: '-', name: '', password: 'x', bio: 'x'.repeat(256) }
      const { body } = await root.post('/users', { ...ann, ...wrong, projects_limit: -1 })
      const names = ['email', 'username', 'name', 'password', 'bio', 'projects_limit']
      expect(Object.keys(body.message)).toEqual(names)
    })

    it('takes a bio of 255 characters', async () => {
      expect((await root.post('/users', { ...ann, bio: 'x'.repeat(255) })).status).toBe(201)
    })

    it('keeps an e-mail in lower case, without spaces around it', async () => {
      const { status, body } = await root.post('/users', { ...ann, email: ' Ann@X.Example ' })
      expect([status, body.email]).toEqual([201, 'ann@x.example'])
      const changed = await root.put('/users/6', { email: 'ANN@Y.example ' })
      expect([changed.status, changed.body.email]).toEqual([200, 'ann@y.example'])
    })

    it.each([{ provider: 'directory' }, { extern_uid: 'uid=ann' }])(
      'takes a provider and its id together or not at all: %j',
      async (half) => {
        const message = '400 (Bad request) provider, extern_uid must be given together'
        const created = await root.post('/users', { ...ann, ...half })
        expect([created.status, created.body]).toEqual([400, { message }])
        const changed = await root.put('/users/2', half)
        expect([changed.status, changed.body]).toEqual([400, { message }])
      },
    )

    it.each<[object, string]>([
      [{ email: 'jane@doe.example' }, 'Email has already been taken'],
      [{ email: 'JANE@doe.example' }, 'Email has already been taken'],
      [{ email: 'jane@second.example' }, 'Email has already been taken'],
      [{ username: 'jane' }, 'Username has already been taken'],
      [{ username: 'Jane' }, 'Username has already been taken'],
      [{ username: 'acme' }, 'Username has already been taken'],
      [{ username: 'works' }, 'Username has already been taken'],
    ])('is a conflict with what is taken: %j', async (attributes, message) => {
      const { status, body } = await root.post('/users', { ...ann, ...attributes })
      expect([status, body]).toEqual([409, { message }])
      expect(api.forge.db.users.count()).toBe(5)
    })

    it('keeps to the domains of the settings', async () => {
      const { settings } = api.forge.db
      const set = (changes: Parameters<typeof settings.replace>[1]) => {
        const [current] = settings.all()
        if (current) settings.replace(current, changes)
      }
      set({ domain_whitelist: ['y.example', '*.z.example'] })
      expect((await root.post('/users', ann)).body.message.email).toEqual([
        'domain is not authorized for sign-up',
      ])
      expect((await root.post('/users', { ...ann, email: 'ann@a.z.example' })).status).toBe(201)
      set({
        domain_whitelist: null,
        domain_blacklist: ['x.example'],
        domain_blacklist_enabled: true,
      })
      expect((await root.post('/users', { ...ann, username: 'kim' })).body.message.email).toEqual([
        'is not from an allowed domain.',
      ])
      set({ domain_blacklist_enabled: false })
      expect((await root.post('/users', { ...ann, username: 'kim' })).status).toBe(201)
    })

    it('keeps to them at sign-up alone', async () => {
      const [current] = api.forge.db.settings.all()
      const domain_whitelist = ['elsewhere.example']
      if (current) api.forge.db.settings.replace(current, { domain_whitelist })
      const { status, body } = await root.put('/users/2', { email: 'jane@anywhere.example' })
      expect([status, body.email]).toEqual([200, 'jane@anywhere.example'])
    })

    it('gives the projects limit of the settings', async () => {
      const [current] = api.forge.db.settings.all()
      if (current) api.forge.db.settings.replace(current, { default_projects_limit: 4 })
      expect((await root.post('/users', ann)).body.projects_limit).toBe(4)
    })
  })

  describe('PUT /users/:id', () => {
    it('changes what is given, and nothing else', async () => {
      const before = (await root.get('/users/2')).body
      const { status, body } = await root.put('/users/2', { name: 'Jane Roe', bio: null })
      expect(status).toBe(200)
      expect(body).toEqual({ ...before, name: 'Jane Roe', bio: null })
      const nothing = await root.put('/users/2')
      expect(nothing.status).toBe(400)
      expect(nothing.body.message).toContain('one of email, password, name')
      expect((await root.get('/users/2')).body).toEqual(body)
    })

    it('takes every attribute', async () => {
      const attributes = {
        email: 'new@doe.example',
        skype: 's',
        linkedin: 'l',
        twitter: 't',
        website_url: 'https://new.example',
        organization: 'o',
        projects_limit: 7,
        bio: 'b',
        location: 'there',
        can_create_group: false,
      }
      const { body } = await root.put('/users/2', { ...attributes, admin: true })
      expect(body).toMatchObject({ ...attributes, is_admin: true, can_create_project: true })
    })

    it('renames the namespace with the user', async () => {
      await root.put('/users/2', { username: 'janet' })
      expect(api.forge.db.namespaces.one('path', 'janet')?.owner_id).toBe(2)
      expect(api.forge.db.namespaces.one('path', 'jane')).toBeUndefined()
      expect((await jane.get('/user')).body).toMatchObject({
        username: 'janet',
        web_url: `${api.origin}/janet`,
      })
      expect((await root.put('/users/2', { username: 'Janet' })).status).toBe(200)
    })

    it('adds an identity, and replaces the one of the same provider', async () => {
      await root.put('/users/2', { provider: 'other', extern_uid: 'o1' })
      const { body } = await root.put('/users/2', { provider: 'directory', extern_uid: 'd2' })
      expect(body.identities).toEqual([
        { provider: 'other', extern_uid: 'o1' },
        { provider: 'directory', extern_uid: 'd2' },
      ])
      await root.put('/users/2', { provider: 'directory' })
      expect((await root.get('/users/2')).body.identities).toHaveLength(2)
    })

    it('forces a new password to be changed at the next sign-in', async () => {
      const expiryOf = () => api.forge.db.users.get(2)?.password_expires_at
      await root.put('/users/2', { name: 'Jane Roe' })
      expect(expiryOf()).toBeNull()
      expect((await root.put('/users/2', { password: 'short' })).status).toBe(400)
      expect(expiryOf()).toBeNull()
      const { body } = await root.put('/users/2', { password: 'correct horse' })
      expect(expiryOf()).toBe('2017-01-15T12:00:00.000Z')
      expect(body).not.toHaveProperty('password')
    })

    it('makes a user external, who loses what externals have not', async () => {
      const { body } = await root.put('/users/2', { external: true })
      expect(body).toMatchObject({ external: true, projects_limit: 0, can_create_group: false })
      expect((await root.put('/users/2', { projects_limit: 9 })).body.projects_limit).toBe(0)
      expect(
        (await root.put('/users/2', { external: false, projects_limit: 9 })).body.projects_limit,
      ).toBe(9)
    })

    it.each<[object, string]>([
      [{ email: 'root@example.com' }, 'Email has already been taken'],
      [{ username: 'root' }, 'Username has already been taken'],
      [{ username: 'ACME' }, 'Username has already been taken'],
    ])('is 404 even where 409 would be apt: %j', async (attributes, message) => {
      const { status, body } = await root.put('/users/2', attributes as Record<string, unknown>)
      expect([status, body]).toEqual([404, { message }])
    })

    it('lets a user keep what is theirs', async () => {
      const own = { email: 'JANE@doe.example', username: 'jane' }
      expect((await root.put('/users/2', own)).status).toBe(200)
      expect((await root.put('/users/2', { email: 'jane@second.example' })).status).toBe(200)
    })

    it('refuses what is wrong, whom it does not know, and who is no administrator', async () => {
      expect((await root.put('/users/2', { email: 'x', name: '' })).body).toEqual({
        message: { email: ['is invalid'], name: ["can't be blank"] },
      })
      expect((await root.put('/users/99', { name: 'x' })).status).toBe(404)
      expect((await jane.put('/users/2', { name: 'x' })).status).toBe(403)
    })
  })

  describe('DELETE /users/:id', () => {
    const giveGroupAnotherOwner = () =>
      root.post('/groups/acme/members', { user_id: 1, access_level: 50 })

    it('answers a user who alone owns a group, and leaves them', async () => {
      const { status, body } = await root.delete('/users/2')
      expect([status, body.username]).toEqual([200, 'jane'])
      expect((await root.get('/users/2')).status).toBe(200)
      expect((await jane.get('/user')).status).toBe(200)
      expect(api.forge.db.projects.get(1)).toBeDefined()
      await giveGroupAnotherOwner()
      await root.delete('/users/2')
      expect((await root.get('/users/2')).status).toBe(404)
    })

    it('returns the user, and null for one who is not there', async () => {
      await giveGroupAnotherOwner()
      const { status, body } = await root.delete('/users/2')
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: 2, username: 'jane', email: 'jane@doe.example' })
      const again = await root.delete('/users/2')
      expect([again.status, again.body]).toEqual([200, null])
      expect((await root.get('/users/2')).status).toBe(404)
    })

    it('takes everything that is theirs, and nothing that is not', async () => {
      await giveGroupAnotherOwner()
      await root.delete('/users/2')
      const { db } = api.forge
      expect((await jane.get('/user')).status).toBe(401)
      expect(db.users.all().map(({ username }) => username)).toEqual(['root', 'bob', 'ext', 'dir'])
      expect(db.namespaces.one('path', 'jane')).toBeUndefined()
      expect(db.projects.all().map(({ path }) => path)).toEqual(['of-root'])
      expect([db.emails.count(), db.events.count()]).toEqual([0, 0])
      expect(db.members.all().map(({ user_id }) => user_id)).toEqual([1, 1])
      expect(db.namespaces.one('path', 'acme')).toBeDefined()
      expect(db.credentials.by('user_id', 2)).toEqual([])
      expect((await root.post('/users', { ...ann, username: 'jane' })).status).toBe(201)
    })

    it('is for administrators', async () => {
      expect((await jane.delete('/users/2')).status).toBe(403)
    })
  })

  describe('PUT /users/:id/block and unblock', () => {
    it('block and unblock, and say whether they did', async () => {
      const stateOf = async () => (await root.get('/users/2')).body.state
      const blocked = await root.put('/users/2/block')
      expect([blocked.status, blocked.body, await stateOf()]).toEqual([200, true, 'blocked'])
      expect((await root.put('/users/2/block')).body).toBe(false)
      const freed = await root.put('/users/2/unblock')
      expect([freed.status, freed.body, await stateOf()]).toEqual([200, true, 'active'])
      expect((await root.put('/users/2/unblock')).body).toBe(false)
    })

    it('leave to the directory whom it blocked', async () => {
      const blocked = await root.put('/users/5/block')
      expect([blocked.status, blocked.body.message]).toEqual([
        403,
        expect.stringContaining('403 Forbidden'),
      ])
      const freed = await root.put('/users/5/unblock')
      expect([freed.status, freed.body.message]).toEqual([
        403,
        expect.stringContaining('403 Forbidden'),
      ])
      expect((await root.get('/users/5')).body.state).toBe('blocked')
    })

    it('are 404 for nobody, and for administrators', async () => {
      expect((await root.put('/users/99/block')).status).toBe(404)
      expect((await root.put('/users/99/unblock')).status).toBe(404)
      expect((await jane.put('/users/3/block')).status).toBe(403)
      expect((await jane.put('/users/3/unblock')).status).toBe(403)
    })
  })

  describe('GET /users/:id/events', () => {
    const projectsOf = (body: { project_id: number }[]) => body.map(({ project_id }) => project_id)

    it('are newest first, the later of two at the same time before the other', async () => {
      const { status, body } = await jane.get('/users/2/events')
      expect(status).toBe(200)
      expect(projectsOf(body)).toEqual([3, 2, 4, 1])
      expect(body[3]).toEqual({
        title: null,
        project_id: 1,
        action_name: 'created',
        target_id: null,
        target_type: null,
        author_id: 2,
        data: null,
        target_title: null,
        created_at: '2016-11-01T00:00:00.000Z',
        author: {
          id: 2,
          username: 'jane',
          name: 'Jane Doe',
          state: 'active',
          avatar_url: null,
          web_url: `${api.origin}/jane`,
        },
        author_username: 'jane',
      })
    })

    it('leave out what happened in projects that the caller may not see', async () => {
      const seenBy = async (username: string) =>
        projectsOf((await api.as(username).get('/users/2/events')).body)
      expect(await seenBy('root')).toEqual([3, 2, 4, 1])
      expect(await seenBy('ext')).toEqual([4, 1])
      const { users } = api.forge.db
      const ext = users.get(4)
      if (ext) users.replace(ext, { is_external: false })
      expect(await seenBy('ext')).toEqual([2, 4, 1])
    })

    it('have pages, counted without the hidden ones', async () => {
      const { body, headers } = await api.as('ext').get('/users/2/events', { per_page: 1, page: 2 })
      expect(projectsOf(body)).toEqual([1])
      expect(headers.get('x-total')).toBe('2')
    })

    it('need a user and credentials', async () => {
      expect((await jane.get('/users/99/events')).status).toBe(404)
      expect((await api.anonymous.get('/users/2/events')).status).toBe(401)
    })
  })
})
