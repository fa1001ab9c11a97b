import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/index.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, now } from '../../../harness.ts'

const seed = (...lines: string[]): Seed => ({
  users: [{ username: 'root', admin: true }, { username: 'mona' }],
  groups: [{ path: 'acme' }, { path: 'acme/web' }],
  projects: [
    {
      path: 'acme/web/site',
      created_by: 'mona',
      members: { mona: 'master' },
      repository: {
        default_branch: 'main',
        protected_branches: { main: {} },
        commits: [
          {
            message: 'Begin [ci skip]',
            author: 'mona',
            branch: 'main',
            actions: [
              { action: 'create', file_path: '.gitlab-ci.yml', content: lines.join('\n') },
              { action: 'create', file_path: 'docs/a.md', content: 'a' },
            ],
          },
        ],
        branches: { 'feature/one': 'main' },
        tags: [{ name: 'v1', ref: 'main' }],
      },
    },
  ],
})

async function call(forge: Forge, path: string, body: object): Promise<Response> {
  return forge.fetch(`http://forge.test/api/v4/projects/1/${path}`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Starts a pipeline of a branch; what its builds are, or why there is none. */
async function run(forge: Forge, ref = 'main', variables: object[] = []) {
  const response = await call(forge, 'pipeline', { ref, variables })
  const body = await response.json()
  if (response.status !== 201) return body.message.base
  return forge.db.builds.all().filter((build) => build.pipeline_id === body.id)
}

const named = (builds: { name: string; when: string }[]) =>
  builds.map(({ name, when }) => `${name} ${when}`)

describe('rules', () => {
  it('choose jobs by the branch, the tag, the source and variables', async () => {
    const forge = await createTestForge({
      seed: seed(
        'main: { script: a, rules: [{ if: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" }] }',
        'tag: { script: a, rules: [{ if: $CI_COMMIT_TAG, when: manual }] }',
        'wide: { script: a, rules: [{ if: "$DEEP == \'no\'", when: never }, { when: always }] }',
        'api: { script: a, rules: [{ if: "$CI_PIPELINE_SOURCE != \'api\'" }] }',
        'protected: { script: a, rules: [{ if: "$CI_COMMIT_REF_PROTECTED == \'true\'" }] }',
      ),
    })
    expect(named(await run(forge))).toEqual([
      'main on_success',
      'wide always',
      'protected on_success',
    ])
    expect(named(await run(forge, 'v1'))).toEqual(['tag manual', 'wide always'])
    const deep = [{ key: 'DEEP', value: 'no' }]
    expect(named(await run(forge, 'main', deep))).toEqual([
      'main on_success',
      'protected on_success',
    ])
    expect(await run(forge, 'feature/one', deep)).toEqual([
      expect.stringContaining('The resulting pipeline would have been empty'),
    ])
  })

  it('give variables, and say whether a manual job holds its stage', async () => {
    const forge = await createTestForge({
      seed: seed(
        'variables: { WHERE: nowhere }',
        'a: { script: a, environment: $WHERE, rules: [{ when: manual, variables: { WHERE: qa } }] }',
        'b: { script: a, rules: [{ when: manual, allow_failure: true }] }',
      ),
    })
    const builds = await run(forge)
    expect(builds).toMatchObject([
      { name: 'a', environment: 'qa', allow_failure: false },
      { name: 'b', allow_failure: true },
    ])
  })

  it('choose by the files that a push changes, and by those that there are', async () => {
    const forge = await createTestForge({
      seed: seed(
        'docs: { script: a, rules: [{ changes: ["docs/**/*"] }] }',
        'code: { script: a, rules: [{ changes: { paths: [src/*.ts] } }] }',
        'there: { script: a, rules: [{ exists: ["**/*.md"] }] }',
        'gone: { script: a, rules: [{ exists: ["*.rb"] }] }',
      ),
    })
    await call(forge, 'repository/commits', {
      branch: 'main',
      commit_message: 'Add code',
      actions: [{ action: 'create', file_path: 'src/a.ts', content: 'a' }],
    })
    expect(forge.db.builds.all().map(({ name }) => name)).toEqual(['code', 'there'])
    // Of a pipeline that is no push's it is not known what changed.
    expect((await run(forge)).map(({ name }: { name: string }) => name)).toEqual([
      'docs',
      'code',
      'there',
    ])
  })

  it('of a workflow say whether there is a pipeline, what it is called and given', async () => {
    const forge = await createTestForge({
      seed: seed(
        'workflow:',
        '  name: Pipeline of $CI_COMMIT_BRANCH',
        '  rules: [{ if: "$CI_COMMIT_BRANCH == \'main\'", variables: { A: b } }, { when: never }]',
        'job: { script: a }',
      ),
    })
    const [build] = await run(forge)
    expect(forge.db.pipelines.get(build.pipeline_id)?.name).toBe('Pipeline of main')
    expect(build.variables).toEqual([{ key: 'A', value: 'b', variable_type: 'env_var' }])
    expect(await run(forge, 'feature/one')).toEqual(['Pipeline filtered out by workflow rules.'])
  })
})

describe('only and except', () => {
  it('choose by variables, and never by a cluster', async () => {
    const forge = await createTestForge({
      seed: seed(
        'deep: { script: a, only: { variables: ["$DEEP == \\"yes\\""] } }',
        'flat: { script: a, except: { variables: [$DEEP] } }',
        'both: { script: a, only: { refs: [tags], variables: [$DEEP] } }',
        'cluster: { script: a, only: { kubernetes: active } }',
        'plain: { script: a, except: { kubernetes: active } }',
      ),
    })
    expect(named(await run(forge))).toEqual(['flat on_success', 'plain on_success'])
    const deep = [{ key: 'DEEP', value: 'yes' }]
    expect(named(await run(forge, 'main', deep))).toEqual(['deep on_success', 'plain on_success'])
    expect(named(await run(forge, 'v1', deep))).toContain('both on_success')
  })

  it('choose by the files that a push changes', async () => {
    const forge = await createTestForge({
      seed: seed(
        'code: { script: a, only: { changes: ["src/*.ts"] } }',
        'docs: { script: a, only: { changes: ["docs/*"] } }',
        'rest: { script: a, except: { changes: ["src/*.ts"] } }',
        'any: { script: a }',
      ),
    })
    await call(forge, 'repository/commits', {
      branch: 'main',
      commit_message: 'Add code',
      actions: [{ action: 'create', file_path: 'src/a.ts', content: 'a' }],
    })
    expect(forge.db.builds.all().map(({ name }) => name)).toEqual(['code', 'any'])
  })
})

describe('a parallel job', () => {
  it('is a build for each, and who needs it waits for all', async () => {
    const forge = await createTestForge({
      seed: seed('test: { script: a, parallel: 2 }', 'last: { script: a, needs: [test] }'),
    })
    const [one, two, last] = await run(forge)
    expect(last).toMatchObject({ needs: ['test 1/2', 'test 2/2'], status: 'created' })
    forge.builds.advance(one, 'success')
    expect(forge.db.builds.get(last.id)?.status).toBe('created')
    forge.builds.advance(two, 'success')
    expect(forge.db.builds.get(last.id)?.status).toBe('pending')
  })
})

describe('needs', () => {
  const state = (forge: Forge) =>
    Object.fromEntries(forge.db.builds.all().map(({ name, status }) => [name, status]))
  const idOf = (forge: Forge, name: string) =>
    forge.db.builds.all().findLast((build) => build.name === name)?.id ?? 0
  const lines = [
    'stages: [build, test, deploy]',
    'linux: { stage: build, script: a }',
    'mac: { stage: build, script: a }',
    'test linux: { stage: test, script: a, needs: [linux] }',
    'docs: { stage: deploy, script: a, needs: [] }',
    'ship: { stage: deploy, script: a, needs: ["test linux"] }',
    'last: { stage: deploy, script: a }',
  ]

  it('let a job start before its stage', async () => {
    const forge = await createTestForge({ seed: seed(...lines) })
    await run(forge)
    expect(state(forge)).toEqual({
      linux: 'pending',
      mac: 'pending',
      'test linux': 'created',
      docs: 'pending',
      ship: 'created',
      last: 'created',
    })
    forge.builds.advance(idOf(forge, 'linux'), 'success')
    expect(state(forge)).toMatchObject({ 'test linux': 'pending', ship: 'created' })
    forge.builds.advance(idOf(forge, 'test linux'), 'success')
    expect(state(forge)).toMatchObject({ ship: 'pending', last: 'created', mac: 'pending' })
    forge.builds.advance(idOf(forge, 'mac'), 'success')
    expect(state(forge)).toMatchObject({ last: 'pending' })
  })

  it('pass over what needs a job that failed, until that is retried', async () => {
    const forge = await createTestForge({ seed: seed(...lines) })
    await run(forge)
    forge.builds.advance(idOf(forge, 'linux'), 'failed')
    expect(state(forge)).toMatchObject({ 'test linux': 'skipped', ship: 'skipped' })
    await call(forge, `jobs/${idOf(forge, 'linux')}/retry`, {})
    expect(state(forge)).toMatchObject({
      linux: 'pending',
      'test linux': 'created',
      ship: 'created',
    })
    forge.builds.advance(idOf(forge, 'linux'), 'success')
    expect(state(forge)).toMatchObject({ 'test linux': 'pending' })
  })

  it('wait for a manual job until it was played', async () => {
    const forge = await createTestForge({
      seed: seed('gate: { script: a, when: manual }', 'after: { script: a, needs: [gate] }'),
    })
    await run(forge)
    expect(state(forge)).toEqual({ gate: 'skipped', after: 'created' })
    await call(forge, `jobs/${idOf(forge, 'gate')}/play`, {})
    forge.builds.advance(idOf(forge, 'gate'), 'success')
    expect(state(forge)).toEqual({ gate: 'success', after: 'pending' })
  })

  it('refuse a pipeline without the job, unless it is optional', async () => {
    const forge = await createTestForge({
      seed: seed(
        'build: { script: a, only: [tags] }',
        'test: { script: a, needs: [build], rules: [{ if: $STRICT }] }',
        'free: { script: a, needs: [{ job: build, optional: true }] }',
      ),
    })
    expect(await run(forge)).toMatchObject([{ name: 'free', needs: [], status: 'pending' }])
    expect(await run(forge, 'main', [{ key: 'STRICT', value: 'yes' }])).toEqual([
      expect.stringContaining("'test' job needs 'build' job, but 'build' does not exist"),
    ])
  })

  it('are 50 at most', async () => {
    const names = Array.from({ length: 51 }, (_, index) => `j${index}`)
    const forge = await createTestForge({
      seed: seed(
        ...names.map((name) => `${name}: { script: a }`),
        `test: { script: a, needs: [${names.slice(1).join()}] }`,
        `strict: { script: a, needs: [${names.join()}], rules: [{ if: $STRICT }] }`,
      ),
    })
    expect(await run(forge)).toHaveLength(52)
    expect(await run(forge, 'main', [{ key: 'STRICT', value: 'yes' }])).toEqual([
      'strict: one job can only need 50 others, but you have listed 51. See needs keyword documentation for more details',
    ])
  })

  it('are refused where all jobs have too many variables together', async () => {
    const forge = await createTestForge({
      seed: seed(...Array.from({ length: 500 }, (_, index) => `j${index}: { script: a }`)),
    })
    const variables = Array.from({ length: 401 }, (_, index) => ({
      key: `V${index}`,
      value: 'a',
    }))
    expect(await run(forge, 'main', variables)).toEqual(['more than 200000 variables of all jobs'])
  })
})

describe('the variables of a job', () => {
  const kept: Seed = {
    ...seed(
      'variables: { FILE: file, KEY: file }',
      'plain: { script: a }',
      'ship: { stage: deploy, script: a, environment: prod/eu }',
    ),
    instance_variables: [
      { key: 'KEY', value: 'instance' },
      { key: 'INSTANCE', value: 'instance' },
    ],
    variables: [
      { group: 'acme', key: 'KEY', value: 'outer' },
      { group: 'acme', key: 'OUTER', value: 'outer' },
      { group: 'acme/web', key: 'OUTER', value: 'inner' },
      { project: 'acme/web/site', key: 'KEY', value: 'project' },
      { project: 'acme/web/site', key: 'SAFE', value: 'safe', protected: true },
      { project: 'acme/web/site', key: 'TOKEN', value: 'secret-of-ours', masked: true },
      { project: 'acme/web/site', key: 'PLACE', value: 'any' },
      { project: 'acme/web/site', key: 'PLACE', value: 'prod', environment_scope: 'prod/*' },
      { project: 'acme/web/site', key: 'QA', value: 'qa', environment_scope: 'qa' },
    ],
  }

  it('are those of the pipeline, the project, the nearest group, the instance and the file', async () => {
    const forge = await createTestForge({ seed: kept })
    const [plain, ship] = await run(forge, 'main', [{ key: 'GIVEN', value: 'pipeline' }])
    const ofPlain = forge.builds.variables(plain)
    const values = Object.fromEntries(ofPlain.map(({ key, value }) => [key, value]))
    expect(values).toMatchObject({
      KEY: 'project',
      FILE: 'file',
      INSTANCE: 'instance',
      OUTER: 'inner',
      GIVEN: 'pipeline',
      SAFE: 'safe',
      PLACE: 'any',
      CI_JOB_ID: String(plain.id),
      CI_JOB_NAME: 'plain',
      CI_PIPELINE_ID: String(plain.pipeline_id),
      CI_PIPELINE_IID: String(forge.db.pipelines.get(plain.pipeline_id)?.iid),
      CI_PROJECT_PATH: 'acme/web/site',
      CI_COMMIT_BRANCH: 'main',
      CI_PIPELINE_SOURCE: 'api',
      GITLAB_USER_LOGIN: 'mona',
    })
    expect(values).not.toHaveProperty('QA')
    const ask = () =>
      forge.fetch('http://forge.test/api/v4/job', {
        headers: { 'JOB-TOKEN': values.CI_JOB_TOKEN ?? '' },
      })
    expect((await ask()).status).toBe(401)
    const { trace } = forge.builds.advance(plain, 'running', { trace: values.CI_JOB_TOKEN ?? '' })
    expect(trace).toBe('[MASKED]')
    expect((await (await ask()).json()).id).toBe(plain.id)
    expect(forge.builds.variables(ship.id)).toEqual(
      expect.arrayContaining([
        { key: 'PLACE', value: 'prod', variable_type: 'env_var', masked: false },
        { key: 'CI_ENVIRONMENT_NAME', value: 'prod/eu', variable_type: 'env_var', masked: false },
      ]),
    )
    const [given] = await run(forge, 'main', [{ key: 'KEY', value: 'pipeline' }])
    expect(forge.builds.variables(given)).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'KEY', value: 'pipeline' })]),
    )
  })

  it('are kept from branches that are not protected, where they are', async () => {
    const forge = await createTestForge({ seed: kept })
    const [build] = await run(forge, 'feature/one')
    const keys = forge.builds.variables(build).map(({ key }) => key)
    expect(keys).toContain('TOKEN')
    expect(keys).not.toContain('SAFE')
  })

  it('are hidden in what it prints, where they are masked', async () => {
    const forge = await createTestForge({ seed: kept })
    const [build] = await run(forge)
    const { trace } = forge.builds.advance(build, 'success', { trace: 'TOKEN=secret-of-ours any' })
    expect(trace).toBe('TOKEN=[MASKED] any')
    expect(() => forge.builds.variables(99)).toThrow('There is no build 99')
  })
})

