import { expect, it } from 'vitest'
import type { Event as EventBody } from '../../../../src/contract/generated/v3/contract.ts'
import { describeForge } from '../../../harness.ts'
import { projectsWorld } from './projects-world.ts'

describeForge('a project', { seed: projectsWorld }, (api) => {
  it('is shown whole', async () => {
    const { status, body } = await api.as('bob').get('/projects/1')
    expect(status).toBe(200)
    const host = new URL(api.origin).hostname
    expect(body).toEqual({
      id: 1,
      description: 'The face of the firm',
      default_branch: 'master',
      tag_list: ['ruby', 'front-end'],
      public: false,
      archived: false,
      visibility_level: 0,
      ssh_url_to_repo: `git@${host}:acme/website.git`,
      http_url_to_repo: `${api.origin}/acme/website.git`,
      web_url: `${api.origin}/acme/website`,
      name: 'Website',
      name_with_namespace: 'Acme Works / Website',
      path: 'website',
      path_with_namespace: 'acme/website',
      container_registry_enabled: true,
      issues_enabled: true,
      merge_requests_enabled: true,
      wiki_enabled: true,
      builds_enabled: true,
      snippets_enabled: false,
      created_at: '2016-01-01T00:00:00.000Z',
      last_activity_at: '2016-08-01T00:00:00.000Z',
      shared_runners_enabled: true,
      lfs_enabled: true,
      creator_id: 2,
      namespace: {
        id: 7,
        name: 'Acme Works',
        path: 'acme',
        owner_id: null,
        created_at: '2016-12-22T09:00:00.000Z',
        updated_at: '2016-12-22T09:00:00.000Z',
        description: '',
        avatar: { url: null },
        share_with_group_lock: false,
        visibility_level: 10,
      },
      avatar_url: null,
      star_count: 1,
      forks_count: 0,
      open_issues_count: 0,
      public_builds: true,
      shared_with_groups: [],
      only_allow_merge_if_build_succeeds: false,
      only_allow_merge_if_all_discussions_are_resolved: false,
      request_access_enabled: false,
      permissions: {
        project_access: null,
        group_access: { access_level: 30, notification_level: 3 },
      },
    })
  })

  it('has an owner and the name of that user in a personal namespace', async () => {
    const { body } = await api.as('jane').get('/projects/4')
    expect(body.owner).toEqual({
      id: 2,
      username: 'jane',
      name: 'Jane Doe',
      state: 'active',
      avatar_url: null,
      web_url: `${api.origin}/jane`,
      created_at: '2015-05-05T05:05:05.000Z',
    })
    expect(body.name_with_namespace).toBe('Jane Doe / Blog')
    expect(body.namespace).toMatchObject({ name: 'jane', path: 'jane', owner_id: 2 })
  })

  it('is public and archived, starred and forked where it is', async () => {
    const { body } = await api.as('jane').get('/projects/4')
    expect(body).toMatchObject({
      public: true,
      visibility_level: 20,
      archived: true,
      forks_count: 1,
      star_count: 1,
    })
  })

  it('names the groups it is shared with', async () => {
    const { body } = await api.as('bob').get('/projects/5')
    expect(body.shared_with_groups).toEqual([
      { group_id: 8, group_name: 'Tools', group_access_level: 20 },
    ])
  })

  it('counts no issues where they are disabled or kept elsewhere', async () => {
    expect((await api.as('bob').get('/projects/6')).body).not.toHaveProperty('open_issues_count')
    const { projects } = api.forge.db
    const blog = projects.get(4)
    if (blog) projects.replace(blog, { external_issue_tracker: true })
    expect((await api.as('bob').get('/projects/4')).body).not.toHaveProperty('open_issues_count')
  })

  it('shows permissions: the own membership, the chosen notifications, null for none', async () => {
    expect((await api.as('dave').get('/projects/3')).body.permissions).toEqual({
      project_access: { access_level: 10, notification_level: 2 },
      group_access: null,
    })
    expect((await api.as('dave').get('/projects/4')).body.permissions).toEqual({
      project_access: null,
      group_access: null,
    })
    expect((await api.as('eve').get('/projects/2')).body.permissions.group_access).toBeNull()
    expect((await api.anonymous.get('/projects/4')).body).not.toHaveProperty('permissions')
  })

  it.each([
    ['disabled', 0],
    ['participating', 1],
    ['watch', 2],
    ['global', 3],
    ['mention', 4],
    ['custom', 5],
  ] as const)('gives the notification level %s as %i', async (level, number) => {
    const { notificationSettings } = api.forge.db
    const source = { source_type: 'group', source_id: 7 } as const
    notificationSettings.insert({ ...source, user_id: 2, level: 'mention' })
    notificationSettings.insert({ ...source, user_id: 3, level })
    const { body } = await api.as('bob').get('/projects/1')
    expect(body.permissions.group_access.notification_level).toBe(number)
  })

  it('shows the runners’ secret to masters, owners and administrators', async () => {
    const { members } = api.forge.db
    members.insert({ source_type: 'project', source_id: 1, user_id: 4, access_level: 40 })
    for (const username of ['jane', 'carol', 'root']) {
      expect((await api.as(username).get('/projects/1')).body.runners_token).toBe('website-token')
    }
    expect((await api.as('bob').get('/projects/1')).body).not.toHaveProperty('runners_token')
    expect((await api.as('dave').get('/projects/4')).body).not.toHaveProperty('runners_token')
  })

  it.each(['jane%2Fblog', 'JANE%2Fblog', '4'])('is found by %s', async (id) => {
    expect((await api.as('bob').get(`/projects/${id}`)).body.id).toBe(4)
  })

  it.each([
    ['a public one', 'nobody', 4, 200],
    ['an internal one', 'nobody', 2, 404],
    ['a private one', 'nobody', 1, 404],
    ['an internal one', 'dave', 2, 200],
    ['an internal one', 'carol', 2, 404],
    ['a private one', 'dave', 1, 404],
    ['a private one, once a member', 'eve', 1, 404],
    ['a private one, as a guest', 'dave', 3, 200],
    ['a private one, shared with the group', 'bob', 5, 200],
    ['a private one', 'root', 1, 200],
    ['an unknown one', 'root', 99, 404],
  ])('%s is there or not for %s', async (_, username, id, status) => {
    const client = username === 'nobody' ? api.anonymous : api.as(username)
    const reply = await client.get(`/projects/${id}`)
    expect(reply.status).toBe(status)
    if (status === 404) expect(reply.body).toEqual({ message: '404 Project Not Found' })
  })
})

