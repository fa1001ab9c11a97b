import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge } from '../../../harness.ts'

const seedOf = (files: Readonly<Record<string, string>>): Seed => ({
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
            actions: Object.entries(files).map(([file_path, content]) => ({
              action: 'create' as const,
              file_path,
              content,
            })),
          },
        ],
      },
    },
  ],
})

/** A project with a configuration, and what can be done in it. */
async function projectWith(files: Readonly<Record<string, string>>) {
  const forge = await createTestForge({ seed: seedOf(files) })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  let pushes = 0
  /** Pushes a commit to the default branch. */
  const push = () => {
    pushes += 1
    const actions = [{ action: 'create', file_path: `${pushes}.txt`, content: 'a' }]
    return ask('POST', '/repository/commits', { branch: 'main', commit_message: 'Go on', actions })
  }
  const run = () => ask('POST', '/pipeline', { ref: 'main' })
  const buildOf = (name: string) => {
    const build = forge.db.builds.all().find((one) => one.name === name && !one.is_retried)
    if (!build) throw new Error(`There is no job ${name}.`)
    return build
  }
  const advance = (name: string, to: 'running' | 'success' | 'failed') =>
    forge.builds.advance(buildOf(name).id, to)
  /** The states of the jobs of the first pipeline that has any. */
  const states = () => {
    const [first] = forge.db.builds.all()
    const builds = forge.db.builds.all().filter((one) => one.pipeline_id === first?.pipeline_id)
    return Object.fromEntries(builds.map(({ name, status }) => [name, status]))
  }
  return { forge, ask, push, run, advance, states, buildOf }
}

const jobs = [
  'firm: { script: a }',
  'soft: { script: a, interruptible: true }',
  'later: { script: a, stage: deploy }',
]
const configured = (...lines: string[]) =>
  projectWith({ '.gitlab-ci.yml': [...lines, ...jobs].join('\n') })

const untouched = { firm: 'pending', soft: 'running', later: 'created' }
const allCanceled = { firm: 'canceled', soft: 'canceled', later: 'canceled' }

describe('a commit after a pipeline', () => {
  it.each([
    { workflow: '', after: allCanceled },
    { workflow: 'workflow: { auto_cancel: { on_new_commit: conservative } }', after: allCanceled },
    {
      workflow: 'workflow: { auto_cancel: { on_new_commit: interruptible } }',
      after: { ...untouched, soft: 'canceled' },
    },
    { workflow: 'workflow: { auto_cancel: { on_new_commit: none } }', after: untouched },
    { workflow: 'workflow: { auto_cancel: }', after: allCanceled },
  ])('cancels what the pipeline lets it: $workflow', async ({ workflow, after }) => {
    const { push, advance, states } = await configured(workflow)
    await push()
    advance('soft', 'running')
    expect(states()).toEqual(untouched)
    await push()
    expect(states()).toEqual(after)
  })

  it.each([
    ['conservative', 'running', { firm: 'running', soft: 'pending', later: 'created' }],
    ['conservative', 'failed', { firm: 'failed', soft: 'pending', later: 'created' }],
    ['interruptible', 'running', { firm: 'running', soft: 'canceled', later: 'created' }],
  ] as const)('spares jobs that are not interruptible: %s, %s', async (mode, state, after) => {
    const { push, advance, states } = await configured(
      `workflow: { auto_cancel: { on_new_commit: ${mode} } }`,
    )
    await push()
    advance('firm', state)
    await push()
    expect(states()).toEqual(after)
  })

  it('cancels as the rule of the workflow says, before the workflow itself', async () => {
    const { push, states } = await configured(
      'workflow:',
      '  auto_cancel: { on_new_commit: interruptible }',
      '  rules: [{ if: "$CI_COMMIT_BRANCH", auto_cancel: { on_new_commit: none } }]',
    )
    await push()
    await push()
    expect(states()).toEqual({ firm: 'pending', soft: 'pending', later: 'created' })
  })

  it('cancels nothing where the project does not want it', async () => {
    const { ask, push, states } = await configured('')
    const set = await ask('PUT', '', { auto_cancel_pending_pipelines: 'disabled' })
    expect(set.auto_cancel_pending_pipelines).toBe('disabled')
    await push()
    await push()
    expect(states()).toMatchObject({ firm: 'pending' })
  })

  it('cancels by the rules of a job too', async () => {
    const { push, advance, states } = await projectWith({
      '.gitlab-ci.yml': [
        'hard: { script: a, interruptible: true, rules: [{ when: always, interruptible: false }] }',
        'easy: { script: a, rules: [{ when: always, interruptible: true }] }',
      ].join('\n'),
    })
    await push()
    advance('easy', 'running')
    advance('hard', 'running')
    await push()
    expect(states()).toEqual({ hard: 'running', easy: 'running' })
  })

  it('cancels pipelines of any kind, when the newer one is of any kind', async () => {
    const { ask, run, push, states } = await configured('')
    await run()
    await run()
    // Both are of the same commit.
    expect(states()).toMatchObject({ firm: 'pending' })
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
    const message = 'Go on [skip ci]'
    await ask('POST', '/repository/commits', { branch: 'main', commit_message: message, actions })
    expect(states()).toMatchObject({ firm: 'pending' })
    await run()
    expect(states()).toEqual({ firm: 'canceled', soft: 'canceled', later: 'canceled' })
    await push()
    const made: { status: string }[] = await ask('GET', '/pipelines?sort=asc')
    expect(made.map(({ status }) => status)).toEqual([
      'skipped',
      'canceled',
      'canceled',
      'skipped',
      'canceled',
      'pending',
    ])
  })

  it('leaves pipelines of more than a week ago', async () => {
    const { forge, push, states } = await configured('')
    await push()
    forge.clock.advance('7d 1s')
    await push()
    expect(states()).toMatchObject({ firm: 'pending' })
  })

  it('cancels a child pipeline as that is configured', async () => {
    const child = (mode: string) =>
      `workflow: { auto_cancel: { on_new_commit: ${mode} } }\n${mode}: { script: a }`
    const { push, buildOf } = await projectWith({
      '.gitlab-ci.yml': [
        'one: { trigger: { include: one.yml } }',
        'two: { trigger: { include: two.yml } }',
      ].join('\n'),
      'one.yml': child('conservative'),
      'two.yml': child('none'),
    })
    await push()
    await push()
    expect(buildOf('conservative').status).toBe('canceled')
    expect(buildOf('none').status).toBe('pending')
  })
})

