import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/index.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, now } from '../../../harness.ts'

const seedWith = (...lines: string[]): Seed => ({
  users: [{ username: 'mona' }],
  projects: [
    {
      path: 'mona/site',
      repository: {
        default_branch: 'main',
        commits: [
          {
            message: 'Begin [ci skip]',
            author: 'mona',
            branch: 'main',
            actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: lines.join('\n') }],
          },
        ],
      },
    },
  ],
})

/** A forge with a pipeline of a configuration, started through v4, and calls in the name of a user. */
async function started(...lines: string[]) {
  const told: { status: string; environment: string }[] = []
  const forge = await createTestForge({
    seed: seedWith(...lines),
    fetch: async (_, init) => {
      told.push(JSON.parse(String(init?.body)))
      return new Response()
    },
  })
  const call = callerOf(forge)
  await call('POST', '/hooks', { url: 'https://hooks.test/', deployment_events: true })
  const pipeline = await call('POST', '/pipeline', { ref: 'main' })
  const jobs = await call('GET', `/pipelines/${pipeline.id}/jobs?sort=asc`)
  const ids: Record<string, number> = {}
  for (const { name, id } of jobs) ids[name] = id
  const states = async () =>
    (await call('GET', '/deployments')).map((one: { status: string }) => one.status)
  const toldStates = async () => {
    await forge.settled()
    return told.map(({ status }) => status)
  }
  return { forge, call, pipeline, ids, states, toldStates }
}

