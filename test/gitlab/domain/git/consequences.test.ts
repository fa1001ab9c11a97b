import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacks } from '../../../programs.ts'
import { type Pushing, startPushing } from './pushing.ts'

const configuration = 'build:\n  script: make\n'

describe.skipIf(lacks('git'))('what follows a push', () => {
  let pushing: Pushing
  let folder: string
  beforeAll(async () => {
    pushing = await startPushing()
  })
  afterAll(() => pushing.close())
  beforeEach(async () => {
    await pushing.forge.reset()
    folder = await pushing.clone('acme/site', 'mona')
  })

  const must = (...command: string[]) => pushing.must(folder, ...command)
  const commit = (file: string, message = file) => pushing.commit(folder, file, message)
  const push = async (...words: string[]) => (await pushing.git(folder, 'push', ...words)).remote
  const get = (path: string) => pushing.api('mona', `/projects/1${path}`)
  const post = (path: string, body: object) =>
    pushing.api('mona', `/projects/1${path}`, 'POST', body)

  it('is an event a ref, and one alone for more than three', async () => {
    await must('checkout', '-q', 'feature')
    const before = (await must('rev-parse', 'HEAD')).trim()
    await commit('a.txt')
    const id = await commit('b.txt', 'The last\n\nWith a body')
    await push('origin', 'feature')
    const [event] = await get('/events')
    expect(event).toMatchObject({
      action_name: 'pushed to',
      author_username: 'mona',
      push_data: {
        commit_count: 2,
        action: 'pushed',
        ref_type: 'branch',
        commit_from: before,
        commit_to: id,
        ref: 'feature',
        commit_title: 'The last',
        ref_count: null,
      },
    })
    const count = pushing.forge.db.events.count()
    const tags = ['a', 'b', 'c', 'd'].map((name) => `HEAD:refs/tags/${name}`)
    await push('origin', ...tags)
    expect(pushing.forge.db.events.count()).toBe(count + 1)
    expect((await get('/events'))[0]).toMatchObject({
      action_name: 'pushed new',
      push_data: { action: 'created', ref_type: 'tag', ref: null, ref_count: 4, commit_count: 0 },
    })
  })

  it('is a hook a ref, and none for more than three', async () => {
    const url = 'https://hooks.example/push'
    const added = await post('/hooks', { url, push_events: true, tag_push_events: true })
    expect(added).toMatchObject({ url })
    const { forge } = pushing
    const sent = async () => {
      await forge.settled()
      return forge.deliveries.map(({ event }) => event)
    }
    await must('checkout', '-q', 'feature')
    await commit('a.txt')
    await push('origin', 'feature')
    expect(await sent()).toEqual(['push'])
    await push('origin', ...['a', 'b', 'c', 'd'].map((name) => `HEAD:refs/heads/${name}`))
    expect(await sent()).toEqual(['push'])
    await push('origin', ...['e', 'f'].map((name) => `HEAD:refs/tags/${name}`))
    expect(await sent()).toEqual(['push', 'tag_push', 'tag_push'])
  })

  it.each([
    { interruptible: true, setting: 'enabled', statuses: ['canceled', 'canceled', 'pending'] },
    { interruptible: false, setting: 'enabled', statuses: ['running', 'canceled', 'pending'] },
    { interruptible: true, setting: 'disabled', statuses: ['running', 'pending', 'pending'] },
  ])(
    'ends older pipelines of the branch that may be interrupted: $interruptible, $setting',
    async (row) => {
      await pushing.api('mona', '/projects/1', 'PUT', {
        auto_cancel_pending_pipelines: row.setting,
      })
      await must('checkout', '-q', 'feature')
      const { writeFileSync } = await import('node:fs')
      const text = `${configuration}  interruptible: ${row.interruptible}\n`
      writeFileSync(`${folder}/.gitlab-ci.yml`, text)
      await commit('a.txt')
      await push('origin', 'feature', 'HEAD:refs/heads/other')
      const [build] = pushing.forge.db.builds.all().filter(({ ref }) => ref === 'feature')
      await pushing.forge.builds.advance(build?.id ?? 0, 'running')
      await commit('b.txt')
      await push('origin', 'feature')
      await commit('c.txt')
      await push('origin', 'feature')
      const made = await get('/pipelines?ref=feature&sort=asc')
      expect(made.map(({ status }: { status: string }) => status)).toEqual(row.statuses)
      expect(await get('/pipelines?ref=other')).toMatchObject([{ status: 'pending' }])
    },
  )

  it('is a pipeline for each branch and tag', async () => {
    await must('checkout', '-q', 'feature')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.gitlab-ci.yml`, configuration)
    const id = await commit('a.txt')
    await push('origin', 'feature', 'HEAD:refs/tags/t1')
    const made = await get('/pipelines')
    expect(made).toHaveLength(2)
    expect(made).toContainEqual(
      expect.objectContaining({ sha: id, ref: 'feature', source: 'push', status: 'pending' }),
    )
    await push('origin', ':refs/tags/t1')
    expect(await get('/pipelines')).toHaveLength(2)
    // As many as GitLab makes of one push.
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => `HEAD:refs/heads/${name}`)
    await push('origin', ...many)
    expect(await get('/pipelines')).toHaveLength(6)
  })

  it('is no pipeline where the token of a job pushes', async () => {
    await must('checkout', '-q', 'feature')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.gitlab-ci.yml`, configuration)
    await commit('a.txt')
    await push('origin', 'feature')
    const [{ id }] = await get('/jobs')
    await pushing.forge.builds.advance(id, 'running')
    await pushing.api('mona', '/projects/1', 'PUT', {
      ci_push_repository_for_job_token_allowed: true,
    })
    const pushed = await commit('b.txt')
    const address = pushing.url.replace('://', `://gitlab-ci-token:glcbt-${id}@`)
    await must('push', '-q', `${address}/acme/site.git`, 'feature')
    expect(pushing.refs('acme/site').get('refs/heads/feature')).toBe(pushed)
    expect(await get('/events')).toContainEqual(
      expect.objectContaining({ push_data: expect.objectContaining({ commit_to: pushed }) }),
    )
    expect(await get('/pipelines')).toHaveLength(1)
  })

  it('is a skipped pipeline, or one with variables, where options ask for it', async () => {
    await must('checkout', '-q', 'feature')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.gitlab-ci.yml`, configuration)
    await commit('a.txt')
    await push('-o', 'ci.skip', 'origin', 'feature')
    const [skipped] = await get('/pipelines')
    expect(skipped.status).toBe('skipped')
    expect(await get(`/pipelines/${skipped.id}/jobs`)).toEqual([])
    await commit('b.txt')
    await push(
      '-o',
      'ci.variable=COLOUR=blue=green',
      '-o',
      'ci.variable=SIZE=1',
      'origin',
      'feature',
    )
    const [pipeline] = await get('/pipelines')
    const variables = await get(`/pipelines/${pipeline.id}/variables`)
    expect(variables).toMatchObject([
      { key: 'COLOUR', value: 'blue=green' },
      { key: 'SIZE', value: '1' },
    ])
  })

  it('is a pipeline with the inputs of its options, as they are declared', async () => {
    await must('checkout', '-q', 'feature')
    const { writeFileSync } = await import('node:fs')
    const inputs = '{ name: { default: a }, fast: { type: boolean }, list: { type: array } }'
    const job = 'job $[[ inputs.name ]] $[[ inputs.fast ]]: { script: $[[ inputs.list ]] }'
    writeFileSync(`${folder}/.gitlab-ci.yml`, `spec: { inputs: ${inputs} }\n---\n${job}\n`)
    await commit('a.txt')
    const given = ['name=b=c', 'fast=true', 'list=["one", "two"]']
    await push(...given.flatMap((input) => ['-o', `ci.input=${input}`]), 'origin', 'feature')
    const [{ status }] = await get('/pipelines')
    expect(status).toBe('pending')
    expect(pushing.forge.db.builds.all()).toMatchObject([
      { name: 'job b=c true', commands: 'one\ntwo' },
    ])
    await commit('b.txt')
    await push('-o', 'ci.input=fast=maybe', 'origin', 'feature')
    const [{ id }] = await get('/pipelines')
    expect((await get(`/pipelines/${id}`)).yaml_errors).toContain(
      '`fast` input: provided value is not a boolean',
    )
  })

  it('is no pipeline where who pushes may set no variables', async () => {
    await pushing.api('mona', '/projects/1', 'PUT', {
      ci_pipeline_variables_minimum_override_role: 'no_one_allowed',
    })
    await must('checkout', '-q', 'feature')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.gitlab-ci.yml`, configuration)
    await commit('a.txt')
    await push('-o', 'ci.variable=SIZE=1', 'origin', 'feature')
    expect(await get('/pipelines')).toEqual([])
    await commit('b.txt')
    await push('origin', 'feature')
    expect(await get('/pipelines')).toHaveLength(1)
  })

  it('is a pipeline of a merge request whatever the options say', async () => {
    await must('checkout', '-q', 'feature')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.gitlab-ci.yml`, `${configuration}  only: [merge_requests]\n`)
    await commit('a.txt')
    await push('origin', 'feature')
    await post('/merge_requests', { source_branch: 'feature', target_branch: 'master', title: 'A' })
    await commit('b.txt')
    await push('-o', 'ci.skip', '-o', 'ci.variable=SIZE=1', 'origin', 'feature')
    const [pipeline] = await get('/pipelines')
    const { source, status, before_sha } = await get(`/pipelines/${pipeline.id}`)
    expect({ source, status }).toEqual({ source: 'merge_request_event', status: 'pending' })
    expect(before_sha).toBe('0'.repeat(40))
    expect(await get(`/pipelines/${pipeline.id}/variables`)).toEqual([])
  })

  it('is an offer of a merge request, and the way to the one that is open', async () => {
    await must('checkout', '-q', '-b', 'new/one')
    await commit('a.txt')
    const page = `${pushing.url}/acme/site/-/merge_requests`
    expect(await push('origin', 'new/one')).toEqual([
      '',
      'To create a merge request for new/one, visit:',
      `  ${page}/new?merge_request%5Bsource_branch%5D=new%2Fone`,
      '',
    ])
    const body = { source_branch: 'new/one', target_branch: 'master', title: 'One' }
    const { iid } = await post('/merge_requests', body)
    await commit('b.txt')
    expect(await push('origin', 'new/one')).toEqual([
      '',
      'View merge request for new/one:',
      `  ${page}/${iid}`,
      '',
    ])
    expect(await push('origin', ':new/one')).toEqual([])
    await must('checkout', '-q', 'master')
    await commit('c.txt')
    expect(await push('origin', 'master')).toEqual([])
    await pushing.api('mona', '/projects/1', 'PUT', { printing_merge_request_link_enabled: false })
    expect(await push('origin', 'HEAD:refs/heads/quiet')).toEqual([])
  })

  it('is that merge requests follow, and are merged by what brings them', async () => {
    await must('checkout', '-q', '-b', 'new')
    await commit('a.txt')
    await push('origin', 'new')
    const body = { source_branch: 'new', target_branch: 'master', title: 'New' }
    const { iid } = await post('/merge_requests', body)
    const id = await commit('b.txt')
    await push('origin', 'new')
    expect(await get(`/merge_requests/${iid}`)).toMatchObject({
      sha: id,
      state: 'opened',
      diff_refs: { head_sha: id },
    })
    expect(await get(`/merge_requests/${iid}/versions`)).toHaveLength(2)
    const notes = await get(`/merge_requests/${iid}/notes`)
    expect(notes.map((note: { body: string }) => note.body).join()).toContain('added 1 commit')
    await must('checkout', '-q', 'master')
    await must('merge', '-q', '--no-ff', '-m', 'Merge new', 'new')
    await push('origin', 'master')
    expect(await get(`/merge_requests/${iid}`)).toMatchObject({
      state: 'merged',
      merge_user: { username: 'mona' },
    })
  })

  it('is that a deleted source branch closes its merge request', async () => {
    await must('checkout', '-q', '-b', 'new')
    await commit('a.txt')
    await push('origin', 'new')
    const body = { source_branch: 'new', target_branch: 'master', title: 'New' }
    const { iid } = await post('/merge_requests', body)
    await push('origin', ':new')
    expect((await get(`/merge_requests/${iid}`)).state).toBe('closed')
  })

  it('is that commits on the default branch close issues, and others are noted', async () => {
    await must('checkout', '-q', '-b', 'new')
    const mention = await commit('a.txt', 'Closes #2, later')
    await push('origin', 'new')
    expect((await get('/issues/2')).state).toBe('opened')
    const notes = await get('/issues/2/notes')
    expect(notes.map((note: { body: string }) => note.body)).toEqual([
      `mentioned in commit ${mention}`,
    ])
    await must('checkout', '-q', 'master')
    await commit('b.txt', 'Mend it\n\nCloses #1')
    await commit('c.txt', 'And more')
    await push('origin', 'master')
    expect((await get('/issues/1')).state).toBe('closed')
    expect((await get('/issues/2')).state).toBe('opened')
    await must('merge', '-q', '--no-ff', '-m', 'Bring new', 'new')
    await push('origin', 'master')
    expect((await get('/issues/2')).state).toBe('closed')
  })
})
