import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import { createTestForge, describeV4 } from '../../../harness.ts'
import { repositoryWorld } from '../v3/repository-world.ts'

const names = (body: readonly { name: string }[]) => body.map(({ name }) => name)

describeV4('protected branches', { seed: repositoryWorld }, (api) => {
  const path = '/projects/1/protected_branches'
  const level = (access_level: number, access_level_description: string) => ({
    id: expect.any(Number),
    access_level,
    access_level_description,
  })

  it('are made with levels, shown, listed, changed and removed', async () => {
    const mona = api.as('mona')
    const made = await mona.post(path, { name: '*-stable', merge_access_level: 30 })
    const shown = {
      id: expect.any(Number),
      name: '*-stable',
      push_access_levels: [level(40, 'Maintainers')],
      merge_access_levels: [level(30, 'Developers + Maintainers')],
      allow_force_push: false,
      unprotect_access_levels: [],
      code_owner_approval_required: false,
    }
    expect([made.status, made.body]).toEqual([201, shown])
    await mona.post(path, { name: 'master', push_access_level: 0, merge_access_level: 60 })
    const list = await api.anonymous.get(path)
    expect(names(list.body)).toEqual(['*-stable', 'master'])
    expect(list.body[1]).toMatchObject({
      push_access_levels: [level(0, 'No one')],
      merge_access_levels: [level(60, 'Instance admins')],
    })
    expect(names((await api.anonymous.get(path, { search: 'STABLE' })).body)).toEqual(['*-stable'])
    const one = `${path}/${encodeURIComponent('*-stable')}`
    const changed = await mona.patch(one, { allow_force_push: true })
    expect([changed.status, changed.body]).toEqual([200, { ...shown, allow_force_push: true }])
    expect((await api.anonymous.get(one)).body).toEqual(changed.body)
    expect((await mona.delete(one)).status).toBe(204)
    const gone = await mona.delete(one)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not Found' }])
  })

  it('is not found by a branch that a pattern matches', async () => {
    await api.as('mona').post(path, { name: 'fix/*' })
    const branch = await api.anonymous.get('/projects/1/repository/branches/fix%2Ftypo')
    expect(branch.body.protected).toBe(true)
    expect((await api.anonymous.get(`${path}/fix%2Ftypo`)).status).toBe(404)
  })

  it('refuses a name that is taken, and levels that are none', async () => {
    const mona = api.as('mona')
    await mona.post(path, { name: 'master' })
    const taken = await mona.post(path, { name: 'master' })
    expect([taken.status, taken.body]).toEqual([
      409,
      { message: "Protected branch 'master' already exists" },
    ])
    const wrong = await mona.post(path, { name: 'x', push_access_level: 50 })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'push_access_level does not have a valid value' },
    ])
  })

  it('is not removed where it was changed after If-Unmodified-Since', async () => {
    await api.as('mona').post(path, { name: 'master' })
    const since = { 'if-unmodified-since': 'Sat, 14 Jan 2017 12:00:00 GMT' }
    expect((await api.as('mona', since).delete(`${path}/master`)).status).toBe(412)
  })

  it('says who pushes: of several that match one is enough', async () => {
    const push = async (who: string) =>
      (
        await api.as(who).put('/projects/1/repository/files/README.md', {
          branch: 'fix/typo',
          commit_message: 'x',
          content: who,
        })
      ).status
    await api.as('mona').post(path, { name: 'fix/*', push_access_level: 0 })
    expect([await push('dev'), await push('mona'), await push('root')]).toEqual([400, 400, 400])
    await api.as('mona').post(path, { name: 'fix/typo', push_access_level: 60 })
    expect([await push('mona'), await push('root')]).toEqual([400, 200])
    await api.as('mona').post(path, { name: '*typo', push_access_level: 30 })
    expect(await push('dev')).toBe(200)
  })

  it('is what v3 calls developers_can_push, and the other way round', async () => {
    const headers = { 'private-token': 'mona-token', 'content-type': 'application/json' }
    await api.as('mona').post(path, { name: 'master', push_access_level: 30 })
    const v3 = await api.request('/api/v3/projects/1/repository/branches/master', { headers })
    expect(v3.body).toMatchObject({ developers_can_push: true, developers_can_merge: false })
    await api.request('/api/v3/projects/1/repository/branches/master/protect', {
      method: 'PUT',
      headers,
      body: JSON.stringify({ developers_can_push: false, developers_can_merge: true }),
    })
    expect((await api.anonymous.get(`${path}/master`)).body).toMatchObject({
      push_access_levels: [{ access_level: 40 }],
      merge_access_levels: [{ access_level: 30 }],
    })
  })
})

describeV4('protected tags', { seed: repositoryWorld }, (api) => {
  const path = '/projects/1/protected_tags'

  it('are made with a level, shown, listed and removed', async () => {
    const mona = api.as('mona')
    const made = await mona.post(path, { name: 'v*', create_access_level: 30 })
    const id = expect.any(Number)
    const create_access_levels = [
      { id, access_level: 30, access_level_description: 'Developers + Maintainers' },
    ]
    expect([made.status, made.body]).toEqual([201, { name: 'v*', create_access_levels }])
    expect((await mona.get(path)).body).toEqual([made.body])
    expect((await mona.get(`${path}/v*`)).body).toEqual(made.body)
    expect((await mona.get(`${path}/v1.0`)).status).toBe(404)
    const taken = await mona.post(path, { name: 'v*' })
    expect([taken.status, taken.body]).toEqual([422, { message: ['Name has already been taken'] }])
    for (const kind of ['protected_tags', 'protected_branches']) {
      const blank = await mona.post(`/projects/1/${kind}`, { name: ' ' })
      expect([blank.status, blank.body]).toEqual([422, { message: ["Name can't be blank"] }])
    }
    const tag = await api.anonymous.get('/projects/1/repository/tags/v1.0')
    expect(tag.body.protected).toBe(true)
    expect((await mona.delete(`${path}/v*`)).status).toBe(204)
    expect((await mona.delete(`${path}/v*`)).status).toBe(404)
  })
})

describe('protections in a seed', () => {
  const protectedBy = async (forge: Forge, what: string) => {
    const headers = { 'private-token': 'mona-token' }
    const address = `http://forge.test/api/v4/projects/1/protected_${what}`
    return (await forge.fetch(new Request(address, { headers }))).json()
  }

  it('are of branches and tags, by name or by pattern, and exported as they are', async () => {
    const [site, ...others] = repositoryWorld.projects ?? []
    const repository = {
      ...site?.repository,
      protected_branches: {
        'release/*': { push_access_level: 0, merge_access_level: 60, allow_force_push: true },
      },
      protected_tags: { 'v*': { create_access_level: 30 }, nightly: {} },
    } as const
    const projects = [{ path: 'acme/site', ...site, repository }, ...others]
    const forge = await createTestForge({ seed: { ...repositoryWorld, projects } })
    const branches = await protectedBy(forge, 'branches')
    expect(branches).toMatchObject([
      {
        name: 'release/*',
        push_access_levels: [{ access_level: 0 }],
        merge_access_levels: [{ access_level: 60 }],
        allow_force_push: true,
      },
    ])
    const tags = await protectedBy(forge, 'tags')
    expect(tags).toMatchObject([
      { name: 'v*', create_access_levels: [{ access_level: 30 }] },
      { name: 'nightly', create_access_levels: [{ access_level: 40 }] },
    ])
    const copy = await createTestForge({ seed: forge.export() })
    expect(await protectedBy(copy, 'branches')).toEqual(branches)
    expect(await protectedBy(copy, 'tags')).toEqual(tags)
  })
})