function callerOf(forge: Forge) {
  return async (method: string, path: string, body?: object) => {
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1${path}`, {
      method,
      headers: {
        'PRIVATE-TOKEN': forge.tokens.mona ?? '',
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
}

const ship = 'ship: { script: a, environment: { name: review/$CI_COMMIT_REF_NAME } }'

describe('the deployment of a job', () => {
  it('is created with the job, and so is its environment', async () => {
    const { call, ids } = await started(
      'stages: [build, deploy]',
      'make: { stage: build, script: a }',
      'ship: { stage: deploy, script: a, environment: { name: blue, url: "https://$CI_ENVIRONMENT_SLUG.test", deployment_tier: testing, auto_stop_in: 1 day } }',
    )
    const [environment] = await call('GET', '/environments')
    expect(environment).toMatchObject({
      name: 'blue',
      state: 'available',
      tier: 'testing',
      external_url: null,
      auto_stop_at: new Date(Date.parse(now) + 86_400_000).toISOString(),
    })
    const [deployment] = await call('GET', '/deployments?status=created')
    expect(deployment).toMatchObject({
      iid: 1,
      status: 'created',
      ref: 'main',
      created_at: now,
      user: { username: 'mona' },
      environment: { name: 'blue' },
      deployable: { id: ids.ship, status: 'created' },
    })
    const { last_deployment } = await call('GET', `/environments/${environment.id}`)
    expect(last_deployment).toBeNull()
  })

  it('follows the job, and hooks are told when it runs and how it ends', async () => {
    const { forge, call, ids, states, toldStates } = await started(
      'ship: { script: a, environment: { name: blue, url: "https://$CI_ENVIRONMENT_SLUG.test" } }',
    )
    const id = ids.ship ?? 0
    expect(await states()).toEqual(['created'])
    forge.builds.advance(id, 'running')
    expect(await states()).toEqual(['running'])
    expect(await toldStates()).toEqual(['running'])
    forge.clock.advance('1h')
    forge.builds.advance(id, 'success')
    expect(await states()).toEqual(['success'])
    expect(await toldStates()).toEqual(['running', 'success'])
    const { external_url, last_deployment } = await call('GET', '/environments/1')
    expect(external_url).toBe('https://blue.test')
    expect(last_deployment).toMatchObject({ iid: 1, created_at: now, status: 'success' })
    expect(Date.parse(last_deployment.updated_at) - Date.parse(now)).toBe(3_600_000)
  })

  it.each([
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ] as const)('is %s with it, and a retry has one of its own', async (state, expected) => {
    const { forge, call, ids, states, toldStates } = await started(ship)
    forge.builds.advance(ids.ship ?? 0, state)
    expect(await states()).toEqual([expected])
    expect(await toldStates()).toEqual([expected])
    const again = await call('POST', `/jobs/${ids.ship}/retry`)
    expect(await states()).toEqual([expected, 'created'])
    const [, second] = await call('GET', '/deployments')
    expect(second).toMatchObject({ iid: 2, deployable: { id: again.id } })
    forge.builds.advance(again.id, 'success')
    expect(await states()).toEqual([expected, 'success'])
  })

  it('is skipped where the job is', async () => {
    const { forge, ids, states, toldStates } = await started(
      'stages: [build, deploy]',
      'make: { stage: build, script: a }',
      'ship: { stage: deploy, script: a, environment: blue }',
    )
    forge.builds.advance(ids.make ?? 0, 'failed')
    expect(await states()).toEqual(['skipped'])
    expect(await toldStates()).toEqual([])
  })

  it('is created anew where a skipped job waits once more', async () => {
    const { forge, call, ids, states } = await started(
      'stages: [build, deploy]',
      'make: { stage: build, script: a }',
      'ship: { stage: deploy, script: a, environment: blue }',
    )
    forge.builds.advance(ids.make ?? 0, 'failed')
    const { id } = await call('POST', `/jobs/${ids.make}/retry`)
    expect(await states()).toEqual(['created'])
    forge.builds.advance(id, 'success')
    forge.builds.advance(ids.ship ?? 0, 'success')
    expect(await states()).toEqual(['success'])
  })

  it('is blocked by a manual job until somebody plays it', async () => {
    const { forge, call, ids, states, toldStates } = await started(
      'ship: { script: a, environment: blue, when: manual }',
    )
    expect(await states()).toEqual(['blocked'])
    await call('POST', `/jobs/${ids.ship}/play`)
    expect(await states()).toEqual(['blocked'])
    forge.builds.advance(ids.ship ?? 0, 'running')
    expect(await states()).toEqual(['running'])
    forge.builds.advance(ids.ship ?? 0, 'success')
    expect(await toldStates()).toEqual(['running', 'success'])
  })

  it('is canceled with the pipeline, running or blocked', async () => {
    const { forge, call, ids, pipeline, states } = await started(
      'one: { script: a, environment: one, when: manual }',
      'two: { script: a, environment: two }',
    )
    forge.builds.advance(ids.two ?? 0, 'running')
    expect(await states()).toEqual(['blocked', 'running'])
    await call('POST', `/pipelines/${pipeline.id}/cancel`)
    expect(await states()).toEqual(['canceled', 'canceled'])
  })

  it('waits with the job for a resource', async () => {
    const { forge, ids, states } = await started(
      'one: { script: a, environment: one, resource_group: only }',
      'two: { script: a, environment: two, resource_group: only }',
    )
    expect(await states()).toEqual(['created', 'created'])
    forge.builds.advance(ids.one ?? 0, 'success')
    forge.builds.advance(ids.two ?? 0, 'running')
    expect(await states()).toEqual(['success', 'running'])
  })

  it('is the last of its environment once it succeeded last, in whatever order they were created', async () => {
    const { forge, call, ids } = await started(
      'one: { script: a, environment: blue }',
      'two: { script: a, environment: blue }',
    )
    forge.builds.advance(ids.two ?? 0, 'success')
    forge.clock.advance('1m')
    forge.builds.advance(ids.one ?? 0, 'success')
    const { last_deployment } = await call('GET', '/environments/1')
    expect(last_deployment.deployable.name).toBe('one')
  })

  it.each(['stop', 'prepare', 'verify', 'access'])(
    'is not created by a job that is to %s the environment, which is',
    async (action) => {
      const { call, states } = await started(
        `look: { script: a, environment: { name: qa, action: ${action} } }`,
      )
      expect(await states()).toEqual([])
      expect(await call('GET', '/environments')).toMatchObject([{ name: 'qa' }])
    },
  )
})

describe('the deployments of a seed', () => {
  const deploying = (status: 'failed' | 'running' | 'pending' | 'skipped' | 'success') => ({
    name: status,
    status,
    environment: 'blue',
    ...(status === 'skipped' && { when: 'manual' as const }),
  })
  const seed: Seed = {
    ...seedWith('a: { script: a }'),
    pipelines: [
      {
        project: 'mona/site',
        builds: (['success', 'failed', 'running', 'pending', 'skipped'] as const).map(deploying),
      },
    ],
  }

  it('are where its jobs are', async () => {
    const call = callerOf(await createTestForge({ seed }))
    const found = await call('GET', '/deployments')
    expect(
      found.map((one: { status: string; deployable: { name: string } }) => [
        one.deployable.name,
        one.status,
      ]),
    ).toEqual([
      ['success', 'success'],
      ['failed', 'failed'],
      ['running', 'running'],
      ['pending', 'created'],
      ['skipped', 'blocked'],
    ])
  })

  it('are the successful ones alone for clients of v3', async () => {
    const forge = await createTestForge({ seed })
    const get = async (path: string) => {
      const response = await forge.fetch(`http://forge.test/api/v3/projects/1/deployments${path}`, {
        headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '' },
      })
      return { status: response.status, body: await response.json() }
    }
    expect((await get('')).body).toMatchObject([{ iid: 1, deployable: { name: 'success' } }])
    const failed = forge.db.deployments.all().find(({ status }) => status === 'failed')
    expect(await get(`/${failed?.id}`)).toMatchObject({ status: 404 })
  })
})

