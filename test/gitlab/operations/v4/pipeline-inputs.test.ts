import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge } from '../../../harness.ts'

const seedWith = (files: Readonly<Record<string, string>>): Seed => ({
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
  variables: [{ project: 'mona/site', key: 'PLACE', value: 'moon' }],
})

async function forgeWith(files: Readonly<Record<string, string>>) {
  const forge = await createTestForge({ seed: seedWith(files) })
  const call = async (method: string, path: string, body?: object) => {
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  /** Starts a pipeline, and gives the names of its jobs, or why there is none. */
  const run = async (inputs?: object) => {
    const { status, body } = await call('POST', '/pipeline', { ref: 'main', inputs })
    return status === 201 ? namesOf(body.id) : body.message.base
  }
  const namesOf = (pipeline: number) =>
    forge.db.builds.all().flatMap((one) => (one.pipeline_id === pipeline ? [one.name] : []))
  return { forge, call, run, namesOf }
}

const declaring = [
  'spec:',
  '  inputs:',
  '    name: { default: site }',
  '    size: { type: number, options: [1, 2], default: 1 }',
  '---',
  'build $[[ inputs.name ]] $[[ inputs.size ]]: { script: a }',
].join('\n')

describe('inputs of a pipeline', () => {
  it('have their defaults, and what a request, a trigger and a schedule give them', async () => {
    const { forge, call, run, namesOf } = await forgeWith({ '.gitlab-ci.yml': declaring })
    expect(await run()).toEqual(['build site 1'])
    expect(await run({ name: 'docs', size: 2 })).toEqual(['build docs 2'])
    const trigger = await call('POST', '/triggers', { description: 'Others' })
    const sent = { token: trigger.body.token, ref: 'main', inputs: { name: 'blog' } }
    const triggered = await call('POST', '/trigger/pipeline', sent)
    expect(namesOf(triggered.body.id)).toEqual(['build blog 1'])
    const inputs = [{ name: 'name', value: 'night' }]
    const timing = { description: 'Nightly', ref: 'main', cron: '0 2 * * *' }
    await call('POST', '/pipeline_schedules', { ...timing, inputs })
    forge.clock.advance('1d')
    expect(forge.db.builds.all().at(-1)?.name).toBe('build night 1')
  })

  it.each([
    [
      { size: 3 },
      '`size` input: `3` cannot be used because it is not in the list of allowed options',
    ],
    [{ size: 'big' }, '`size` input: provided value is not a number'],
    [{ other: 'a' }, 'unknown input arguments: other'],
  ])('are refused as %j', async (inputs, reason) => {
    const { run } = await forgeWith({ '.gitlab-ci.yml': declaring })
    expect(await run(inputs)).toEqual([`\`.gitlab-ci.yml\`: ${reason}`])
  })

  it('are refused where the configuration declares none, and though it ran without before', async () => {
    const { run } = await forgeWith({ '.gitlab-ci.yml': 'a: { script: a }' })
    expect(await run()).toEqual(['a'])
    expect(await run({ name: 'x' })).toEqual([
      '`.gitlab-ci.yml`: Given inputs not defined in the `spec` section of the included configuration file',
    ])
  })

  it('of an included file are given by who includes it', async () => {
    const included = [
      'spec: { inputs: { name: } }',
      '---',
      'test $[[ inputs.name ]]: { script: a }',
    ]
    const files = (include: string) => ({
      '.gitlab-ci.yml': `include: [${include}]`,
      'ci/test.yml': included.join('\n'),
    })
    const given = await forgeWith(files('{ local: ci/test.yml, inputs: { name: unit } }'))
    expect(await given.run()).toEqual(['test unit'])
    const missing = await forgeWith(files('{ local: ci/test.yml }'))
    expect(await missing.run()).toEqual([
      '`ci/test.yml`: `name` input: required value has not been provided',
    ])
  })
})

describe('rules of an include', () => {
  const including = (rule: string) =>
    forgeWith({
      '.gitlab-ci.yml': [`include: { local: more.yml, rules: [${rule}] }`, 'a: { script: a }'].join(
        '\n',
      ),
      'more.yml': 'more: { script: a }',
      'docs/a.md': 'a',
    })

  it.each([
    [`{ if: '$PLACE == "moon"' }`, true],
    [`{ if: '$PLACE == "mars"' }`, false],
    [`{ if: '$CI_COMMIT_BRANCH == "main"', when: never }`, false],
    [`{ if: '$PLACE == "mars"' }, { when: always }`, true],
    ['{ exists: ["docs/*.md"] }', true],
    ['{ exists: ["docs/*.txt"] }', false],
    ['{ changes: ["docs/*.md"] }', true],
  ])('%s: %s', async (rule, isIncluded) => {
    const { run } = await including(rule)
    expect(await run()).toEqual(isIncluded ? ['more', 'a'] : ['a'])
  })

  it('compare what a push changed', async () => {
    const { call, namesOf } = await including('{ changes: ["docs/*.md"] }')
    const push = async (file_path: string) => {
      const actions = [{ action: 'update', file_path, content: `changed ${file_path}` }]
      await call('POST', '/repository/commits', {
        branch: 'main',
        commit_message: 'Go on',
        actions,
      })
      const [{ id }] = (await call('GET', '/pipelines')).body
      return namesOf(id)
    }
    expect(await push('docs/a.md')).toEqual(['more', 'a'])
  })
})
