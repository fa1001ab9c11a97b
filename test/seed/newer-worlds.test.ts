import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { describeForge, describeV4 } from '../harness.ts'

/** What only worlds of v4 have; v3 shows as much of it as it knows. */
const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    {
      ...{ username: 'jane', bio: 'Sails', job_title: 'Captain', pronouns: 'she/her' },
      public_email: 'jane@harbour.example',
      personal_access_tokens: [
        { token: 'glpat-reads', name: 'ci', scopes: ['read_api'], expires_at: '2017-02-01' },
      ],
    },
    { username: 'bob', state: 'deactivated' },
    { username: 'eve', private_profile: true },
  ],
  groups: [
    { path: 'acme', members: { jane: 'owner', bob: 'planner', eve: 'maintainer' } },
    { path: 'acme/tools' },
  ],
  projects: [
    { path: 'acme/tools/hammer', tags: ['iron'] },
    { path: 'acme/site', shared_with: {} },
  ],
}

describeV4('a seed with what v4 worlds have', { seed }, (api) => {
  it('has subgroups with projects', async () => {
    const { body: group } = await api.as('root').get('/groups/acme%2Ftools')
    expect(group).toMatchObject({ path: 'tools', full_path: 'acme/tools' })
    const { body } = await api.as('root').get('/projects/acme%2Ftools%2Fhammer')
    expect(body.namespace).toMatchObject({ id: group.id, full_path: 'acme/tools' })
  })

  it('calls levels as v4 does', async () => {
    const { body } = await api.as('root').get('/groups/acme/members')
    const levels = body.map((one: { username: string; access_level: number }) => [
      one.username,
      one.access_level,
    ])
    expect(Object.fromEntries(levels)).toEqual({ jane: 50, bob: 15, eve: 40 })
  })

  it('says more of users', async () => {
    const [jane] = (await api.as('root').get('/users', { username: 'jane' })).body
    expect(jane).toMatchObject({
      ...{ bio: 'Sails', job_title: 'Captain', pronouns: 'she/her' },
      public_email: 'jane@harbour.example',
    })
    const [bob] = (await api.as('root').get('/users', { username: 'bob' })).body
    expect(bob.state).toBe('deactivated')
    const [eve] = (await api.as('root').get('/users', { username: 'eve' })).body
    expect(eve.private_profile).toBe(true)
  })

  it('has tokens with names, scopes and an end', async () => {
    const headers = { 'private-token': 'glpat-reads' }
    const { body } = await api.as('jane', headers).get('/personal_access_tokens/self')
    expect(body).toMatchObject({ name: 'ci', scopes: ['read_api'], expires_at: '2017-02-01' })
    expect((await api.as('jane', headers).post('/groups', { name: 'b', path: 'b' })).status).toBe(
      403,
    )
  })
})

describeForge('the same seed, asked by v3', { seed }, (api) => {
  it('shows a planner as the guest that v3 knows', async () => {
    const { body } = await api.as('root').get('/groups/acme/members')
    expect(body.map(({ access_level }: { access_level: number }) => access_level)).toEqual([
      50, 10, 40,
    ])
  })
})
