import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve' },
  ],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'acme/inner', visibility: 'public' },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      tags: ['web', 'Harbour'],
      members: { bob: 'developer' },
    },
    { path: 'acme/inner/tool', visibility: 'private' },
    { path: 'jane/notes', visibility: 'internal' },
  ],
}

describeV4('projects', { seed }, (api) => {
  const pathsOf = async (as: string, parameters = {}) => {
    const { body } = await api.as(as).get('/projects', parameters)
    return body.map((one: { path_with_namespace: string }) => one.path_with_namespace)
  }

  it('have every part at first, snippets too', async () => {
    const { body } = await api.as('jane').post('/projects', { name: 'fresh' })
    expect(body).toMatchObject({
      snippets_enabled: true,
      ...{ issues_access_level: 'enabled', snippets_access_level: 'enabled' },
      ...{ merge_requests_access_level: 'enabled', repository_access_level: 'enabled' },
    })
    const path = `/projects/${body.id}/snippets`
    const files = [{ file_path: 'a.txt', content: 'a' }]
    expect(
      (await api.as('jane').post(path, { title: 'a', visibility: 'private', files })).status,
    ).toBe(201)
  })

  it('are shown whole to who is signed in, by id and by full path', async () => {
    const { status, body } = await api.as('jane').get('/projects/acme%2Finner%2Ftool')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      path_with_namespace: 'acme/inner/tool',
      name_with_namespace: 'acme / inner / tool',
      visibility: 'private',
      web_url: `${api.origin}/acme/inner/tool`,
      namespace: { full_path: 'acme/inner', kind: 'group' },
      jobs_enabled: true,
      issues_access_level: 'enabled',
      empty_repo: true,
      permissions: { project_access: null, group_access: { access_level: 50 } },
      _links: { self: `${api.origin}/api/v4/projects/2` },
    })
    expect((await api.as('jane').get('/projects/2')).body.id).toBe(2)
    expect((await api.as('bob').get('/projects/2')).body).toEqual({
      message: '404 Project Not Found',
    })
  })

  it('show less to nobody in particular', async () => {
    const { body } = await api.anonymous.get('/projects/1')
    expect(body.topics).toEqual(['Harbour', 'web'])
    expect(body).not.toHaveProperty('permissions')
    expect(body).not.toHaveProperty('jobs_enabled')
    expect((await api.anonymous.get('/projects/3')).status).toBe(404)
  })

  it('are listed newest first, and filtered', async () => {
    expect(await pathsOf('jane')).toEqual(['jane/notes', 'acme/inner/tool', 'acme/site'])
    expect(await pathsOf('eve')).toEqual(['jane/notes', 'acme/site'])
    expect(await pathsOf('bob', { membership: true })).toEqual(['acme/site'])
    expect(await pathsOf('jane', { owned: true, order_by: 'path', sort: 'asc' })).toEqual([
      'jane/notes',
      'acme/site',
      'acme/inner/tool',
    ])
    expect(await pathsOf('jane', { visibility: 'internal' })).toEqual(['jane/notes'])
    expect(await pathsOf('jane', { search: 'SIT' })).toEqual(['acme/site'])
    expect(await pathsOf('jane', { topic: 'web,harbour' })).toEqual(['acme/site'])
    expect(await pathsOf('bob', { min_access_level: 40 })).toEqual([])
    const [topic] = (await api.as('jane').get('/topics', { search: 'web' })).body
    expect(await pathsOf('jane', { topic_id: topic.id })).toEqual(['acme/site'])
    expect(await pathsOf('jane', { topic_id: topic.id, topic: 'other' })).toEqual([])
    expect(await pathsOf('jane', { topic_id: 99 })).toEqual([])
  })

  it('are listed by keys as well, with a link to the next alone', async () => {
    const keyset = { pagination: 'keyset', order_by: 'id', sort: 'asc', per_page: 2 }
    const { body, headers } = await api.as('root').get('/projects', keyset)
    expect(body.map(({ id }: { id: number }) => id)).toEqual([1, 2])
    expect(headers.get('x-total')).toBeNull()
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
    const { searchParams } = new URL(next)
    expect(searchParams.get('id_after')).toBe('2')
    const rest = await api.as('root').get('/projects', Object.fromEntries(searchParams))
    expect(rest.body.map(({ id }: { id: number }) => id)).toEqual([3])
    expect(rest.headers.get('link')).toBeNull()
    const wrong = await api.as('root').get('/projects', { ...keyset, order_by: 'name' })
    expect([wrong.status, wrong.body]).toEqual([
      405,
      { error: 'Keyset pagination is not yet available for this type of request' },
    ])
  })

  it('are created by a name or a path, with a readme and what else is said', async () => {
    const made = await api.as('jane').post('/projects', {
      name: 'New Things',
      namespace_id: 5,
      initialize_with_readme: true,
      visibility: 'private',
      topics: ['new'],
      issues_access_level: 'disabled',
      merge_method: 'ff',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'New Things',
      path: 'new-things',
      path_with_namespace: 'acme/new-things',
      default_branch: 'main',
      visibility: 'private',
      topics: ['new'],
      issues_enabled: false,
      issues_access_level: 'disabled',
      merge_method: 'ff',
      empty_repo: false,
    })
    const byPath = await api.as('jane').post('/projects', { path: 'only' })
    expect(byPath.body).toMatchObject({ name: 'only', path: 'only', empty_repo: true })
    const neither = await api.as('jane').post('/projects')
    expect([neither.status, neither.body]).toEqual([
      400,
      { error: 'name, path are missing, at least one parameter must be provided' },
    ])
    const taken = await api.as('jane').post('/projects', { name: 'notes' })
    expect(taken.body.message).toMatchObject({ name: ['has already been taken'] })
  })

  it('are changed by maintainers, and sent back whole as they were read', async () => {
    const jane = api.as('jane')
    const changed = await jane.put('/projects/1', {
      description: 'A site',
      only_allow_merge_if_pipeline_succeeds: true,
      remove_source_branch_after_merge: false,
      wiki_access_level: 'private',
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      description: 'A site',
      only_allow_merge_if_pipeline_succeeds: true,
      remove_source_branch_after_merge: false,
      wiki_access_level: 'private',
      visibility: 'public',
      topics: ['Harbour', 'web'],
    })
    const { name, path, visibility, topics } = changed.body
    expect((await jane.put('/projects/1', { name, path, visibility, topics })).status).toBe(200)
    expect((await api.as('bob').put('/projects/1', { description: '' })).status).toBe(403)
  })

  it('are not made where the name is taken, the visibility restricted, or the source unclear', async () => {
    const jane = api.as('jane')
    const taken = await jane.post('/projects', { name: 'site', namespace_id: 5 })
    expect([taken.status, taken.body.message]).toEqual([
      400,
      {
        'project_namespace.name': ['has already been taken'],
        name: ['has already been taken'],
        path: ['has already been taken'],
      },
    ])
    const settings = { restricted_visibility_levels: ['public'] }
    await api.as('root').put('/application/settings', settings)
    const restricted = await jane.post('/projects', { name: 'open', visibility: 'public' })
    expect([restricted.status, restricted.body.message]).toEqual([
      400,
      { visibility_level: ['public has been restricted by your GitLab administrator'] },
    ])
    const unclear = { name: 'two', template_name: 'rails', template_project_id: 1 }
    expect((await jane.post('/projects', unclear)).body).toEqual({
      error: 'template_name, template_project_id are mutually exclusive',
    })
  })

  it('lead from the path that they had to the one that they have', async () => {
    await api.as('jane').put('/projects/1', { path: 'place' })
    expect((await api.as('jane').get('/projects/acme%2Fplace')).body.id).toBe(1)
    expect(api.forge.db.projects.get(1)?.former_paths).toEqual(['acme/site'])
  })

  it('are deleted late: marked, renamed, and gone when the days are over', async () => {
    const jane = api.as('jane')
    const marked = await jane.delete('/projects/1')
    expect([marked.status, marked.body]).toEqual([202, { message: '202 Accepted' }])
    const { body } = await jane.get('/projects/1')
    expect(body).toMatchObject({
      path: 'site-deletion_scheduled-1',
      marked_for_deletion_on: '2017-01-15',
    })
    expect((await jane.delete('/projects/1')).body.message).toBe(
      'Project has been already marked for deletion',
    )
    api.forge.clock.advance('29d')
    expect((await jane.get('/projects/1')).status).toBe(200)
    api.forge.clock.advance('2d')
    expect((await jane.get('/projects/1')).status).toBe(404)
  })

  it('are restored, or removed at once by the path that they have then', async () => {
    const jane = api.as('jane')
    await jane.delete('/projects/1')
    expect((await jane.post('/projects/1/restore')).body).toMatchObject({
      path: 'site',
      marked_for_deletion_on: null,
    })
    const early = await jane.delete('/projects/1', { permanently_remove: true })
    expect(early.body.message).toBe('Project must be marked for deletion first.')
    await jane.delete('/projects/1')
    const wrong = await jane.delete('/projects/1', { permanently_remove: true, full_path: 'a' })
    expect(wrong.status).toBe(400)
    const full_path = 'acme/site-deletion_scheduled-1'
    const gone = await jane.delete('/projects/1', { permanently_remove: true, full_path })
    expect(gone.status).toBe(202)
    expect((await jane.get('/projects/1')).status).toBe(404)
  })

  it('are archived, starred and forked', async () => {
    const [jane, eve] = [api.as('jane'), api.as('eve')]
    expect((await jane.post('/projects/1/archive')).body.archived).toBe(true)
    expect((await jane.post('/projects/1/unarchive')).body.archived).toBe(false)
    expect((await eve.post('/projects/1/star')).body.star_count).toBe(1)
    expect((await eve.post('/projects/1/star')).status).toBe(304)
    expect((await eve.get('/projects/1/starrers')).body).toMatchObject([
      { user: { username: 'eve' } },
    ])
    expect((await eve.post('/projects/1/unstar')).body.star_count).toBe(0)
    const fork = await eve.post('/projects/1/fork')
    expect(fork.status).toBe(201)
    expect(fork.body).toMatchObject({
      path_with_namespace: 'eve/site',
      import_status: 'finished',
      forked_from_project: { id: 1 },
    })
    expect((await eve.post('/projects/1/fork')).status).toBe(409)
    expect((await jane.get('/projects/1/forks')).body).toHaveLength(1)
    expect((await eve.delete(`/projects/${fork.body.id}/fork`)).status).toBe(204)
    expect((await jane.get('/projects/1/forks')).body).toEqual([])
  })

  it('are forked with one branch alone, which is the default of the fork then', async () => {
    const jane = api.as('jane')
    const { id } = (await jane.post('/projects', { name: 'reef', initialize_with_readme: true }))
      .body
    await jane.post(`/projects/${id}/repository/branches`, { branch: 'work', ref: 'main' })
    const missing = await jane.post(`/projects/${id}/fork`, { path: 'atoll', branches: 'none' })
    expect([missing.status, missing.body]).toEqual([
      404,
      { message: '404 Source Branch Not Found' },
    ])
    const asked = { name: 'Atoll', path: 'atoll', branches: 'work' }
    const fork = await jane.post(`/projects/${id}/fork`, asked)
    expect([fork.status, fork.body.default_branch]).toEqual([201, 'work'])
    const branches = await jane.get(`/projects/${fork.body.id}/repository/branches`)
    expect(branches.body.map(({ name }: { name: string }) => name)).toEqual(['work'])
  })

  it('are shared with groups', async () => {
    const root = api.as('root')
    const inner = (await root.get('/groups/acme%2Finner')).body.id
    const link = await root.post('/projects/3/share', { group_id: inner, group_access: 30 })
    expect(link.status).toBe(201)
    expect(link.body).toMatchObject({ project_id: 3, group_id: inner, group_access: 30 })
    expect((await root.get('/projects/3')).body.shared_with_groups).toMatchObject([
      { group_full_path: 'acme/inner', group_access_level: 30, expires_at: null },
    ])
    expect((await root.delete(`/projects/3/share/${inner}`)).status).toBe(204)
    expect((await root.delete(`/projects/3/share/${inner}`)).status).toBe(404)
  })
})
