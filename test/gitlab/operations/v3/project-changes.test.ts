import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  groups: [{ path: 'acme', visibility: 'internal', members: { jane: 'owner', bob: 'master' } }],
  projects: [
    { path: 'acme/site', visibility: 'internal' },
    { path: 'acme/tool', visibility: 'internal' },
  ],
}
const message = (text: string) => ({ message: text })

describeForge('a project', { seed }, (api) => {
  it('is changed by masters, and sent back as it was read', async () => {
    const changes = { description: 'Ours', issues_enabled: false, default_branch: 'trunk' }
    const { status, body } = await api.as('bob').put('/projects/1', changes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 1, path: 'site', ...changes })
    expect((await api.as('jane').get('/projects/1')).body).toMatchObject(changes)
    const { status: again } = await api.as('jane').put('/projects/1', body)
    expect(again).toBe(200)
  })

  it('is renamed, moved and shown to others by owners alone', async () => {
    for (const change of [{ name: 'New' }, { visibility_level: 0 }, { public: false }]) {
      expect(await api.as('bob').put('/projects/1', change)).toMatchObject({
        status: 403,
        body: message('403 Forbidden'),
      })
    }
    const { body } = await api.as('jane').put('/projects/1', { name: 'New', public: false })
    expect(body).toMatchObject({ name: 'New', visibility_level: 0, public: false })
    const { body: moved } = await api.as('bob').put('/projects/1', { path: 'elsewhere' })
    expect(moved).toMatchObject({ path_with_namespace: 'acme/elsewhere' })
    expect((await api.as('bob').get('/projects/acme%2Felsewhere')).body.id).toBe(1)
  })

  it('is not changed by nothing, nor into what it cannot be', async () => {
    const nothing = await api.as('jane').put('/projects/1', { unknown: 1 })
    expect(nothing.status).toBe(400)
    const [[names = '', reasons] = []] = Object.entries(nothing.body.message)
    expect(names).toMatch(/^name, description, .*default_branch$/)
    expect(reasons).toEqual(['are missing, at least one parameter must be provided'])
    const taken = ['has already been taken']
    expect(await api.as('jane').put('/projects/1', { name: 'tool', path: 'tool' })).toMatchObject({
      status: 400,
      body: { message: { name: taken, path: taken } },
    })
    expect(await api.as('jane').put('/projects/1', { visibility_level: 20 })).toMatchObject({
      status: 400,
      body: { message: { visibility_level: ['public is not allowed in a internal group.'] } },
    })
  })

  it('has a part for everyone again that is turned on', async () => {
    await api.forge?.db.projects.update((q) => q.where({ id: 1 }), {
      data: (one) => {
        one.issues_enabled = false
        one.feature_levels = { issues: 'disabled' }
      },
    })
    const { body } = await api.as('bob').put('/projects/1', { issues_enabled: true })
    expect(body.issues_enabled).toBe(true)
    expect((await api.as('root').get('/projects/1/issues')).status).toBe(200)
  })

  it('is removed by owners, once', async () => {
    expect((await api.as('bob').delete('/projects/1')).status).toBe(403)
    expect(await api.as('jane').delete('/projects/1')).toMatchObject({ status: 200, body: true })
    expect((await api.as('jane').get('/projects/1')).status).toBe(404)
    expect(await api.as('jane').delete('/projects/1')).toMatchObject({
      status: 404,
      body: message('404 Project Not Found'),
    })
  })

  it('is archived and brought back by owners', async () => {
    expect((await api.as('bob').post('/projects/1/archive')).status).toBe(403)
    const archived = await api.as('jane').post('/projects/1/archive')
    expect(archived).toMatchObject({ status: 201, body: { id: 1, archived: true } })
    expect((await api.as('bob').post('/projects/1/unarchive')).status).toBe(403)
    const back = await api.as('jane').post('/projects/1/unarchive')
    expect(back).toMatchObject({ status: 201, body: { id: 1, archived: false } })
  })

  it('is starred once by each, and the star taken back', async () => {
    expect(await api.as('bob').post('/projects/1/star')).toMatchObject({
      status: 201,
      body: { star_count: 1 },
    })
    expect((await api.as('bob').post('/projects/1/star')).status).toBe(304)
    expect((await api.as('jane').post('/projects/1/star')).body.star_count).toBe(2)
    expect(await api.as('bob').delete('/projects/1/star')).toMatchObject({
      status: 200,
      body: { star_count: 1 },
    })
    expect((await api.as('bob').delete('/projects/1/star')).status).toBe(304)
  })
})
