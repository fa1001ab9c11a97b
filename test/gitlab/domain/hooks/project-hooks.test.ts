import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'
import type { Forge } from '../../../../src/forge/forge.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { type HookReceiver, receiveHooks } from '../../../clients/hook-receiver.ts'
import * as v3 from './documented-v3.ts'
import * as v4 from './documented-v4.ts'
import { misfitsOf, type Shape } from './shapes.ts'

/**
 * A receiver on a socket of its own, a hook that asks for everything, and a developer who does everything: each event is
 * held to its documented example, with its headers and its secret.
 */
const flags = {
  push_events: true,
  tag_push_events: true,
  issues_events: true,
  confidential_issues_events: true,
  note_events: true,
  confidential_note_events: true,
  merge_requests_events: true,
  job_events: true,
  pipeline_events: true,
  deployment_events: true,
  releases_events: true,
  milestone_events: true,
  emoji_events: true,
  resource_access_token_events: true,
}

const pipelineFile = `
test: { stage: test, script: make }
deploy: { stage: deploy, script: ship, environment: { name: production, url: 'https://example.com' } }
`

function world(url: string, payloads: 'v3' | 'v4'): Seed {
  const create = (file_path: string, content = 'a\n') => ({
    action: 'create' as const,
    file_path,
    content,
  })
  return {
    users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'rita' }],
    projects: [
      {
        path: 'jane/website',
        description: 'A site',
        visibility: 'public',
        snippets_enabled: true,
        members: { rita: 'developer' },
        labels: [{ title: 'bug', color: '#ff0000', description: 'Broken' }],
        snippets: [{ title: 'Run', file_name: 'run.sh', code: 'make', author: 'jane' }],
        issues: [{ title: 'It leaks', author: 'jane' }],
        repository: {
          commits: [
            {
              branch: 'master',
              message: 'Start',
              author: 'jane',
              actions: [create('a')],
            },
            {
              branch: 'feature',
              message: 'Add b',
              author: 'jane',
              actions: [create('b')],
            },
          ],
        },
      },
    ],
    hooks: [{ project: 'jane/website', url, token: 'a secret', payloads, ...flags }],
  }
}

let receiver: HookReceiver
let forge: Forge
afterEach(() => receiver.close())

