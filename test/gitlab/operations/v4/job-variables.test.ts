import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, now } from '../../../harness.ts'

const seedWith = (lines: readonly string[], more: Partial<Seed> = {}): Seed => ({
  users: [{ username: 'mona', name: 'Mona', email: 'mona@example.com' }],
  groups: [{ path: 'acme' }, { path: 'acme/web' }],
  projects: [
    {
      path: 'acme/web/site',
      name: 'The site',
      created_by: 'mona',
      description: 'A site',
      visibility: 'internal',
      members: { mona: 'master' },
      repository: {
        default_branch: 'main',
        commits: [
          {
            message: 'Begin\n\nIt is a [ci skip].',
            author: 'mona',
            branch: 'main',
            at: '2017-01-01T10:00:00Z',
            actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: lines.join('\n') }],
          },
        ],
        branches: { 'Feature/One': 'main' },
        tags: [
          { name: 'v1', ref: 'main', message: 'The first', release_description: 'It floats.' },
        ],
      },
    },
  ],
  ...more,
})

interface Run {
  readonly ref?: string
  readonly variables?: readonly object[]
  readonly more?: Partial<Seed>
}

/** Starts a pipeline, and gives the variables of its first job, or why there is none. */
async function variablesIn(lines: readonly string[], { ref = 'main', variables, more }: Run = {}) {
  const forge = await createTestForge({ seed: seedWith(lines, more) })
  const response = await forge.fetch('http://forge.test/api/v4/projects/1/pipeline', {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify({ ref, variables }),
  })
  const { id, message } = await response.json()
  const found = (name?: string) => {
    const [build] = forge.db.builds
      .all()
      .filter((one) => one.pipeline_id === id && (name === undefined || one.name === name))
    const all = build ? forge.builds.variables(build) : []
    return Object.fromEntries(all.map(({ key, value }) => [key, value]))
  }
  return { forge, message, found, values: found() }
}

describe('a variable that names others', () => {
  it('has their values, from wherever they come', async () => {
    const { values } = await variablesIn(
      [
        'variables: { HOST: "$CI_COMMIT_REF_SLUG.$DOMAIN", URL: "https://$HOST/$NONE" }',
        'a: { script: a, variables: { FULL: "$URL#%KEPT%", COSTS: "5$$" } }',
      ],
      {
        variables: [{ key: 'GIVEN', value: 'to $FULL' }],
        more: {
          variables: [
            { group: 'acme', key: 'DOMAIN', value: 'acme.example' },
            { project: 'acme/web/site', key: 'KEPT', value: 'kept' },
          ],
        },
      },
    )
    expect(values).toMatchObject({
      HOST: 'main.acme.example',
      URL: 'https://main.acme.example/',
      FULL: 'https://main.acme.example/#kept',
      COSTS: '5$',
      GIVEN: 'to https://main.acme.example/#kept',
    })
  })

  it('stays as it is where it is raw, in the file and in the settings', async () => {
    const { values } = await variablesIn(
      [
        'variables: { A: { value: "$CI_COMMIT_SHA", expand: false, description: "A" } }',
        'a: { script: a, variables: { B: { value: "$A!", expand: true }, C: { value: "$A", expand: false } } }',
      ],
      {
        more: {
          variables: [{ project: 'acme/web/site', key: 'SECRET', value: 'pa$$word$A', raw: true }],
        },
      },
    )
    expect(values).toMatchObject({
      A: '$CI_COMMIT_SHA',
      B: '$CI_COMMIT_SHA!',
      C: '$A',
      SECRET: 'pa$$word$A',
    })
  })

  it('cannot name itself by way of others', async () => {
    const { message } = await variablesIn([
      'variables: { A: "$B" }',
      'a: { script: a, variables: { B: "$C", C: "$A" } }',
    ])
    expect(message).toEqual({ base: ['a: circular variable reference detected: ["A", "B", "C"]'] })
  })

  it('counts in rules, in names of environments and of resource groups', async () => {
    const { forge } = await variablesIn([
      'variables: { PLACE: "$KIND/$CI_COMMIT_BRANCH", KIND: review }',
      'never: { script: a, rules: [{ if: "$PLACE != \'review/main\'" }] }',
      'a: { script: a, environment: $PLACE, resource_group: $PLACE }',
    ])
    expect(forge.db.builds.all()).toMatchObject([
      { name: 'a', environment: 'review/main', resource_group: 'review/main' },
    ])
  })
})

