import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const file = (file_path: string, content: string) => ({
  action: 'create' as const,
  file_path,
  content,
})
const content = [
  'include: shared.yml',
  '.base: { before_script: [setup] }',
  'test: { extends: .base, script: rspec }',
  'ship: { stage: deploy, script: [a, b], when: manual, only: [tags], environment: production, needs: [test] }',
].join('\n')

const seed: Seed = {
  users: [{ username: 'mona' }, { username: 'dev' }, { username: 'ria' }],
  projects: [
    {
      path: 'mona/site',
      visibility: 'public',
      created_by: 'mona',
      members: { dev: 'developer', ria: 'reporter' },
      repository: {
        default_branch: 'main',
        protected_branches: {},
        commits: [
          {
            message: 'Begin [ci skip]',
            author: 'mona',
            branch: 'main',
            actions: [
              file('.gitlab-ci.yml', content),
              file('shared.yml', 'stages: [test, deploy]'),
            ],
          },
          {
            message: 'Bare',
            author: 'mona',
            branch: 'bare',
            actions: [{ action: 'delete', file_path: '.gitlab-ci.yml' }],
          },
        ],
        tags: [{ name: 'v1', ref: 'main' }],
      },
    },
    { path: 'mona/empty', visibility: 'public', created_by: 'mona' },
  ],
  variables: [
    { project: 'mona/site', key: 'PLACE', value: 'moon' },
    { project: 'mona/site', key: 'SAFE', value: 'yes', protected: true },
  ],
}
const path = '/projects/1/ci/lint'

