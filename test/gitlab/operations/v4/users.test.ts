import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', name: 'Administrator', admin: true },
    {
      username: 'jane',
      name: 'Jane Doe',
      bio: 'Writes.',
      organization: 'Acme',
      avatar_url: '/avatars/jane.svg',
      emails: ['second@jane.example'],
      identities: [{ provider: 'github', extern_uid: '7' }],
    },
    { username: 'bob', state: 'blocked' },
    { username: 'dirk', state: 'blocked', blocked_by_directory: true },
    { username: 'sleepy', state: 'deactivated' },
    { username: 'ann', external: true, two_factor_enabled: true },
    { username: 'mallory', state: 'banned' },
  ],
  groups: [{ path: 'acme', members: { jane: 'owner' } }],
  projects: [
    {
      path: 'ann/diary',
      visibility: 'public',
      issues: [
        {
          title: 'One',
          author: 'jane',
          assignee: 'ann',
          notes: [{ author: 'jane', body: 'Mine' }],
        },
      ],
    },
  ],
}

const names = (users: readonly { username: string }[]) => users.map(({ username }) => username)

describeV4('users', { seed }, (api) => {
  const root = () => api.as('root')

  describe('a list', () => {
    it('has the newest first, in the basic form, and those who may sign in', async () => {
      const { status, body } = await api.as('jane').get('/users')
      expect(status).toBe(200)
      expect(names(body)).toEqual(['ann', 'sleepy', 'jane', 'root'])
      expect(body[2]).toEqual({
        id: 2,
        username: 'jane',
        public_email: '',
        name: 'Jane Doe',
        state: 'active',
        locked: false,
        avatar_url: `${api.origin}/avatars/jane.svg`,
        web_url: `${api.origin}/jane`,
      })
    })

    it('has all users in the form of administrators for them', async () => {
      const { body } = await root().get('/users')
      expect(names(body)).toEqual(['mallory', 'ann', 'sleepy', 'dirk', 'bob', 'jane', 'root'])
      expect(body.map(({ state }: { state: string }) => state)).toEqual([
        'banned',
        'active',
        'deactivated',
        'ldap_blocked',
        'blocked',
        'active',
        'active',
      ])
      expect(body[6]).toMatchObject({ is_admin: true, email: 'root@example.com', note: null })
    })

    it('is for nobody but who is signed in or knows the username', async () => {
      const { status, body } = await api.anonymous.get('/users')
      expect([status, body]).toEqual([
        403,
        { message: '403 Forbidden - Not authorized to access /api/v4/users' },
      ])
      expect(names((await api.anonymous.get('/users', { username: 'JANE' })).body)).toEqual([
        'jane',
      ])
    })

    it.each<[string, Record<string, unknown>, string[]]>([
      ['username', { username: 'Jane' }, ['jane']],
      ['search', { search: 'doe' }, ['jane']],
      ['search', { search: 'second@jane.example' }, ['jane']],
      ['search', { search: 'second@jane' }, []],
      ['active', { active: true }, ['ann', 'jane', 'root']],
      ['active', { active: false, username: 'bob' }, ['bob']],
      ['exclude_active', { exclude_active: true }, ['mallory', 'sleepy', 'dirk', 'bob']],
      ['blocked', { blocked: true }, ['dirk', 'bob']],
      ['external', { external: true }, ['ann']],
      ['exclude_external', { exclude_external: true, active: true }, ['jane', 'root']],
      ['exclude_humans', { exclude_humans: true }, []],
      ['admins', { admins: true }, ['root']],
      ['two_factor', { two_factor: 'enabled' }, ['ann']],
      ['without_projects', { without_projects: true, active: true }, ['jane', 'root']],
      ['extern_uid', { provider: 'github', extern_uid: '7' }, ['jane']],
      ['created_after', { created_after: '2030-01-01' }, []],
      ['order', { active: true, order_by: 'name', sort: 'asc' }, ['root', 'jane', 'ann']],
    ])('is filtered by %s', async (_, parameters, expected) => {
      const { body } = await root().get('/users', parameters)
      expect(names(body)).toEqual(expected)
    })

    it('ignores what only administrators may filter by', async () => {
      const jane = api.as('jane')
      const ignored = { two_factor: 'enabled', order_by: 'name', sort: 'asc', admins: true }
      expect(names((await jane.get('/users', ignored)).body)).toEqual([
        'ann',
        'sleepy',
        'jane',
        'root',
      ])
      expect((await jane.get('/users', { search: 'second@jane.example' })).body).toEqual([])
      const { status } = await jane.get('/users', { provider: 'github', extern_uid: '7' })
      expect(status).toBe(403)
    })

    it('has the best match of a search first', async () => {
      await root().put('/users/2', { name: 'Ann' })
      expect(names((await api.as('jane').get('/users', { search: 'ann' })).body)).toEqual([
        'jane',
        'ann',
      ])
    })

    it('wants a provider with what it calls the user', async () => {
      const { status, body } = await root().get('/users', { provider: 'github' })
      expect([status, body]).toEqual([
        400,
        { error: 'extern_uid, provider provide all or none of parameters' },
      ])
    })

    it.each(['id', 'name', 'username', 'created_at', 'updated_at'])(
      'is paged by keys in the order of %s',
      async (order_by) => {
        for (const sort of ['asc', 'desc']) {
          const whole = await root().get('/users', { order_by, sort })
          let path: string | undefined =
            `/users?pagination=keyset&per_page=3&order_by=${order_by}&sort=${sort}`
          const seen: string[] = []
          while (path !== undefined) {
            const { body, headers } = await root().get(path)
            expect(body.length).toBeLessThanOrEqual(3)
            expect(headers.get('x-total')).toBeNull()
            seen.push(...names(body))
            const [, next] =
              /^<[^>]*\/api\/v4([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
            path = next
          }
          expect(seen).toEqual(names(whole.body))
        }
      },
    )
  })

  describe('a user', () => {
    it('is shown to others without what is private', async () => {
      const { body } = await api.as('ann').get('/users/2')
      expect(body).toEqual({
        id: 2,
        username: 'jane',
        public_email: '',
        name: 'Jane Doe',
        state: 'active',
        locked: false,
        avatar_url: `${api.origin}/avatars/jane.svg`,
        web_url: `${api.origin}/jane`,
        created_at: expect.any(String),
        bio: 'Writes.',
        location: '',
        linkedin: '',
        twitter: '',
        discord: '',
        website_url: '',
        github: '',
        job_title: '',
        pronouns: null,
        organization: 'Acme',
        bot: false,
        work_information: 'Acme',
        followers: 0,
        following: 0,
        is_followed: false,
        local_time: null,
      })
    })

    it('is shown to administrators in detail', async () => {
      const { body } = await root().get('/users/2')
      expect(body).toMatchObject({
        email: 'jane@example.com',
        commit_email: 'jane@example.com',
        is_admin: false,
        namespace_id: 2,
        created_by: null,
        highest_role: 50,
        identities: [{ provider: 'github', extern_uid: '7' }],
        sign_in_count: 0,
      })
    })

    it('shows less of a private profile', async () => {
      await root().put('/users/2', { private_profile: true })
      const { body } = await api.as('ann').get('/users/2')
      expect(body).not.toHaveProperty('created_at')
      expect(body).not.toHaveProperty('followers')
      expect((await api.as('jane').get('/users/2')).body).toHaveProperty('created_at')
    })

    it('is shown to nobody who is not signed in', async () => {
      for (const id of [2, 99]) {
        const { status, body } = await api.anonymous.get(`/users/${id}`)
        expect([status, body]).toEqual([403, { message: '403 Forbidden - Not authorized!' }])
      }
    })

    it('is looked for by id alone', async () => {
      const missing = await root().get('/users/99')
      expect([missing.status, missing.body]).toEqual([404, { message: '404 User Not Found' }])
      const { status, body } = await root().get('/users/jane')
      expect([status, body]).toEqual([404, { error: '404 Not Found' }])
    })

    it('sees itself as GET /user shows it', async () => {
      const { body } = await api.as('jane').get('/user')
      expect(body).toMatchObject({ email: 'jane@example.com', projects_limit: 10, external: false })
      expect(body).not.toHaveProperty('is_admin')
      expect(body).not.toHaveProperty('private_token')
      expect((await root().get('/user')).body).toMatchObject({ is_admin: true })
      expect((await api.anonymous.get('/user')).status).toBe(401)
    })

    it('has counts of what there is to do', async () => {
      const { body } = await api.as('ann').get('/user_counts')
      expect(body).toEqual({
        merge_requests: 0,
        assigned_issues: 1,
        assigned_merge_requests: 0,
        review_requested_merge_requests: 0,
        todos: 1,
      })
    })
  })

  describe('a new user', () => {
    const carl = { email: 'Carl@example.com', name: 'Carl', username: 'carl' }

    it('is made by an administrator, in that form', async () => {
      const { status, body } = await root().post('/users', {
        ...carl,
        password: 'long enough for us',
        bio: 'New',
        note: 'watch',
        skip_confirmation: true,
        extern_uid: '9',
        provider: 'ldap',
      })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        username: 'carl',
        email: 'carl@example.com',
        bio: 'New',
        note: 'watch',
        is_admin: false,
        confirmed_at: expect.any(String),
        created_by: { username: 'root' },
        identities: [{ provider: 'ldap', extern_uid: '9' }],
      })
    })

    it('is not confirmed unless that is asked for', async () => {
      const { body } = await root().post('/users', { ...carl, reset_password: true })
      expect(body.confirmed_at).toBeNull()
    })

    it.each<[string, Record<string, unknown>, number, unknown]>([
      [
        'nothing',
        {},
        400,
        {
          error:
            'email is missing, name is missing, username is missing, password, reset_password, force_random_password are missing, at least one parameter must be provided',
        },
      ],
      [
        'no password',
        carl,
        400,
        {
          error:
            'password, reset_password, force_random_password are missing, at least one parameter must be provided',
        },
      ],
      [
        'a taken address',
        { ...carl, email: 'second@jane.example', reset_password: true },
        409,
        { message: 'Email has already been taken' },
      ],
      [
        'a taken name',
        { ...carl, username: 'JANE', reset_password: true },
        409,
        { message: 'Username has already been taken' },
      ],
      [
        'a short password',
        { ...carl, password: 'short' },
        400,
        { message: { password: ['is too short (minimum is 8 characters)'] } },
      ],
      [
        'a weak password',
        { ...carl, password: 'my-gitlab-word' },
        400,
        {
          message: {
            password: ['must not contain commonly used combinations of words and letters'],
          },
        },
      ],
      [
        'a common password',
        { ...carl, password: 'Password123' },
        400,
        {
          message: {
            password: ['must not contain commonly used combinations of words and letters'],
          },
        },
      ],
      [
        'its own name as the password',
        { ...carl, password: 'xx-Carl-xx' },
        400,
        {
          message: {
            password: ['must not contain commonly used combinations of words and letters'],
          },
        },
      ],
      [
        'a name with spaces',
        { ...carl, username: 'a b', reset_password: true },
        400,
        {
          message: {
            username: [
              "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
            ],
          },
        },
      ],
    ])('is refused with %s', async (_, parameters, status, body) => {
      const answer = await root().post('/users', parameters)
      expect([answer.status, answer.body]).toEqual([status, body])
    })

    it('is for administrators, after the parameters are right', async () => {
      expect((await api.as('jane').post('/users', {})).status).toBe(400)
      const { status, body } = await api
        .as('jane')
        .post('/users', { ...carl, reset_password: true })
      expect([status, body]).toEqual([403, { message: '403 Forbidden' }])
      expect((await api.anonymous.post('/users', {})).status).toBe(401)
    })
  })

  describe('a change', () => {
    it('leaves the rest as it is', async () => {
      const { status, body } = await root().put('/users/2', { name: 'Jane Roe', projects_limit: 3 })
      expect([status, body.name, body.projects_limit, body.bio]).toEqual([
        200,
        'Jane Roe',
        3,
        'Writes.',
      ])
    })

    it('of an address waits to be confirmed', async () => {
      const waiting = await root().put('/users/2', { email: 'new@jane.example' })
      expect(waiting.body.email).toBe('jane@example.com')
      expect(api.forge.db.users.get(2)?.unconfirmed_email).toBe('new@jane.example')
      const sure = await root().put('/users/2', {
        email: 'new@jane.example',
        skip_reconfirmation: true,
      })
      expect(sure.body.email).toBe('new@jane.example')
    })

    it('takes what was read back', async () => {
      const { body } = await root().get('/users/2')
      const { status } = await root().put('/users/2', body)
      expect(status).toBe(200)
    })

    it('of a password for another user makes that one change it', async () => {
      await root().put('/users/2', { password: 'something longer' })
      expect(api.forge.db.users.get(2)?.password_expires_at).not.toBeNull()
      await root().put('/users/1', { password: 'something longer' })
      expect(api.forge.db.users.get(1)?.password_expires_at).toBeNull()
    })

    it('of a name that is taken is a conflict', async () => {
      const { status, body } = await root().put('/users/2', { username: 'ann' })
      expect([status, body]).toEqual([409, { message: 'Username has already been taken' }])
    })

    it('adds an identity or changes it', async () => {
      const { body } = await root().put('/users/2', { provider: 'github', extern_uid: '8' })
      expect(body.identities).toEqual([{ provider: 'github', extern_uid: '8' }])
      const removed = await root().delete('/users/2/identities/github')
      expect([removed.status, removed.body]).toEqual([204, ''])
      const again = await root().delete('/users/2/identities/github')
      expect([again.status, again.body]).toEqual([404, { message: '404 Identity Not Found' }])
    })
  })

  describe('a removal', () => {
    it('gives what the user contributed to the ghost', async () => {
      for (const member of [...api.forge.db.members.all()]) api.forge.db.members.remove(member)
      const { status, body } = await root().delete('/users/2')
      expect([status, body]).toEqual([204, ''])
      const [ghost] = (await root().get('/users', { username: 'ghost' })).body
      expect(ghost).toMatchObject({ name: 'Ghost User', state: 'active' })
      expect(api.forge.db.issues.get(1)?.author_id).toBe(ghost.id)
      expect(api.forge.db.notes.all().map(({ author_id }) => author_id)).toContain(ghost.id)
      const again = await root().delete('/users/2')
      expect([again.status, again.body]).toEqual([404, { message: '404 User Not Found' }])
      expect(names((await root().get('/users', { exclude_internal: true })).body)).not.toContain(
        'ghost',
      )
    })

    it('of the only owner of a group is refused, unless everything goes', async () => {
      const { status, body } = await root().delete('/users/2')
      expect([status, body]).toEqual([
        409,
        { message: 'User cannot be removed while is the sole-owner of a group' },
      ])
      expect((await root().delete('/users/2', { hard_delete: true })).status).toBe(204)
      expect(api.forge.db.issues.all()).toEqual([])
      expect(api.forge.db.namespaces.all().some(({ kind }) => kind === 'group')).toBe(false)
    })
  })

  it.each<[string, number, number, unknown, string]>([
    ['block', 2, 201, true, 'blocked'],
    ['block', 5, 201, true, 'blocked'],
    ['block', 3, 201, null, 'blocked'],
    [
      'block',
      4,
      403,
      { message: '403 Forbidden - LDAP blocked users cannot be modified by the API' },
      'blocked',
    ],
    [
      'block',
      1,
      403,
      { message: '403 Forbidden - The API initiating user cannot be blocked by the API' },
      'active',
    ],
    ['unblock', 3, 201, true, 'active'],
    ['unblock', 2, 201, false, 'active'],
    ['unblock', 7, 201, false, 'banned'],
    [
      'unblock',
      4,
      403,
      { message: '403 Forbidden - LDAP blocked users cannot be unblocked by the API' },
      'blocked',
    ],
    [
      'unblock',
      5,
      403,
      { message: '403 Forbidden - Deactivated users cannot be unblocked by the API' },
      'deactivated',
    ],
    ['activate', 5, 201, true, 'active'],
    ['activate', 2, 201, true, 'active'],
    [
      'activate',
      3,
      403,
      { message: 'Error occurred. A blocked user must be unblocked to be activated' },
      'blocked',
    ],
    ['deactivate', 2, 201, true, 'deactivated'],
    ['deactivate', 5, 201, null, 'deactivated'],
    [
      'deactivate',
      3,
      403,
      { message: 'Error occurred. A blocked user cannot be deactivated' },
      'blocked',
    ],
    ['ban', 2, 201, true, 'banned'],
    ['ban', 3, 403, { message: 'You cannot ban blocked users.' }, 'blocked'],
    ['unban', 7, 201, true, 'active'],
    ['unban', 2, 403, { message: 'You cannot unban active users.' }, 'active'],
  ])('%s of user %i', async (action, id, status, body, state) => {
    const answer = await root().post(`/users/${id}/${action}`)
    expect([answer.status, answer.body]).toEqual([status, body])
    expect(api.forge.db.users.get(id)?.state).toBe(state)
  })

  it('refuses to deactivate who did something lately', async () => {
    const jane = api.forge.db.users.get(2)
    if (jane) api.forge.db.users.replace(jane, { last_activity_on: '2017-01-10' })
    const { status, body } = await root().post('/users/2/deactivate')
    expect([status, body]).toEqual([
      403,
      {
        message:
          'The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated',
      },
    ])
  })

  it('shows who is banned as blocked in v3', async () => {
    const { body } = await api.request('/api/v3/users/7?private_token=root-token')
    expect(body.state).toBe('blocked')
  })
})
