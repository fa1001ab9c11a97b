import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'mona' }, { username: 'dev' }, { username: 'gus' }],
  projects: [
    {
      path: 'mona/site',
      created_by: 'mona',
      public_builds: false,
      members: { dev: 'developer', gus: 'guest' },
      repository: {
        protected_branches: { kept: {} },
        commits: [
          {
            message: 'Begin [ci skip]',
            author: 'mona',
            actions: [
              {
                action: 'create',
                file_path: '.gitlab-ci.yml',
                content: 'a: { script: a, environment: $WHERE }\nb: { script: b }',
              },
            ],
          },
          {
            message: 'Bare',
            author: 'mona',
            branch: 'bare',
            actions: [{ action: 'delete', file_path: '.gitlab-ci.yml' }],
          },
        ],
        branches: { kept: 'master' },
      },
    },
    { path: 'mona/other', created_by: 'mona' },
  ],
  pipelines: [
    {
      project: 'mona/site',
      by: 'mona',
      builds: [
        { name: 'a', status: 'success', coverage: 80 },
        { name: 'b', status: 'failed' },
      ],
    },
  ],
  triggers: [{ project: 'mona/site', owner: 'dev', token: 'of-dev' }],
}

/** lib/api/pipelines.rb of GitLab 8.15. */
describeForge('pipelines', { seed }, (api) => {
  it('are listed, the newest first, and shown', async () => {
    const dev = api.as('dev')
    const made = await dev.post('/projects/1/pipeline', { ref: 'master' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { id: 2, ref: 'master', status: 'pending', tag: false, user: { username: 'dev' } },
    ])
    const listed = (await dev.get('/projects/1/pipelines')).body
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([2, 1])
    expect(listed[1]).toEqual({
      id: 1,
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      ref: 'master',
      status: 'failed',
      before_sha: '0'.repeat(40),
      tag: false,
      yaml_errors: null,
      user: expect.objectContaining({ username: 'mona' }),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      started_at: expect.any(String),
      finished_at: expect.any(String),
      committed_at: null,
      duration: 0,
      coverage: '80.00',
    })
    expect((await dev.get('/projects/1/pipelines/1')).body).toEqual(listed[1])
    const running = (await dev.get('/projects/1/pipelines', { scope: 'running' })).body
    expect(running).toEqual([])
    expect((await dev.get('/projects/1/pipelines', { scope: 'tags' })).body).toEqual([])
    expect((await dev.get('/projects/1/pipelines', { scope: 'x' })).status).toBe(400)
    expect((await dev.get('/projects/1/pipelines/9')).status).toBe(404)
    expect((await api.as('gus').get('/projects/1/pipelines')).status).toBe(403)
  })

  it('are retried and canceled', async () => {
    const dev = api.as('dev')
    const retried = await dev.post('/projects/1/pipelines/1/retry')
    expect([retried.status, retried.body.status]).toEqual([201, 'running'])
    const canceled = await dev.post('/projects/1/pipelines/1/cancel')
    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled'])
    expect((await api.as('gus').post('/projects/1/pipelines/1/retry')).status).toBe(403)
  })

  it('are not made of what describes none', async () => {
    const make = async (ref: string) =>
      (await api.as('dev').post('/projects/1/pipeline', { ref })).body
    expect(await make('none')).toEqual({ message: { base: ['Reference not found'] } })
    expect(await make('bare')).toEqual({ message: { base: ['Missing CI config file'] } })
  })
})

/** lib/api/triggers.rb of GitLab 8.15. */
describeForge('builds by triggers', { seed }, (api) => {
  const start = async (sent: object, path = '/projects/1/trigger/builds') => {
    const { status, body } = await api.anonymous.post(path, { token: 'of-dev', ...sent })
    return [status, body]
  }

  it('start in the name of who made the trigger, with variables', async () => {
    const variables = { WHERE: 'qa' }
    expect(await start({ ref: 'master', variables })).toEqual([201, { id: 2, variables }])
    expect(api.forge.db.pipelines.get(2)).toMatchObject({ source: 'trigger', user_id: 2 })
    expect(api.forge.db.builds.all().at(-2)?.environment).toBe('qa')
    expect(await start({}, '/projects/mona%2Fsite/ref/master/trigger/builds')).toEqual([
      201,
      { id: 3, variables: null },
    ])
  })

  it('are refused', async () => {
    expect(await start({ ref: 'master', token: 'none' })).toEqual([
      404,
      { message: '404 Not Found' },
    ])
    expect((await start({ ref: 'master' }, '/projects/2/trigger/builds'))[0]).toBe(401)
    expect((await start({ ref: 'master' }, '/projects/9/trigger/builds'))[0]).toBe(404)
    for (const ref of ['none', 'bare', 'kept']) {
      expect(await start({ ref })).toEqual([400, { message: 'No builds created' }])
    }
    expect(await start({ ref: 'master', variables: { a: { b: 'c' } } })).toEqual([
      400,
      { message: 'variables needs to be a map of key-valued strings' },
    ])
  })
})
