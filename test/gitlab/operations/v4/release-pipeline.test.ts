import { expect, it } from 'vitest'
import { createTestForge } from '../../../harness.ts'

const configuration = `
include: ci/shared.yml
stages: [build, test, deploy]

build:
  extends: .job
  stage: build
  script: make $TARGET

unit:
  extends: .job
  stage: test
  needs: [build]
  script: make test

links:
  script: make links
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"

staging:
  stage: deploy
  script: deploy staging
  environment: staging
  rules:
    - if: $CI_COMMIT_TAG =~ /^v\\d+/
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $DEPLOY == "yes"

production:
  stage: deploy
  script: deploy production
  environment: { name: production, url: "https://$HOST" }
  resource_group: production
  rules:
    - if: $CI_COMMIT_TAG =~ /^v\\d+/
      when: manual
      allow_failure: false
`
const shared = `
.job:
  tags: [linux]
  rules:
    - if: $CI_PIPELINE_SOURCE != "schedule"
`

it('a release is built each night, by a trigger and by a tag, and deployed by hand', async () => {
  const forge = await createTestForge({
    seed: {
      users: [{ username: 'mona' }, { username: 'dev' }],
      groups: [{ path: 'acme' }],
      projects: [
        { path: 'acme/site', created_by: 'mona', members: { mona: 'master', dev: 'developer' } },
      ],
      runners: [{ token: 'glrt-linux', tags: ['linux'] }],
      variables: [{ group: 'acme', key: 'HOST', value: 'www.acme.example' }],
    },
  })
  async function call(who: 'mona' | 'dev', method: string, path: string, body?: object) {
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1${path}`, {
      method,
      headers: {
        'PRIVATE-TOKEN': forge.tokens[who] ?? '',
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const jobsOf = async (pipeline: number) => {
    const { body } = await call('mona', 'GET', `/pipelines/${pipeline}/jobs?sort=asc`)
    return new Map<string, { id: number; status: string }>(
      body.map((job: { name: string }) => [job.name, job]),
    )
  }
  const statesOf = async (pipeline: number) =>
    Object.fromEntries([...(await jobsOf(pipeline))].map(([name, { status }]) => [name, status]))
  const variablesOf = (id: number) =>
    Object.fromEntries(forge.builds.variables(id).map(({ key, value }) => [key, value]))
  const finish = async (pipeline: number, name: string, trace = '') => {
    const id = (await jobsOf(pipeline)).get(name)?.id ?? 0
    forge.builds.advance(id, 'running', { runner: 1 })
    return forge.builds.advance(id, 'success', { trace })
  }

  // The repository, its secrets and its rules. The first push is not to build anything.
  const actions = [
    { action: 'create', file_path: '.gitlab-ci.yml', content: configuration },
    { action: 'create', file_path: 'ci/shared.yml', content: shared },
  ]
  const first = { branch: 'main', commit_message: 'Begin [skip ci]', actions }
  expect((await call('mona', 'POST', '/repository/commits', first)).status).toBe(201)
  expect((await call('mona', 'GET', '/ci/lint')).body).toMatchObject({ valid: true, errors: [] })
  const key = { key: 'DEPLOY_KEY', value: 'key-of-production', protected: true, masked: true }
  const scoped = { ...key, environment_scope: 'production' }
  expect((await call('mona', 'POST', '/variables', scoped)).status).toBe(201)
  expect((await call('mona', 'POST', '/protected_tags', { name: 'v*' })).status).toBe(201)
  const branch = { branch: 'feature', ref: 'main' }
  expect((await call('dev', 'POST', '/repository/branches', branch)).status).toBe(201)

  // Each night the links are looked at, and nothing else.
  const nightly = { description: 'Links', ref: 'feature', cron: '0 2 * * *' }
  const schedule = await call('dev', 'POST', '/pipeline_schedules', nightly)
  const where = `/pipeline_schedules/${schedule.body.id}`
  await call('dev', 'POST', `${where}/variables`, { key: 'DEPTH', value: '3' })
  forge.clock.advance('1d')
  const [night] = (await call('mona', 'GET', `${where}/pipelines`)).body
  expect(await statesOf(night.id)).toEqual({ links: 'pending' })
  const look = await finish(night.id, 'links')
  expect(variablesOf(look.id)).toMatchObject({ DEPTH: '3', CI_PIPELINE_SOURCE: 'schedule' })
  expect(variablesOf(look.id)).not.toHaveProperty('DEPLOY_KEY')
  expect((await call('mona', 'GET', where)).body.last_pipeline.status).toBe('success')

  // Another system starts a pipeline of the default branch, which goes to staging.
  const trigger = await call('mona', 'POST', '/triggers', { description: 'Content' })
  const sent = { token: trigger.body.token, ref: 'main', variables: { DEPLOY: 'yes', TARGET: 'a' } }
  const triggered = (await call('mona', 'POST', '/trigger/pipeline', sent)).body
  expect(await statesOf(triggered.id)).toEqual({
    build: 'pending',
    unit: 'created',
    staging: 'created',
  })
  const built = await finish(triggered.id, 'build')
  expect(variablesOf(built.id)).toMatchObject({ TARGET: 'a', CI_PIPELINE_SOURCE: 'trigger' })
  await finish(triggered.id, 'unit')
  await finish(triggered.id, 'staging')
  expect((await call('mona', 'GET', `/pipelines/${triggered.id}`)).body.status).toBe('success')

  // A tag is released: whoever may not create it may not deploy it either.
  const tag = { tag_name: 'v1.0', ref: 'main', message: 'First' }
  expect((await call('dev', 'POST', '/repository/tags', tag)).status).toBe(400)
  expect((await call('mona', 'POST', '/repository/tags', tag)).status).toBe(201)
  const [tagged] = (await call('mona', 'GET', '/pipelines?ref=v1.0')).body
  expect(tagged).toMatchObject({ source: 'push', status: 'skipped' })
  const started = (await call('mona', 'POST', '/pipeline', { ref: 'v1.0' })).body
  await finish(started.id, 'build')
  await finish(started.id, 'unit')
  await finish(started.id, 'staging')
  expect((await call('mona', 'GET', `/pipelines/${started.id}`)).body.status).toBe('manual')
  const production = (await jobsOf(started.id)).get('production')
  expect(production?.status).toBe('manual')
  const play = `/jobs/${production?.id}/play`
  expect((await call('dev', 'POST', play)).status).toBe(403)
  expect((await call('mona', 'POST', play)).body.status).toBe('pending')
  expect((await call('mona', 'GET', '/resource_groups/production/current_job')).body.id).toBe(
    production?.id,
  )
  expect(variablesOf(production?.id ?? 0)).toMatchObject({
    DEPLOY_KEY: 'key-of-production',
    CI_COMMIT_TAG: 'v1.0',
    CI_ENVIRONMENT_NAME: 'production',
  })
  const deployed = await finish(started.id, 'production', 'ssh key-of-production@www\n')
  expect(deployed.trace).toBe('ssh [MASKED]@www\n')

  // What is where, and who runs what.
  const environments = (await call('mona', 'GET', '/environments')).body
  expect(environments).toMatchObject([
    { name: 'production', state: 'available', external_url: 'https://www.acme.example' },
    { name: 'staging', state: 'available', external_url: null },
  ])
  const deployments = (await call('mona', 'GET', '/deployments?environment=production')).body
  expect(deployments).toMatchObject([
    { ref: 'v1.0', status: 'success', deployable: { name: 'production', runner: { id: 1 } } },
  ])
  expect((await call('mona', 'GET', `/pipelines/${started.id}`)).body.status).toBe('success')
  const released = { tag_name: 'v1.0', name: 'First', description: 'It floats.' }
  expect((await call('mona', 'POST', '/releases', released)).status).toBe(201)
  const stop = `/environments/${environments[1].id}/stop`
  expect((await call('dev', 'POST', stop)).body.state).toBe('stopped')
})