describeForge('the users of a project', { seed: projectsWorld }, (api) => {
  const usernames = async (id: number, parameters = {}) => {
    const { body } = await api.as('root').get(`/projects/${id}/users`, parameters)
    return body.map(({ username }: { username: string }) => username)
  }

  it('are its members and the owner of its namespace, without the expired', async () => {
    expect(await usernames(3)).toEqual(['jane', 'dave'])
  })

  it('are those of its group, once each', async () => {
    const { members } = api.forge.db
    members.insert({ source_type: 'project', source_id: 1, user_id: 3, access_level: 20 })
    expect(await usernames(1)).toEqual(['jane', 'bob'])
  })

  it('are those of the groups it is shared with', async () => {
    expect(await usernames(5)).toEqual(['root', 'bob'])
  })

  it.each([
    ['a name', 'doe', ['jane']],
    ['a username', 'DAV', ['dave']],
    ['an e-mail', 'dave@ex', ['dave']],
    ['nobody', 'zzz', []],
  ])('are found by a part of %s', async (_, search, found) => {
    expect(await usernames(3, { search })).toEqual(found)
  })

  it('are shown in brief', async () => {
    const { body } = await api.as('dave').get('/projects/3/users', { search: 'dave' })
    const web_url = `${api.origin}/dave`
    expect(body).toEqual([
      { id: 5, username: 'dave', name: 'dave', state: 'active', avatar_url: null, web_url },
    ])
  })

  it('are for those who are signed in and see the project', async () => {
    expect((await api.anonymous.get('/projects/4/users')).status).toBe(401)
    expect((await api.as('dave').get('/projects/4/users')).status).toBe(200)
    expect((await api.as('dave').get('/projects/1/users')).status).toBe(404)
  })
})

describeForge('the events of a project', { seed: projectsWorld }, (api) => {
  it('are its own, newest first', async () => {
    const { status, body } = await api.as('jane').get('/projects/jane%2Fblog/events')
    expect(status).toBe(200)
    const seen = body.map((event: EventBody) => [
      event.author_username,
      event.action_name,
      event.project_id,
    ])
    expect(seen).toEqual([
      ['bob', 'joined', 4],
      ['dave', 'joined', 4],
      ['jane', 'created', 4],
    ])
  })

  it('come in pages', async () => {
    const { body, headers } = await api.as('jane').get('/projects/4/events', { per_page: 1 })
    expect(body).toHaveLength(1)
    expect(headers.get('x-total')).toBe('3')
  })

  it('need no credentials where the project is public, and are hidden with it', async () => {
    expect((await api.anonymous.get('/projects/4/events')).body).toHaveLength(3)
    expect((await api.anonymous.get('/projects/1/events')).status).toBe(404)
    expect((await api.as('dave').get('/projects/1/events')).status).toBe(404)
    expect((await api.as('bob').get('/projects/1/events')).body).toHaveLength(1)
  })
})
