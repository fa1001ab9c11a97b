import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'bob' },
    { username: 'gus' },
    { username: 'eve' },
  ],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      members: { jane: 'owner', bob: 'reporter', gus: 'guest' },
    },
  ],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      labels: [{ title: 'bug', color: '#FFEEDD', description: '<it>' }, 'docs'],
      milestones: [
        { title: 'v1', due_date: '2017-01-10' },
        { title: 'v2', due_date: '2017-03-01' },
      ],
      issues: [
        {
          title: 'Broken link',
          author: 'jane',
          labels: ['docs', 'bug'],
          milestone: 'v1',
          assignee: 'bob',
          description: '- [x] find\n- [ ] mend',
          created_at: '2017-01-01T00:00:00.000Z',
          due_date: '2017-01-10',
          awards: [
            { name: 'thumbsup', by: 'bob' },
            { name: 'tractor', by: 'jane' },
          ],
        },
        {
          title: 'Another page',
          author: 'bob',
          labels: ['bug'],
          milestone: 'v2',
          description: 'has a broken picture',
          created_at: '2017-01-02T00:00:00.000Z',
          due_date: '2017-01-15',
          notes: [{ author: 'eve', body: 'Hear hear' }],
        },
        {
          title: 'Third',
          author: 'jane',
          state: 'closed',
          closed_by: 'bob',
          closed_at: '2017-01-04T00:00:00.000Z',
          created_at: '2017-01-03T00:00:00.000Z',
        },
        {
          title: 'Hidden',
          author: 'jane',
          confidential: true,
          created_at: '2017-01-04T00:00:00.000Z',
        },
      ],
    },
    { path: 'acme/app', visibility: 'public', issues: [{ title: 'App', author: 'eve' }] },
    { path: 'jane/diary', visibility: 'private', issues: [{ title: 'Dear', author: 'jane' }] },
  ],
}

const path = '/projects/1/issues'

