import { expect, it } from 'vitest'
import { describeV4, now } from '../../../harness.ts'
import { headOf, notesOf, open, world } from './merge-request-world.ts'

const path = '/projects/1/merge_requests'

describeV4('approvals', { seed: world }, (api) => {
  it('are given once by each who may change it and is a member', async () => {
    const { iid } = await open(api, { reviewer_ids: [3] })
    const at = `${path}/${iid}`
    const none = {
      user_has_approved: false,
      user_can_approve: true,
      approved: false,
      approved_by: [],
    }
    expect((await api.as('max').get(`${at}/approvals`)).body).toEqual(none)
    const { status, body } = await api.as('max').post(`${at}/approve`)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_has_approved: true,
      user_can_approve: false,
      approved: true,
      approved_by: [{ user: { username: 'max' }, approved_at: now }],
    })
    expect((await api.as('max').post(`${at}/approve`)).status).toBe(401)
    expect((await api.as('dora').post(`${at}/approve`)).body.approved_by).toHaveLength(2)
    expect((await api.as('rita').post(`${at}/approve`)).status).toBe(403)
    expect((await api.as('rita').get(`${at}/approvals`)).body).toMatchObject({
      user_can_approve: false,
      user_has_approved: false,
    })
    expect(await notesOf(api, iid)).toEqual([
      'requested review from @max',
      'approved this merge request',
      'approved this merge request',
    ])
    expect((await api.as('max').get(`${at}/reviewers`)).body).toMatchObject([
      { user: { username: 'max' }, state: 'approved', created_at: now },
    ])
    const events = await api.as('max').get('/projects/1/events', { action: 'approved' })
    expect(events.body).toMatchObject([{ action_name: 'approved' }, { action_name: 'approved' }])
    const todos = api.forge.db.todos.all().filter(({ user_id }) => user_id === 3)
    expect(todos).toMatchObject([{ action_name: 'review_requested', state: 'done' }])
    const list = await api.as('max').get(path, { approved: 'yes' })
    expect(list.body).toHaveLength(1)
  })

  it('are taken back', async () => {
    const { iid } = await open(api, { reviewer_ids: [3] })
    const ask = (what: string) => api.as('max').post(`${path}/${iid}/${what}`)
    const nothing = await ask('unapprove')
    expect([nothing.status, nothing.body]).toEqual([404, { message: '404 Not Found' }])
    await ask('approve')
    const { status, body } = await ask('unapprove')
    expect([status, body.approved, body.user_can_approve]).toEqual([201, false, true])
    expect((await notesOf(api, iid)).at(-1)).toBe('unapproved this merge request')
    expect((await api.as('max').get(`${path}/${iid}/reviewers`)).body[0].state).toBe('unapproved')
  })

  it('are of the head that was seen, and of what is not merged', async () => {
    const { iid } = await open(api)
    const approve = (sha?: string) => api.as('max').post(`${path}/${iid}/approve`, { sha })
    const wrong = await approve('f'.repeat(40))
    const head = await headOf(api, 'feature')
    expect([wrong.status, wrong.body]).toEqual([
      409,
      { message: `SHA does not match HEAD of source branch: ${head}` },
    ])
    expect((await approve(head)).status).toBe(201)
    await api.as('max').put(`${path}/${iid}/merge`)
    expect((await api.as('dora').post(`${path}/${iid}/approve`)).status).toBe(401)
    expect((await api.as('max').post(`${path}/${iid}/unapprove`)).status).toBe(404)
  })

  it('are reset by bots of the project alone', async () => {
    const { iid } = await open(api)
    await api.as('max').post(`${path}/${iid}/approve`)
    const reset = (who: string) => api.as(who).put(`${path}/${iid}/reset_approvals`)
    expect((await reset('olga')).status).toBe(401)
    api.forge.db.users.update((q) => q.where({ username: 'dora' }), {
      data: (user) => {
        user.user_type = 'project_bot'
      },
    })
    const { status, body } = await reset('dora')
    expect([status, body]).toEqual([202, 202])
    expect((await api.as('max').get(`${path}/${iid}/approvals`)).body.approved_by).toEqual([])
  })

  it('have no rules', async () => {
    const { iid } = await open(api)
    const { body } = await api.as('max').get(`${path}/${iid}/approval_state`)
    expect(body).toEqual({ approval_rules_overwritten: false, rules: [] })
  })
})