async function start(payloads: 'v3' | 'v4'): Promise<void> {
  receiver = await receiveHooks()
  forge = await createForge({
    seed: world(receiver.url, payloads),
    now: '2017-01-15T12:00:00.000Z',
    randomSeed: 1,
    validateResponses: true,
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into payloads of every shape, and says which it expects.
type Payload = any

async function call(method: string, path: string, parameters: object = {}): Promise<Payload> {
  const response = await forge.fetch(`http://forge.test/api/v4${path}`, {
    method,
    headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(parameters) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** What the receiver was sent since it was last asked, and the one that is of a kind. */
async function sent(header: string, isMeant: (payload: Payload) => boolean = () => true) {
  await forge.settled()
  const found = receiver.received.filter(
    ({ headers, json }) => headers['x-gitlab-event'] === header && isMeant(json),
  )
  const last = found.at(-1)
  if (!last) {
    const all = receiver.received.map(({ headers }) => headers['x-gitlab-event'])
    throw new Error(`No ${header} was sent, but ${all.join(', ') || 'nothing'}.`)
  }
  return { ...last, payload: last.json as Payload, count: found.length }
}

function expectShape(payload: Payload, shape: Shape): void {
  expect(misfitsOf(payload, shape)).toEqual([])
}

const project = '/projects/1'
const issue = {
  title: 'A leak',
  description: 'At the bow',
  labels: 'bug',
  assignee_ids: [2],
}
const mergeRequest = {
  title: 'Mend it',
  source_branch: 'feature',
  target_branch: 'master',
  labels: 'bug',
  assignee_ids: [2],
  reviewer_ids: [3],
}
const newFile = (file_path: string, branch = 'master') => ({
  branch,
  commit_message: `Add ${file_path}`,
  actions: [{ action: 'create', file_path, content: 'a\n' }],
})
const describeJobs = () =>
  call('POST', `${project}/repository/commits`, {
    ...newFile('.gitlab-ci.yml'),
    actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: pipelineFile }],
  })

describe('what hooks of projects are sent with the payloads of v4', () => {
  beforeEach(() => start('v4'))

  it('has the headers of release 18', async () => {
    await call('POST', `${project}/issues`, issue)
    await call('POST', `${project}/issues`, issue)
    const { headers } = await sent('Issue Hook')
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'GitLab/18.8.0',
      'x-gitlab-token': 'a secret',
      'x-gitlab-instance': 'http://forge.test',
      'idempotency-key': expect.stringMatching(uuid),
      'x-gitlab-webhook-uuid': expect.stringMatching(uuid),
      'x-gitlab-event-uuid': expect.stringMatching(uuid),
    })
    const names = ['idempotency-key', 'x-gitlab-webhook-uuid', 'x-gitlab-event-uuid']
    const ids = receiver.received.flatMap((one) => names.map((name) => one.headers[name]))
    expect(new Set(ids).size).toBe(6)
  })

  it('says of a push what it brought', async () => {
    const { id } = await call('POST', `${project}/repository/commits`, newFile('c'))
    const { payload } = await sent('Push Hook')
    expectShape(payload, v4.push)
    expect(payload).toMatchObject({
      object_kind: 'push',
      ref: 'refs/heads/master',
      ref_protected: true,
      after: id,
      user_username: 'jane',
      total_commits_count: 1,
      commits: [
        {
          id,
          title: 'Add c',
          timestamp: '2017-01-15T12:00:00Z',
          url: `http://forge.test/jane/website/-/commit/${id}`,
          added: ['c'],
        },
      ],
    })
  })

  it('says of a tag where it was put, and that it went', async () => {
    await call('POST', `${project}/repository/tags`, {
      tag_name: 'v1',
      ref: 'master',
      message: 'One',
    })
    const { payload } = await sent('Tag Push Hook')
    expectShape(payload, v4.push)
    expect(payload).toMatchObject({ object_kind: 'tag_push', ref: 'refs/tags/v1', message: 'One' })
    await call('DELETE', `${project}/repository/tags/v1`)
    expect((await sent('Tag Push Hook')).payload).toMatchObject({
      after: '0'.repeat(40),
      checkout_sha: null,
    })
  })

  it('says of an issue what became of it, and what changed', async () => {
    const { iid } = await call('POST', `${project}/issues`, issue)
    const opened = await sent('Issue Hook')
    expectShape(opened.payload, v4.issueEvent)
    expect(opened.payload).toMatchObject({
      object_kind: 'issue',
      event_type: 'issue',
      user: { username: 'jane', email: '[REDACTED]' },
      object_attributes: {
        action: 'open',
        state: 'opened',
        state_id: 1,
        type: 'Issue',
        url: `http://forge.test/jane/website/-/issues/${iid}`,
        labels: [{ title: 'bug', color: '#ff0000', type: 'ProjectLabel' }],
      },
      changes: { title: { previous: null, current: 'A leak' } },
    })
    await call('PUT', `${project}/issues/${iid}`, { title: 'A big leak', labels: '' })
    const { payload: updated } = await sent('Issue Hook')
    expect(updated.object_attributes.action).toBe('update')
    expect(updated.changes).toEqual({
      title: { previous: 'A leak', current: 'A big leak' },
      labels: { previous: [expect.objectContaining({ title: 'bug' })], current: [] },
    })
    await call('PUT', `${project}/issues/${iid}`, { state_event: 'close' })
    expect((await sent('Issue Hook')).payload).toMatchObject({
      object_attributes: { action: 'close', state: 'closed', state_id: 2 },
      changes: {
        state_id: { previous: 1, current: 2 },
        closed_at: { previous: null, current: '2017-01-15 12:00:00 UTC' },
      },
    })
    await call('PUT', `${project}/issues/${iid}`, { state_event: 'reopen' })
    expect((await sent('Issue Hook')).payload.object_attributes.action).toBe('reopen')
    await call('POST', `${project}/issues/${iid}/add_spent_time`, { duration: '1h' })
    expect((await sent('Issue Hook')).payload).toMatchObject({
      object_attributes: { action: 'update', time_change: 3600, human_time_change: '1h' },
      changes: { total_time_spent: { previous: 0, current: 3600 } },
    })
    expect(receiver.received).toHaveLength(5)
  })

  it('says nothing of a change that changes nothing', async () => {
    await call('PUT', `${project}/issues/1`, { title: 'It leaks' })
    await forge.settled()
    expect(receiver.received).toEqual([])
  })

  it('tells of a confidential issue, and of a comment on it, by themselves', async () => {
    const { iid } = await call('POST', `${project}/issues`, { ...issue, confidential: true })
    const { payload } = await sent('Confidential Issue Hook')
    expectShape(payload, v4.issueEvent)
    expect(payload).toMatchObject({ object_kind: 'issue', event_type: 'confidential_issue' })
    await call('POST', `${project}/issues/${iid}/notes`, { body: 'Hm' })
    const { payload: said } = await sent('Confidential Note Hook')
    expectShape(said, v4.issueNote)
    expect(said.event_type).toBe('confidential_note')
    await call('POST', `${project}/issues/1/notes`, { body: 'Hm', internal: true })
    expect((await sent('Confidential Note Hook')).count).toBe(2)
    expect(receiver.received).toHaveLength(3)
  })

  it('says of a task that it is a work item', async () => {
    await call('POST', `${project}/issues`, { ...issue, issue_type: 'task' })
    expect((await sent('Issue Hook')).payload).toMatchObject({
      object_kind: 'work_item',
      object_attributes: { type: 'Task' },
    })
  })

  it('says of a comment what it is on, when it is written and when it is changed', async () => {
    const { id } = await call('POST', `${project}/issues/1/notes`, { body: 'Where?' })
    const { payload } = await sent('Note Hook')
    expectShape(payload, v4.issueNote)
    expect(payload).toMatchObject({
      object_kind: 'note',
      event_type: 'note',
      object_attributes: {
        note: 'Where?',
        noteable_type: 'Issue',
        action: 'create',
        url: `http://forge.test/jane/website/-/issues/1#note_${id}`,
      },
      issue: { iid: 1, title: 'It leaks' },
    })
    await call('PUT', `${project}/issues/1/notes/${id}`, { body: 'Here' })
    expect((await sent('Note Hook')).payload.object_attributes).toMatchObject({
      note: 'Here',
      action: 'update',
    })
    await call('DELETE', `${project}/issues/1/notes/${id}`)
    await forge.settled()
    expect(receiver.received).toHaveLength(2)
  })

  it('says of comments on a merge request, a snippet and a commit what these are', async () => {
    const { iid, sha } = await call('POST', `${project}/merge_requests`, mergeRequest)
    await call('POST', `${project}/merge_requests/${iid}/notes`, { body: 'So?' })
    const of = (type: string) => (payload: Payload) =>
      payload.object_attributes.noteable_type === type
    expectShape((await sent('Note Hook', of('MergeRequest'))).payload, v4.mergeRequestNote)
    await call('POST', `${project}/snippets/1/notes`, { body: 'So?' })
    expectShape((await sent('Note Hook', of('Snippet'))).payload, v4.snippetNote)
    await call('POST', `${project}/repository/commits/${sha}/comments`, { note: 'So?' })
    const { payload } = await sent('Note Hook', of('Commit'))
    expectShape(payload, v4.commitNote)
    expect(payload).toMatchObject({
      object_attributes: { noteable_id: null, commit_id: sha },
      commit: { id: sha, title: 'Add b' },
    })
  })

  it('says of a merge request what became of it, and what changed', async () => {
    const { iid } = await call('POST', `${project}/merge_requests`, mergeRequest)
    const path = `${project}/merge_requests/${iid}`
    const opened = await sent('Merge Request Hook')
    expectShape(opened.payload, v4.mergeRequestEvent)
    expect(opened.payload).toMatchObject({
      object_kind: 'merge_request',
      event_type: 'merge_request',
      object_attributes: {
        action: 'open',
        state: 'opened',
        merge_status: 'can_be_merged',
        detailed_merge_status: 'mergeable',
        last_commit: { message: 'Add b' },
        reviewer_ids: [3],
        url: `http://forge.test/jane/website/-/merge_requests/${iid}`,
      },
    })
    expect(opened.payload.object_attributes).not.toHaveProperty('oldrev')
    const attributes = async () => (await sent('Merge Request Hook')).payload.object_attributes
    await call('PUT', path, { title: 'Draft: Mend it', assignee_ids: [3] })
    const { payload: updated } = await sent('Merge Request Hook')
    expect(updated.object_attributes).toMatchObject({ action: 'update', draft: true })
    expect(updated.changes).toEqual({
      title: { previous: 'Mend it', current: 'Draft: Mend it' },
      draft: { previous: false, current: true },
      assignees: {
        previous: [expect.objectContaining({ username: 'jane' })],
        current: [expect.objectContaining({ username: 'rita' })],
      },
    })
    await call('PUT', path, { title: 'Mend it' })
    await call('PUT', path, { state_event: 'close' })
    expect(await attributes()).toMatchObject({ action: 'close', state: 'closed', state_id: 2 })
    await call('PUT', path, { state_event: 'reopen' })
    expect(await attributes()).toMatchObject({ action: 'reopen', state: 'opened' })
    await call('POST', `${path}/approve`)
    expect(await attributes()).toMatchObject({ action: 'approved' })
    await call('POST', `${path}/unapprove`)
    expect(await attributes()).toMatchObject({ action: 'unapproved' })
    const { sha } = await call('GET', path)
    await call('POST', `${project}/repository/commits`, newFile('d', 'feature'))
    expect(await attributes()).toMatchObject({ action: 'update', oldrev: sha })
    await call('PUT', `${path}/merge`)
    expect(await attributes()).toMatchObject({ action: 'merge', state: 'merged', state_id: 3 })
  })

  it('says of jobs, of their pipeline and of what they deploy how they go', async () => {
    const { id } = await describeJobs()
    const created = await sent('Job Hook', ({ build_status }) => build_status === 'created')
    expect(created.count).toBe(2)
    const pending = await sent('Pipeline Hook')
    expectShape(pending.payload, v4.pipeline)
    expect(pending.payload).toMatchObject({
      object_kind: 'pipeline',
      object_attributes: {
        status: 'pending',
        sha: id,
        stages: ['test', 'deploy'],
        created_at: '2017-01-15 12:00:00 UTC',
        finished_at: null,
        duration: null,
      },
      builds: [
        { name: 'test', status: 'pending' },
        { name: 'deploy', status: 'created' },
      ],
    })
    forge.builds.advance(1, 'running')
    forge.clock.advance('1m')
    forge.builds.advance(1, 'success')
    forge.builds.advance(2, 'success')
    expect((await sent('Pipeline Hook')).payload).toMatchObject({
      object_attributes: { status: 'success', detailed_status: 'passed' },
    })
    const { payload: job } = await sent('Job Hook', ({ build_name }) => build_name === 'deploy')
    expectShape(job, v4.job)
    expect(job).toMatchObject({
      object_kind: 'build',
      build_status: 'success',
      environment: { name: 'production', action: 'start' },
      retries_count: 0,
    })
    const { payload: done } = await sent('Pipeline Hook')
    expect(done.object_attributes).toMatchObject({
      status: 'success',
      duration: 60,
      finished_at: '2017-01-15 12:01:00 UTC',
    })
    const { payload: deployed } = await sent('Deployment Hook')
    expectShape(deployed, v4.deployment)
    expect(deployed).toMatchObject({
      object_kind: 'deployment',
      status: 'success',
      status_changed_at: '2017-01-15 12:01:00 +0000',
      environment: 'production',
      environment_tier: 'production',
      environment_external_url: 'https://example.com',
      short_sha: id.slice(0, 8),
      commit_title: 'Add .gitlab-ci.yml',
    })
  })

  it('says of a job that fails that it did, and how often it was tried', async () => {
    await describeJobs()
    forge.builds.advance(1, 'failed', { failure_reason: 'runner_system_failure' })
    expect((await sent('Job Hook')).payload.build_failure_reason).toBe('runner_system_failure')
    expect((await call('GET', `${project}/jobs/1`)).failure_reason).toBe('runner_system_failure')
    await call('POST', `${project}/jobs/1/retry`)
    expect((await sent('Job Hook')).payload).toMatchObject({
      build_status: 'pending',
      retries_count: 1,
    })
  })

  it('says of a deployment from outside how it goes', async () => {
    const { commit } = await call('GET', `${project}/repository/branches/master`)
    const deployment = { environment: 'staging', sha: commit.id, ref: 'master', tag: false }
    const { id } = await call('POST', `${project}/deployments`, {
      ...deployment,
      status: 'running',
    })
    const { payload } = await sent('Deployment Hook')
    expectShape(payload, v4.deployment)
    expect(payload).toMatchObject({ status: 'running', deployable_url: null })
    await call('PUT', `${project}/deployments/${id}`, { status: 'failed' })
    expect((await sent('Deployment Hook')).payload.status).toBe('failed')
  })

  it('says of a release what is in it, and what became of it', async () => {
    const links = [{ name: 'Notes', url: 'https://example.net/notes' }]
    const release = { tag_name: 'v1', ref: 'master', name: 'One', description: 'First' }
    await call('POST', `${project}/releases`, { ...release, assets: { links } })
    const { payload } = await sent('Release Hook')
    expectShape(payload, v4.release)
    expect(payload).toMatchObject({
      action: 'create',
      tag: 'v1',
      name: 'One',
      assets: { count: 5, links: [{ name: 'Notes' }] },
    })
    await call('PUT', `${project}/releases/v1`, { description: 'The first' })
    expect((await sent('Release Hook')).payload).toMatchObject({
      action: 'update',
      description: 'The first',
    })
    await call('DELETE', `${project}/releases/v1`)
    expect((await sent('Release Hook')).payload.action).toBe('delete')
  })

  it('says of a milestone what became of it', async () => {
    const { id } = await call('POST', `${project}/milestones`, {
      title: 'v1',
      due_date: '2017-02-01',
    })
    const { payload } = await sent('Milestone Hook')
    expectShape(payload, v4.milestone)
    expect(payload).toMatchObject({
      object_kind: 'milestone',
      event_type: 'milestone',
      action: 'create',
      object_attributes: { title: 'v1', state: 'active', due_date: '2017-02-01' },
    })
    const path = `${project}/milestones/${id}`
    await call('PUT', path, { state_event: 'close' })
    expect((await sent('Milestone Hook')).payload.action).toBe('close')
    await call('PUT', path, { state_event: 'activate' })
    expect((await sent('Milestone Hook')).payload.action).toBe('reopen')
    await call('DELETE', path)
    expect((await sent('Milestone Hook')).payload.action).toBe('delete')
  })

  it('says of an award what it is on, and that it was taken back', async () => {
    const { id: noteId } = await call('POST', `${project}/issues/1/notes`, { body: 'Hm' })
    const path = `${project}/issues/1/notes/${noteId}/award_emoji`
    const { id } = await call('POST', path, { name: 'tada' })
    const { payload } = await sent('Emoji Hook')
    expectShape(payload, v4.emoji)
    expect(payload).toMatchObject({
      object_kind: 'emoji',
      event_type: 'award',
      object_attributes: {
        name: 'tada',
        action: 'award',
        awardable_type: 'Note',
        awarded_on_url: `http://forge.test/jane/website/-/issues/1#note_${noteId}`,
      },
      issue: { iid: 1 },
    })
    await call('DELETE', `${path}/${id}`)
    expect((await sent('Emoji Hook')).payload).toMatchObject({
      event_type: 'revoke',
      object_attributes: { action: 'revoke' },
    })
    await call('POST', `${project}/snippets/1/award_emoji`, { name: 'tada' })
    expect((await sent('Emoji Hook')).payload.snippet).toMatchObject({ title: 'Run' })
  })

  it('says of a token of the project that it ends soon, a week and a day before', async () => {
    const token = { name: 'CI', scopes: ['api'], expires_at: '2017-01-30' }
    const { id, user_id } = await call('POST', `${project}/access_tokens`, token)
    const gone = await call('POST', `${project}/access_tokens`, token)
    await call('DELETE', `${project}/access_tokens/${gone.id}`)
    forge.clock.set('2017-01-22T23:00:00Z')
    await forge.settled()
    expect(receiver.received).toEqual([])
    forge.clock.set('2017-01-23T00:00:00Z')
    const { payload } = await sent('Resource Access Token Hook')
    expectShape(payload, v4.accessToken)
    expect(payload).toMatchObject({
      event_name: 'expiring_access_token',
      object_attributes: { id, user_id, name: 'CI', expires_at: '2017-01-30' },
    })
    forge.clock.set('2017-01-28T12:00:00Z')
    expect((await sent('Resource Access Token Hook')).count).toBe(1)
    forge.clock.set('2017-01-29T12:00:00Z')
    forge.clock.set('2017-02-20T12:00:00Z')
    expect((await sent('Resource Access Token Hook')).count).toBe(2)
    expect(receiver.received).toHaveLength(2)
  })

  it.each(Object.keys(flags))('tests with %s what would be sent', async (flag) => {
    await describeJobs()
    await call('POST', `${project}/repository/tags`, { tag_name: 'v1', ref: 'master' })
    await call('POST', `${project}/issues`, issue)
    const { iid } = await call('POST', `${project}/merge_requests`, mergeRequest)
    await call('POST', `${project}/issues/1/notes`, { body: 'Hm' })
    await call('POST', `${project}/releases`, { tag_name: 'v1' })
    await call('POST', `${project}/milestones`, { title: 'v1' })
    forge.builds.advance(1, 'success')
    forge.builds.advance(2, 'success')
    expect(iid).toBe(1)
    await forge.settled()
    const before = receiver.received.length
    const expected: Record<string, Shape> = {
      push_events: v4.push,
      tag_push_events: v4.push,
      issues_events: v4.issueEvent,
      confidential_issues_events: v4.issueEvent,
      note_events: v4.issueNote,
      confidential_note_events: v4.issueNote,
      merge_requests_events: v4.mergeRequestEvent,
      job_events: v4.job,
      pipeline_events: v4.pipeline,
      deployment_events: v4.deployment,
      releases_events: v4.release,
      milestone_events: v4.milestone,
      emoji_events: v4.emoji,
      resource_access_token_events: v4.accessToken,
    }
    expect(await call('POST', `${project}/hooks/1/test/${flag}`)).toEqual({
      message: '201 Created',
    })
    expect(receiver.received).toHaveLength(before + 1)
    expectShape(receiver.received.at(-1)?.json, expected[flag] ?? 'text')
  })

  it('is what the flags of the hook let through', async () => {
    await call('PUT', `${project}/hooks/1`, { issues_events: false, note_events: false })
    await call('POST', `${project}/issues`, issue)
    await call('POST', `${project}/issues/1/notes`, { body: 'Hm' })
    await forge.settled()
    expect(receiver.received).toEqual([])
  })
})

describe('what hooks of projects are sent with the payloads of v3', () => {
  beforeEach(() => start('v3'))

  it('has the headers of GitLab 8.15 alone', async () => {
    await call('POST', `${project}/issues`, issue)
    const { headers } = await sent('Issue Hook')
    expect(headers).toMatchObject({ 'x-gitlab-token': 'a secret' })
    for (const name of ['idempotency-key', 'x-gitlab-webhook-uuid', 'x-gitlab-instance']) {
      expect(headers).not.toHaveProperty(name)
    }
  })

  it('says what a push and a tag brought', async () => {
    await call('POST', `${project}/repository/commits`, newFile('c'))
    const { payload } = await sent('Push Hook')
    expectShape(payload, v3.push)
    expect(payload).not.toHaveProperty('user_username')
    await call('POST', `${project}/repository/tags`, { tag_name: 'v1', ref: 'master' })
    expectShape((await sent('Tag Push Hook')).payload, v3.push)
  })

  it('says what became of an issue, and not what changed', async () => {
    const { iid } = await call('POST', `${project}/issues`, issue)
    const { payload } = await sent('Issue Hook')
    expectShape(payload, v3.issueEvent)
    expect(payload).toMatchObject({
      user: { name: expect.any(String), username: 'jane' },
      object_attributes: {
        action: 'open',
        state: 'opened',
        created_at: '2017-01-15T12:00:00Z',
        url: `http://forge.test/jane/website/issues/${iid}`,
      },
    })
    expect(payload).not.toHaveProperty('changes')
    await call('PUT', `${project}/issues/${iid}`, { state_event: 'close' })
    expect((await sent('Issue Hook')).payload.object_attributes.action).toBe('close')
    await call('POST', `${project}/issues`, { ...issue, confidential: true })
    expectShape((await sent('Confidential Issue Hook')).payload, v3.issueEvent)
  })

  it('says of comments what they are on, once', async () => {
    const { id } = await call('POST', `${project}/issues/1/notes`, { body: 'Where?' })
    const of = (type: string) => (payload: Payload) =>
      payload.object_attributes.noteable_type === type
    expectShape((await sent('Note Hook', of('Issue'))).payload, v3.issueNote)
    await call('PUT', `${project}/issues/1/notes/${id}`, { body: 'Here' })
    expect((await sent('Note Hook')).count).toBe(1)
    const { iid, sha } = await call('POST', `${project}/merge_requests`, mergeRequest)
    await call('POST', `${project}/merge_requests/${iid}/notes`, { body: 'So?' })
    expectShape((await sent('Note Hook', of('MergeRequest'))).payload, v3.mergeRequestNote)
    await call('POST', `${project}/snippets/1/notes`, { body: 'So?' })
    expectShape((await sent('Note Hook', of('Snippet'))).payload, v3.snippetNote)
    await call('POST', `${project}/repository/commits/${sha}/comments`, { note: 'So?' })
    expectShape((await sent('Note Hook', of('Commit'))).payload, v3.commitNote)
  })

  it('says what became of a merge request, but not that it was approved', async () => {
    const { iid, sha } = await call('POST', `${project}/merge_requests`, mergeRequest)
    const { payload } = await sent('Merge Request Hook')
    expectShape(payload, v3.mergeRequestEvent)
    expect(payload.object_attributes.url).toBe(
      `http://forge.test/jane/website/merge_requests/${iid}`,
    )
    await call('POST', `${project}/merge_requests/${iid}/approve`)
    expect((await sent('Merge Request Hook')).count).toBe(1)
    await call('POST', `${project}/repository/commits`, newFile('d', 'feature'))
    expect((await sent('Merge Request Hook')).payload.object_attributes).toMatchObject({
      action: 'update',
      oldrev: sha,
    })
    await call('PUT', `${project}/merge_requests/${iid}/merge`)
    expect((await sent('Merge Request Hook')).payload.object_attributes.action).toBe('merge')
  })

  it('says of builds and pipelines how they go', async () => {
    await describeJobs()
    forge.builds.advance(1, 'success')
    const { payload } = await sent('Build Hook')
    expectShape(payload, v3.build)
    expect(payload).toMatchObject({ object_kind: 'build', build_status: 'success' })
    const { payload: pipeline } = await sent('Pipeline Hook')
    expectShape(pipeline, v3.pipeline)
    expect(receiver.received.map(({ headers }) => headers['x-gitlab-event'])).not.toContain(
      'Job Hook',
    )
  })

  it('says nothing of what GitLab 8.15 had no hook for', async () => {
    await call('POST', `${project}/milestones`, { title: 'v1' })
    await call('POST', `${project}/releases`, { tag_name: 'v1', ref: 'master' })
    await call('POST', `${project}/issues/1/award_emoji`, { name: 'tada' })
    await forge.settled()
    expect(receiver.received.map(({ headers }) => headers['x-gitlab-event'])).toEqual([
      'Tag Push Hook',
    ])
  })

  it('counts no failures, and is not kept', async () => {
    receiver.answer({ status: 500 })
    for (let nth = 0; nth < 5; nth += 1) await call('POST', `${project}/issues`, issue)
    await forge.settled()
    expect(receiver.received).toHaveLength(5)
    expect(await call('GET', `${project}/hooks/1/events`)).toEqual([])
  })
})

it('finds what is missing in a payload, or of another kind', () => {
  const shape = { a: 'text', b: ['number?'], c: { d: 'flag' }, e: 'object' } as const
  expect(misfitsOf({ a: 'a', b: [1, null], c: { d: true }, e: {}, f: 1 }, shape)).toEqual([])
  expect(misfitsOf({ a: null, b: ['1'], c: {}, e: 1 }, shape)).toEqual([
    'a: null is no text',
    'b[0]: "1" is no number?',
    'c.d is missing',
    'e: 1 is no object',
  ])
})
