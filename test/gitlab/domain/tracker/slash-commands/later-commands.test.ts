import { expect, it } from 'vitest'
import type { Seed } from '../../../../../src/seed/schema.ts'
import { describeV4 } from '../../../../harness.ts'

const file = (message: string, file_path: string) => ({
  message,
  author: 'jane',
  actions: [{ action: 'create' as const, file_path, content: file_path }],
})

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'bob' }, { username: 'eve' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      members: { bob: 'developer' },
      labels: [{ title: 'bug', color: '#ff0000' }],
      milestones: [{ title: 'v1' }],
      issues: [
        { title: 'One', author: 'bob' },
        { title: 'Two', author: 'jane', labels: ['bug'], milestone: 'v1' },
      ],
      repository: {
        commits: [
          file('Begin', 'a.txt'),
          { ...file('Change', 'b.txt'), branch: 'feature/x' },
          file('Go on', 'c.txt'),
        ],
        branches: { stable: 'master', other: 'master' },
      },
      merge_requests: [{ title: 'Change', source_branch: 'feature/x', author: 'bob' }],
    },
    { path: 'jane/other', visibility: 'public' },
  ],
  hooks: [
    {
      project: 'jane/site',
      url: 'https://hooks.example/site',
      push_events: false,
      issues_events: true,
      merge_requests_events: true,
    },
  ],
}

