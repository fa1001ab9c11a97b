import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner', bob: 'maintainer' } },
    { path: 'acme/inner', visibility: 'public' },
    { path: 'free', visibility: 'public', members: { jane: 'owner' } },
    { path: 'old', visibility: 'public', archived: true, members: { jane: 'owner' } },
  ],
  projects: [
    { path: 'acme/inner/site', visibility: 'public' },
    { path: 'acme/shelf', visibility: 'public', archived: true },
    { path: 'free/land', visibility: 'public' },
    { path: 'old/mill', visibility: 'public' },
  ],
}

/** Specification of v4, people-groups-projects.md, sections 5.1 and 5.2. */
describeV4('an archived group', { seed }, (api) => {
  const jane = () => api.as('jane')
  const archive = (path = 'acme', what = 'archive') => jane().post(`/groups/${path}/${what}`)
  const issue = async (project: string) =>
    (await jane().post(`/projects/${project}/issues`, { title: 'A' })).status

  it('is shown as one, with what is in it', async () => {
    const { status, body } = await archive()
    expect([status, body.archived]).toEqual([200, true])
    expect((await jane().get('/groups/acme%2Finner')).body.archived).toBe(true)
    expect((await jane().get('/projects/1')).body.archived).toBe(true)
    expect((await jane().get('/groups/free')).body.archived).toBe(false)
    const paths = async (path: string, query: object) =>
      (await jane().get(path, { ...query, order_by: 'path', sort: 'asc' })).body.map(
        (one: { path: string }) => one.path,
      )
    expect(await paths('/groups', { archived: true })).toEqual(['acme', 'inner', 'old'])
    expect(await paths('/groups', { archived: false })).toEqual(['free'])
    expect(await paths('/groups', { active: true })).toEqual(['free'])
    expect(await paths('/projects', { archived: false })).toEqual(['land'])
    expect(await paths('/projects', { archived: true })).toEqual(['mill', 'shelf', 'site'])
  })

  it('keeps its projects from being written to, until it is one no more', async () => {
    expect(await issue('1')).toBe(201)
    await archive()
    expect([await issue('1'), await issue('3')]).toEqual([403, 201])
    const { status, body } = await archive('acme', 'unarchive')
    expect([status, body.archived]).toEqual([200, false])
    expect(await issue('1')).toBe(201)
    // What was archived by itself stays so.
    expect((await jane().get('/projects/2')).body.archived).toBe(true)
    expect(await issue('2')).toBe(403)
  })

  it('comes from a seed', async () => {
    expect((await jane().get('/groups/old')).body.archived).toBe(true)
    expect(await issue('4')).toBe(403)
    await archive('old', 'unarchive')
    expect(await issue('4')).toBe(201)
  })

  it('takes nothing new', async () => {
    const { id } = (await archive()).body
    const project = await jane().post('/projects', { name: 'new', namespace_id: id })
    expect([project.status, project.body]).toEqual([
      400,
      { message: { namespace: ['is not valid'] } },
    ])
    const group = { name: 'new', path: 'new', parent_id: id }
    expect((await jane().post('/groups', group)).status).toBe(403)
    expect((await jane().put('/projects/3/transfer', { namespace: 'acme' })).status).toBe(400)
  })

  it('lets go what is moved elsewhere', async () => {
    await archive()
    const free = (await jane().get('/groups/free')).body.id
    await jane().post('/groups/acme%2Finner/transfer', { group_id: free })
    expect((await jane().get('/projects/1')).body).toMatchObject({
      path_with_namespace: 'free/inner/site',
      archived: false,
    })
    await jane().put('/projects/4/transfer', { namespace: 'free' })
    expect((await jane().get('/projects/4')).body.archived).toBe(false)
  })

  it('has no project that is archived once more', async () => {
    await archive()
    const { status, body } = await jane().post('/projects/1/archive')
    expect([status, body]).toEqual([
      400,
      { message: 'Cannot archive project since one of the ancestors is already archived.' },
    ])
    const back = await jane().post('/projects/1/unarchive')
    expect([back.status, back.body]).toEqual([
      400,
      { message: 'Cannot unarchive project since one of the ancestors is archived.' },
    ])
  })

  it('is archived once, by its owners', async () => {
    expect((await api.as('bob').post('/groups/acme/archive')).status).toBe(403)
    expect((await api.as('bob').post('/groups/acme/unarchive')).status).toBe(403)
    expect((await api.anonymous.post('/groups/acme/archive')).status).toBe(401)
    expect((await archive('acme', 'unarchive')).body).toEqual({
      message: 'Group is already unarchived!',
    })
    await archive()
    const again = await archive()
    expect([again.status, again.body]).toEqual([422, { message: 'Group is already archived!' }])
    const inner = await archive('acme%2Finner')
    expect([inner.status, inner.body]).toEqual([
      422,
      { message: 'Cannot archive group since one of the ancestor groups is already archived!' },
    ])
    const innerBack = await archive('acme%2Finner', 'unarchive')
    expect([innerBack.status, innerBack.body]).toEqual([
      422,
      { message: 'Cannot unarchive group since one of the ancestor groups is archived!' },
    ])
  })
})
