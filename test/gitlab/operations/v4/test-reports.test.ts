import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { encodeBase64 } from '../../../../src/shared/base64.ts'
import { describeV4 } from '../../../harness.ts'

const configuration = `
unit:
  script: test
  parallel: 2
  artifacts: { reports: { junit: [report.xml, "more/*.xml"] } }
lint:
  script: lint
  artifacts: { expire_in: 1 day, reports: { junit: lint.xml } }
plain: { script: a, artifacts: { paths: [report.xml] } }
`

const zip = (files: Record<string, string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
  )

const seeded = zip({ 'report.xml': '<testsuite><testcase name="a" time="1"/></testsuite>' })

const world: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'dev' }, { username: 'zoe' }],
  groups: [{ path: 'acme' }],
  projects: [
    {
      path: 'acme/site',
      visibility: 'private',
      members: { dev: 'master' },
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'dev',
            branch: 'master',
            actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: configuration }],
          },
        ],
      },
    },
    {
      path: 'acme/seeded',
      members: { dev: 'developer' },
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'dev',
            branch: 'master',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
      },
    },
  ],
  pipelines: [
    {
      project: 'acme/seeded',
      ref: 'master',
      builds: [
        {
          name: 'rspec',
          artifacts: {
            filename: 'artifacts.zip',
            content: encodeBase64(seeded),
            encoding: 'base64',
            junit: 'report.xml',
          },
        },
      ],
    },
  ],
}

describeV4('reports of tests', { seed: world }, (api) => {
  const site = '/projects/1'
  const pipelineId = () => api.forge.db.pipelines.all().find((one) => one.project_id === 1)?.id
  const report = async () =>
    (await api.as('dev').get(`${site}/pipelines/${pipelineId()}/test_report`)).body
  const summary = async () =>
    (await api.as('dev').get(`${site}/pipelines/${pipelineId()}/test_report_summary`)).body
  const build = (name: string) => {
    const { builds } = api.forge.db
    const found = builds.all().findLast((one) => one.name === name && one.project_id === 1)
    if (!found) throw new Error(`There is no build ${name}.`)
    return found.id
  }
  const finish = (name: string, files: Record<string, string>) =>
    api.forge.builds.advance(build(name), 'failed', {
      artifacts: { filename: 'artifacts.zip', bytes: zip(files) },
    })
  const none = {
    total_time: 0,
    total_count: 0,
    success_count: 0,
    failed_count: 0,
    skipped_count: 0,
    error_count: 0,
  }
  const ofCase = {
    name: null,
    classname: null,
    file: null,
    execution_time: 0,
    system_output: null,
    stack_trace: null,
    recent_failures: null,
  }

  it('are none without artifacts, and of jobs that have no reports', async () => {
    finish('plain', { 'report.xml': '<testsuite><testcase/></testsuite>' })
    finish('lint', { 'other.xml': '<testsuite><testcase/></testsuite>' })
    expect(await report()).toEqual({ ...none, test_suites: [] })
    expect(await summary()).toEqual({
      total: { time: 0, count: 0, success: 0, failed: 0, skipped: 0, error: 0, suite_error: null },
      test_suites: [],
    })
  })

  it('say what the tests of jobs came to, the parts of one together', async () => {
    finish('unit 1/2', {
      'report.xml': `<testsuites><testsuite name="a">
        <testcase name="quick" classname="A" file="a.rb" time="0.5"/>
        <testcase name="slow" classname="A" time="2"/>
        <testcase name="off"><skipped/></testcase>
      </testsuite></testsuites>`,
      'more/b.xml':
        '<testsuite name="b"><testcase name="bad" time="1"><failure message="m">at b</failure></testcase></testsuite>',
      'more/deep/c.xml': '<testsuite><testcase name="elsewhere"/></testsuite>',
    })
    finish('unit 2/2', {
      'report.xml': `<testsuite name="a"><testcase name="slow" classname="A" time="4"/>
        <testcase name="broken"><error type="E"/></testcase></testsuite>`,
    })
    const counts = {
      total_time: 7.5,
      total_count: 5,
      success_count: 2,
      failed_count: 1,
      skipped_count: 1,
      error_count: 1,
    }
    expect(await report()).toEqual({
      ...counts,
      test_suites: [
        {
          name: 'unit',
          ...counts,
          suite_error: null,
          test_cases: [
            { ...ofCase, status: 'error', name: 'broken', system_output: { type: 'E' } },
            {
              ...ofCase,
              status: 'failed',
              name: 'bad',
              execution_time: 1,
              system_output: 'at b',
            },
            { ...ofCase, status: 'success', name: 'slow', classname: 'A', execution_time: 4 },
            {
              ...ofCase,
              status: 'success',
              name: 'quick',
              classname: 'A',
              file: 'a.rb',
              execution_time: 0.5,
            },
            { ...ofCase, status: 'skipped', name: 'off' },
          ],
        },
      ],
    })
    const build_ids = [build('unit 1/2'), build('unit 2/2')]
    expect(await summary()).toEqual({
      total: {
        time: 7.5,
        count: 5,
        success: 2,
        failed: 1,
        skipped: 1,
        error: 1,
        suite_error: null,
      },
      test_suites: [{ name: 'unit', ...counts, build_ids, suite_error: null }],
    })
  })

  it('that cannot be read count nothing, and say why', async () => {
    finish('unit 1/2', { 'report.xml': '<testsuite><testcase time="1"/></testsuite>' })
    finish('unit 2/2', { 'report.xml': '<testsuite><testcase>' })
    const suite_error = expect.stringMatching(/^JUnit XML parsing failed: ./)
    expect(await report()).toEqual({
      ...none,
      test_suites: [{ name: 'unit', ...none, suite_error, test_cases: [] }],
    })
    expect((await summary()).total).toMatchObject({ count: 0, suite_error })
  })

  it('go with the artifacts, and with a job that runs again', async () => {
    const files = { 'lint.xml': '<testsuite><testcase name="a"/></testsuite>' }
    finish('lint', files)
    expect((await report()).total_count).toBe(1)
    const again = await api.as('dev').post(`${site}/jobs/${build('lint')}/retry`)
    expect([again.status, (await report()).total_count]).toEqual([201, 0])
    finish('lint', files)
    expect((await report()).total_count).toBe(1)
    api.forge.clock.advance('25h')
    expect((await report()).total_count).toBe(0)
  })

  it('are shown to those who see the pipeline alone', async () => {
    for (const path of ['test_report', 'test_report_summary']) {
      const address = `${site}/pipelines/${pipelineId()}/${path}`
      expect((await api.as('zoe').get(address)).status).toBe(404)
      expect((await api.as('dev').get(`${site}/pipelines/99/${path}`)).status).toBe(404)
      const { status, headers } = await api.as('dev').get(address)
      expect([status, headers.get('etag')]).toEqual([200, expect.any(String)])
    }
  })

  it('can be those of a seed', async () => {
    const { id } = api.forge.db.pipelines.all().find((one) => one.project_id === 2) ?? {}
    const { body } = await api.as('dev').get(`/projects/2/pipelines/${id}/test_report`)
    expect(body).toMatchObject({ total_count: 1, total_time: 1, test_suites: [{ name: 'rspec' }] })
  })
})
