import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'

const seed: Seed = {
  users: [{ username: 'jane' }],
  groups: [{ path: 'acme', members: { jane: 'owner' } }],
  projects: [{ path: 'jane/site' }],
  applications: [
    { name: 'Harbour board', redirect_uris: ['http://localhost/a', 'myapp://b'] },
    {
      name: 'Page',
      client_id: 'page',
      client_secret: 'of-page',
      redirect_uris: ['http://localhost/c'],
      scopes: ['read_user'],
      confidential: false,
      trusted: true,
    },
  ],
  access_tokens: [
    { name: 'ci', project: 'jane/site', created_by: 'jane', token: 'glpat-ci', revoked: true },
    { name: 'all', group: 'acme', created_by: 'jane', token: 'glpat-all', level: 'reporter' },
  ],
  deploy_tokens: [
    { name: 'machine', project: 'jane/site', token: 'gldt-1' },
    { name: 'old', group: 'acme', token: 'gldt-2', username: 'old', expires_at: '2017-01-01' },
  ],
}

it('says what lets programs in, with what nobody wrote made up', async () => {
  const { db } = await createTestForge({ seed })
  expect(db.oauthApplications.all()).toMatchObject([
    {
      name: 'Harbour board',
      uid: 'harbour-board',
      secret: 'harbour-board-secret',
      redirect_uri: 'http://localhost/a\nmyapp://b',
      scopes: ['api'],
      is_confidential: true,
      is_trusted: false,
    },
    {
      uid: 'page',
      secret: 'of-page',
      scopes: ['read_user'],
      is_confidential: false,
      is_trusted: true,
    },
  ])
  const [ci] = db.credentials.by('token', 'glpat-ci')
  expect(ci).toMatchObject({ kind: 'personal', name: 'ci', is_revoked: true, scopes: ['api'] })
  expect(db.members.by('user_id', ci?.user_id ?? 0)).toMatchObject([
    { source_type: 'project', source_id: 1, access_level: 40 },
  ])
  const [all] = db.credentials.by('token', 'glpat-all')
  expect(db.members.by('user_id', all?.user_id ?? 0)).toMatchObject([
    { source_type: 'group', access_level: 20, created_by_id: 1 },
  ])
  expect(db.deployTokens.all()).toMatchObject([
    { project_id: 1, username: 'gitlab+deploy-token-1', scopes: ['read_repository'] },
    { project_id: null, username: 'old', expires_at: '2017-01-01T00:00:00.000Z' },
  ])
})

it('comes back as it was from an export', async () => {
  const forge = await createTestForge({ seed })
  await forge.fetch('http://forge.test/users/sign_in', {
    method: 'POST',
    body: new URLSearchParams({ username: 'jane' }),
  })
  const again = await createTestForge({ seed: forge.export() })
  for (const name of ['oauthApplications', 'deployTokens', 'credentials', 'users'] as const) {
    expect(again.db[name].all()).toEqual(forge.db[name].all())
  }
})

it.each<[Seed, string]>([
  [{ deploy_tokens: [{ name: 'a', token: 'b' }] }, 'deploy_tokens[0]: needs a project or a group'],
  [
    { deploy_tokens: [{ name: 'a', token: 'b', project: 'jane/site', group: 'acme' }] },
    'deploy_tokens[0]: needs a project or a group, and not both',
  ],
  [
    { access_tokens: [{ name: 'a', token: 'glpat-ci', group: 'acme', created_by: 'jane' }] },
    'glpat-ci',
  ],
  [{ access_tokens: [{ name: 'a', token: 'b', group: 'acme', created_by: 'joan' }] }, 'joan'],
  [{ applications: [{ name: 'Page', redirect_uris: [] }] }, 'page'],
])('refuses what does not fit: %o', async (more, message) => {
  const forge = await createTestForge({ seed })
  await expect(forge.add(more)).rejects.toThrow(message)
})
