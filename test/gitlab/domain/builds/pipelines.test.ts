import { expect, it } from 'vitest'
import { type Api, describeForge, now } from '../../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'dev' }],
  projects: [{ path: 'dev/site' }, { path: 'dev/plain', builds_enabled: false }],
}

const description = `
stages: [build, test, deploy, after]
variables: { DOMAIN: site.example }

.hidden: { script: nothing }

compile:
  stage: build
  script: make

rspec:
  script: rspec

lint:
  script: lint
  allow_failure: true

staging:
  stage: deploy
  script: deploy
  environment: { name: review/$CI_BUILD_REF_NAME, url: "https://\${CI_BUILD_REF_SLUG}.$DOMAIN" }
  except: [tags]

production:
  stage: deploy
  script: deploy
  when: manual
  environment: production

rescue:
  stage: after
  script: mail
  when: on_failure

clean:
  stage: after
  script: rm
  when: always

publish:
  stage: after
  script: publish
  only: [tags]
`

function commit(api: Api, content: string, message = 'Describe the pipeline', project = 1) {
  return api.as('dev').post(`/projects/${project}/repository/commits`, {
    branch_name: 'master',
    commit_message: message,
    actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content }],
  })
}

const states = ({ forge }: Api, pipelineId = 1) =>
  Object.fromEntries(
    forge.db.builds.by('pipeline_id', pipelineId).map(({ name, status }) => [name, status]),
  )

/** Takes the build of a name to a state. */
function play(api: Api, name: string, state: 'success' | 'failed' | 'canceled', pipelineId = 1) {
  const build = api.forge.db.builds
    .by('pipeline_id', pipelineId)
    .find((candidate) => candidate.name === name)
  if (!build) throw new Error(`There is no build ${name}.`)
  return api.forge.advance(build, state)
}

const pipelineOf = ({ forge }: Api, id = 1) => forge.db.pipelines.get(id)