describeV4('the check of a CI configuration', { seed }, (api) => {
  const lint = async (sent: object, where = path) => {
    const { status, body } = await api.as('dev').post(where, { ...sent })
    return status === 200 ? body : [status, body]
  }

  it('shows that of a project merged, with what it includes and its jobs', async () => {
    const { status, body } = await api.anonymous.get(path, { include_jobs: 'true' })
    const sha = body.includes[0].context_sha
    expect([status, body]).toEqual([
      200,
      {
        valid: true,
        errors: [],
        warnings: [],
        merged_yaml: [
          '---',
          'stages:',
          '- test',
          '- deploy',
          '.base:',
          '  before_script:',
          '  - setup',
          'test:',
          '  before_script:',
          '  - setup',
          '  extends: .base',
          '  script: rspec',
          'ship:',
          '  stage: deploy',
          '  script:',
          '  - a',
          '  - b',
          '  when: manual',
          '  only:',
          '  - tags',
          '  environment: production',
          '  needs:',
          '  - test',
          '',
        ].join('\n'),
        includes: [
          {
            type: 'local',
            location: 'shared.yml',
            blob: expect.stringContaining(`/mona/site/-/blob/${sha}/shared.yml`),
            raw: expect.stringContaining(`/mona/site/-/raw/${sha}/shared.yml`),
            extra: {},
            context_project: 'mona/site',
            context_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
          },
        ],
        jobs: [
          {
            name: 'test',
            stage: 'test',
            before_script: ['setup'],
            script: ['rspec'],
            after_script: [],
            tag_list: [],
            only: { refs: ['branches', 'tags'] },
            except: null,
            environment: null,
            when: 'on_success',
            allow_failure: false,
            needs: null,
          },
          expect.objectContaining({
            name: 'ship',
            only: { refs: ['tags'] },
            environment: 'production',
            when: 'manual',
            allow_failure: true,
            needs: [{ name: 'test', artifacts: true, optional: false }],
          }),
        ],
      },
    ])
    expect((await api.anonymous.get(path)).body).not.toHaveProperty('jobs')
  })

  it('says that there is none, and of which commit or project there is nothing', async () => {
    const bare = await api.as('ria').get(path, { content_ref: 'bare' })
    expect([bare.status, bare.body]).toMatchObject([
      200,
      {
        valid: false,
        errors: ['Please provide content of .gitlab-ci.yml'],
        merged_yaml: null,
        includes: [],
      },
    ])
    expect((await api.as('ria').get(path, { sha: 'bare' })).body.valid).toBe(false)
    const none = await api.as('ria').get(path, { content_ref: 'none' })
    expect([none.status, none.body]).toEqual([404, { message: '404 Commit Not Found' }])
    const empty = await api.as('ria').get('/projects/2/ci/lint')
    expect([empty.status, empty.body]).toEqual([404, { message: '404 Repository Not Found' }])
  })

  it('tells what is wrong with a text', async () => {
    expect(await lint({ content: 'job: { script: a }' })).toMatchObject({ valid: true, errors: [] })
    expect(await lint({ content: 'job: { scrip: a }' })).toMatchObject({
      valid: false,
      errors: expect.arrayContaining([expect.stringContaining('jobs:job')]),
      merged_yaml: '---\njob:\n  scrip: a\n',
    })
    expect(await lint({ content: 'a: [' })).toMatchObject({
      valid: false,
      errors: [expect.stringContaining('Invalid configuration format')],
      merged_yaml: null,
    })
    const rules = 'job: { script: a, rules: [{ if: "$A ==" }] }'
    expect((await lint({ content: rules })).errors).toEqual([
      expect.stringContaining('invalid expression syntax'),
    ])
    expect(await lint({})).toEqual([400, { error: 'content is missing' }])
    expect((await api.as('ria').post(path, { content })).status).toBe(403)
    expect(
      (await api.as('mona').post('/projects/2/ci/lint', { content: 'a: { script: b }' })).body
        .valid,
    ).toBe(true)
  })

  it.each([
    ['a: { script: a, needs: [b] }', 'a job: undefined need: b'],
    [
      'a: { script: a, stage: build, needs: [b] }\nb: { script: b }',
      'need b is not defined in current or prior stages',
    ],
    [
      'a: { script: a, needs: [b] }\nb: { script: b, needs: [a] }',
      'The pipeline has circular dependencies',
    ],
  ])('refuses needs as in %j', async (text, reason) => {
    const { errors } = await lint({ content: text })
    expect(errors).toEqual([expect.stringContaining(reason)])
  })

  it('tries a pipeline of a branch or a tag', async () => {
    const dry = { content, dry_run: true, include_jobs: true }
    const names = ({ jobs }: { jobs: { name: string }[] }) => jobs.map(({ name }) => name)
    expect(names(await lint(dry))).toEqual(['test'])
    expect(names(await lint({ ...dry, ref: 'v1' }))).toEqual(['test', 'ship'])
    expect(await lint({ ...dry, ref: 'none', content: 'a: { script: a }' })).toMatchObject({
      valid: false,
      errors: ['Reference not found'],
    })
    const onlyTags = { ...dry, content: 'a: { script: a, only: [tags] }' }
    expect((await lint(onlyTags)).errors).toEqual([
      expect.stringContaining('would have been empty'),
    ])
    const ofProject = { dry_run: 'true', dry_run_ref: 'v1', include_jobs: 'true' }
    expect(names((await api.as('dev').get(path, ofProject)).body)).toEqual(['test', 'ship'])
    expect(api.forge.db.pipelines.all()).toHaveLength(2)
  })

  it('compares the rules of includes with the variables of the branch, and of no pipeline', async () => {
    const included = async (rule: string, more: object = {}, who = 'dev') => {
      const lines = [
        `include: { local: shared.yml, rules: [{ if: '${rule}' }] }`,
        'a: { script: a }',
      ]
      const sent = { content: lines.join('\n'), ...more }
      const { body } = await api.as(who).post(path, sent)
      return body.includes.length === 1
    }
    expect(await included('$CI_COMMIT_BRANCH == "main"')).toBe(true)
    expect(await included('$CI_COMMIT_BRANCH == "bare"')).toBe(false)
    expect(await included('$PLACE == "moon"')).toBe(true)
    expect(await included('$CI_PIPELINE_SOURCE == "push"')).toBe(false)
    expect(await included('$CI_PIPELINE_SOURCE == "push"', { dry_run: true })).toBe(true)
    const tag = { dry_run: true, ref: 'v1' }
    expect(await included('$CI_COMMIT_TAG == "v1"', tag)).toBe(true)
    // The ref is that of a dry run only.
    expect(await included('$CI_COMMIT_TAG == "v1"', { ref: 'v1' })).toBe(false)
  })

  it('keeps protected variables from those who may not run pipelines of the branch', async () => {
    const lines = ["include: { local: shared.yml, rules: [{ if: '$SAFE' }] }", 'a: { script: a }']
    const actions = [{ ...file('.gitlab-ci.yml', lines.join('\n')), action: 'update' }]
    const commit = { branch: 'main', commit_message: 'Change [ci skip]', actions }
    expect((await api.as('mona').post('/projects/1/repository/commits', commit)).status).toBe(201)
    await api.as('mona').post('/projects/1/protected_branches', { name: 'main' })
    const found = async (who: string) => (await api.as(who).get(path)).body.includes.length
    expect(await found('mona')).toBe(1)
    expect(await found('dev')).toBe(0)
    expect((await api.anonymous.get(path)).body.includes).toEqual([])
  })

  it('warns of jobs that run in pipelines of any kind', async () => {
    const job = (when: string) => `a: { script: a, rules: [{ if: $A }, { when: ${when} }] }`
    const { warnings, valid } = await lint({ content: job('always') })
    expect(valid).toBe(true)
    expect(warnings).toEqual([
      expect.stringMatching(
        /^jobs:a may allow multiple pipelines to run for a single action due to/,
      ),
    ])
    expect((await lint({ content: job('never') })).warnings).toEqual([])
    const workflow = `workflow: { rules: [{ when: always }] }\n${job('always')}`
    expect((await lint({ content: workflow })).warnings).toEqual([])
  })

  it('tries the configuration of one commit on a branch or a tag of another', async () => {
    const asked = { content_ref: 'bare', dry_run: 'true', dry_run_ref: 'v1' }
    expect((await api.as('dev').get(path, asked)).body.errors).toEqual([
      'Please provide content of .gitlab-ci.yml',
    ])
    const other = { content_ref: 'v1', dry_run: 'true', dry_run_ref: 'bare', include_jobs: 'true' }
    const { body } = await api.as('dev').get(path, other)
    // The branch has no configuration of its own; the other job is for tags.
    expect(body.jobs.map(({ name }: { name: string }) => name)).toEqual(['test'])
    const bare = (await api.as('dev').get('/projects/1/repository/branches/bare')).body
    expect(body.includes[0].context_sha).toBe(bare.commit.id)
    const both = await api.as('dev').get(path, { content_ref: 'v1', sha: 'v1' })
    expect([both.status, both.body]).toEqual([
      400,
      { error: 'sha, content_ref are mutually exclusive' },
    ])
    const refs = await api.as('dev').get(path, { ref: 'v1', dry_run_ref: 'v1' })
    expect(refs.body).toEqual({ error: 'ref, dry_run_ref are mutually exclusive' })
  })
})
