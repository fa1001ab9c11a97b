import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge, now } from '../../../harness.ts'

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

/** lib/api/deploy_keys.rb of GitLab 8.15. */
describeForge('deploy keys', { seed }, (api) => {
  it.each([path, '/projects/1/keys'])(
    'are added, shown, listed and taken away at %s',
    async (each) => {
      const mona = api.as('mona')
      const made = await mona.post(each, { title: 'New', key: ` ${body('BA')} mona@acme ` })
      expect([made.status, made.body]).toEqual([
        201,
        { id: 3, title: 'New', key: `${body('BA')} mona@acme`, created_at: now },
      ])
      expect((await mona.get(each)).body).toEqual([made.body])
      expect((await mona.get(`${each}/3`)).body).toEqual(made.body)
      const removed = await mona.delete(`${each}/3`)
      expect([removed.status, removed.body]).toEqual([200, made.body])
      expect((await mona.get(each)).body).toEqual([])
      expect(api.forge.db.deployKeys.get(3)).toBeUndefined()
    },
  )

  it('are not found where the project has none of the id', async () => {
    const mona = api.as('mona')
    for (const answer of [
      await mona.get(`${path}/1`),
      await mona.delete(`${path}/1`),
      await mona.delete(`${path}/1/disable`),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { message: '404 Not found' }])
    }
  })

  it('that the caller may use are joined, and not made anew', async () => {
    const mona = api.as('mona')
    const joined = await mona.post(path, { title: 'Other', key: body('AQ') })
    expect([joined.status, joined.body]).toMatchObject([201, { id: 1, title: 'Seeded' }])
    const again = await mona.post(path, { title: 'Other', key: body('AQ') })
    expect([again.status, again.body]).toEqual([201, joined.body])
    expect((await mona.get(path)).body).toEqual([joined.body])
  })

  it.each([path, '/projects/1/keys'])(
    'are enabled and disabled at %s, and stay with other projects',
    async (each) => {
      const mona = api.as('mona')
      const enabled = await mona.post(`${each}/1/enable`)
      expect([enabled.status, enabled.body]).toMatchObject([201, { id: 1, title: 'Seeded' }])
      expect((await mona.get(each)).body).toEqual([enabled.body])
      const disabled = await mona.delete(`${each}/1/disable`)
      expect([disabled.status, disabled.body]).toEqual([200, enabled.body])
      expect((await mona.get(each)).body).toEqual([])
      expect((await mona.get('/projects/2/deploy_keys')).body).toEqual([enabled.body])
    },
  )

  it('of projects that the caller does not maintain are not enabled', async () => {
    await api.as('mona').post(path, { title: 'Of site', key: body('BA') })
    const hidden = await api.as('max').post('/projects/2/deploy_keys/3/enable')
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Deploy Key Not Found' }])
    expect((await api.as('max').post('/projects/2/deploy_keys/2/enable')).status).toBe(201)
  })

  it('are refused where they are none, or others have them', async () => {
    const refusal = async (parameters: Readonly<Record<string, unknown>>) => {
      const { status, body: answer } = await api.as('mona').post(path, parameters)
      return [status, answer.message]
    }
    expect(await refusal({ title: 'x', key: body('Ag') })).toEqual([
      400,
      { key: ['has already been taken'] },
    ])
    expect(await refusal({ title: ' ', key: body('BA') })).toEqual([
      400,
      { title: ["can't be blank"] },
    ])
    expect(await refusal({ title: 'x', key: 'ssh-rsa AAAA' })).toEqual([
      400,
      { fingerprint: ['cannot be generated'] },
    ])
    expect((await api.as('mona').post(path, { key: body('BA') })).status).toBe(400)
    expect((await api.as('mona').post(path, { title: 'x' })).status).toBe(400)
    expect(api.forge.db.deployKeys.all()).toHaveLength(2)
  })

  it('of the instance are for administrators', async () => {
    const all = await api.as('root').get('/deploy_keys')
    expect(all.body.map(({ title }: { title: string }) => title)).toEqual(['Seeded', 'Public'])
    expect((await api.as('mona').get('/deploy_keys')).status).toBe(403)
    expect((await api.as('dev').get(path)).status).toBe(403)
  })
})