it('a job that v3 started deploys when it succeeds, and no earlier', async () => {
  const forge = await createTestForge({ seed: seedWith(ship) })
  const commit = {
    branch_name: 'main',
    file_path: 'a.txt',
    content: 'a',
    commit_message: 'Add a',
  }
  const response = await forge.fetch('http://forge.test/api/v3/projects/1/repository/files', {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(commit),
  })
  expect(response.status).toBe(201)
  const [build] = forge.db.builds.all()
  expect([forge.db.environments.count(), forge.db.deployments.count()]).toEqual([0, 0])
  forge.builds.advance(build?.id ?? 0, 'running')
  expect(forge.db.deployments.count()).toBe(0)
  forge.builds.advance(build?.id ?? 0, 'success')
  expect(forge.db.deployments.all()).toMatchObject([{ status: 'success', build_id: build?.id }])
})

describe('a job whose environment cannot be created', () => {
  it.each([
    ['of invalid characters', '"review/$BAD"', 'BAD: "a#b"'],
    ['that ends with a slash', '"review/$BAD"', 'BAD: ""'],
    ['without a name', '"$BAD"', 'BAD: ""'],
    ['that is too long', '"$BAD"', `BAD: "${'a'.repeat(256)}"`],
  ])('has failed from the start: one %s', async (_, name, variable) => {
    const { call, ids, pipeline } = await started(
      `variables: { ${variable} }`,
      `ship: { script: a, environment: ${name} }`,
      'other: { script: a }',
      'after: { stage: deploy, script: a }',
    )
    expect(await call('GET', `/jobs/${ids.ship}`)).toMatchObject({
      status: 'failed',
      failure_reason: 'environment_creation_failure',
      started_at: null,
    })
    expect(await call('GET', '/environments')).toEqual([])
    expect(await call('GET', '/deployments')).toEqual([])
    expect(await call('GET', `/jobs/${ids.other}`)).toMatchObject({ status: 'pending' })
    // A failed job beside a pending one: rule 7 of the state table.
    expect(pipeline.status).toBe('running')
  })

  it('fails its pipeline', async () => {
    const { forge, call, ids, pipeline } = await started(
      'ship: { script: a, environment: "$NONE" }',
      'other: { script: a }',
      'after: { stage: deploy, script: a }',
    )
    forge.builds.advance(ids.other ?? 0, 'success')
    expect((await call('GET', `/pipelines/${pipeline.id}`)).status).toBe('failed')
    expect((await call('GET', `/jobs/${ids.after}`)).status).toBe('skipped')
  })
})
