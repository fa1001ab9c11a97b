import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/index.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge } from '../../../harness.ts'

const project = (path: string, files: Record<string, string>) => ({
  path,
  created_by: 'mona',
  members: { mona: 'master' as const },
  repository: {
    default_branch: 'main',
    protected_branches: {},
    commits: [
      {
        message: 'Begin [ci skip]',
        author: 'mona',
        branch: 'main',
        actions: Object.entries(files).map(([file_path, content]) => ({
          action: 'create' as const,
          file_path,
          content,
        })),
      },
    ],
  },
})

const seedOf = (
  site: Record<string, string>,
  lib: Record<string, string> = { 'a.md': 'a' },
): Seed => ({
  users: [{ username: 'root', admin: true }, { username: 'mona' }, { username: 'dora' }],
  groups: [{ path: 'acme' }],
  projects: [
    { ...project('acme/site', site), members: { mona: 'master', dora: 'developer' } },
    { ...project('acme/lib', lib), visibility: 'public' as const },
  ],
})

const parent = (...lines: string[]) => ({ '.gitlab-ci.yml': lines.join('\n') })

async function ask(forge: Forge, method: string, path: string, body?: object, user = 'mona') {
  const headers = {
    'PRIVATE-TOKEN': forge.tokens[user] ?? '',
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  }
  const url = `http://forge.test/api/v4${path}`
  const sent = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
  const response = await forge.fetch(url, sent)
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}