describe('what a job is told', () => {
  it('is where everything is', async () => {
    const { forge, values } = await variablesIn(['a: { script: a }'])
    const job = forge.db.builds.all().at(-1)
    expect(values).toMatchObject({
      CI_SERVER: 'yes',
      CI_SERVER_NAME: 'GitLab',
      CI_SERVER_VERSION: '18.8.0',
      CI_SERVER_VERSION_MAJOR: '18',
      CI_API_V4_URL: `${values.CI_SERVER_URL}/api/v4`,
      CI_CONFIG_PATH: '.gitlab-ci.yml',
      CI_PROJECT_ID: '1',
      CI_PROJECT_NAME: 'site',
      CI_PROJECT_TITLE: 'The site',
      CI_PROJECT_DESCRIPTION: 'A site',
      CI_PROJECT_PATH: 'acme/web/site',
      CI_PROJECT_PATH_SLUG: 'acme-web-site',
      CI_PROJECT_NAMESPACE: 'acme/web',
      CI_PROJECT_NAMESPACE_SLUG: 'acme-web',
      CI_PROJECT_ROOT_NAMESPACE: 'acme',
      CI_PROJECT_VISIBILITY: 'internal',
      CI_PROJECT_URL: `${values.CI_SERVER_URL}/acme/web/site`,
      CI_PIPELINE_URL: `${values.CI_PROJECT_URL}/-/pipelines/${job?.pipeline_id}`,
      CI_JOB_URL: `${values.CI_PROJECT_URL}/-/jobs/${job?.id}`,
    })
    const { hostname, protocol } = new URL(values.CI_SERVER_URL ?? '')
    expect(values).toMatchObject({
      CI_SERVER_HOST: hostname,
      CI_SERVER_PROTOCOL: protocol.slice(0, -1),
      CI_PAGES_DOMAIN: `pages.${hostname}`,
      CI_API_GRAPHQL_URL: `${values.CI_SERVER_URL}/api/graphql`,
      CI_TEMPLATE_REGISTRY_HOST: 'registry.gitlab.com',
      CI_PAGES_URL: expect.stringMatching(
        new RegExp(`^https?://site-${values.CI_PROJECT_ID}.pages.`),
      ),
      CI_COMMIT_MESSAGE_IS_TRUNCATED: 'false',
    })
    const { password, username, pathname } = new URL(values.CI_REPOSITORY_URL ?? '')
    expect([username, password, pathname]).toEqual([
      'gitlab-ci-token',
      values.CI_JOB_TOKEN,
      '/acme/web/site.git',
    ])
  })

  it('is the beginning of a long message, with that it is cut', async () => {
    const { forge } = await variablesIn(['a: { script: a }'])
    await forge.fetch('http://forge.test/api/v4/projects/1/repository/commits', {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': forge.tokens.mona ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({
        branch: 'main',
        commit_message: 'x'.repeat(100_001),
        actions: [{ action: 'create', file_path: 'more', content: 'a' }],
      }),
    })
    const build = forge.db.builds.all().at(-1)
    const all = build ? forge.builds.variables(build) : []
    expect(Object.fromEntries(all.map(({ key, value }) => [key, value]))).toMatchObject({
      CI_COMMIT_MESSAGE: 'x'.repeat(100_000),
      CI_COMMIT_MESSAGE_IS_TRUNCATED: 'true',
    })
  })

  it('is who started what, and of which commit', async () => {
    const { forge, values } = await variablesIn(['a: { script: a, stage: test }'], {
      ref: 'Feature/One',
    })
    expect(values).toMatchObject({
      GITLAB_USER_ID: '1',
      GITLAB_USER_LOGIN: 'mona',
      GITLAB_USER_NAME: 'Mona',
      GITLAB_USER_EMAIL: 'mona@example.com',
      CI_PIPELINE_SOURCE: 'api',
      CI_PIPELINE_IID: String(forge.db.pipelines.all().at(-1)?.iid),
      CI_PIPELINE_CREATED_AT: now.replace('.000Z', 'Z'),
      CI_COMMIT_BRANCH: 'Feature/One',
      CI_COMMIT_REF_SLUG: 'feature-one',
      CI_COMMIT_REF_PROTECTED: 'false',
      CI_COMMIT_BEFORE_SHA: '0'.repeat(40),
      CI_COMMIT_TITLE: 'Begin',
      CI_COMMIT_DESCRIPTION: 'It is a [ci skip].',
      CI_COMMIT_AUTHOR: 'Mona <mona@example.com>',
      CI_COMMIT_TIMESTAMP: expect.stringMatching(/^2017-01-01T10:00:00/),
      CI_JOB_NAME: 'a',
      CI_JOB_NAME_SLUG: 'a',
      CI_JOB_STAGE: 'test',
      CI_NODE_TOTAL: '1',
    })
    expect(values).not.toHaveProperty('CI_COMMIT_TAG')
    expect(values).not.toHaveProperty('CI_ENVIRONMENT_NAME')
    expect(values).not.toHaveProperty('CI_JOB_MANUAL')
  })

  it('is the tag with its message and its release', async () => {
    const { values } = await variablesIn(['a: { script: a }'], { ref: 'v1' })
    expect(values).toMatchObject({
      CI_COMMIT_TAG: 'v1',
      CI_COMMIT_TAG_MESSAGE: 'The first',
      CI_RELEASE_DESCRIPTION: 'It floats.',
    })
    expect(values).not.toHaveProperty('CI_COMMIT_BRANCH')
  })

  it('is its environment, with the slug that it has', async () => {
    const { forge, found } = await variablesIn([
      'up: { script: a, environment: { name: review/One, url: "https://$CI_ENVIRONMENT_SLUG.test" } }',
      'down: { script: a, when: manual, environment: { name: review/One, action: stop } }',
    ])
    const slug = found('up').CI_ENVIRONMENT_SLUG
    expect(slug).toMatch(/^review-one-[a-z0-9]{6}$/)
    expect(found('up')).toMatchObject({
      CI_ENVIRONMENT_NAME: 'review/One',
      CI_ENVIRONMENT_ACTION: 'start',
      CI_ENVIRONMENT_TIER: 'development',
      CI_ENVIRONMENT_URL: `https://${slug}.test`,
    })
    const [up] = forge.db.builds.all()
    forge.builds.advance(up?.id ?? 0, 'success')
    expect(forge.db.environments.all()).toMatchObject([{ external_url: `https://${slug}.test` }])
    expect(found('down')).toMatchObject({
      CI_ENVIRONMENT_ACTION: 'stop',
      CI_ENVIRONMENT_URL: `https://${slug}.test`,
      CI_JOB_MANUAL: 'true',
    })
  })

  it('is its place among those of its name, and what runs it', async () => {
    const lines = [
      'a: { script: a, parallel: 2 }',
      'b: { script: a, parallel: { matrix: [{ OS: [linux] }] } }',
    ]
    const { forge, found } = await variablesIn(lines, {
      more: { runners: [{ token: 'glrt-1', description: 'Big', tags: ['linux', 'arm'] }] },
    })
    const [job] = forge.db.builds.all()
    forge.builds.advance(job?.id ?? 0, 'running', { runner: 1 })
    expect(found('a 1/2')).toMatchObject({
      CI_JOB_NAME: 'a 1/2',
      CI_JOB_GROUP_NAME: 'a',
      CI_JOB_STARTED_AT: now.replace('.000Z', 'Z'),
      CI_NODE_INDEX: '1',
      CI_NODE_TOTAL: '2',
      CI_RUNNER_ID: '1',
      CI_RUNNER_DESCRIPTION: 'Big',
      CI_RUNNER_TAGS: '["linux", "arm"]',
    })
    expect(found('b: [linux]')).toMatchObject({ CI_JOB_GROUP_NAME: 'b', OS: 'linux' })
  })
})