describe('the failure of a job', () => {
  const failing = (...lines: string[]) =>
    projectWith({
      '.gitlab-ci.yml': [
        ...lines,
        'a: { script: a }',
        'b: { script: a }',
        'c: { script: a, stage: deploy, when: on_failure }',
      ].join('\n'),
    })
  const cancelsAll = 'workflow: { auto_cancel: { on_job_failure: all } }'

  it.each([
    { workflow: cancelsAll, after: { a: 'failed', b: 'canceled', c: 'canceled' } },
    {
      workflow: 'workflow: { auto_cancel: { on_job_failure: none } }',
      after: { a: 'failed', b: 'running', c: 'created' },
    },
    { workflow: '', after: { a: 'failed', b: 'running', c: 'created' } },
    {
      workflow:
        'workflow: { auto_cancel: { on_job_failure: none }, rules: [{ when: always, auto_cancel: { on_job_failure: all } }] }',
      after: { a: 'failed', b: 'canceled', c: 'canceled' },
    },
  ])('cancels the others where the pipeline says so: $workflow', async ({ workflow, after }) => {
    const { run, advance, states } = await failing(workflow)
    await run()
    advance('b', 'running')
    advance('a', 'failed')
    expect(states()).toEqual(after)
  })

  it('cancels nothing where it is allowed, or retried', async () => {
    const { run, advance, states } = await projectWith({
      '.gitlab-ci.yml': [
        cancelsAll,
        'free: { script: a, allow_failure: true }',
        'again: { script: a, retry: 1 }',
        'other: { script: a }',
      ].join('\n'),
    })
    await run()
    advance('free', 'failed')
    advance('again', 'failed')
    expect(states()).toEqual({ free: 'failed', again: 'pending', other: 'pending' })
    advance('again', 'failed')
    expect(states()).toEqual({ free: 'failed', again: 'failed', other: 'canceled' })
  })

  it('cancels child pipelines too, and is that of a trigger job as well', async () => {
    const { run, advance, buildOf } = await projectWith({
      '.gitlab-ci.yml': [
        cancelsAll,
        'one: { trigger: { include: one.yml, strategy: depend } }',
        'two: { trigger: { include: two.yml } }',
      ].join('\n'),
      'one.yml': 'first: { script: a }',
      'two.yml': 'second: { script: a }',
    })
    await run()
    advance('first', 'failed')
    expect(buildOf('one').status).toBe('failed')
    expect(buildOf('second').status).toBe('canceled')
  })
})
