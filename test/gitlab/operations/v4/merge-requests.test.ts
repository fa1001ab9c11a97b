import { expect, it } from 'vitest'
import { describeV4, now } from '../../../harness.ts'
import { commitTo, headOf, notesOf, open, world } from './merge-request-world.ts'

const path = '/projects/1/merge_requests'

describeV4('a merge request of v4', { seed: world }, (api) => {
  it('has what v4 says of it', async () => {
    const { iid } = await open(api, {
      description: '- [x] find\n- [ ] mend',
      labels: 'b,a',
      assignee_ids: [7],
      reviewer_ids: [5, 6],
      squash: true,
      remove_source_branch: true,
    })
    const { status, body } = await api.as('dora').get(`${path}/${iid}`)
    const head = await headOf(api, 'feature')
    const url = `${api.origin}/acme/website/-/merge_requests/1`
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: expect.any(Number),
      iid: 1,
      project_id: 1,
      title: 'A feature',
      state: 'opened',
      created_at: now,
      merged_by: null,
      merge_user: null,
      merged_at: null,
      closed_by: null,
      closed_at: null,
      target_branch: 'master',
      source_branch: 'feature',
      user_notes_count: 0,
      upvotes: 0,
      downvotes: 0,
      author: { username: 'dora' },
      assignees: [{ username: 'fred' }],
      assignee: { username: 'fred' },
      reviewers: [{ username: 'rita' }],
      source_project_id: 1,
      target_project_id: 1,
      labels: ['a', 'b'],
      draft: false,
      work_in_progress: false,
      imported: false,
      imported_from: 'none',
      milestone: null,
      merge_when_pipeline_succeeds: false,
      merge_status: 'can_be_merged',
      detailed_merge_status: 'mergeable',
      merge_after: null,
      sha: head,
      merge_commit_sha: null,
      squash_commit_sha: null,
      discussion_locked: null,
      should_remove_source_branch: null,
      force_remove_source_branch: true,
      prepared_at: now,
      reference: '!1',
      references: { short: '!1', relative: '!1', full: 'acme/website!1' },
      web_url: url,
      time_stats: { time_estimate: 0, total_time_spent: 0 },
      squash: true,
      squash_on_merge: true,
      task_completion_status: { count: 2, completed_count: 1 },
      has_conflicts: false,
      blocking_discussions_resolved: true,
      subscribed: true,
      changes_count: '1',
      latest_build_started_at: null,
      pipeline: null,
      head_pipeline: null,
      diff_refs: { head_sha: head, start_sha: await headOf(api, 'master') },
      merge_error: null,
      first_contribution: false,
      user: { can_merge: false },
    })
    const names = Object.keys(body)
    expect(names.slice(0, 9).at(-1)).toBe('merged_by')
    expect(names.slice(names.indexOf('reference'), names.indexOf('squash'))).toEqual([
      'reference',
      'references',
      'web_url',
      'time_stats',
    ])
    expect(body).not.toHaveProperty('allow_collaboration')
    expect(body).not.toHaveProperty('title_html')
    expect(body).not.toHaveProperty('rebase_in_progress')
    expect((await api.as('max').get(`${path}/${iid}`)).body.user).toEqual({ can_merge: true })
  })

  it('says more where it is asked to', async () => {
    const { iid } = await open(api, {
      title: '<A> *feature* :tada:',
      description: 'First\n\n**Second** !1',
    })
    const { body } = await api.as('dora').get(`${path}/${iid}`, {
      render_html: true,
      include_diverged_commits_count: true,
      include_rebase_in_progress: true,
    })
    expect(body).toMatchObject({
      title_html: '&lt;A&gt; *feature* <gl-emoji data-name="tada">🎉</gl-emoji>',
      description_html: expect.stringMatching(
        /^<p dir="auto">First<\/p>\n<p dir="auto"><strong>Second<\/strong> <a href="[^"]*\/merge_requests\/1" /,
      ),
      rebase_in_progress: false,
      diverged_commits_count: 1,
    })
    const names = Object.keys(body)
    expect(names.slice(names.indexOf('closed_at'), names.indexOf('source_branch'))).toEqual([
      'closed_at',
      'title_html',
      'description_html',
      'target_branch',
    ])
  })

  it('is found by its number in the project, never by its id', async () => {
    const { id, iid } = await open(api)
    expect(id).not.toBe(iid)
    const missing = await api.as('dora').get(`${path}/${id}`)
    expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }])
    const wrong = await api.as('dora').get(`${path}/x`)
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'merge_request_iid is invalid' }])
  })

  it('has no description where none is given, and an empty one where that is', async () => {
    const { iid, description } = await open(api)
    expect(description).toBeNull()
    const change = async (given: string | null) =>
      (await api.as('dora').put(`${path}/${iid}`, { description: given })).body.description
    expect([await change(''), await change('Told'), await change(null)]).toEqual(['', 'Told', null])
    const listed = await api.as('dora').get(path, { iids: String(iid) })
    expect(listed.body[0].description).toBeNull()
  })

  it('says whether it is the first of an author who is no member', async () => {
    const fromFork = {
      source_branch: 'from-fork',
      target_branch: 'master',
      title: 'Help',
      target_project_id: 1,
      allow_collaboration: true,
    }
    const made = await api.as('fred').post('/projects/2/merge_requests', fromFork)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      project_id: 1,
      source_project_id: 2,
      target_project_id: 1,
      allow_collaboration: true,
      allow_maintainer_to_push: true,
    })
    const { body } = await api.anonymous.get(`${path}/${made.body.iid}`)
    expect(body).toMatchObject({ first_contribution: true, subscribed: false })
  })

  it('brings the commits of a fork along: their addresses lead to the project', async () => {
    const brought = { source_branch: 'from-fork', target_branch: 'master', title: 'Help' }
    const commit = (id: string) => api.as('dora').get(`/projects/1/repository/commits/${id}`)
    const { body: tip } = await api.as('fred').get('/projects/2/repository/branches/from-fork')
    expect((await commit(tip.commit.id)).status).toBe(404)
    const { body: opened } = await api
      .as('fred')
      .post('/projects/2/merge_requests', { ...brought, target_project_id: 1 })
    const { body: commits } = await api.as('dora').get(`${path}/${opened.iid}/commits`)
    expect(commits[0].web_url).toMatch(new RegExp(`/-/commit/${tip.commit.id}$`))
    const found = await commit(tip.commit.id)
    expect([found.status, found.body.web_url]).toEqual([200, commits[0].web_url])
    expect((await commit(tip.commit.short_id)).body.id).toBe(tip.commit.id)
    expect((await commit('from-fork')).status).toBe(404)
  })

  it.each([
    [{ title: undefined }, 400, { error: 'title is missing' }],
    [
      { title: undefined, source_branch: undefined },
      400,
      { error: 'title is missing, source_branch is missing' },
    ],
    [{ title: ' ' }, 400, { message: { title: ["can't be blank"] } }],
    [{ target_project_id: 99 }, 404, { message: '404 Not found' }],
    [{ target_project_id: 3 }, 403, { message: '403 Forbidden' }],
    [
      { target_branch: 'feature' },
      422,
      { message: ["You can't use same project/branch for source and target"] },
    ],
    [
      { target_project_id: 6 },
      422,
      { message: ['Source project is not a fork of the target project'] },
    ],
    [{ source_branch: 'none' }, 400, { message: { source_branch: ['does not exist'] } }],
    [{ target_branch: 'none' }, 400, { message: { target_branch: ['does not exist'] } }],
    [
      { milestone_id: 1, milestone: 'Opening' },
      400,
      { error: 'milestone_id, milestone are mutually exclusive' },
    ],
  ])('is not created with %j', async (wrong, status, body) => {
    const right = { source_branch: 'feature', target_branch: 'master', title: 'A feature' }
    await api.forge.db.members.create({
      source_type: 'project',
      source_id: 6,
      user_id: 7,
      access_level: 30,
      created_at: now,
    })
    const reply = await api.as('dora').post(path, { ...right, ...wrong })
    if (Object.hasOwn(wrong, 'target_project_id') && status === 403) {
      const hidden = await api.as('fred').post('/projects/2/merge_requests', { ...right, ...wrong })
      expect([hidden.status, hidden.body]).toEqual([status, body])
      return
    }
    expect([reply.status, reply.body]).toEqual([status, body])
  })

  it('is created once for the same branches', async () => {
    const { iid } = await open(api)
    const again = { source_branch: 'feature', target_branch: 'master', title: 'Again' }
    const { status, body } = await api.as('dora').post(path, again)
    expect(status).toBe(409)
    const reason = `Another open merge request already exists for this source branch: !${iid}`
    expect(body).toEqual({ message: [reason] })
  })

  it('is created by developers of the source, between forks of one project', async () => {
    const asked = { source_branch: 'feature', target_branch: 'master', title: 'No' }
    expect((await api.as('rita').post(path, asked)).status).toBe(403)
    expect((await api.anonymous.post(path, asked)).status).toBe(401)
    expect((await api.as('olga').post('/projects/4/merge_requests', asked)).status).toBe(403)
    expect((await api.as('olga').post('/projects/5/merge_requests', asked)).status).toBe(403)
    await api.as('eve').post('/projects/1/fork')
    const other = { ...asked, source_branch: 'from-fork', target_project_id: 7 }
    expect((await api.as('fred').post('/projects/2/merge_requests', other)).status).toBe(201)
  })

  it('has nobody for who cannot see it, and drops what the author may not plan', async () => {
    const { iid } = await open(api, { assignee_ids: [99, 7], reviewer_ids: [99] })
    const { body } = await api.as('dora').get(`${path}/${iid}`)
    expect(body).toMatchObject({ assignees: [{ username: 'fred' }], reviewers: [] })
    const fromFork = { source_branch: 'from-fork', target_branch: 'master', title: 'Help' }
    const planned = { ...fromFork, target_project_id: 1, labels: 'design', assignee_ids: [7] }
    const made = await api.as('fred').post('/projects/2/merge_requests', planned)
    expect(made.body).toMatchObject({ labels: [], assignees: [], allow_collaboration: false })
  })

  it('notes whom it is for, and gives them something to do', async () => {
    const { iid } = await open(api, { assignee_ids: [7], reviewer_ids: [5] })
    expect(await notesOf(api, iid)).toEqual(['assigned to @fred', 'requested review from @rita'])
    const todos = api.forge.db.todos.all()
    expect(todos.map(({ user_id, action_name }) => [user_id, action_name])).toEqual([
      [5, 'review_requested'],
      [7, 'assigned'],
    ])
  })

  it('changes', async () => {
    const { iid } = await open(api, { labels: 'a,b', assignee_ids: [7], reviewer_ids: [5] })
    const change = async (changes: Record<string, unknown>, who = 'dora') => {
      const { status, body } = await api.as(who).put(`${path}/${iid}`, changes)
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    expect(await change({ title: 'Draft: Text', description: 'Text' })).toMatchObject({
      title: 'Draft: Text',
      description: 'Text',
      draft: true,
      work_in_progress: true,
      detailed_merge_status: 'draft_status',
    })
    expect(await change({ title: 'Text' })).toMatchObject({ draft: false })
    expect((await change({ labels: ['c'] })).labels).toEqual(['c'])
    expect((await change({ add_labels: 'a,d' })).labels).toEqual(['a', 'c', 'd'])
    expect((await change({ remove_labels: ['c'], add_labels: ['b'] })).labels).toEqual([
      'a',
      'b',
      'd',
    ])
    expect((await change({ labels: '' })).labels).toEqual([])
    expect((await change({ assignee_ids: [99] })).assignees).toHaveLength(1)
    expect((await change({ assignee_ids: [0] })).assignees).toEqual([])
    expect((await change({ assignee_id: 8 })).assignee.username).toBe('eve')
    expect((await change({ reviewer_ids: [6, 5] })).reviewers).toMatchObject([{ username: 'gus' }])
    expect((await change({ reviewer_ids: [] })).reviewers).toEqual([])
    expect((await change({ milestone_id: 1 })).milestone.title).toBe('Opening')
    expect((await change({ milestone_id: 0 })).milestone).toBeNull()
    expect((await change({ milestone: 'Opening' })).milestone.title).toBe('Opening')
    expect(await change({ squash: true, remove_source_branch: false })).toMatchObject({
      squash: true,
      force_remove_source_branch: false,
    })
    expect((await change({ discussion_locked: true })).discussion_locked).toBe(true)
    expect(await change({ target_branch: 'develop', source_branch: 'rival' })).toMatchObject({
      target_branch: 'develop',
      source_branch: 'feature',
    })
    expect(await notesOf(api, iid)).toEqual([
      'assigned to @fred',
      'requested review from @rita',
      'marked this merge request as **draft**',
      'changed title from **{-A feature-}** to **{+Draft: Text+}**',
      'changed the description',
      'marked this merge request as **ready**',
      'unassigned @fred',
      'assigned to @eve',
      'requested review from @gus and removed review request for @rita',
      'removed review request for @gus',
      'locked the discussion in this merge request',
      'changed target branch from `master` to `develop`',
    ])
  })

  it('is closed and reopened, which changes nothing where it is so', async () => {
    const { iid } = await open(api)
    const ask = (state_event: string) => api.as('dora').put(`${path}/${iid}`, { state_event })
    expect((await ask('reopen')).body).toMatchObject({ state: 'opened', closed_at: null })
    const closed = await ask('close')
    expect(closed.body).toMatchObject({
      state: 'closed',
      closed_by: { username: 'dora' },
      closed_at: now,
      merge_status: 'can_be_merged',
      detailed_merge_status: 'not_open',
    })
    expect((await ask('close')).status).toBe(200)
    expect((await ask('reopen')).body).toMatchObject({
      state: 'opened',
      closed_by: null,
      closed_at: null,
      detailed_merge_status: 'mergeable',
    })
    await ask('close')
    await open(api)
    expect((await ask('reopen')).status).toBe(409)
    expect(await notesOf(api, iid)).toEqual([])
  })

  it('notes which tasks were ticked', async () => {
    const { iid } = await open(api, { title: 'A', description: '* [ ] look' })
    await api.as('dora').put(`${path}/${iid}`, { description: '* [x] look' })
    expect(await notesOf(api, iid)).toEqual(['marked the checklist item **look** as completed'])
  })

  it.each([
    ['Draft: more', 'Draft: A'],
    ['fixup! more', 'Draft: A'],
    ['More draft: not', 'A'],
  ])('of which %j is pushed is called %j', async (message, title) => {
    const { iid } = await open(api, { title: 'A' })
    await commitTo(api, 'feature', 'more.txt', message)
    const sha = (await headOf(api, 'feature')).slice(0, 8)
    expect((await api.as('dora').get(`${path}/${iid}`)).body.title).toBe(title)
    const marked = `marked this merge request as **draft** from ${sha}`
    expect((await notesOf(api, iid)).includes(marked)).toBe(title !== 'A')
  })

  it('gives its author something to do when the pipeline of its head fails', async () => {
    const { iid } = await open(api, { title: 'A' })
    const head = await headOf(api, 'feature')
    const fail = (sha: string, name: string) =>
      api.as('max').post(`/projects/1/statuses/${sha}`, { state: 'failed', ref: 'feature', name })
    await fail(head, 'test')
    await fail(head, 'lint')
    const { body } = await api.as('dora').get('/todos', { action: 'build_failed' })
    expect(body).toMatchObject([
      { target: { iid }, author: { username: 'dora' }, target_type: 'MergeRequest', body: 'A' },
    ])
  })

  it('may be aimed at another branch while it is closed', async () => {
    const { iid } = await open(api, { title: 'A' })
    const change = (request: object) => api.as('dora').put(`${path}/${iid}`, { ...request })
    await change({ state_event: 'close' })
    const aimed = await change({ target_branch: 'develop' })
    expect([aimed.status, aimed.body.target_branch, aimed.body.state]).toEqual([
      200,
      'develop',
      'closed',
    ])
    expect((await change({ state_event: 'reopen' })).body).toMatchObject({
      state: 'opened',
      target_branch: 'develop',
    })
  })

  it('may be merged at any time again once its time is taken away', async () => {
    const { iid } = await open(api, { merge_after: '2018-01-01T00:00:00Z' })
    const early = await api.as('dora').get(`${path}/${iid}`)
    expect(early.body.detailed_merge_status).toBe('merge_time')
    const { status, body } = await api.as('dora').put(`${path}/${iid}`, { merge_after: null })
    expect([status, body.merge_after, body.detailed_merge_status]).toEqual([200, null, 'mergeable'])
  })

  it.each([
    [{}, 400, /are missing, at least one parameter must be provided$/],
    [{ title: '' }, 400, /^title is empty$/],
    [{ target_branch: '' }, 400, /^target_branch is empty$/],
    [{ state_event: 'merge' }, 400, /^state_event does not have a valid value$/],
  ])('does not change by %j', async (changes, expected, error) => {
    const { iid } = await open(api)
    const { status, body } = await api.as('dora').put(`${path}/${iid}`, changes)
    expect(status).toBe(expected)
    expect(body.error).toMatch(error)
  })

  it('is changed by developers, its author and its assignee', async () => {
    const { iid } = await open(api, { assignee_ids: [8] })
    const ask = (who: string) => api.as(who).put(`${path}/${iid}`, { title: 'New', labels: 'x' })
    expect((await ask('rita')).status).toBe(403)
    const byAssignee = await ask('eve')
    expect([byAssignee.status, byAssignee.body.labels]).toEqual([200, []])
    expect((await ask('max')).body.labels).toEqual(['x'])
    await api.as('olga').post('/projects/1/archive')
    expect((await ask('eve')).status).toBe(403)
    expect((await ask('max')).status).toBe(403)
  })

  it('is deleted by owners, once, unless it was changed since', async () => {
    const { iid } = await open(api)
    const at = `${path}/${iid}`
    expect((await api.as('max').delete(at)).status).toBe(403)
    const since = { 'If-Unmodified-Since': 'Sun, 01 Jan 2017 00:00:00 GMT' }
    expect((await api.as('olga', since).delete(at)).status).toBe(412)
    expect((await api.as('olga').delete(at)).status).toBe(204)
    const again = await api.as('olga').delete(at)
    expect([again.status, again.body]).toEqual([404, { message: '404 Not found' }])
    expect((await open(api)).iid).toBe(iid + 1)
  })

  it.each([
    ['Draft: x', true],
    ['draft:x', true],
    ['[DRAFT] x', true],
    ['(Draft) x', true],
    ['Draft: [draft] x', true],
    ['WIP: x', false],
    ['Draft - x', false],
    ['Draft x', false],
    ['Drafting x', false],
  ])('is called %s: whether that is a draft', async (title, draft) => {
    expect(await open(api, { title })).toMatchObject({ draft, work_in_progress: draft })
  })

  it('says what stands against merging it', async () => {
    const status = async (iid: number) => {
      const { body } = await api.as('max').get(`${path}/${iid}`)
      return [body.detailed_merge_status, body.merge_status, body.has_conflicts]
    }
    const rival = await open(api, { source_branch: 'rival' })
    expect(await status(rival.iid)).toEqual(['conflict', 'cannot_be_merged', true])
    const level = await open(api, { source_branch: 'level' })
    expect(await status(level.iid)).toEqual(['commits_status', 'cannot_be_merged', true])
    const { iid } = await open(api, { merge_after: '2017-01-15T13:00:00Z' })
    expect(await status(iid)).toEqual(['merge_time', 'can_be_merged', false])
    api.forge.clock.advance('2h')
    expect(await status(iid)).toEqual(['mergeable', 'can_be_merged', false])
    await api.as('olga').put('/projects/1', { merge_method: 'ff' })
    expect(await status(iid)).toEqual(['need_rebase', 'can_be_merged', false])
    await api.as('olga').put('/projects/1', {
      merge_method: 'merge',
      only_allow_merge_if_pipeline_succeeds: true,
    })
    expect(await status(iid)).toEqual(['ci_must_pass', 'can_be_merged', false])
  })

  it('follows its branches', async () => {
    const { iid } = await open(api)
    await commitTo(api, 'feature', 'more.txt')
    const { body } = await api.as('dora').get(`${path}/${iid}`)
    const head = await headOf(api, 'feature')
    expect(body).toMatchObject({ sha: head, changes_count: '2' })
    const versions = (await api.as('dora').get(`${path}/${iid}/versions`)).body
    const page = '/acme/website/-/merge_requests/1/diffs'
    const query = `diff_id=${versions[0].id}&start_sha=${versions[1].head_commit_sha}`
    expect(await notesOf(api, iid)).toEqual([
      `added 1 commit\n\n<ul><li>${head.slice(0, 8)} - More</li></ul>\n\n` +
        `[Compare with previous version](${page}?${query})`,
    ])
  })

  it('is merged by a push that brings its head into the target branch', async () => {
    const { iid } = await open(api, { target_branch: 'develop' })
    const other = await open(api, { source_branch: 'feature', target_branch: 'level' })
    await api.as('max').put(`${path}/${iid}/merge`)
    const onto = { source_branch: 'develop', target_branch: 'level', title: 'All' }
    const all = await api.as('max').post(path, onto)
    const { body } = await api.as('max').put(`${path}/${all.body.iid}/merge`)
    expect((await api.as('max').get(`${path}/${other.iid}`)).body).toMatchObject({
      state: 'merged',
      merge_commit_sha: body.merge_commit_sha,
      merged_by: { username: 'max' },
    })
  })

  it('is not merged automatically any more once it changes', async () => {
    const { iid } = await open(api, { title: 'Draft: A feature' })
    const schedule = () => api.as('max').put(`${path}/${iid}/merge`, { auto_merge: true })
    const isScheduled = async () =>
      (await api.as('max').get(`${path}/${iid}`)).body.merge_when_pipeline_succeeds
    const lastNote = async () => (await notesOf(api, iid)).at(-1)
    await schedule()
    expect(await isScheduled()).toBe(true)
    await commitTo(api, 'feature', 'more.txt')
    expect(await isScheduled()).toBe(false)
    expect(await lastNote()).toBe('aborted the automatic merge because source branch was updated')
    await schedule()
    await api.as('max').put(`${path}/${iid}`, { target_branch: 'develop' })
    expect(await isScheduled()).toBe(false)
    expect(await lastNote()).toBe('aborted the automatic merge because target branch was changed')
    await schedule()
    await api.as('max').put(`${path}/${iid}`, { state_event: 'close' })
    expect(await isScheduled()).toBe(false)
    expect(await lastNote()).toBe('aborted the automatic merge because merge request was closed')
  })

  it('is for members where the project says so', async () => {
    const { iid } = await open(api)
    const change = { merge_requests_access_level: 'private' }
    expect((await api.as('olga').put('/projects/1', change)).status).toBe(200)
    expect((await api.as('rita').get(`${path}/${iid}`)).status).toBe(200)
    expect((await api.as('gus').get(`${path}/${iid}`)).status).toBe(403)
    expect((await api.as('eve').get(path)).status).toBe(403)
    expect((await api.as('eve').get(`${path}/${iid}/merge_ref`)).status).toBe(404)
    expect((await api.as('eve').get('/merge_requests', { scope: 'all' })).body).toEqual([])
  })

  it('lets those push to the branch of a fork who may push to the target, where its author says so', async () => {
    const fromFork = { source_branch: 'from-fork', target_branch: 'develop', title: 'Help' }
    const made = await api.as('fred').post('/projects/2/merge_requests', {
      ...fromFork,
      target_project_id: 1,
    })
    const { iid } = made.body
    const commit = (who: string, file: string) =>
      api.as(who).post(`/projects/2/repository/files/${file}`, {
        branch: 'from-fork',
        content: 'a',
        commit_message: 'More',
      })
    expect((await commit('dora', 'a')).status).toBe(403)
    const removal = async (who: string) =>
      (await api.as(who).put(`${path}/${iid}`, { remove_source_branch: true })).body
        .force_remove_source_branch
    expect([await removal('dora'), await removal('fred')]).toEqual([null, true])
    const share = (allow_collaboration: boolean, who = 'fred') =>
      api.as(who).put(`${path}/${iid}`, { allow_collaboration })
    expect((await share(true, 'dora')).body.allow_collaboration).toBe(false)
    expect((await share(true)).body.allow_collaboration).toBe(true)
    expect((await commit('dora', 'a')).status).toBe(201)
    expect((await commit('rita', 'b')).status).toBe(403)
    expect((await api.as('dora').put(`${path}/${iid}/rebase`)).status).toBe(202)
    await api.as('dora').put(`${path}/${iid}`, { state_event: 'close' })
    expect((await commit('dora', 'c')).status).toBe(403)
  })
})