describeForge('a push with a description of a pipeline', { seed }, (api) => {
  it('makes a pipeline with a build for each job of the ref, stage by stage', async () => {
    const { body } = await commit(api, description)
    expect(body.status).toBe('pending')
    const builds = (await api.as('dev').get('/projects/1/builds')).body
    expect(
      builds.map((build: { name: string; stage: string }) => [build.name, build.stage]),
    ).toEqual([
      ['clean', 'after'],
      ['rescue', 'after'],
      ['production', 'deploy'],
      ['staging', 'deploy'],
      ['lint', 'test'],
      ['rspec', 'test'],
      ['compile', 'build'],
    ])
    expect(builds.at(-1)).toMatchObject({
      ref: 'master',
      tag: false,
      status: 'pending',
      created_at: now,
      commit: { id: body.id },
      pipeline: { id: 1, ref: 'master', sha: body.id, status: 'pending' },
      user: { username: 'dev' },
    })
    expect(states(api)).toEqual({
      compile: 'pending',
      rspec: 'created',
      lint: 'created',
      staging: 'created',
      production: 'created',
      rescue: 'created',
      clean: 'created',
    })
  })

  it('makes one for each push, a new branch and a new tag too', async () => {
    await commit(api, description)
    const repository = '/projects/1/repository'
    await api.as('dev').post(`${repository}/branches`, { branch_name: 'Side/X', ref: 'master' })
    await api.as('dev').post(`${repository}/tags`, { tag_name: 'v1', ref: 'master' })
    expect(Object.keys(states(api, 2))).toEqual(Object.keys(states(api)))
    expect(states(api, 3)).toHaveProperty('publish')
    expect(states(api, 3)).not.toHaveProperty('staging')
    expect(pipelineOf(api, 3)).toMatchObject({ ref: 'v1', tag: true })
    await api.as('dev').delete(`${repository}/branches/Side%2FX`)
    expect(api.forge.db.pipelines.all()).toHaveLength(3)
  })

  it('makes one of an annotated tag for the commit that it stands for', async () => {
    const { body } = await commit(api, description)
    const tag = { tag_name: 'v1', ref: 'master', message: 'Version one' }
    await api.as('dev').post('/projects/1/repository/tags', tag)
    expect(pipelineOf(api, 2)).toMatchObject({ ref: 'v1', tag: true, sha: body.id })
  })

  it('makes none without the file, and none without builds in the project', async () => {
    await api.as('dev').post('/projects/1/repository/files', {
      file_path: 'README.md',
      branch_name: 'master',
      content: 'a',
      commit_message: 'Begin',
    })
    expect((await commit(api, description, 'Describe', 2)).status).toBe(201)
    expect(api.forge.db.pipelines.all()).toEqual([])
  })

  it('makes none where no job is for the ref', async () => {
    const { body } = await commit(api, 'a: { script: a, only: [tags] }')
    expect(api.forge.db.pipelines.all()).toEqual([])
    expect(body.status).toBeNull()
  })

  it('makes a failed pipeline of a broken file, not an error', async () => {
    const { status, body } = await commit(api, 'a: { script: a, stage: nowhere }')
    expect([status, body.status]).toEqual([201, 'failed'])
    expect(pipelineOf(api)).toMatchObject({
      status: 'failed',
      yaml_errors:
        'a job: chosen stage nowhere does not exist; available stages are .pre, build, test, deploy, .post',
      finished_at: now,
    })
    expect((await api.as('dev').get('/projects/1/builds')).body).toEqual([])
  })

  it('makes a failed pipeline of a file larger than 1 MiB, too', async () => {
    const { status, body } = await commit(api, `a: { script: a }\n#${'x'.repeat(2 ** 20)}`)
    expect([status, body.status]).toEqual([201, 'failed'])
    expect(pipelineOf(api)).toMatchObject({ yaml_errors: 'The file is larger than 1 MiB' })
  })

  it.each(['Write [ci skip]', 'Write\n\n[SKIP CI]'])(
    'makes a skipped pipeline for the message %j',
    async (message) => {
      const { body } = await commit(api, description, message)
      expect(body.status).toBe('skipped')
      expect(api.forge.db.builds.all()).toEqual([])
    },
  )

  it('starts a stage when the one before succeeded', async () => {
    await commit(api, description)
    play(api, 'compile', 'success')
    expect(states(api)).toMatchObject({ rspec: 'pending', lint: 'pending', staging: 'created' })
    expect(pipelineOf(api)).toMatchObject({ status: 'running', started_at: now, finished_at: null })
    play(api, 'rspec', 'success')
    expect(states(api)).toMatchObject({ staging: 'created' })
    play(api, 'lint', 'failed')
    expect(states(api)).toMatchObject({ staging: 'pending', production: 'skipped' })
    play(api, 'staging', 'success')
    expect(states(api)).toMatchObject({ rescue: 'skipped', clean: 'pending' })
    play(api, 'clean', 'success')
    expect(pipelineOf(api)).toMatchObject({ status: 'success', finished_at: now })
    const [{ id }] = (await api.as('dev').get('/projects/1/repository/commits')).body
    const shown = await api.as('dev').get(`/projects/1/repository/commits/${id}`)
    expect(shown.body.status).toBe('success')
  })

  it('skips what waits for a success when a stage failed', async () => {
    await commit(api, description)
    play(api, 'compile', 'failed')
    expect(states(api)).toEqual({
      compile: 'failed',
      rspec: 'skipped',
      lint: 'skipped',
      staging: 'skipped',
      production: 'skipped',
      rescue: 'pending',
      clean: 'pending',
    })
    play(api, 'rescue', 'success')
    play(api, 'clean', 'success')
    expect(pipelineOf(api)).toMatchObject({ status: 'failed', finished_at: now })
  })

  it('skips everything after a canceled build', async () => {
    await commit(api, description)
    play(api, 'compile', 'canceled')
    expect(new Set(Object.values(states(api)))).toEqual(new Set(['canceled', 'skipped']))
    expect(pipelineOf(api)?.status).toBe('canceled')
  })

  it('deploys to the environment of a job, whose variables are filled in', async () => {
    await commit(api, description)
    const branch = { branch_name: 'Side/X', ref: 'master' }
    await api.as('dev').post('/projects/1/repository/branches', branch)
    for (const name of ['compile', 'rspec', 'lint', 'staging']) play(api, name, 'success', 2)
    const { body } = await api.as('dev').get('/projects/1/deployments')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      iid: 1,
      ref: 'Side/X',
      environment: { name: 'review/Side/X', external_url: 'https://side-x.site.example' },
      deployable: { name: 'staging' },
      user: { username: 'dev' },
    })
  })

  it('deploys nowhere where the filled in name is too long for one', async () => {
    const named = (length: number) =>
      `a: { script: a, environment: { name: $HOST, url: $HOST$HOST }, variables: { HOST: ${'x'.repeat(length)} } }`
    await commit(api, named(200))
    await api.as('dev').put('/projects/1/repository/files', {
      file_path: '.gitlab-ci.yml',
      branch_name: 'master',
      content: named(256),
      commit_message: 'A longer name',
    })
    const builds = api.forge.db.builds.all()
    expect(builds.map(({ environment }) => environment?.length)).toEqual([200, undefined])
    const [first] = builds
    api.forge.advance(first?.id ?? 0, 'success')
    expect(api.forge.db.environments.all()).toMatchObject([{ external_url: null }])
  })

  it('leaves nothing behind where the commit is refused', async () => {
    const refused = await api.as('dev').post('/projects/1/repository/commits', {
      branch_name: 'master',
      commit_message: 'Half of it',
      actions: [
        { action: 'create', file_path: '.gitlab-ci.yml', content: description },
        { action: 'delete', file_path: 'nothing' },
      ],
    })
    expect(refused.status).toBe(400)
    expect(api.forge.db.pipelines.all()).toEqual([])
  })

  it('reads the file again once it changed', async () => {
    await commit(api, 'a: { script: a }')
    await api.as('dev').put('/projects/1/repository/files', {
      file_path: '.gitlab-ci.yml',
      branch_name: 'master',
      content: 'b: { script: b }',
      commit_message: 'Another job',
    })
    expect([Object.keys(states(api, 1)), Object.keys(states(api, 2))]).toEqual([['a'], ['b']])
  })
})