/** Specification of v4, issues-and-notes.md, section 5; the definitions in lib/gitlab/quick_actions of GitLab. */
describeV4('commands of later releases', { seed }, (api) => {
  const [jane, bob] = [api.as('jane'), api.as('bob')]
  const [issue, mergeRequest] = ['/projects/1/issues/1', '/projects/1/merge_requests/1']
  const say = async (at: string, body: string, by = jane) => {
    const { status } = await by.post(`${at}/notes`, { body })
    expect(status).toBe(202)
    return (await jane.get(at)).body
  }
  const notesOf = async (at: string): Promise<string[]> =>
    (await jane.get(`${at}/notes`, { sort: 'asc' })).body.map(({ body }: { body: string }) => body)

  it('say what an issue is', async () => {
    expect(await say(issue, '/confidential')).toMatchObject({ confidential: true })
    expect(await say(issue, '/type task')).toMatchObject({ issue_type: 'task' })
    expect(await say(issue, '/type nothing')).toMatchObject({ issue_type: 'task' })
    expect(await say(issue, '/type issue\n/promote_to_incident')).toMatchObject({
      issue_type: 'issue',
    })
    expect(await say(issue, '/promote_to_incident')).toMatchObject({ issue_type: 'incident' })
    const made = await jane.post('/projects/1/issues', {
      title: 'New',
      description: '/confidential',
    })
    expect(made.body.confidential).toBe(true)
  })

  it('say how severe an incident is', async () => {
    expect(await say(issue, '/severity high')).toMatchObject({ severity: 'UNKNOWN' })
    await say(issue, '/promote_to_incident')
    expect(await say(issue, '/severity S2')).toMatchObject({ severity: 'HIGH' })
    expect(await say(issue, '/severity none')).toMatchObject({ severity: 'HIGH' })
  })

  it('plan a new issue in its description', async () => {
    const description = [
      'Look.',
      '/type incident',
      '/severity critical',
      '/label ~bug',
      '/milestone %v1',
      '/assign @bob',
      '/due 2017-02-01',
      '/estimate 2h',
      '/spend 1h',
      '/close',
    ].join('\n')
    const made = await jane.post('/projects/1/issues', { title: 'New', description })
    expect(made.body).toMatchObject({
      description: 'Look.',
      issue_type: 'incident',
      severity: 'CRITICAL',
      labels: ['bug'],
      milestone: { title: 'v1' },
      assignee: { username: 'bob' },
      due_date: '2017-02-01',
      time_stats: { time_estimate: 7200, total_time_spent: 3600 },
      state: 'opened',
    })
  })

  it('link a new issue to others', async () => {
    const description = '/relate #1\n/relate #2 #99'
    const made = await jane.post('/projects/1/issues', { title: 'New', description })
    const links = await jane.get(`/projects/1/issues/${made.body.iid}/links`)
    expect(links.body.map(({ iid }: { iid: number }) => iid)).toEqual([1, 2])
    const other = await bob.post('/projects/2/issues', {
      title: 'New',
      description: '/relate jane/site#1',
    })
    expect((await jane.get(`/projects/2/issues/${other.body.iid}/links`)).body).toEqual([])
  })

  it('promote a new issue to an incident', async () => {
    const description = 'Look.\n/promote_to_incident'
    const made = await jane.post('/projects/1/issues', { title: 'New', description })
    expect(made.body).toMatchObject({ issue_type: 'incident', description: 'Look.' })
  })

  it('add a Zoom meeting to an issue, and remove it', async () => {
    const meeting = 'https://acme.zoom.us/j/123?pwd=a'
    const description = `Look.\n/zoom ${meeting}`
    const made = await jane.post('/projects/1/issues', { title: 'New', description })
    expect(made.body.description).toBe('Look.')
    const at = `/projects/1/issues/${made.body.iid}`
    const meetingOf = () => api.forge.db.issues.findFirst((q) => q.where({ id: made.body.id }))
    expect(meetingOf()?.zoom_meeting_url).toBe(meeting)
    await say(at, '/zoom https://zoom.us/j/9')
    expect(meetingOf()?.zoom_meeting_url).toBe(meeting)
    await say(at, '/remove_zoom')
    expect(meetingOf()?.zoom_meeting_url).toBeNull()
    await say(at, '/zoom https://example.com/j/9')
    expect(meetingOf()?.zoom_meeting_url).toBeNull()
    await say(at, `/zoom ${meeting}`)
    expect(await notesOf(at)).toEqual([
      'removed a Zoom call from this issue',
      'added a Zoom call to this issue',
    ])
    await api.as('eve').post(`${issue}/notes`, { body: `/zoom ${meeting}` })
    expect(await notesOf(issue)).not.toContain('added a Zoom call to this issue')
  })

  it('move an issue to a list of the only board of a project', async () => {
    const list = async (name: string) => {
      const label = await jane.post('/projects/1/labels', { name, color: '#ff0000' })
      await jane.post(`/projects/1/boards/${board.body.id}/lists`, { label_id: label.body.id })
    }
    const board = await jane.post('/projects/1/boards', { name: 'Work' })
    await list('doing')
    await list('done')
    const description = '/board_move ~doing'
    const made = await jane.post('/projects/1/issues', {
      title: 'New',
      labels: 'bug',
      description,
    })
    expect(made.body.labels).toEqual(['bug', 'doing'])
    const at = `/projects/1/issues/${made.body.iid}`
    expect((await say(at, '/board_move ~done')).labels).toEqual(['bug', 'done'])
    expect((await say(at, '/board_move ~bug')).labels).toEqual(['bug', 'done'])
    expect((await say(at, '/board_move ~done ~doing')).labels).toEqual(['bug', 'done'])
    await jane.post('/projects/1/boards', { name: 'More' })
    expect((await say(at, '/board_move ~doing')).labels).toEqual(['bug', 'done'])
  })

  it('submit a review, in a comment or a new description', async () => {
    const draft = (note: string) => jane.post(`${mergeRequest}/draft_notes`, { note })
    await draft('First')
    await say(mergeRequest, '/submit_review')
    await draft('Second')
    await jane.put(mergeRequest, { description: 'Look.\n/submit_review' })
    const notes = await notesOf(mergeRequest)
    expect(notes.filter((body) => ['First', 'Second'].includes(body))).toEqual(['First', 'Second'])
    expect((await jane.get(`${mergeRequest}/draft_notes`)).body).toEqual([])
  })

  it('plan a new merge request in its description', async () => {
    const made = await jane.post('/projects/1/merge_requests', {
      title: 'New',
      source_branch: 'feature/x',
      target_branch: 'stable',
      description:
        'Look.\n/target_branch other\n/draft\n/assign_reviewer @bob\n/label ~bug\n/estimate 2h',
    })
    expect(made.body).toMatchObject({
      title: 'Draft: New',
      draft: true,
      description: 'Look.',
      reviewers: [{ username: 'bob' }],
      labels: ['bug'],
      time_stats: { time_estimate: 7200 },
      target_branch: 'other',
    })
  })

  it.each([issue, mergeRequest])('plan %s in a new description', async (at) => {
    const { body } = await jane.put(at, {
      description: 'Look.\n/label ~bug\n/estimate 2h\n/close',
    })
    expect(body).toMatchObject({
      description: 'Look.',
      labels: ['bug'],
      time_stats: { time_estimate: 7200 },
      state: 'closed',
    })
    const reopened = await jane.put(at, { description: 'Look.\n/reopen' })
    expect(reopened.body).toMatchObject({ description: 'Look.', state: 'opened' })
  })

  it.each([issue, mergeRequest])('send one hook with the change of %s', async (at) => {
    await jane.put(at, {
      title: 'Changed',
      labels: '',
      description: 'Look.\n/label ~bug\n/estimate 2h\n/spend 1h\n/assign @bob\n/todo',
    })
    await api.forge.settled()
    const { deliveries } = api.forge
    expect(deliveries.map(({ payload }) => payload)).toMatchObject([
      {
        object_attributes: { action: 'update', title: 'Changed', description: 'Look.' },
        changes: {
          title: { current: 'Changed' },
          description: { current: 'Look.' },
          labels: { current: [{ title: 'bug' }] },
          time_estimate: { previous: 0, current: 7200 },
          total_time_spent: { previous: 0, current: 3600 },
        },
        assignees: [{ username: 'bob' }],
      },
    ])
    expect(await notesOf(at)).toEqual(
      expect.arrayContaining(['added time estimate of 2h', 'added 1h of time spent']),
    )
  })

  it('in a new description change nothing that its author may not', async () => {
    const made = await api.as('eve').post('/projects/1/issues', { title: 'New' })
    const at = `/projects/1/issues/${made.body.iid}`
    const { body } = await api.as('eve').put(at, { description: 'Look.\n/label ~bug\n/close' })
    expect(body).toMatchObject({ description: 'Look.', labels: [], state: 'closed' })
  })

  it.each([issue, mergeRequest])('lock and unlock the discussion of %s', async (at) => {
    expect(await say(at, '/lock')).toMatchObject({ discussion_locked: true })
    expect(await say(at, '/unlock')).toMatchObject({ discussion_locked: false })
  })

  it.each([issue, mergeRequest])('track the time of %s', async (at) => {
    const times = async (body: string) => (await say(at, body)).time_stats
    expect(await times('/estimate 3h')).toMatchObject({ time_estimate: 10_800 })
    expect(await times('/spend 1h 30m 2017-01-14')).toMatchObject({ total_time_spent: 5400 })
    expect(await times('/spent -30m')).toMatchObject({ total_time_spent: 3600 })
    expect(await times('/spend -2h')).toMatchObject({ total_time_spent: 3600 })
    expect(await times('/remove_estimate')).toMatchObject({ time_estimate: 0 })
    expect(await times('/remove_time_spent')).toMatchObject({ total_time_spent: 0 })
    expect(await times('/estimate soon')).toMatchObject({ time_estimate: 0 })
  })

  it('mark an issue as a duplicate, which closes it and links the two', async () => {
    expect(await say(issue, '/duplicate #2')).toMatchObject({ state: 'closed' })
    expect(await notesOf(issue)).toContain('marked this issue as a duplicate of #2')
    expect(await notesOf('/projects/1/issues/2')).toContain(
      'marked #1 as a duplicate of this issue',
    )
    const links = await jane.get(`${issue}/links`)
    expect(links.body.map(({ iid }: { iid: number }) => iid)).toEqual([2])
    expect(await say('/projects/1/issues/2', '/duplicate #99')).toMatchObject({ state: 'opened' })
  })

  it('link issues and take the link away', async () => {
    const linked = async () => (await jane.get(`${issue}/links`)).body.length
    await say(issue, '/relate #2')
    expect(await linked()).toBe(1)
    await say(issue, '/unlink #2')
    expect(await linked()).toBe(0)
  })

  it('move an issue, or copy it', async () => {
    await say(issue, '/clone jane/other')
    expect((await jane.get('/projects/2/issues')).body).toMatchObject([{ title: 'One' }])
    expect(await say(issue, '/move jane/other')).toMatchObject({ state: 'closed' })
    expect((await jane.get('/projects/2/issues')).body).toHaveLength(2)
    expect(await say('/projects/1/issues/2', '/move jane/nowhere')).toMatchObject({
      state: 'opened',
    })
  })

  it('copy labels and the milestone of another issue', async () => {
    expect(await say(issue, '/copy_metadata #2')).toMatchObject({
      labels: ['bug'],
      milestone: { title: 'v1' },
    })
  })

  it('award an emoji, and take it back', async () => {
    const awards = async () =>
      (await jane.get(`${issue}/award_emoji`)).body.map(({ name }: { name: string }) => name)
    await say(issue, '/react :tada:')
    expect(await awards()).toEqual(['tada'])
    await say(issue, '/award :tada:')
    expect(await awards()).toEqual([])
  })

  it('stand for text', async () => {
    const { status, body } = await jane.post(`${issue}/notes`, { body: 'Well\n/shrug no idea' })
    expect([status, body.body]).toEqual([201, 'Well\nno idea ¯\\＿(ツ)＿/¯'])
    const thrown = await jane.post(`${issue}/notes`, { body: '/tableflip' })
    expect(thrown.body.body).toBe('(╯°□°)╯︵ ┻━┻')
  })

  it('make a merge request a draft, and ready', async () => {
    expect(await say(mergeRequest, '/draft')).toMatchObject({ draft: true, title: 'Draft: Change' })
    expect(await say(mergeRequest, '/draft')).toMatchObject({ draft: true })
    expect(await say(mergeRequest, '/ready')).toMatchObject({ draft: false, title: 'Change' })
    expect((await jane.post(`${mergeRequest}/notes`, { body: '/wip' })).status).toBe(201)
  })

  it('approve a merge request, and take that back', async () => {
    const approvers = async () => (await jane.get(`${mergeRequest}/approvals`)).body.approved_by
    await say(mergeRequest, '/approve')
    expect(await approvers()).toMatchObject([{ user: { username: 'jane' } }])
    await say(mergeRequest, '/unapprove')
    expect(await approvers()).toEqual([])
  })

  it('ask for reviews', async () => {
    const names = async (body: string) =>
      (await say(mergeRequest, body)).reviewers.map(
        ({ username }: { username: string }) => username,
      )
    expect(await names('/assign_reviewer @jane')).toEqual(['jane'])
    expect(await names('/request_review @bob')).toEqual(['jane', 'bob'])
    expect(await names('/unassign_reviewer @jane')).toEqual(['bob'])
    expect(await names('/reassign_reviewer me')).toEqual(['jane'])
    expect(await names('/remove_reviewer')).toEqual([])
  })

  it('change the target branch, and rebase onto it', async () => {
    expect(await say(mergeRequest, '/target_branch nowhere')).toMatchObject({
      target_branch: 'master',
    })
    expect(await say(mergeRequest, '/target_branch stable')).toMatchObject({
      target_branch: 'stable',
    })
    await say(mergeRequest, '/target_branch master')
    await say(mergeRequest, '/rebase')
    const path = '/projects/1/repository/merge_base?refs[]=master&refs[]=feature%2Fx'
    const base = (await jane.get(path)).body.id
    expect(base).toBe((await jane.get('/projects/1/repository/branches/master')).body.commit.id)
  })

  it('change labels under other names', async () => {
    expect((await say(issue, '/labels ~bug')).labels).toEqual(['bug'])
    expect((await say(issue, '/remove_label ~bug')).labels).toEqual([])
  })

  it('assign under another name', async () => {
    expect(await say(issue, '/reassign @bob')).toMatchObject({ assignee: { username: 'bob' } })
  })

  it('have no effect for who may not plan', async () => {
    const body = '/lock\n/estimate 1h\n/duplicate #2'
    const answer = await bob.post('/projects/1/issues/2/notes', { body: '/react :tada:' })
    expect(answer.status).toBe(202)
    await api.as('eve').post(`${issue}/notes`, { body })
    expect((await jane.get(issue)).body).toMatchObject({
      state: 'opened',
      discussion_locked: null,
      time_stats: { time_estimate: 0 },
    })
  })
})