describe('a job that stops an environment', () => {
  it('leaves it stopped, once it succeeded', async () => {
    const forge = await createTestForge({
      seed: seed(
        'up: { script: a, environment: review }',
        'down: { script: a, when: manual, environment: { name: review, action: stop } }',
      ),
    })
    const [up, down] = await run(forge)
    forge.builds.advance(up, 'success')
    expect(forge.db.environments.all()).toMatchObject([{ name: 'review', state: 'available' }])
    await call(forge, `jobs/${down.id}/play`, {})
    forge.builds.advance(down, 'success')
    expect(forge.db.environments.all()).toMatchObject([{ state: 'stopped' }])
    expect(forge.db.deployments.all()).toHaveLength(1)
  })
})

describe('an environment that a job stops', () => {
  const lines = (...more: string[]) => [
    'up:',
    '  script: a',
    `  environment: { name: review/$CI_COMMIT_REF_NAME, on_stop: down${more.join('')} }`,
    'down:',
    '  script: a',
    '  when: manual',
    '  environment: { name: review/$CI_COMMIT_REF_NAME, action: stop }',
  ]
  const deployed = async (...more: string[]) => {
    const forge = await createTestForge({ seed: seed(...lines(...more)) })
    const [up, down] = await run(forge, 'feature/one')
    forge.builds.advance(up, 'success')
    const stateOf = () => forge.db.environments.all()[0]?.state
    const stopOf = () => forge.db.builds.get(down.id)?.status
    return { forge, down, stateOf, stopOf }
  }

  it('is stopping until that succeeds', async () => {
    const { forge, down, stateOf, stopOf } = await deployed()
    const asked = await call(forge, 'environments/1/stop', {})
    expect(await asked.json()).toMatchObject({ state: 'stopping' })
    expect([stateOf(), stopOf()]).toEqual(['stopping', 'pending'])
    forge.builds.advance(down, 'success')
    expect(stateOf()).toBe('stopped')
  })

  it('is stopped at once, by force', async () => {
    const { forge, stateOf, stopOf } = await deployed()
    await call(forge, 'environments/1/stop', { force: true })
    expect([stateOf(), stopOf()]).toEqual(['stopped', 'skipped'])
  })

  it('goes with its branch', async () => {
    const { forge, stateOf, stopOf } = await deployed()
    const headers = { 'PRIVATE-TOKEN': forge.tokens.mona ?? '' }
    const url = 'http://forge.test/api/v4/projects/1/repository/branches/feature%2Fone'
    expect((await forge.fetch(url, { method: 'DELETE', headers })).status).toBe(204)
    expect([stateOf(), stopOf()]).toEqual(['stopping', 'pending'])
  })

  it('is stopped when its time is over', async () => {
    const { forge, stateOf, stopOf } = await deployed(', auto_stop_in: 2 days')
    const due = Date.parse(forge.db.environments.all()[0]?.auto_stop_at ?? '')
    expect(due - Date.parse(now)).toBe(2 * 86_400_000)
    forge.clock.advance('47h')
    expect(stateOf()).toBe('available')
    forge.clock.advance('1h')
    expect([stateOf(), stopOf()]).toEqual(['stopping', 'pending'])
  })

  it('is stopped without a job where none is named, unless its setting asks for one', async () => {
    const forge = await createTestForge({
      seed: seed(
        'one: { script: a, environment: { name: one, auto_stop_in: 1h } }',
        'two: { script: a, environment: { name: two, auto_stop_in: 1h } }',
      ),
    })
    const [one, two] = await run(forge)
    forge.builds.advance(one, 'success')
    forge.builds.advance(two, 'success')
    const headers = {
      'PRIVATE-TOKEN': forge.tokens.mona ?? '',
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ auto_stop_setting: 'with_action' })
    const url = 'http://forge.test/api/v4/projects/1/environments/2'
    expect((await forge.fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
    forge.clock.advance('2h')
    expect(forge.db.environments.all()).toMatchObject([
      { name: 'one', state: 'stopped', auto_stop_at: null },
      { name: 'two', state: 'available' },
    ])
  })

  it.each(['prepare', 'verify', 'access'])(
    'is not deployed to by a job that is to %s',
    async (action) => {
      const told: unknown[] = []
      const forge = await createTestForge({
        seed: seed(`look: { script: a, environment: { name: qa, action: ${action} } }`),
        fetch: async (_, init) => {
          told.push(JSON.parse(String(init?.body)).environment)
          return new Response()
        },
      })
      await call(forge, 'hooks', { url: 'https://hooks.test/', job_events: true })
      const scoped = { key: 'PLACE', value: 'here', environment_scope: 'qa' }
      await call(forge, 'variables', scoped)
      const [build] = await run(forge)
      const found = forge.builds.variables(build)
      expect(found.find(({ key }) => key === 'PLACE')?.value).toBe('here')
      expect(found.find(({ key }) => key === 'CI_ENVIRONMENT_NAME')?.value).toBe('qa')
      forge.builds.advance(build, 'success')
      await forge.settled()
      expect(told[0]).toEqual({ name: 'qa', action, deployment_tier: 'testing' })
      expect([forge.db.deployments.count(), forge.db.environments.count()]).toEqual([0, 1])
    },
  )

  it.each([
    ['up: { script: a, environment: { name: x, on_stop: gone } }', 'is not defined'],
    [
      'up: { script: a, environment: { name: x, on_stop: down } }\ndown: { script: a }',
      'does not have environment defined',
    ],
    [
      'up: { script: a, environment: { name: x, on_stop: down } }\ndown: { script: a, environment: { name: other, action: stop } }',
      'have different environment name',
    ],
    [
      'up: { script: a, environment: { name: x, on_stop: down } }\ndown: { script: a, environment: x }',
      'needs to have action stop defined',
    ],
  ])('is refused where the job cannot: %s', async (text, reason) => {
    const forge = await createTestForge({ seed: seed(text) })
    expect(await run(forge)).toEqual([expect.stringContaining(reason)])
  })
})

describe('a delayed job', () => {
  const world = () =>
    createTestForge({
      seed: seed(
        'stages: [build, deploy, after]',
        'build: { stage: build, script: a }',
        'wait: { stage: deploy, script: a, when: delayed, start_in: 30 minutes }',
        'ruled: { stage: deploy, script: a, rules: [{ when: delayed, start_in: 1h }] }',
        'after: { stage: after, script: a }',
      ),
    })
  async function show(forge: Forge, path: string) {
    const headers = { 'PRIVATE-TOKEN': forge.tokens.mona ?? '' }
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1/${path}`, { headers })
    return (await response.json()).status
  }

  it('starts by itself, so long after its turn came', async () => {
    const forge = await world()
    const [build, wait, ruled, after] = await run(forge)
    expect(await show(forge, `jobs/${wait.id}`)).toBe('created')
    forge.clock.advance('2h')
    expect(await show(forge, `jobs/${wait.id}`)).toBe('created')
    forge.builds.advance(build, 'success')
    expect(await show(forge, `jobs/${wait.id}`)).toBe('scheduled')
    expect(await show(forge, `pipelines/${wait.pipeline_id}`)).toBe('scheduled')
    forge.clock.advance('29m')
    expect(await show(forge, `jobs/${wait.id}`)).toBe('scheduled')
    forge.clock.advance('1m')
    expect(await show(forge, `jobs/${wait.id}`)).toBe('pending')
    expect(await show(forge, `jobs/${ruled.id}`)).toBe('scheduled')
    forge.clock.advance('30m')
    expect(await show(forge, `jobs/${ruled.id}`)).toBe('pending')
    forge.builds.advance(wait, 'success')
    forge.builds.advance(ruled, 'success')
    expect(await show(forge, `jobs/${after.id}`)).toBe('pending')
  })

  it('starts when it is played, and not at all where it is canceled or a stage failed', async () => {
    const forge = await world()
    const [build, wait, ruled] = await run(forge)
    forge.builds.advance(build, 'success')
    const played = await call(forge, `jobs/${wait.id}/play`, {})
    expect(await played.json()).toMatchObject({ status: 'pending' })
    await call(forge, `jobs/${ruled.id}/cancel`, {})
    forge.clock.advance('2h')
    expect(await show(forge, `jobs/${ruled.id}`)).toBe('canceled')
    const [another, never] = await run(forge)
    forge.builds.advance(another, 'failed')
    forge.clock.advance('2h')
    expect(await show(forge, `jobs/${never.id}`)).toBe('skipped')
  })

  it('has to say how long', async () => {
    const forge = await createTestForge({ seed: seed('a: { script: a, when: delayed }') })
    expect(await run(forge)).toEqual(['jobs:a start in should be a duration'])
    const later = 'a: { script: a, when: delayed, start_in: 8 days }'
    const other = await createTestForge({ seed: seed(later) })
    expect(await run(other)).toEqual(['jobs:a:start_in should not exceed the limit'])
  })
})

describe('a job that is played with variables', () => {
  it('finds them before those of its pipeline, and again when it is retried', async () => {
    const forge = await createTestForge({ seed: seed('job: { script: a, when: manual }') })
    const [job] = await run(forge, 'main', [{ key: 'A', value: 'pipeline' }])
    const valueIn = (id: number) => forge.builds.variables(id).find(({ key }) => key === 'A')?.value
    const play = async (id: number, value: string) => {
      const given = { job_variables_attributes: [{ key: 'A', value }] }
      return (await (await call(forge, `jobs/${id}/play`, given)).json()).id
    }
    expect(valueIn(job.id)).toBe('pipeline')
    expect(await play(job.id, 'hand')).toBe(job.id)
    expect(valueIn(job.id)).toBe('hand')
    forge.builds.advance(job, 'success')
    const retried = await (await call(forge, `jobs/${job.id}/retry`, {})).json()
    expect(valueIn(retried.id)).toBe('hand')
    forge.builds.advance(retried.id, 'success')
    expect(valueIn(await play(retried.id, 'another'))).toBe('another')
  })
})

it('environments are for what the job says that deploys to them', async () => {
  const forge = await createTestForge({
    seed: seed('ship: { script: a, environment: { name: blue, deployment_tier: staging } }'),
  })
  const [build] = await run(forge)
  forge.builds.advance(build.id, 'success')
  expect(forge.db.environments.all()).toMatchObject([{ name: 'blue', tier: 'staging' }])
})