/** Starts a pipeline of the first project; what the API says of it. */
async function run(forge: Forge, user = 'mona') {
  const { status, body } = await ask(forge, 'POST', '/projects/1/pipeline', { ref: 'main' }, user)
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

async function bridgesOf(forge: Forge, { id }: { id: number }) {
  return (await ask(forge, 'GET', `/projects/1/pipelines/${id}/bridges`)).body
}

/** The pipelines but for those of the pushes of the seed, which are skipped. */
const started = (forge: Forge) => forge.db.pipelines.all().filter(({ source }) => source !== 'push')

const buildOf = (forge: Forge, name: string) => {
  const build = forge.db.builds.all().findLast((one) => one.name === name)
  if (!build) throw new Error(`There is no job ${name}.`)
  return build
}

const statusOf = async (forge: Forge, { id }: { id: number }) =>
  (await ask(forge, 'GET', `/projects/1/pipelines/${id}`)).body.status

const child = { 'child.yml': 'inner: { script: make }' }

describe('a job that starts a pipeline of files of its own', () => {
  it('is a bridge, and its pipeline a child of the same commit', async () => {
    const forge = await createTestForge({
      seed: seedOf({ ...parent('start: { trigger: { include: child.yml } }'), ...child }),
    })
    const made = await run(forge)
    const [bridge, ...more] = await bridgesOf(forge, made)
    expect(more).toEqual([])
    expect(bridge).toMatchObject({
      name: 'start',
      stage: 'test',
      status: 'success',
      ref: 'main',
      user: { username: 'mona' },
      pipeline: { id: made.id },
      downstream_pipeline: {
        project_id: 1,
        source: 'parent_pipeline',
        ref: 'main',
        sha: made.sha,
        status: 'pending',
      },
    })
    const inner = buildOf(forge, 'inner')
    expect(inner.pipeline_id).toBe(bridge.downstream_pipeline.id)
    expect(forge.builds.variables(inner)).toContainEqual(
      expect.objectContaining({ key: 'CI_PIPELINE_SOURCE', value: 'parent_pipeline' }),
    )
    expect(await statusOf(forge, made)).toBe('success')
  })

  it('is no job, and its pipeline on no list but that of children', async () => {
    const forge = await createTestForge({
      seed: seedOf({ ...parent('start: { trigger: { include: child.yml } }'), ...child }),
    })
    const made = await run(forge)
    const [bridge] = await bridgesOf(forge, made)
    const names = async (path: string) =>
      (await ask(forge, 'GET', path)).body.map(({ name }: { name: string }) => name)
    expect(await names(`/projects/1/pipelines/${made.id}/jobs`)).toEqual([])
    expect(await names('/projects/1/jobs')).toEqual(['inner'])
    expect((await ask(forge, 'GET', `/projects/1/jobs/${bridge.id}`)).status).toBe(404)
    expect((await ask(forge, 'POST', `/projects/1/jobs/${bridge.id}/cancel`)).status).toBe(404)
    const listed = (await ask(forge, 'GET', '/projects/1/pipelines')).body
    const sources = listed.map(({ source }: { source: string }) => source)
    expect(sources).toEqual(['api', 'push'])
    const children = (await ask(forge, 'GET', '/projects/1/pipelines?source=parent_pipeline')).body
    expect(children).toMatchObject([{ id: bridge.downstream_pipeline.id }])
    expect((await ask(forge, 'GET', '/projects/1/pipelines/latest')).body.id).toBe(made.id)
    const commit = (await ask(forge, 'GET', '/projects/1/repository/commits/main')).body
    expect(commit.last_pipeline.id).toBe(made.id)
    const scoped = await ask(
      forge,
      'GET',
      `/projects/1/pipelines/${made.id}/bridges?scope[]=failed`,
    )
    expect(scoped.body).toEqual([])
  })

  it('waits for it with a strategy, and follows what runs again', async () => {
    const forge = await createTestForge({
      seed: seedOf({
        ...parent(
          'stages: [a, b]',
          'start: { stage: a, trigger: { include: [{ local: child.yml }], strategy: depend } }',
          'after: { stage: b, script: make }',
        ),
        ...child,
      }),
    })
    const made = await run(forge)
    expect((await bridgesOf(forge, made))[0].status).toBe('running')
    forge.builds.advance(buildOf(forge, 'inner'), 'failed')
    expect(await bridgesOf(forge, made)).toMatchObject([
      { status: 'failed', downstream_pipeline: { status: 'failed' } },
    ])
    expect(await statusOf(forge, made)).toBe('failed')
    expect(buildOf(forge, 'after').status).toBe('skipped')
    const inner = buildOf(forge, 'inner')
    expect((await ask(forge, 'POST', `/projects/1/jobs/${inner.id}/retry`)).status).toBe(201)
    expect((await bridgesOf(forge, made))[0].status).toBe('pending')
    expect(started(forge)).toHaveLength(2)
    forge.builds.advance(buildOf(forge, 'inner'), 'success')
    expect((await bridgesOf(forge, made))[0].status).toBe('success')
    expect(buildOf(forge, 'after').status).toBe('pending')
  })

  it('gives it its variables, and those of its pipeline where it says so', async () => {
    const variablesOf = async (forward: string) => {
      const trigger = `{ include: child.yml${forward} }`
      const lines = `start: { variables: { PLACE: "of $CI_COMMIT_BRANCH" }, trigger: ${trigger} }`
      const forge = await createTestForge({ seed: seedOf({ ...parent(lines), ...child }) })
      const variables = [{ key: 'DEEP', value: 'yes' }]
      await ask(forge, 'POST', '/projects/1/pipeline', { ref: 'main', variables })
      const found = forge.builds.variables(buildOf(forge, 'inner'))
      return ['PLACE', 'DEEP'].map((key) => found.find((one) => one.key === key)?.value)
    }
    expect(await variablesOf('')).toEqual(['of main', undefined])
    expect(
      await variablesOf(', forward: { yaml_variables: false, pipeline_variables: true }'),
    ).toEqual([undefined, 'yes'])
  })

  it('fails where its files make no pipeline', async () => {
    const reasonOf = async (files: Record<string, string>) => {
      const forge = await createTestForge({
        seed: seedOf({ ...parent('start: { trigger: { include: child.yml } }'), ...files }),
      })
      return bridgesOf(forge, await run(forge))
    }
    expect(await reasonOf({})).toMatchObject([
      {
        status: 'failed',
        failure_reason: 'downstream_pipeline_creation_failed',
        downstream_pipeline: { status: 'failed' },
      },
    ])
    expect(await reasonOf({ 'child.yml': 'a: { script: b, only: [tags] }' })).toMatchObject([
      {
        status: 'failed',
        failure_reason: 'downstream_pipeline_creation_failed',
        downstream_pipeline: null,
      },
    ])
  })

  it('fails below two others', async () => {
    const include = (file: string) => `start: { trigger: { include: ${file} } }`
    const forge = await createTestForge({
      seed: seedOf({ ...parent(include('a.yml')), 'a.yml': include('a.yml') }),
    })
    await run(forge)
    expect(started(forge)).toHaveLength(3)
    const bridges = forge.db.builds.all().map((one) => [one.status, one.failure_reason])
    expect(bridges.at(-1)).toEqual(['failed', 'reached_max_descendant_pipelines_depth'])
    const again = await ask(forge, 'POST', `/projects/1/jobs/${bridges.length}/retry`)
    expect([again.status, again.body.message]).toEqual([
      403,
      '403 Forbidden - Job is not retryable',
    ])
  })

  it('fails where there are 1,000 pipelines and jobs below the first', async () => {
    const many = (count: number, words: string) =>
      Array.from({ length: count }, (_, index) => `job${index}: { ${words} }`).join('\n')
    const forge = await createTestForge({
      seed: seedOf({
        ...parent(many(6, 'trigger: { include: child.yml }')),
        'child.yml': many(225, 'script: make'),
      }),
    })
    const pipeline = await run(forge)
    const bridges: { failure_reason?: string }[] = await bridgesOf(forge, pipeline)
    expect(bridges.map((one) => one.failure_reason ?? null).reverse()).toEqual([
      ...Array(5).fill(null),
      'reached_max_pipeline_hierarchy_size',
    ])
  })

  it('starts a hundred others at once', async () => {
    const bridges = Array.from({ length: 100 }, (_, index) => `b${index}`)
    const forge = await createTestForge({
      seed: seedOf({
        ...parent(
          'stages: [test, deploy]',
          ...bridges.map((name) => `${name}: { trigger: { include: child.yml } }`),
          'last: { stage: deploy, script: make }',
        ),
        ...child,
      }),
    })
    const made = await run(forge)
    expect(started(forge)).toHaveLength(101)
    expect(buildOf(forge, 'last').status).toBe('pending')
    expect(await statusOf(forge, made)).toBe('running')
  })

  it('waits for a hand where it is manual, and runs again with another pipeline', async () => {
    const forge = await createTestForge({
      seed: seedOf({
        ...parent('start: { when: manual, trigger: { include: child.yml } }'),
        ...child,
      }),
    })
    const made = await run(forge)
    const [bridge] = await bridgesOf(forge, made)
    expect(bridge).toMatchObject({ status: 'manual', downstream_pipeline: null })
    const played = await ask(forge, 'POST', `/projects/1/jobs/${bridge.id}/play`)
    expect(played).toMatchObject({
      status: 200,
      body: { id: bridge.id, downstream_pipeline: { source: 'parent_pipeline' } },
    })
    const finished = await ask(forge, 'POST', `/projects/1/jobs/${bridge.id}/play`)
    expect([finished.status, finished.body.message]).toEqual([
      400,
      '400 Bad request - Unplayable Job',
    ])
    const again = await ask(forge, 'POST', `/projects/1/jobs/${bridge.id}/retry`)
    expect([again.status, again.body.name]).toEqual([201, 'start'])
    const [fresh] = await bridgesOf(forge, made)
    expect(fresh.id).not.toBe(bridge.id)
    expect(started(forge)).toHaveLength(3)
  })

  it('is canceled with its child', async () => {
    const forge = await createTestForge({
      seed: seedOf({
        ...parent('start: { trigger: { include: child.yml, strategy: depend } }'),
        ...child,
      }),
    })
    const made = await run(forge)
    await ask(forge, 'POST', `/projects/1/pipelines/${made.id}/cancel`)
    expect(await bridgesOf(forge, made)).toMatchObject([
      { status: 'canceled', downstream_pipeline: { status: 'canceled' } },
    ])
  })

  it('leaves its child where its pipeline is removed', async () => {
    const forge = await createTestForge({
      seed: seedOf({ ...parent('start: { trigger: { include: child.yml } }'), ...child }),
    })
    const made = await run(forge)
    expect(
      (await ask(forge, 'DELETE', `/projects/1/pipelines/${made.id}`, undefined, 'root')).status,
    ).toBe(204)
    expect(started(forge)).toMatchObject([{ source: 'parent_pipeline', source_build_id: null }])
  })
})

describe('a job that starts a pipeline of another project', () => {
  const lib = { '.gitlab-ci.yml': 'test: { script: make }' }

  it('starts that of its default branch, or of the one that it names', async () => {
    const forge = await createTestForge({
      seed: seedOf(parent('start: { variables: { NAME: lib }, trigger: acme/$NAME }'), lib),
    })
    const made = await run(forge)
    expect(await bridgesOf(forge, made)).toMatchObject([
      {
        status: 'success',
        downstream_pipeline: { project_id: 2, source: 'pipeline', ref: 'main', status: 'pending' },
      },
    ])
    expect(forge.builds.variables(buildOf(forge, 'test'))).toContainEqual(
      expect.objectContaining({ key: 'NAME', value: 'lib' }),
    )
    const listed = (await ask(forge, 'GET', '/projects/2/pipelines?source=pipeline')).body
    expect(listed).toHaveLength(1)
  })

  it.each([
    ['acme/none', 'mona', 'downstream_bridge_project_not_found'],
    ['acme/site', 'mona', 'invalid_bridge_trigger'],
    ['acme/lib', 'dora', 'insufficient_bridge_permissions'],
    ['{ project: acme/lib, branch: none }', 'mona', 'downstream_pipeline_creation_failed'],
  ])('fails for %s by %s', async (trigger, user, reason) => {
    const forge = await createTestForge({
      seed: seedOf(parent(`start: { trigger: ${trigger} }`), lib),
    })
    const made = await run(forge, user)
    expect(await bridgesOf(forge, made)).toMatchObject([
      { status: 'failed', failure_reason: reason, downstream_pipeline: null },
    ])
  })

  it('is let around once', async () => {
    const forge = await createTestForge({
      seed: seedOf(parent('start: { trigger: acme/lib }'), parent('back: { trigger: acme/site }')),
    })
    await run(forge)
    const last = forge.db.builds.all().filter(({ status }) => status === 'failed')
    expect(last).toMatchObject([{ failure_reason: 'pipeline_loop_detected' }])
    const sources = started(forge).map(({ project_id, source }) => `${project_id} ${source}`)
    expect(sources).toEqual([
      '1 api',
      '2 pipeline',
      '1 pipeline',
      '2 pipeline',
      '1 pipeline',
      '2 pipeline',
    ])
  })

  it('tells hooks of the pipelines, and of no bridge', async () => {
    const seed = seedOf(parent('start: { trigger: acme/lib }'), lib)
    const received: { kind: string; name?: string; source?: unknown; builds?: number }[] = []
    const forge = await createTestForge({
      seed,
      fetch: async (_, init) => {
        const body = JSON.parse(String(init?.body))
        received.push({
          kind: body.object_kind,
          ...(body.build_name ? { name: body.build_name } : {}),
          ...(body.source_pipeline ? { source: body.source_pipeline } : {}),
          ...(body.builds ? { builds: body.builds.length } : {}),
        })
        return new Response()
      },
    })
    for (const id of [1, 2]) {
      const hook = { url: 'https://hooks.test/', job_events: true, pipeline_events: true }
      await ask(forge, 'POST', `/projects/${id}/hooks`, hook)
    }
    const made = await run(forge)
    await forge.settled()
    const [bridge] = await bridgesOf(forge, made)
    expect(received.filter(({ kind }) => kind === 'build').map(({ name }) => name)).not.toContain(
      'start',
    )
    expect(received.filter(({ kind }) => kind === 'pipeline')).toContainEqual({
      kind: 'pipeline',
      builds: 1,
      source: {
        project: {
          id: 1,
          web_url: 'http://forge.test/acme/site',
          path_with_namespace: 'acme/site',
        },
        job_id: bridge.id,
        pipeline_id: made.id,
      },
    })
  })
})

describe('what a file says of a job that starts a pipeline', () => {
  it.each([
    [
      'start: { trigger: acme/lib, script: make }',
      'jobs:start config contains unknown keys: script',
    ],
    ['start: { trigger: { branch: main } }', 'jobs:start:trigger should be the path of a project'],
    ['start: { trigger: { include: a.yml, strategy: none } }', 'jobs:start:trigger'],
    ['start: { trigger: { include: [{ artifact: a.yml, job: b }] } }', 'include: only files'],
    ['start: { trigger: { include: [a, b, c, d] } }', 'is too long (maximum is 3)'],
    ['start: { trigger: acme/lib, when: delayed, start_in: 1 day }', 'jobs:start'],
    ['start: { stage: test }', 'should implement the script:, run:, or trigger: keyword'],
  ])('is refused: %s', async (content, reason) => {
    const forge = await createTestForge({ seed: seedOf({ 'a.md': 'a' }) })
    const { body } = await ask(forge, 'POST', '/projects/1/ci/lint', { content })
    expect(body).toMatchObject({ valid: false, errors: [expect.stringContaining(reason)] })
  })
})

describe('inputs of a downstream pipeline', () => {
  const declaring = [
    'spec: { inputs: { name: { default: none }, fast: { type: boolean, default: false } } }',
    '---',
    'test $[[ inputs.name ]] $[[ inputs.fast ]]: { script: make }',
  ].join('\n')
  const names = (forge: Forge) => forge.db.builds.all().map(({ name }) => name)

  it('are given with its files, to each its own', async () => {
    const include = [
      '{ local: child.yml, inputs: { name: unit, fast: true } }',
      '{ local: /child.yml, inputs: { name: all } }',
      'child.yml',
    ].join(', ')
    const forge = await createTestForge({
      seed: seedOf({
        ...parent(`start: { trigger: { include: [${include}] } }`),
        'child.yml': declaring,
      }),
    })
    await run(forge)
    expect(names(forge)).toEqual(['start', 'test unit true', 'test all false', 'test none false'])
  })

  it('fail it where they are wrong', async () => {
    const forge = await createTestForge({
      seed: seedOf({
        ...parent('start: { trigger: { include: { local: child.yml, inputs: { fast: maybe } } } }'),
        'child.yml': declaring,
      }),
    })
    const [bridge] = await bridgesOf(forge, await run(forge))
    expect(bridge).toMatchObject({
      failure_reason: 'downstream_pipeline_creation_failed',
      downstream_pipeline: { status: 'failed' },
    })
    expect(started(forge).at(-1)?.yaml_errors).toBe(
      '`child.yml`: `fast` input: provided value is not a boolean',
    )
  })

  it('are those of another project', async () => {
    const forge = await createTestForge({
      seed: seedOf(
        parent('start: { trigger: { project: acme/lib, inputs: { name: lib, fast: true } } }'),
        { '.gitlab-ci.yml': declaring },
      ),
    })
    await run(forge)
    expect(names(forge)).toEqual(['start', 'test lib true'])
  })

  it('let a file in by rules', async () => {
    const forge = await createTestForge({
      seed: seedOf({
        ...parent(
          'start:',
          '  trigger:',
          '    include:',
          '      - { local: child.yml, rules: [{ if: $CI_COMMIT_TAG }] }',
          '      - { local: child.yml, inputs: { name: branch }, rules: [{ if: $CI_COMMIT_BRANCH }] }',
        ),
        'child.yml': declaring,
      }),
    })
    await run(forge)
    expect(names(forge)).toEqual(['start', 'test branch false'])
  })
})
