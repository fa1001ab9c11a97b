import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'mona' },
    { username: 'rita' },
    { username: 'gus' },
  ],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      members: { mona: 'maintainer', rita: 'reporter', gus: 'guest' },
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a.txt', content: 'a' }],
          },
        ],
      },
    },
  ],
}

/** Specification of v4, people-groups-projects.md, section 8. */
describeV4('attributes of projects', { seed }, (api) => {
  const [jane, root] = [api.as('jane'), api.as('root')]

  it('are named, one at least, where a project is changed', async () => {
    for (const nothing of [{}, { unknown: 1 }]) {
      const { status, body } = await jane.put('/projects/1', nothing)
      expect(status).toBe(400)
      expect(body.error).toMatch(
        /^name, path, .* are missing, at least one parameter must be provided$/,
      )
    }
  })

  it('are a default branch that the project has', async () => {
    const none = await jane.put('/projects/1', { default_branch: 'nope' })
    const message = { base: ["Could not change HEAD: branch 'nope' does not exist"] }
    expect([none.status, none.body]).toEqual([400, { message }])
    await jane.post('/projects/1/repository/branches', { branch: 'dev', ref: 'master' })
    expect((await jane.put('/projects/1', { default_branch: 'dev' })).body.default_branch).toBe(
      'dev',
    )
  })

  it('are who uses the package registry, under its older name as well', async () => {
    const off = await jane.put('/projects/1', { packages_enabled: false })
    expect(off.body).toMatchObject({
      packages_enabled: false,
      package_registry_access_level: 'disabled',
    })
    const on = await jane.put('/projects/1', { package_registry_access_level: 'private' })
    expect(on.body).toMatchObject({
      packages_enabled: true,
      package_registry_access_level: 'private',
    })
  })

  it('are what becomes of old images, of which what is not named stays', async () => {
    const given = { cadence: '7d', enabled: true, keep_n: 5 }
    const attributes = { name: 'images', container_expiration_policy_attributes: given }
    const made = await jane.post('/projects', attributes)
    const policy = { ...given, older_than: '90d', name_regex: '.*', name_regex_keep: null }
    expect(made.body.container_expiration_policy).toMatchObject(policy)
    const changed = await jane.put(`/projects/${made.body.id}`, {
      container_expiration_policy_attributes: { keep_n: 1, name_regex_keep: 'v.*' },
    })
    expect(changed.body.container_expiration_policy).toMatchObject({
      ...policy,
      keep_n: 1,
      name_regex_keep: 'v.*',
    })
  })

  it('are where it comes from, which maintainers alone see, and nobody the password', async () => {
    const address = 'https://jane:secret@code.example/site.git'
    const attributes = { name: 'copy', visibility: 'public', import_url: address }
    const { body } = await jane.post('/projects', attributes)
    expect(body).toMatchObject({
      import_url: 'https://code.example/site.git',
      import_status: 'finished',
      import_error: null,
    })
    const shown = (await api.as('gus').get(`/projects/${body.id}`)).body
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['import_url']))
    const importedBy = async (caller: typeof jane) =>
      (await caller.get('/projects', { imported: true })).body.map(
        ({ path }: { path: string }) => path,
      )
    expect([await importedBy(jane), await importedBy(root)]).toEqual([['copy'], []])
    expect(shown).not.toHaveProperty('import_error')
    expect(shown).not.toHaveProperty('import_type')
  })

  it.each([
    ['gus', false],
    ['rita', true],
    ['mona', true],
    ['root', true],
  ])('are for reporters: %s', async (who, isShown) => {
    const { body } = await api.as(who).get('/projects/1', { statistics: true })
    expect('statistics' in body).toBe(isShown)
    expect('service_desk_address' in body).toBe(isShown)
  })

  it('are where the merge requests of a fork go, from its beginning', async () => {
    const fork = await api.as('gus').post('/projects/1/fork', { mr_default_target_self: true })
    expect([fork.status, fork.body.mr_default_target_self]).toEqual([201, true])
    const again = await api.as('gus').post('/projects/1/fork')
    const message = [
      'Project namespace name has already been taken',
      'Name has already been taken',
      'Path has already been taken',
    ]
    expect([again.status, again.body]).toEqual([409, { message }])
    const renamed = await api.as('gus').post('/projects/1/fork', { name: 'Other' })
    expect(renamed.body).toEqual({ message: ['Path has already been taken'] })
  })

  it('filter lists: times of changes in their order, storages for administrators', async () => {
    const asked = { updated_before: '2030-01-01T00:00:00Z' }
    const wrong = await jane.get('/projects', { ...asked, order_by: 'name' })
    const message = '400 Bad request - `updated_at` filter and `updated_at` sorting must be paired'
    expect([wrong.status, wrong.body]).toEqual([400, { message }])
    expect((await jane.get('/projects', asked)).status).toBe(200)
    expect((await jane.get('/projects', { ...asked, order_by: 'updated_at' })).body).toHaveLength(1)
    expect((await root.get('/projects', { repository_storage: 'other' })).body).toEqual([])
    expect((await jane.get('/projects', { repository_storage: 'other' })).body).toHaveLength(1)
  })
})