describe('further predefined variables', () => {
  it('are those of a trigger, as long as it is there', async () => {
    const { forge } = await variablesIn(['a: { script: a }'])
    const send = async (method: string, path: string, body?: object) => {
      const headers = {
        'PRIVATE-TOKEN': forge.tokens.mona ?? '',
        'Content-Type': 'application/json',
      }
      const url = `http://forge.test/api/v4/projects/1${path}`
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await forge.fetch(url, sent)
      return response.status === 204 ? {} : response.json()
    }
    const { id, token } = await send('POST', '/triggers', { description: 'Others' })
    await send('POST', '/trigger/pipeline', { token, ref: 'main' })
    const shown = () => {
      const build = forge.db.builds.all().at(-1)
      const all = build ? forge.builds.variables(build) : []
      return Object.fromEntries(all.map(({ key, value }) => [key, value]))
    }
    expect(token).toMatch(/^glptt-/)
    expect(shown()).toMatchObject({
      CI_PIPELINE_TRIGGERED: 'true',
      CI_TRIGGER_SHORT_TOKEN: token.slice(6, 10),
    })
    await send('DELETE', `/triggers/${id}`)
    expect(shown()).not.toHaveProperty('CI_TRIGGER_SHORT_TOKEN')
  })

  it('are those of the image, the environment, the start, the pages and the server', async () => {
    const { forge, found } = await variablesIn([
      'default: { image: "ruby:$VERSION" }',
      'variables: { VERSION: "3.4" }',
      'a: { script: a, environment: qa }',
      'b: { script: a, image: { name: node, entrypoint: [""] } }',
      'c: { script: a, inherit: { default: false } }',
    ])
    expect(found('a')).toMatchObject({
      CI_JOB_IMAGE: 'ruby:3.4',
      CI_ENVIRONMENT_ID: '1',
      CI_PAGES_HOSTNAME: 'site-1.pages.127.0.0.1',
      CI_SERVER_REVISION: 'forgery',
    })
    expect(found('b')).toMatchObject({ CI_JOB_IMAGE: 'node' })
    expect(found('c')).not.toHaveProperty('CI_JOB_IMAGE')
    expect(found('a')).not.toHaveProperty('CI_JOB_STARTED_AT_SLUG')
    forge.builds.advance(forge.db.builds.all()[0]?.id ?? 0, 'running')
    expect(found('a').CI_JOB_STARTED_AT_SLUG).toBe(
      found('a')
        .CI_JOB_STARTED_AT?.toLowerCase()
        .replace(/[^0-9a-z]/g, '-'),
    )
  })

  it.each([
    ['its project', [{ project: 'acme/web/site' }, { group: 'acme' }]],
    ['its nearest group', [{ group: 'acme/web' }, { group: 'acme' }]],
  ])('are those of the deploy token of %s', async (_, owners) => {
    const deploy_tokens = owners.map((owner, index) => ({
      ...owner,
      name: 'gitlab-deploy-token',
      username: `deploy-${index}`,
      token: `gldt-of-owner-${index}`,
      scopes: ['read_repository' as const],
    }))
    const lines = ['a: { script: a }']
    const { values, forge } = await variablesIn(lines, { more: { deploy_tokens } })
    expect(values).toMatchObject({
      CI_DEPLOY_USER: 'deploy-0',
      CI_DEPLOY_PASSWORD: 'gldt-of-owner-0',
    })
    const [build] = forge.db.builds.all()
    const { trace } = forge.builds.advance(build?.id ?? 0, 'success', { trace: 'gldt-of-owner-0' })
    expect(trace).toBe('[MASKED]')
  })
})
