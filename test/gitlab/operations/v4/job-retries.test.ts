import { describe, expect, it } from 'vitest'
import { createTestForge } from '../../../harness.ts'

/** A forge with one pipeline, which the first job of a configuration is in. */
async function started(job: string, api: 'v3' | 'v4' = 'v4') {
  const forge = await createTestForge({
    seed: {
      users: [{ username: 'mona' }],
      projects: [
        {
          path: 'mona/site',
          repository: {
            default_branch: 'main',
            commits: [
              {
                message: 'Begin',
                author: 'mona',
                branch: 'main',
                actions: [{ action: 'create', file_path: 'a.txt', content: 'a' }],
              },
            ],
          },
        },
      ],
    },
  })
  const places = {
    v3: ['repository/files', { branch_name: 'main', file_path: '.gitlab-ci.yml' }],
    v4: ['repository/files/.gitlab-ci.yml', { branch: 'main' }],
  } as const
  const [path, where] = places[api]
  const response = await forge.fetch(`http://forge.test/api/${api}/projects/1/${path}`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...where, content: job, commit_message: 'Describe jobs' }),
  })
  expect(response.status).toBe(201)
  const states = () => forge.db.builds.all().map(({ status }) => status)
  const pipeline = () => forge.db.pipelines.all().at(-1)
  const fail = (reason: 'script_failure' | 'runner_system_failure' = 'script_failure') => {
    const waiting = forge.db.builds.all().findLast(({ status }) => status === 'pending')
    forge.builds.advance(waiting?.id ?? 0, 'failed', { failure_reason: reason })
  }
  return { forge, states, pipeline, fail }
}

describe('a job with retry', () => {
  it('is tried so often again, and then fails its pipeline', async () => {
    const { forge, states, pipeline, fail } = await started('a: { script: a, retry: 2 }')
    fail()
    expect(states()).toEqual(['failed', 'pending'])
    expect(pipeline()?.status).toBe('pending')
    fail()
    expect(states()).toEqual(['failed', 'failed', 'pending'])
    fail()
    expect(states()).toEqual(['failed', 'failed', 'failed'])
    expect(pipeline()?.status).toBe('failed')
    expect(forge.db.builds.all().map(({ is_retried }) => is_retried)).toEqual([true, true, false])
  })

  it('succeeds with its pipeline when one try does', async () => {
    const { forge, pipeline, fail } = await started('default: { retry: 1 }\na: { script: a }')
    fail()
    forge.builds.advance(forge.db.builds.all().at(-1)?.id ?? 0, 'success')
    expect(pipeline()?.status).toBe('success')
  })

  it('is tried again after the failures that it names alone', async () => {
    const job = 'a: { script: a, retry: { max: 2, when: [runner_system_failure] } }'
    const { states, fail } = await started(job)
    fail('runner_system_failure')
    expect(states()).toEqual(['failed', 'pending'])
    fail('script_failure')
    expect(states()).toEqual(['failed', 'failed'])
  })

  it('deploys by its last try', async () => {
    const { forge, fail } = await started('a: { script: a, retry: 1, environment: blue }')
    fail()
    forge.builds.advance(forge.db.builds.all().at(-1)?.id ?? 0, 'success')
    expect(forge.db.deployments.all().map(({ status }) => status)).toEqual(['failed', 'success'])
  })

  it('is refused beyond two', async () => {
    const { pipeline } = await started('a: { script: a, retry: 3 }')
    expect(pipeline()).toMatchObject({
      status: 'failed',
      yaml_errors: expect.stringContaining('jobs:a:retry'),
    })
  })

  it('fails at once where v3 started it', async () => {
    const { states, fail } = await started('a: { script: a, retry: 2 }', 'v3')
    fail()
    expect(states()).toEqual(['failed'])
  })
})

it('a scheduled pipeline follows the release that has schedules', async () => {
  const { forge } = await started('a: { script: a, retry: 1, environment: blue }')
  const response = await forge.fetch('http://forge.test/api/v4/projects/1/pipeline_schedules', {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify({ description: 'Nightly', ref: 'main', cron: '0 2 * * *' }),
  })
  expect(response.status).toBe(201)
  forge.clock.advance('1d')
  const job = forge.db.builds.all().at(-1)
  expect(forge.db.pipelines.get(job?.pipeline_id ?? 0)?.source).toBe('schedule')
  expect(job?.retry).toEqual({ max: 1, when: ['always'] })
  expect(forge.db.deployments.all().at(-1)).toMatchObject({ build_id: job?.id, status: 'created' })
})
