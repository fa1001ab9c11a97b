import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'eve' },
  ],
  groups: [
    { path: 'acme', name: 'Acme Works', visibility: 'public', members: { jane: 'owner' } },
    { path: 'club', visibility: 'private', members: { jane: 'owner' } },
  ],
  projects: [
    {
      path: 'jane/site',
      description: 'Ours',
      visibility: 'internal',
      members: { bob: 'master' },
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
    { path: 'jane/other', visibility: 'private' },
    { path: 'acme/tool', visibility: 'public' },
  ],
}
const message = (text: unknown) => ({ message: text })

describeForge('a fork', { seed }, (api) => {
  it('is made in the namespace of the caller, with the history', async () => {
    const { status, body } = await api.as('bob').post('/projects/fork/1')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      path_with_namespace: 'bob/site',
      description: 'Ours',
      visibility_level: 10,
      forked_from_project: { id: 1, path_with_namespace: 'jane/site' },
    })
    const commits = (id: number) => api.as('bob').get(`/projects/${id}/repository/commits`)
    expect((await commits(body.id)).body).toEqual((await commits(1)).body)
    expect((await api.as('jane').get('/projects/1')).body.forks_count).toBe(1)
    expect((await api.as('eve').get('/projects/1')).body).not.toHaveProperty('forked_from_project')
  })

  it('is made in a namespace by its id, its path or its name', async () => {
    const { body: byName } = await api
      .as('jane')
      .post('/projects/fork/1', { namespace: 'Acme Works' })
    expect(byName.path_with_namespace).toBe('acme/site')
    const taken = ['has already been taken']
    expect(await api.as('jane').post('/projects/fork/1', { namespace: 'acme' })).toMatchObject({
      status: 409,
      body: message({ name: taken, path: taken }),
    })
    const club = byName.namespace.id + 1
    const { body: byId } = await api.as('jane').post('/projects/fork/1', { namespace: club })
    expect(byId).toMatchObject({ path_with_namespace: 'club/site', visibility_level: 0 })
  })

  it('is made of what the caller sees, where they may create projects', async () => {
    expect(await api.as('eve').post('/projects/fork/2')).toMatchObject({
      status: 404,
      body: message('404 Project Not Found'),
    })
    for (const namespace of ['acme', 'jane', 4242]) {
      expect(await api.as('eve').post('/projects/fork/1', { namespace })).toMatchObject({
        status: 404,
        body: message('404 Target Namespace Not Found'),
      })
    }
    expect((await api.as('root').post('/projects/fork/1', { namespace: 'eve' })).status).toBe(201)
  })

  it('is what administrators say that it is, until its owner ends that', async () => {
    expect((await api.as('jane').post('/projects/2/fork/1')).status).toBe(403)
    const relation = { forked_to_project_id: 2, forked_from_project_id: 1 }
    expect(await api.as('root').post('/projects/2/fork/1')).toMatchObject({
      status: 201,
      body: relation,
    })
    expect(await api.as('root').post('/projects/2/fork/3')).toMatchObject({
      status: 409,
      body: message('Project already forked'),
    })
    expect((await api.as('root').post('/projects/3/fork/99')).status).toBe(404)
    expect((await api.as('bob').delete('/projects/1/fork')).status).toBe(403)
    expect(await api.as('jane').delete('/projects/2/fork')).toMatchObject({
      status: 200,
      body: relation,
    })
    expect((await api.as('jane').delete('/projects/2/fork')).status).toBe(304)
  })
})

describeForge('a share', { seed }, (api) => {
  it('lets the members of a group in, once, until it is taken back', async () => {
    const share = {
      group_id: api.forge?.db.namespaces.findFirst((q) => q.where({ path: 'acme' }))?.id,
      group_access: 20,
    }
    const { status, body } = await api
      .as('jane')
      .post('/projects/2/share', { ...share, expires_at: '2030-01-01' })
    expect([status, body]).toEqual([
      201,
      { id: 1, project_id: 2, ...share, expires_at: '2030-01-01' },
    ])
    expect(await api.as('jane').post('/projects/2/share', share)).toMatchObject({
      status: 409,
      body: message('Group already shared with this group'),
    })
    expect((await api.as('jane').delete(`/projects/2/share/${share.group_id}`)).status).toBe(204)
    expect(await api.as('jane').delete(`/projects/2/share/${share.group_id}`)).toMatchObject({
      status: 404,
      body: message('404 Group Link Not Found'),
    })
  })

  it('is for masters, with groups that they see', async () => {
    const club = api.forge?.db.namespaces.findFirst((q) => q.where({ path: 'club' }))?.id
    expect(
      (await api.as('eve').post('/projects/1/share', { group_id: 1, group_access: 20 })).status,
    ).toBe(403)
    const hidden = await api
      .as('bob')
      .post('/projects/1/share', { group_id: club, group_access: 20 })
    expect(hidden).toMatchObject({ status: 404, body: message('404 Group Not Found') })
    const wrong = await api
      .as('bob')
      .post('/projects/1/share', { group_id: club, group_access: 25 })
    expect(wrong.status).toBe(400)
    const own = api.forge?.db.namespaces.findFirst((q) => q.where({ path: 'acme' }))?.id
    expect(
      await api.as('jane').post('/projects/3/share', { group_id: own, group_access: 20 }),
    ).toMatchObject({
      status: 409,
      body: message('Project cannot be shared with the project it is in.'),
    })
  })
})

describeForge('projects and namespaces', { seed }, (api) => {
  it('are searched, as far as the caller sees them', async () => {
    const found = async (who: string, query: string, parameters = {}) => {
      const { body } = await api.as(who).get(`/projects/search/${query}`, parameters)
      return body.map(({ path }: { path: string }) => path)
    }
    expect(await found('jane', 't', { order_by: 'id', sort: 'asc' })).toEqual([
      'site',
      'other',
      'tool',
    ])
    expect(await found('eve', 'oo')).toEqual(['tool'])
    expect(await found('eve', 'other')).toEqual([])
    expect(await found('eve', 'OURS')).toEqual(['site'])
  })

  it('are listed: one’s own, all for administrators', async () => {
    const paths = async (who: string, parameters = {}) => {
      const { body } = await api.as(who).get('/namespaces', parameters)
      return body.map(({ kind, path }: { kind: string; path: string }) => `${kind} ${path}`)
    }
    expect(await paths('jane')).toEqual(['user jane', 'group acme', 'group club'])
    expect(await paths('jane', { search: 'wor' })).toEqual(['group acme'])
    expect(await paths('root')).toHaveLength(6)
  })

  it('keep files', async () => {
    const form = new FormData()
    form.append('file', new File(['a'], 'my pier.png'))
    const headers = { 'private-token': 'eve-token' }
    const sent = { method: 'POST', headers, body: form }
    const { status, body } = await api.request('/api/v3/projects/1/uploads', sent)
    expect(status).toBe(201)
    expect(body).toEqual({
      alt: 'my_pier',
      url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\/my_pier\.png$/),
      markdown: `![my_pier](${body.url})`,
    })
    expect((await api.as('eve').post('/projects/1/uploads', {})).status).toBe(400)
  })
})