describeV4('the issues of v4', { seed }, (api) => {
  const iids = async (query: Record<string, unknown>, who = 'jane', at = path) => {
    const { status, body } = await api.as(who).get(at, { sort: 'asc', ...query })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.map(({ iid }: { iid: number }) => iid)
  }

  it('have what v4 says of them', async () => {
    const { status, body } = await api.as('jane').get(`${path}/1`)
    expect(status).toBe(200)
    const { origin } = api
    expect(body).toMatchObject({
      id: 1,
      iid: 1,
      project_id: 1,
      title: 'Broken link',
      state: 'opened',
      closed_at: null,
      closed_by: null,
      labels: ['bug', 'docs'],
      milestone: { title: 'v1', expired: true, web_url: `${origin}/acme/site/-/milestones/1` },
      assignees: [{ username: 'bob' }],
      assignee: { username: 'bob' },
      author: { username: 'jane' },
      type: 'ISSUE',
      issue_type: 'issue',
      user_notes_count: 0,
      merge_requests_count: 0,
      upvotes: 1,
      downvotes: 0,
      discussion_locked: null,
      web_url: `${origin}/acme/site/-/issues/1`,
      time_stats: {
        time_estimate: 0,
        total_time_spent: 0,
        human_time_estimate: null,
        human_total_time_spent: null,
      },
      task_completion_status: { count: 2, completed_count: 1 },
      has_tasks: false,
      _links: {
        self: `${origin}/api/v4/projects/1/issues/1`,
        notes: `${origin}/api/v4/projects/1/issues/1/notes`,
        award_emoji: `${origin}/api/v4/projects/1/issues/1/award_emoji`,
        project: `${origin}/api/v4/projects/1`,
        closed_as_duplicate_of: null,
      },
      references: { short: '#1', relative: '#1', full: 'acme/site#1' },
      severity: 'UNKNOWN',
      subscribed: true,
      moved_to_id: null,
      imported: false,
      imported_from: 'none',
      service_desk_reply_to: null,
    })
    expect(body).not.toHaveProperty('task_status')
  })

  it('say when and by whom they were closed', async () => {
    const { body } = await api.as('jane').get(`${path}/3`)
    expect(body).toMatchObject({
      state: 'closed',
      closed_at: '2017-01-04T00:00:00.000Z',
      closed_by: { username: 'bob' },
      has_tasks: true,
      task_status: '',
    })
    const reopened = await api.as('jane').put(`${path}/3`, { state_event: 'reopen' })
    expect(reopened.body).toMatchObject({ state: 'opened', closed_at: null, closed_by: null })
    const closed = await api.as('jane').put(`${path}/3`, { state_event: 'close' })
    expect(closed.body).toMatchObject({
      closed_at: '2017-01-15T12:00:00.000Z',
      closed_by: { username: 'jane' },
    })
  })

  it('are referred to from where they are asked for', async () => {
    const [ofGroup] = (await api.as('jane').get('/groups/acme/issues', { iids: [2] })).body
    const [ofAll] = (await api.as('bob').get('/issues')).body
    expect(ofGroup.references.relative).toBe('site#2')
    expect(ofAll.references.relative).toBe('acme/site#2')
    expect(ofAll).not.toHaveProperty('subscribed')
  })

  it('are found by labels, all of which they have', async () => {
    expect(await iids({ labels: 'bug' })).toEqual([1, 2])
    expect(await iids({ labels: 'bug,docs' })).toEqual([1])
    expect(await iids({ labels: ['bug', 'docs'] })).toEqual([1])
    expect(await iids({ labels: 'none' })).toEqual([3, 4])
    expect(await iids({ labels: 'Any' })).toEqual([1, 2])
    expect(await iids({ labels: 'nowhere' })).toEqual([])
    expect(await iids({ 'not[labels]': 'docs,feature' })).toEqual([2, 3, 4])
  })

  it('show their labels in full where they are asked to', async () => {
    const { body } = await api.as('jane').get(path, { iids: [1], with_labels_details: true })
    expect(body[0].labels).toEqual([
      {
        id: expect.any(Number),
        name: 'bug',
        description: '<it>',
        description_html: '&lt;it&gt;',
        text_color: '#1F1E24',
        color: '#FFEEDD',
      },
      expect.objectContaining({ name: 'docs', text_color: '#FFFFFF' }),
    ])
  })

  it('are found by milestone', async () => {
    expect(await iids({ milestone: 'v1' })).toEqual([1])
    expect(await iids({ milestone: 'None' })).toEqual([3, 4])
    expect(await iids({ milestone_id: 'Any' })).toEqual([1, 2])
    expect(await iids({ milestone_id: 'Upcoming' })).toEqual([2])
    expect(await iids({ milestone: '#started' })).toEqual([])
    expect(await iids({ 'not[milestone]': 'v1' })).toEqual([2, 3, 4])
  })

  it('are found by people', async () => {
    expect(await iids({ author_username: 'Bob' })).toEqual([2])
    expect(await iids({ author_id: 2 })).toEqual([1, 3, 4])
    expect(await iids({ author_username: 'nobody' })).toEqual([])
    expect(await iids({ assignee_username: 'bob' })).toEqual([1])
    expect(await iids({ assignee_id: 3 })).toEqual([1])
    expect(await iids({ assignee_id: 'None' })).toEqual([2, 3, 4])
    expect(await iids({ assignee_id: 'any' })).toEqual([1])
    expect(await iids({ 'not[author_id]': 2 })).toEqual([2])
    expect(await iids({ scope: 'assigned_to_me' }, 'bob')).toEqual([1])
    expect(await iids({ scope: 'created-by-me' }, 'bob')).toEqual([2])
  })

  it('are found by the emoji that the caller awarded', async () => {
    expect(await iids({ my_reaction_emoji: 'tractor' })).toEqual([1])
    expect(await iids({ my_reaction_emoji: 'tractor' }, 'bob')).toEqual([])
    expect(await iids({ my_reaction_emoji: 'Any' }, 'bob')).toEqual([1])
    expect(await iids({ my_reaction_emoji: 'None' }, 'bob')).toEqual([2, 3, 4])
  })

  it('are found by words', async () => {
    expect(await iids({ search: 'BROKEN' })).toEqual([1, 2])
    expect(await iids({ search: 'broken', in: 'title' })).toEqual([1])
    expect(await iids({ search: 'page broken' })).toEqual([2])
  })

  it('are found by state, number, kind and secrecy', async () => {
    expect(await iids({ state: 'closed' })).toEqual([3])
    expect(await iids({ iids: [3, 1] })).toEqual([1, 3])
    expect(await iids({ iids: '2,3', state: 'opened' })).toEqual([2])
    expect(await iids({ 'not[iids]': '2,3' })).toEqual([1, 4])
    expect(await iids({ issue_type: 'incident' })).toEqual([])
    expect(await iids({ confidential: true })).toEqual([4])
    expect(await iids({}, 'gus')).toEqual([1, 2, 3])
  })

  it('are found by their times', async () => {
    const second = '2017-01-02T00:00:00.000Z'
    expect(await iids({ created_after: second })).toEqual([2, 3, 4])
    expect(await iids({ created_before: second })).toEqual([1, 2])
    expect(await iids({ updated_before: '2016-01-01' })).toEqual([])
    expect(await iids({ due_date: 'today' })).toEqual([2])
    expect(await iids({ due_date: 'overdue' })).toEqual([1])
    expect(await iids({ due_date: 'week' })).toEqual([1, 2])
    expect(await iids({ due_date: 'month' })).toEqual([1, 2])
    expect(await iids({ due_date: 0 })).toEqual([3, 4])
    expect(await iids({ due_date: '' })).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['due_date', 'asc', [1, 2, 3, 4]],
    ['due_date', 'desc', [2, 1, 4, 3]],
    ['title', 'asc', [2, 1, 4, 3]],
    ['popularity', 'desc', [1, 4, 3, 2]],
    ['milestone_due', 'asc', [1, 2, 3, 4]],
    ['relative_position', 'asc', [1, 2, 3, 4]],
  ])('are ordered by %s, %s', async (order_by, sort, expected) => {
    expect(await iids({ order_by, sort })).toEqual(expected)
  })

  it.each([
    [{ milestone: 'v1', milestone_id: 'Any' }, 'milestone_id, milestone are mutually exclusive'],
    [
      { author_id: 1, author_username: 'jane' },
      'author_id, author_username are mutually exclusive',
    ],
    [
      { 'not[assignee_id]': 1, 'not[assignee_username]': 'jane' },
      'not[assignee_id], not[assignee_username] are mutually exclusive',
    ],
    [
      { assignee_username: ['jane', 'bob'] },
      'assignee_username allows one value, but found 2: jane, bob',
    ],
    [
      { assignee_id: 'jane' },
      "assignee_id should be an integer, 'None' or 'Any', however got jane",
    ],
    [{ state: 'locked' }, 'state does not have a valid value'],
  ])('are not found by %o', async (query, error) => {
    const { status, body } = await api.as('jane').get(path, query)
    expect([status, body]).toEqual([400, { error }])
  })

  it('of the whole instance are the caller’s, unless all are asked for', async () => {
    expect(await iids({}, 'bob', '/issues')).toEqual([2])
    const { body } = await api.as('bob').get('/issues', { scope: 'all' })
    expect(body.map(({ title }: { title: string }) => title).sort()).toEqual([
      'Another page',
      'App',
      'Broken link',
      'Hidden',
      'Third',
    ])
    expect((await api.anonymous.get('/issues')).status).toBe(401)
    const anyone = await api.anonymous.get('/issues', { scope: 'all' })
    expect(anyone.headers.get('x-total')).toBe('4')
  })

  it.each(['created_at', 'updated_at', 'due_date', 'title', 'relative_position'])(
    'are listed by keys in the order of %s, with a link to the next alone',
    async (order_by) => {
      const query = { order_by, sort: 'asc', state: 'opened' }
      const whole = await iids(query)
      const found: number[] = []
      let next: object | undefined = { ...query, pagination: 'keyset', per_page: 1 }
      while (next && found.length < 9) {
        const { status, body, headers } = await api
          .as('jane')
          .get('/projects/1/issues', { ...next })
        expect([status, headers.get('x-page')]).toEqual([200, null])
        found.push(...body.map(({ iid }: { iid: number }) => iid))
        // What was shown may leave the list before the next page is asked for.
        await api.as('jane').put(`/projects/1/issues/${found.at(-1)}`, { state_event: 'close' })
        const url = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
        next = url === undefined ? undefined : Object.fromEntries(new URL(url).searchParams)
      }
      expect(whole.length).toBeGreaterThan(1)
      expect(found.toSorted()).toEqual(whole.toSorted())
      if (order_by !== 'updated_at') expect(found).toEqual(whole)
    },
  )

  it('are listed in pages where their order is none by keys', async () => {
    const query = { pagination: 'keyset', order_by: 'popularity' }
    const { status, headers } = await api.as('jane').get('/projects/1/issues', query)
    expect([status, headers.get('x-page')]).toEqual([200, '1'])
  })

  it('of an archived project are left out of the lists of several', async () => {
    await api.forge.db.projects.update((query) => query.where({ id: 2 }), {
      data(project) {
        project.is_archived = true
      },
    })
    expect(await iids({ author_username: 'eve' }, 'jane', '/groups/acme/issues')).toEqual([])
    const query = { author_username: 'eve', non_archived: false }
    expect(await iids(query, 'jane', '/groups/acme/issues')).toEqual([1])
    expect(await iids({}, 'jane', '/projects/2/issues')).toEqual([1])
  })

  it('are counted', async () => {
    const counts = async (who: string, at: string, query = {}) => {
      const { status, body } = await api.as(who).get(`${at}/issues_statistics`, query)
      return [status, body.statistics.counts]
    }
    expect(await counts('jane', '/projects/1')).toEqual([200, { all: 4, closed: 1, opened: 3 }])
    expect(await counts('gus', '/groups/acme', { labels: 'bug' })).toEqual([
      200,
      { all: 2, closed: 0, opened: 2 },
    ])
    expect(await counts('bob', '')).toEqual([200, { all: 1, closed: 0, opened: 1 }])
  })

  it('are created', async () => {
    const { status, body } = await api.as('jane').post(path, {
      title: 'New',
      labels: ['bug', 'fresh'],
      assignee_ids: [3, 2],
      milestone_id: 2,
      due_date: '2017-02-01',
      confidential: true,
      issue_type: 'incident',
      severity: 'high',
      iid: 77,
      created_at: '2016-01-01T00:00:00.000Z',
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      iid: 77,
      labels: ['bug', 'fresh'],
      assignees: [{ username: 'bob' }],
      milestone: { id: 2 },
      due_date: '2017-02-01',
      confidential: true,
      type: 'INCIDENT',
      severity: 'HIGH',
      created_at: '2016-01-01T00:00:00.000Z',
      subscribed: true,
    })
    const again = await api.as('jane').post(path, { title: 'New', iid: 77 })
    expect([again.status, again.body]).toEqual([409, { message: 'Duplicated issue' }])
  })

  it('are created without what their author may not say', async () => {
    const { status, body } = await api.as('eve').post(path, {
      title: 'Mine',
      labels: 'bug',
      assignee_id: 2,
      confidential: true,
      iid: 99,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ iid: 5, labels: [], assignees: [], confidential: true })
  })

  it('are planned by guests who create them, with labels that are there', async () => {
    const request = { labels: 'bug,fresh', assignee_ids: [3], due_date: '2017-02-01' }
    const { status, body } = await api.as('gus').post(path, { title: 'Mine', ...request })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      labels: ['bug'],
      assignees: [{ username: 'bob' }],
      due_date: '2017-02-01',
    })
    const changed = await api.as('gus').put(`${path}/5`, { ...request, due_date: '2017-03-01' })
    expect([changed.status, changed.body.due_date]).toEqual([200, '2017-02-01'])
  })

  it('note whom they are assigned to, when they are created and when they are changed', async () => {
    const jane = api.as('jane')
    await jane.post(path, { title: 'New', assignee_ids: [3] })
    await jane.put(`${path}/5`, { assignee_ids: [2] })
    const { body } = await jane.get(`${path}/5/notes`, { sort: 'asc' })
    expect(body.map((note: { body: string }) => note.body)).toEqual([
      'assigned to @bob',
      'assigned to @jane and unassigned @bob',
    ])
  })

  it('note which tasks were ticked, in place of a change of the description', async () => {
    const jane = api.as('jane')
    const change = (description: string) => jane.put(`${path}/1`, { description })
    await change('- [ ] find\n- [x] mend')
    await change('- [ ] find\n- [x] test')
    const { body } = await jane.get(`${path}/1/notes`, { sort: 'asc' })
    expect(body.map((note: { body: string }) => note.body)).toEqual([
      'marked the checklist item **find** as incomplete',
      'marked the checklist item **mend** as completed',
      'changed the description',
    ])
  })

  it('are not secret by nothing', async () => {
    for (const confidential of [null, '']) {
      const refused = [400, { error: 'confidential is empty' }]
      const made = await api.as('jane').post(path, { title: 'New', confidential })
      expect([made.status, made.body]).toEqual(refused)
      const changed = await api.as('jane').put(`${path}/1`, { confidential })
      expect([changed.status, changed.body]).toEqual(refused)
    }
  })

  it.each([
    [{}, 400, { error: 'title is missing' }],
    [{ title: '' }, 400, { message: { title: ["can't be blank"] } }],
    [
      { title: 'x'.repeat(256) },
      400,
      { message: { title: ['is too long (maximum is 255 characters)'] } },
    ],
  ])('are not created of %o', async (request, status, body) => {
    const reply = await api.as('jane').post(path, request)
    expect([reply.status, reply.body]).toEqual([status, body])
  })

  it('say of a description that is too long what they say of a title', async () => {
    const description = 'x'.repeat(1_048_577)
    const refused = [
      400,
      { message: { description: ['is too long (maximum is 1048576 characters)'] } },
    ]
    const made = await api.as('jane').post(path, { title: 'New', description })
    expect([made.status, made.body]).toEqual(refused)
    const changed = await api.as('jane').put(`${path}/1`, { description })
    expect([changed.status, changed.body]).toEqual(refused)
  })

  it('take what does not exist for nothing', async () => {
    const request = { assignee_ids: [99], milestone_id: 99 }
    const { status, body } = await api.as('jane').put(`${path}/1`, request)
    expect([status, body.assignees, body.milestone]).toEqual([200, [], null])
  })

  it('have labels added and removed', async () => {
    const jane = api.as('jane')
    const request = { add_labels: 'new,old', remove_labels: ['docs', 'old'] }
    const { body } = await jane.put(`${path}/1`, request)
    expect(body.labels).toEqual(['bug', 'new'])
    expect((await jane.put(`${path}/1`, { labels: '' })).body.labels).toEqual([])
  })

  it('have nobody assigned by 0, an empty list and an empty text', async () => {
    for (const request of [{ assignee_ids: [0] }, { assignee_ids: [] }, { assignee_ids: '' }]) {
      await api.as('jane').put(`${path}/2`, { assignee_id: 2 })
      const { body } = await api.as('jane').put(`${path}/2`, request)
      expect(body.assignees).toEqual([])
    }
  })

  it('are not changed by nothing', async () => {
    const { status, body } = await api.as('jane').put(`${path}/1`, { weight: 3 })
    expect([status, body]).toEqual([
      400,
      {
        error:
          'assignee_id, assignee_ids, confidential, created_at, description, discussion_locked, due_date, labels, add_labels, remove_labels, milestone_id, state_event, title, issue_type are missing, at least one parameter must be provided',
      },
    ])
    const removed = await api.as('jane').put(`${path}/1`, { milestone_id: null })
    expect([removed.status, removed.body.milestone]).toEqual([200, null])
  })

  it('are changed by others as far as they may', async () => {
    const mine = await api.as('eve').put('/projects/2/issues/1', { title: 'Mine', labels: 'bug' })
    expect([mine.status, mine.body.title, mine.body.labels]).toEqual([200, 'Mine', []])
    expect((await api.as('gus').put(`${path}/1`, { title: 'No' })).status).toBe(403)
    expect((await api.as('gus').put(`${path}/4`, { title: 'No' })).status).toBe(404)
  })

  it('are not there where they are hidden, with or without their kind', async () => {
    const hidden = await api.as('gus').get(`${path}/4`)
    expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Not found' }])
    const deleted = await api.as('jane').delete(`${path}/99`)
    expect([deleted.status, deleted.body]).toEqual([404, { message: '404 Issue Not Found' }])
  })

  it('are deleted, by owners alone, and their numbers not used again', async () => {
    expect((await api.as('bob').delete(`${path}/4`)).status).toBe(403)
    const { status, body, headers } = await api.as('jane').delete(`${path}/4`)
    expect([status, body, headers.get('content-type')]).toEqual([204, '', null])
    expect((await api.as('jane').delete(`${path}/4`)).status).toBe(404)
    expect((await api.as('jane').post(path, { title: 'Next' })).body.iid).toBe(5)
  })

  it('are not deleted where they changed since', async () => {
    const since = (time: string) => api.as('jane', { 'if-unmodified-since': time })
    const refused = await since('Sun, 01 Jan 2017 00:00:00 GMT').delete(`${path}/3`)
    expect([refused.status, refused.body]).toEqual([412, { message: '412 Precondition Failed' }])
    expect((await since('Sun, 15 Jan 2017 00:00:00 GMT').delete(`${path}/3`)).status).toBe(204)
  })

  it('are moved', async () => {
    const { status, body } = await api.as('jane').post(`${path}/1/move`, { to_project_id: 2 })
    expect([status, body.project_id, body.iid]).toEqual([201, 2, 2])
    const old = await api.as('jane').get(`${path}/1`)
    expect(old.body).toMatchObject({ state: 'closed', moved_to_id: body.id })
    const again = await api.as('jane').post(`${path}/1/move`, { to_project_id: 2 })
    expect([again.status, again.body]).toEqual([
      400,
      { message: 'Cannot move work item due to insufficient permissions.' },
    ])
    const here = await api.as('jane').post(`${path}/2/move`, { to_project_id: 1 })
    expect(here.body).toEqual({
      message: 'Cannot move work item to same project or group it originates from.',
    })
  })

  it('are subscribed to', async () => {
    const eve = api.as('eve')
    expect((await eve.post(`${path}/1/subscribe`)).body.subscribed).toBe(true)
    expect((await eve.post(`${path}/1/subscribe`)).status).toBe(304)
    const gone = await eve.post(`${path}/1/unsubscribe`)
    expect([gone.status, gone.body.subscribed]).toEqual([201, false])
    expect((await eve.post(`${path}/1/unsubscribe`)).status).toBe(304)
  })

  it('become to-do items', async () => {
    const { status, body } = await api.as('eve').post(`${path}/1/todo`)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      action_name: 'marked',
      state: 'pending',
      target_type: 'Issue',
      target: { iid: 1 },
      target_url: `${api.origin}/acme/site/-/issues/1`,
      project: { path_with_namespace: 'acme/site' },
    })
    expect((await api.as('eve').post(`${path}/1/todo`)).status).toBe(304)
  })

  it('have participants', async () => {
    const { body } = await api.anonymous.get(`${path}/1/participants`)
    expect(body.map(({ username }: { username: string }) => username)).toEqual(['jane', 'bob'])
    const second = await api.anonymous.get(`${path}/2/participants`)
    expect(second.body.map(({ username }: { username: string }) => username)).toEqual([
      'bob',
      'eve',
    ])
  })

  it('have their time tracked', async () => {
    const bob = api.as('bob')
    const estimated = await bob.post(`${path}/1/time_estimate`, { duration: '3h30m' })
    expect([estimated.status, estimated.body]).toEqual([
      200,
      {
        time_estimate: 12600,
        total_time_spent: 0,
        human_time_estimate: '3h 30m',
        human_total_time_spent: null,
      },
    ])
    const spent = await bob.post(`${path}/1/add_spent_time`, { duration: '1d', summary: 'dug' })
    expect([spent.status, spent.body.human_total_time_spent]).toEqual([201, '1d'])
    const less = await bob.post(`${path}/1/add_spent_time`, { duration: '-1h' })
    expect(less.body.total_time_spent).toBe(7 * 3600)
    const tooMuch = await bob.post(`${path}/1/add_spent_time`, { duration: '-2d' })
    expect([tooMuch.status, tooMuch.body]).toEqual([
      400,
      { message: { base: ['Time to subtract exceeds the total time spent'] } },
    ])
    const wrong = await bob.post(`${path}/1/time_estimate`, { duration: 'soon' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        message: {
          time_estimate: ['must have a valid format and be greater than or equal to zero.'],
        },
      },
    ])
    expect((await api.as('eve').post(`${path}/1/reset_spent_time`)).status).toBe(403)
    expect((await bob.post(`${path}/1/reset_spent_time`)).body.total_time_spent).toBe(0)
    expect((await bob.post(`${path}/1/reset_time_estimate`)).status).toBe(200)
    const { body } = await api.anonymous.get(`${path}/1/time_stats`)
    expect(body).toMatchObject({ time_estimate: 0, total_time_spent: 0 })
    const notes = api.forge.db.notes.all().map((note) => note.body)
    expect(notes.slice(-5)).toEqual([
      'added time estimate of 3h 30m',
      'added 1d of time spent',
      'subtracted 1h of time spent',
      'removed time spent',
      'removed time estimate of 3h 30m',
    ])
  })
})
