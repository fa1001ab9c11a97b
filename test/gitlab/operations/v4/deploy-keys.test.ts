import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../../harness.ts'

const body = (last: string) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEA${last}==`

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona', keys: [{ title: 'Own', key: body('Ag') }] },
    { username: 'max' },
    { username: 'dev' },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    { path: 'acme/site', created_by: 'mona', members: { mona: 'master', dev: 'developer' } },
    { path: 'acme/app', created_by: 'mona', members: { mona: 'master', max: 'master' } },
  ],
  deploy_keys: [
    { title: 'Seeded', key: body('AQ'), projects: { 'acme/app': 'write' } },
    { title: 'Public', key: body('Aw'), public: true },
  ],
}

const path = '/projects/1/deploy_keys'

describeV4('deploy keys', { seed }, (api) => {
  it('are found by their fingerprint, with who added them and the projects that have them', async () => {
    const mona = api.as('mona')
    const { body: key } = await mona.post(path, { title: 'New', key: body('BQ'), can_push: true })
    const { body: found } = await api.as('root').get('/keys', {
      fingerprint: key.fingerprint_sha256,
    })
    expect(found).toMatchObject({ id: key.id, title: 'New', user: { username: 'mona' } })
    expect(found.deploy_keys_projects).toEqual([
      {
        id: expect.any(Number),
        deploy_key_id: key.id,
        project_id: 1,
        can_push: true,
        created_at: key.created_at,
        updated_at: key.created_at,
      },
    ])
    const { body: seeded } = await mona.get('/projects/2/deploy_keys')
    const byMd5 = await api.as('root').get('/keys', { fingerprint: seeded[0].fingerprint })
    expect(byMd5.body).toMatchObject({ title: 'Seeded', user: null })
    expect((await mona.get('/keys', { fingerprint: seeded[0].fingerprint })).status).toBe(403)
  })

  it('of a project are added, shown, listed, changed and taken away', async () => {
    const mona = api.as('mona')
    const key = `${body('BA')} mona@acme`
    const made = await mona.post(path, { title: 'New', key, can_push: true })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: 3,
        title: 'New',
        key,
        created_at: now,
        expires_at: null,
        last_used_at: null,
        usage_type: 'auth_and_signing',
        fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
        fingerprint_sha256: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
        can_push: true,
      },
    ])
    expect((await mona.get(path)).body).toEqual([made.body])
    const changed = await mona.put(`${path}/3`, { title: 'Newer', can_push: false })
    expect([changed.status, changed.body]).toMatchObject([200, { title: 'Newer', can_push: false }])
    expect((await mona.get(`${path}/3`)).body).toEqual(changed.body)
    const nothing = await mona.put(`${path}/3`, {})
    expect([nothing.status, nothing.body]).toEqual([
      400,
      { error: 'title, can_push are missing, at least one parameter must be provided' },
    ])
    expect((await api.as('dev').get(path)).status).toBe(403)
    expect((await mona.delete(`${path}/3`)).status).toBe(204)
    expect(api.forge.db.deployKeys.get(3)).toBeUndefined()
    expect((await mona.get(`${path}/3`)).body).toEqual({ message: '404 Not found' })
    expect((await mona.delete(`${path}/3`)).body).toEqual({ message: '404 Deploy key Not Found' })
  })

  it('that the caller may use are joined, and not made anew', async () => {
    const mona = api.as('mona')
    const joined = await mona.post(path, { title: 'Other', key: body('AQ') })
    expect([joined.status, joined.body]).toMatchObject([
      201,
      { id: 1, title: 'Seeded', can_push: false },
    ])
    const enabled = await mona.post(`${path}/2/enable`)
    expect([enabled.status, enabled.body.title]).toEqual([201, 'Public'])
    expect(enabled.body).not.toHaveProperty('can_push')
    expect((await mona.put(`${path}/2`, { title: 'Mine' })).status).toBe(403)
    await mona.delete(`${path}/2`)
    await mona.delete(`${path}/1`)
    expect(api.forge.db.deployKeys.all().map(({ id }) => id)).toEqual([1, 2])
    await mona.post(path, { title: 'Of site', key: body('BA') })
    const hidden = await api.as('max').post('/projects/2/deploy_keys/3/enable')
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Deploy key Not Found' }])
  })

  it('are refused where they are none, or others have them', async () => {
    const refusal = async (parameters: object) =>
      (await api.as('mona').post(path, { title: 'x', ...parameters })).body.message
    expect(await refusal({ key: 'ssh-rsa AAAA' })).toEqual({ key: ['is invalid'] })
    expect(await refusal({ key: body('Ag') })).toEqual({
      fingerprint_sha256: ['has already been taken'],
    })
    expect(await refusal({ key: body('BA'), title: ' ' })).toEqual({ title: ["can't be blank"] })
  })

  it('of the instance are for administrators, with their projects', async () => {
    const root = api.as('root')
    const made = await root.post('/deploy_keys', { title: 'For all', key: body('BA') })
    expect([made.status, made.body.projects_with_write_access]).toEqual([201, []])
    const list = await root.get('/deploy_keys')
    expect(list.body).toMatchObject([
      {
        title: 'Seeded',
        projects_with_write_access: [{ path_with_namespace: 'acme/app' }],
        projects_with_readonly_access: [],
      },
      { title: 'Public' },
      { title: 'For all' },
    ])
    expect((await root.get('/deploy_keys', { public: true })).body).toHaveLength(2)
    expect((await api.as('mona').get('/deploy_keys')).status).toBe(403)
  })

  it('go with their last project', async () => {
    await api.as('root').delete('/projects/2')
    api.forge.clock.advance('40d')
    expect(api.forge.db.deployKeys.all().map(({ title }) => title)).toEqual(['Public'])
    expect(api.forge.db.deployKeyLinks.all()).toEqual([])
  })
})

describe('deploy keys in a seed', () => {
  it('are exported as they are', async () => {
    const forge = await createTestForge({ seed })
    const copy = await createTestForge({ seed: forge.export() })
    expect(forge.db.deployKeyLinks.all()).toMatchObject([{ project_id: 2, can_push: true }])
    expect(copy.db.deployKeys.all()).toEqual(forge.db.deployKeys.all())
    expect(copy.db.deployKeyLinks.all()).toEqual(forge.db.deployKeyLinks.all())
  })
})