describeV4('what goes with a merge request of v4', { seed: world }, (api) => {
  it('are its participants', async () => {
    const { iid } = await open(api, { assignee_ids: [7], reviewer_ids: [5], description: '@eve' })
    await api.as('gus').post(`${path}/${iid}/notes`, { body: 'Hello' })
    const { body } = await api.anonymous.get(`${path}/${iid}/participants`)
    const names = body.map(({ username }: { username: string }) => username)
    expect(names.sort()).toEqual(['dora', 'eve', 'fred', 'gus', 'rita'])
  })

  it('is subscribed to by who may change it', async () => {
    const { iid } = await open(api)
    const ask = (who: string, what: string) => api.as(who).post(`${path}/${iid}/${what}`)
    expect((await ask('dora', 'subscribe')).status).toBe(304)
    expect((await ask('dora', 'unsubscribe')).body).toMatchObject({ iid, subscribed: false })
    expect((await ask('dora', 'unsubscribe')).status).toBe(304)
    const { status, body } = await ask('max', 'subscribe')
    expect([status, body.subscribed]).toEqual([201, true])
    expect((await ask('rita', 'subscribe')).status).toBe(403)
  })

  it('is something to do', async () => {
    const { iid } = await open(api)
    const { status, body } = await api.as('gus').post(`${path}/${iid}/todo`)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      action_name: 'marked',
      target_type: 'MergeRequest',
      target: { iid },
      target_url: `${api.origin}/acme/website/-/merge_requests/${iid}`,
      body: 'A feature',
      state: 'pending',
    })
    expect(body.target).not.toHaveProperty('subscribed')
    expect((await api.as('gus').post(`${path}/${iid}/todo`)).status).toBe(304)
  })

  it('takes time', async () => {
    const { iid } = await open(api)
    const ask = (what: string, parameters = {}, who = 'dora') =>
      api.as(who).post(`${path}/${iid}/${what}`, parameters)
    const estimate = await ask('time_estimate', { duration: '3h30m' })
    expect([estimate.status, estimate.body]).toEqual([
      200,
      {
        time_estimate: 12_600,
        total_time_spent: 0,
        human_time_estimate: '3h 30m',
        human_total_time_spent: null,
      },
    ])
    const spent = await ask('add_spent_time', { duration: '1h', summary: 'Work' })
    expect([spent.status, spent.body.total_time_spent]).toEqual([201, 3600])
    expect((await ask('add_spent_time', { duration: '-2h' })).status).toBe(400)
    expect((await ask('time_estimate', { duration: 'long' })).status).toBe(400)
    expect((await ask('time_estimate', { duration: '1h' }, 'rita')).status).toBe(403)
    expect((await ask('reset_spent_time')).body.total_time_spent).toBe(0)
    expect((await ask('reset_time_estimate')).body.time_estimate).toBe(0)
    expect((await api.anonymous.get(`${path}/${iid}/time_stats`)).body.time_estimate).toBe(0)
    expect(await notesOf(api, iid)).toEqual([
      'added time estimate of 3h 30m',
      'added 1h of time spent',
      'removed time spent',
      'removed time estimate of 3h 30m',
    ])
  })

  it('names issues, and issues know it', async () => {
    const { iid } = await open(api, { description: 'See #2 and #4' })
    const numbers = async (at: string, who = 'rita') => {
      const { status, body } = await api.as(who).get(at)
      expect(status).toBe(200)
      return body.map((one: { iid: number }) => one.iid)
    }
    expect(await numbers(`${path}/${iid}/closes_issues`)).toEqual([1])
    const [closed] = (await api.as('rita').get(`${path}/${iid}/closes_issues`)).body
    expect(Object.keys(closed).at(-1)).toBe('task_completion_status')
    expect(await numbers(`${path}/${iid}/related_issues`)).toEqual([1, 2, 4])
    expect(await numbers(`${path}/${iid}/related_issues`, 'eve')).toEqual([1, 2])
    const related = await api.as('rita').get('/projects/1/issues/2/related_merge_requests')
    expect(related.body).toMatchObject([{ iid, changes_count: '1' }])
    expect(related.body[0]).not.toHaveProperty('subscribed')
    expect(await numbers('/projects/1/issues/2/closed_by')).toEqual([])
    await api.as('dora').put(`${path}/${iid}`, { description: 'Closes #2' })
    expect(await numbers('/projects/1/issues/2/closed_by')).toEqual([iid])
  })

  it('publish the notes that were drafted, where they are to', async () => {
    const { iid } = await open(api)
    const at = `${path}/${iid}`
    const max = api.as('max')
    await max.post(`${at}/draft_notes`, { note: 'Fine by me' })
    await max.post(`${at}/approve`)
    expect((await max.get(`${at}/draft_notes`)).body).toHaveLength(1)
    await max.post(`${at}/unapprove`)
    await max.post(`${at}/approve`, { publish_review: true })
    expect((await max.get(`${at}/draft_notes`)).body).toEqual([])
    expect(await notesOf(api, iid)).toContain('Fine by me')
  })
})
