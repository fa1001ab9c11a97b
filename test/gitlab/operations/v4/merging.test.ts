import { expect, it } from 'vitest'
import { describeV4, now } from '../../../harness.ts'
import { commitTo, headOf, notesOf, open, world } from './merge-request-world.ts'

const path = '/projects/1/merge_requests'

describeV4('merging with v4', { seed: world }, (api) => {
  const merge = (iid: number, options = {}, who = 'max') =>
    api.as(who).put(`${path}/${iid}/merge`, options)
  const commit = async (sha: string) =>
    (await api.as('root').get(`/projects/1/repository/commits/${sha}`)).body
  /** A pipeline of the head of a branch, by a status from outside. */
  const report = async (branch: string, state: string) => {
    const reply = await api
      .as('max')
      .post(`/projects/1/statuses/${await headOf(api, branch)}`, { state, ref: branch })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  }

  it('makes a merge commit, by who asks, with the message of the project', async () => {
    const { iid } = await open(api)
    const [before, head] = [await headOf(api, 'master'), await headOf(api, 'feature')]
    const { status, body } = await merge(iid)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'merged',
      merged_by: { username: 'max' },
      merge_user: { username: 'max' },
      merged_at: now,
      closed_by: null,
      merge_commit_sha: await headOf(api, 'master'),
      squash_commit_sha: null,
      sha: head,
      detailed_merge_status: 'not_open',
      merge_when_pipeline_succeeds: false,
      should_remove_source_branch: null,
      merge_error: null,
    })
    expect(await commit(body.merge_commit_sha)).toMatchObject({
      parent_ids: [before, head],
      message:
        "Merge branch 'feature' into 'master'\n\nA feature\n\nCloses #1\n\n" +
        'See merge request acme/website!1',
      committer_name: 'Max Master',
    })
    expect((await api.as('max').get('/projects/1/issues/1')).body.state).toBe('closed')
    expect(await notesOf(api, iid)).toEqual([`mentioned in commit ${body.merge_commit_sha}`])
    const events = await api.as('max').get('/projects/1/events', { action: 'merged' })
    expect(events.body).toMatchObject([{ action_name: 'accepted', target_iid: iid }])
  })

  it('leaves issues open where their project wants that', async () => {
    await api.as('olga').put('/projects/1', { autoclose_referenced_issues: false })
    const { iid } = await open(api)
    expect((await merge(iid)).status).toBe(200)
    expect((await api.as('max').get('/projects/1/issues/1')).body.state).toBe('opened')
  })

  it('says what is given, however long, and by the template of the project', async () => {
    const { iid } = await open(api)
    const message = 'x'.repeat(10_000)
    const { body } = await merge(iid, { merge_commit_message: message })
    expect((await commit(body.merge_commit_sha)).message).toBe(message)
    const merge_commit_template =
      '%{title} (%{local_reference})\n\n%{issues}\n\n%{merged_by} %{none}'
    await api.as('olga').put('/projects/1', { merge_commit_template })
    const other = await open(api, { source_branch: 'develop', target_branch: 'feature' })
    await commitTo(api, 'develop', 'new.txt')
    const second = await merge(other.iid)
    expect((await commit(second.body.merge_commit_sha)).message).toBe(
      'A feature (!2)\n\nMax Master <max@example.com> %{none}',
    )
  })

  it.each([
    ['without credentials', async () => {}, undefined, {}, 401],
    ['who may not push', async () => {}, 'dora', {}, 401],
    ['another head', async () => {}, 'max', { sha: 'f'.repeat(40) }, 409],
    ['a draft', (at: string) => api.as('max').put(at, { title: 'Draft: x' }), 'max', {}, 405],
    [
      'one that is closed',
      (at: string) => api.as('max').put(at, { state_event: 'close' }),
      'max',
      {},
      405,
    ],
    [
      'one before its time',
      (at: string) => api.as('max').put(at, { merge_after: '2018-01-01T00:00:00Z' }),
      'max',
      {},
      405,
    ],
    [
      'one without a pipeline where one is asked for',
      () => api.as('olga').put('/projects/1', { only_allow_merge_if_pipeline_succeeds: true }),
      'max',
      {},
      405,
    ],
    [
      'one that would have to be rebased',
      () => api.as('olga').put('/projects/1', { merge_method: 'ff' }),
      'max',
      {},
      422,
    ],
    [
      'one that is not to be squashed where the project wants that',
      () => api.as('olga').put('/projects/1', { squash_option: 'always' }),
      'max',
      {},
      422,
    ],
    ['what has no pipeline, automatically', async () => {}, 'max', { auto_merge: true }, 405],
  ] as const)('refuses %s', async (_, prepare, who, options, status) => {
    const { iid } = await open(api)
    await prepare(`${path}/${iid}`)
    const client = who === undefined ? api.anonymous : api.as(who)
    const reply = await client.put(`${path}/${iid}/merge`, options)
    expect([reply.status, reply.body]).toEqual([
      status,
      { message: messages[status](await headOf(api, 'feature')) },
    ])
  })
  const messages = {
    401: () => '401 Unauthorized',
    405: () => '405 Method Not Allowed',
    409: (head: string) => `SHA does not match HEAD of source branch: ${head}`,
    422: () => 'Branch cannot be merged',
  }

  it('refuses conflicts, what has no commits, and what is merged', async () => {
    const rival = await open(api, { source_branch: 'rival' })
    const conflict = await merge(rival.iid)
    expect([conflict.status, conflict.body]).toEqual([422, { message: 'Branch cannot be merged' }])
    expect((await merge(rival.iid, { auto_merge: true })).status).toBe(405)
    const level = await open(api, { source_branch: 'level' })
    expect((await merge(level.iid)).status).toBe(405)
    const { iid } = await open(api)
    await merge(iid)
    expect((await merge(iid)).status).toBe(405)
    const missing = await merge(99)
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('keeps on the record why a merge came to nothing', async () => {
    const { iid } = await open(api)
    await api.as('olga').put('/projects/1', { squash_option: 'always' })
    expect((await merge(iid)).status).toBe(422)
    const reason = 'This project requires squashing commits when merge requests are accepted.'
    expect((await api.as('max').get(`${path}/${iid}`)).body.merge_error).toBe(reason)
    const { status, body } = await merge(iid, { squash: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ squash: true, merge_error: null })
    expect(body.squash_commit_sha).not.toBeNull()
  })

  it('makes one commit of all where that is asked for', async () => {
    const { iid, diff_refs } = await open(api)
    const head = await headOf(api, 'feature')
    const { body } = await merge(iid, { squash: true, squash_commit_message: 'As one' })
    expect(body).toMatchObject({ squash: true, squash_on_merge: true })
    const { squash_commit_sha, merge_commit_sha } = body
    expect(await commit(squash_commit_sha)).toMatchObject({
      parent_ids: [diff_refs.start_sha],
      message: 'As one',
      author_name: 'Dora Developer',
      committer_name: 'Max Master',
    })
    expect((await commit(merge_commit_sha)).parent_ids).toEqual([
      diff_refs.start_sha,
      squash_commit_sha,
    ])
    expect(await headOf(api, 'feature')).toBe(head)
    const file = await api
      .as('max')
      .get('/projects/1/repository/files/feature.txt/raw', { ref: 'master' })
    expect(new TextDecoder().decode(file.bytes)).toBe('half\nwhole\n')
  })

  it('leaves a single commit as it is', async () => {
    const rival = await open(api, {
      source_branch: 'rival',
      target_branch: 'feature',
      squash: true,
    })
    const head = await headOf(api, 'rival')
    const { body } = await merge(rival.iid)
    expect(body).toMatchObject({ state: 'merged', squash_commit_sha: head })
  })

  it('moves the branch where the project wants no merge commits', async () => {
    await api.as('olga').put('/projects/1', { merge_method: 'ff', squash_option: 'never' })
    const { iid } = await open(api, { target_branch: 'feature', source_branch: 'develop' })
    expect((await merge(iid)).status).toBe(422)
    expect((await api.as('max').put(`${path}/${iid}/rebase`)).status).toBe(202)
    const head = await headOf(api, 'develop')
    const { body } = await merge(iid, { squash: true })
    expect(body).toMatchObject({
      state: 'merged',
      merge_commit_sha: null,
      squash_commit_sha: null,
      squash_on_merge: false,
    })
    expect(await headOf(api, 'feature')).toBe(head)
  })

  it.each([
    [true, false, undefined],
    [false, true, false],
    [true, true, true],
    [false, false, undefined],
  ])(
    'removes the source branch (%s) where it is asked to',
    async (isRemoved, remove_source_branch, should) => {
      const wanted = isRemoved && !remove_source_branch ? true : should
      const { iid } = await open(api, { remove_source_branch })
      const { body } = await merge(iid, { should_remove_source_branch: wanted })
      expect(body).toMatchObject({
        should_remove_source_branch: wanted ?? null,
        force_remove_source_branch: remove_source_branch,
      })
      const { status } = await api.as('max').get('/projects/1/repository/branches/feature')
      expect(status).toBe(isRemoved ? 404 : 200)
    },
  )

  it('removes a branch with what else comes from it, and what is for it goes on to the target', async () => {
    const { iid } = await open(api)
    const other = await open(api, { target_branch: 'develop', title: 'Other' })
    const onTop = await open(api, { source_branch: 'rival', target_branch: 'feature' })
    await merge(iid, { should_remove_source_branch: true })
    expect((await api.as('max').get(`${path}/${other.iid}`)).body).toMatchObject({
      state: 'closed',
      closed_by: { username: 'max' },
    })
    expect(await notesOf(api, other.iid)).toEqual(['deleted source branch `feature`'])
    expect((await api.as('max').get(`${path}/${onTop.iid}`)).body.target_branch).toBe('master')
    expect(await notesOf(api, onTop.iid)).toEqual([
      'deleted the `feature` branch. This merge request now targets the `master` branch',
    ])
  })

  it('waits for a pipeline that runs, and merges when it succeeds', async () => {
    const { iid } = await open(api)
    await report('feature', 'running')
    const { status, body } = await merge(iid, {
      merge_when_pipeline_succeeds: true,
      merge_commit_message: 'At last',
      should_remove_source_branch: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
      merge_user: { username: 'max' },
      merged_by: null,
      detailed_merge_status: 'ci_still_running',
      should_remove_source_branch: true,
    })
    const head = await headOf(api, 'feature')
    expect(await notesOf(api, iid)).toEqual([
      `enabled an automatic merge when all merge checks for ${head} pass`,
    ])
    await report('feature', 'success')
    const merged = (await api.as('max').get(`${path}/${iid}`)).body
    expect(merged).toMatchObject({ state: 'merged', merged_by: { username: 'max' } })
    expect((await commit(merged.merge_commit_sha)).message).toBe('At last')
  })

  it('waits for a title that is ready', async () => {
    const { iid } = await open(api, { title: 'Draft: A feature' })
    expect((await merge(iid, { auto_merge: true })).body).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
    })
    const { body } = await api.as('dora').put(`${path}/${iid}`, { title: 'A feature' })
    expect(body).toMatchObject({ state: 'merged', merged_by: { username: 'max' } })
  })

  it('waits for its time', async () => {
    const { iid } = await open(api, { merge_after: '2017-01-15T13:00:00Z' })
    expect((await merge(iid, { auto_merge: true })).body.state).toBe('opened')
    api.forge.clock.advance('2h')
    const { body } = await api.as('max').get(`${path}/${iid}`)
    expect(body).toMatchObject({ state: 'merged', merged_at: '2017-01-15T13:00:00.000Z' })
  })

  it('merges at once what has a pipeline that succeeded', async () => {
    const { iid } = await open(api)
    await report('feature', 'success')
    expect((await merge(iid, { auto_merge: true })).body.state).toBe('merged')
  })

  it('waits for no pipeline that failed unless the project asks for one', async () => {
    const { iid } = await open(api)
    await report('feature', 'failed')
    expect((await merge(iid, { auto_merge: true })).status).toBe(405)
    await api.as('olga').put('/projects/1', { only_allow_merge_if_pipeline_succeeds: true })
    const { body } = await merge(iid, { auto_merge: true })
    expect(body).toMatchObject({ state: 'opened', detailed_merge_status: 'ci_must_pass' })
  })

  it('is called off by who may merge and by the author', async () => {
    const { iid } = await open(api)
    await report('feature', 'running')
    await merge(iid, { auto_merge: true })
    const cancel = (who: string) =>
      api.as(who).post(`${path}/${iid}/cancel_merge_when_pipeline_succeeds`)
    expect((await cancel('rita')).status).toBe(401)
    const done = await cancel('dora')
    expect([done.status, done.body]).toEqual([201, { status: 'success' }])
    const again = await cancel('max')
    expect([again.status, again.body]).toEqual([
      201,
      { status: 'error', message: "Can't cancel the automatic merge", http_status: 406 },
    ])
    expect((await api.as('max').get(`${path}/${iid}`)).body).toMatchObject({
      merge_when_pipeline_succeeds: false,
      merge_user: null,
    })
    expect((await notesOf(api, iid)).at(-1)).toBe('canceled the automatic merge')
  })

  it('is tried out', async () => {
    const { iid } = await open(api)
    const ask = (who = 'rita') => api.as(who).get(`${path}/${iid}/merge_ref`)
    const { status, body } = await ask()
    expect(status).toBe(200)
    const heads = async () => [await headOf(api, 'master'), await headOf(api, 'feature')]
    expect((await commit(body.commit_id)).parent_ids).toEqual(await heads())
    expect((await ask('max')).body).toEqual(body)
    await commitTo(api, 'feature', 'more.txt')
    const moved = (await ask()).body.commit_id
    expect(moved).not.toBe(body.commit_id)
    expect((await commit(moved)).parent_ids).toEqual(await heads())
    const rival = await open(api, { source_branch: 'rival' })
    const refused = await api.as('rita').get(`${path}/${rival.iid}/merge_ref`)
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: 'Merge request is not mergeable' },
    ])
    const tags = await api.as('rita').get('/projects/1/repository/tags')
    expect(tags.body).toEqual([])
  })

  it('is made possible by a rebase, with the authors of the commits', async () => {
    const { iid } = await open(api)
    const before = await headOf(api, 'feature')
    const { status, body } = await api.as('max').put(`${path}/${iid}/rebase`)
    expect([status, body]).toEqual([202, { rebase_in_progress: true }])
    const head = await headOf(api, 'feature')
    expect(head).not.toBe(before)
    const commits = (await api.as('max').get(`${path}/${iid}/commits`)).body
    expect(commits).toMatchObject([
      { id: head, author_name: 'Dora Developer', committer_name: 'Max Master' },
      { parent_ids: [await headOf(api, 'master')] },
    ])
    const rebased = await api.as('max').get(`${path}/${iid}`, {
      include_rebase_in_progress: true,
      include_diverged_commits_count: true,
    })
    expect(rebased.body).toMatchObject({
      rebase_in_progress: false,
      merge_error: null,
      diverged_commits_count: 0,
    })
    expect((await api.as('max').put(`${path}/${iid}/rebase`)).status).toBe(202)
    expect(await headOf(api, 'feature')).toBe(head)
  })

  it('says where a rebase finds a conflict, until the branch moves', async () => {
    const { iid } = await open(api, { source_branch: 'rival' })
    expect((await api.as('max').put(`${path}/${iid}/rebase`)).status).toBe(202)
    const error = async () => (await api.as('max').get(`${path}/${iid}`)).body.merge_error
    expect(await error()).toBe(
      'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.',
    )
    await commitTo(api, 'rival', 'more.txt')
    expect(await error()).toBeNull()
  })

  it('is not rebased by who may not push, nor where it is not open', async () => {
    const { iid } = await open(api)
    const ask = (who: string) => api.as(who).put(`${path}/${iid}/rebase`)
    const refused = await ask('rita')
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: '403 Forbidden - Cannot push to source branch' },
    ])
    await api.as('olga').post('/projects/1/protected_branches', { name: 'feature' })
    expect((await ask('max')).body).toEqual({
      message: '403 Forbidden - Source branch is protected from force push',
    })
    await api.as('olga').delete('/projects/1/protected_branches/feature')
    await api.as('max').put(`${path}/${iid}`, { state_event: 'close' })
    expect((await ask('max')).status).toBe(409)
    await api.as('max').delete('/projects/1/repository/branches/feature')
    expect((await ask('max')).body).toEqual({
      message: '403 Forbidden - Source branch does not exist',
    })
  })
})
