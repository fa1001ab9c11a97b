import { expect, it } from 'vitest'
import { describeForge, now, type Reply } from '../../../harness.ts'
import { buildWorld } from './build-world.ts'

const seed = {
  ...buildWorld,
  environments: [
    { project: 'acme/site', name: 'production', external_url: 'https://old.example' },
    { project: 'acme/site', name: 'archive', external_url: 'https://archive.example' },
  ],
  deployments: [
    {
      project: 'acme/site',
      environment: 'archive',
      commit: 'first',
      by: 'mona',
      at: '2017-01-01T10:01:00Z',
    },
  ],
}

const idsOf = ({ body }: Reply) => body.map(({ iid }: { iid: number }) => iid)

describeForge('deployments', { seed }, (api) => {
  it('lists the deployments of a project, oldest first', async () => {
    const reply = await api.as('rita').get('/projects/1/deployments')
    expect(reply.status).toBe(200)
    expect(idsOf(reply)).toEqual([1, 2])
    expect(reply.headers.get('x-total')).toBe('2')
  })

  it('shows the deployment that a successful build made', async () => {
    const { id } = (await api.as('rita').get('/projects/1/deployments')).body[1]
    const { status, body } = await api.as('rita').get(`/projects/1/deployments/${id}`)
    const build = (await api.as('rita').get('/projects/1/builds/4')).body
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      iid: 2,
      ref: 'master',
      sha: build.pipeline.sha,
      created_at: '2017-01-01T10:09:00.000Z',
      user: expect.objectContaining({ username: 'dev', state: 'active' }),
      environment: {
        id: 1,
        name: 'production',
        slug: 'production',
        external_url: 'https://site.example',
      },
      deployable: {
        id: 4,
        status: 'success',
        stage: 'deploy',
        name: 'deploy',
        ref: 'master',
        tag: false,
        coverage: null,
        created_at: build.created_at,
        started_at: build.started_at,
        finished_at: '2017-01-01T10:09:00.000Z',
        user: build.user,
        commit: build.commit,
        runner: null,
        pipeline: build.pipeline,
        artifacts_file: null,
      },
    })
  })

  it('shows a deployment that no build made', async () => {
    const body = (await api.as('rita').get('/projects/1/deployments')).body[0]
    expect(body).toMatchObject({
      iid: 1,
      deployable: null,
      created_at: '2017-01-01T10:01:00.000Z',
      user: { username: 'mona' },
      environment: { id: 2, name: 'archive', external_url: 'https://archive.example' },
    })
  })

  it('counts the iid in each project', async () => {
    expect(idsOf(await api.as('rita').get('/projects/2/deployments'))).toEqual([1])
  })

  it('gains one when a build with an environment succeeds', async () => {
    await api.as('dev').post('/projects/1/builds/7/play')
    expect(idsOf(await api.as('rita').get('/projects/1/deployments'))).toEqual([1, 2])
    api.forge.advance(7, 'success')
    const { body } = await api.as('rita').get('/projects/1/deployments')
    expect(body[2]).toMatchObject({
      iid: 3,
      created_at: now,
      user: { username: 'dev' },
      environment: { name: 'staging', external_url: null },
      deployable: { id: 7, status: 'success' },
    })
  })

  it('gains none when it fails', async () => {
    await api.as('dev').post('/projects/1/builds/7/play')
    api.forge.advance(7, 'failed')
    expect(idsOf(await api.as('rita').get('/projects/1/deployments'))).toEqual([1, 2])
  })

  it('does not know another project’s, nor an unknown one', async () => {
    const [{ id }] = (await api.as('rita').get('/projects/2/deployments')).body
    expect((await api.as('rita').get(`/projects/2/deployments/${id}`)).status).toBe(200)
    const reply = await api.as('rita').get(`/projects/1/deployments/${id}`)
    expect([reply.status, reply.body]).toEqual([404, { message: '404 Deployment Not Found' }])
    expect((await api.as('rita').get('/projects/1/deployments/99')).status).toBe(404)
  })

  it.each([
    ['a guest', 'gus', 1, 403],
    ['whoever sees a public project', 'olga', 1, 403],
    ['a stranger to a private project', 'olga', 2, 404],
    ['a master of a project without builds', 'mona', 4, 403],
    ['an administrator of a project without builds', 'root', 4, 403],
  ])('does not show them to %s', async (_, username, project, expected) => {
    const { status } = await api.as(username).get(`/projects/${project}/deployments`)
    expect(status).toBe(expected)
    const [deployment] = api.forge.db.deployments.by('project_id', project)
    const path = `/projects/${project}/deployments/${deployment?.id}`
    expect((await api.as(username).get(path)).status).toBe(expected)
  })

  it('needs credentials', async () => {
    expect((await api.anonymous.get('/projects/1/deployments')).status).toBe(401)
    expect((await api.anonymous.get('/projects/1/deployments/1')).status).toBe(401)
  })
})
