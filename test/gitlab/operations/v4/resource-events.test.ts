import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const create = (file_path: string) => ({ action: 'create' as const, file_path, content: 'a\n' })

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      labels: ['bug', 'later'],
      milestones: [{ title: 'v1' }, { title: 'v2' }],
      issues: [{ title: 'One', author: 'jane', confidential: true }],
      merge_requests: [
        { title: 'Take it', author: 'jane', source_branch: 'feature', description: 'Closes #1' },
      ],
      repository: {
        commits: [
          { message: 'Begin', author: 'jane', actions: [create('README')] },
          { message: 'Add', author: 'jane', branch: 'feature', actions: [create('b')] },
        ],
      },
    },
  ],
}

const issue = '/projects/1/issues/1'
const mergeRequest = '/projects/1/merge_requests/1'

describeV4('resource events', { seed }, (api) => {
  const jane = () => api.as('jane')
  const of = async (kind: string, at = issue) =>
    (await jane().get(`${at}/resource_${kind}_events`)).body

  it('tell which labels came and went', async () => {
    await jane().put(issue, { labels: 'bug,later' })
    await jane().put(issue, { remove_labels: 'bug', title: 'First' })
    await jane().put(issue, { labels: 'later' })
    const { status, body, headers } = await jane().get(`${issue}/resource_label_events`)
    expect([status, headers.get('x-total')]).toEqual([200, '3'])
    expect(body[0]).toEqual({
      id: 1,
      user: expect.objectContaining({ username: 'jane' }),
      created_at: '2017-01-15T12:00:00.000Z',
      resource_type: 'Issue',
      resource_id: 1,
      label: expect.objectContaining({ name: 'bug', color: '#428BCA' }),
      action: 'add',
    })
    expect(body[0].label).not.toHaveProperty('subscribed')
    const seen = body.map((one: { label: { name: string }; action: string }) => [
      one.label.name,
      one.action,
    ])
    expect(seen).toEqual([
      ['bug', 'add'],
      ['later', 'add'],
      ['bug', 'remove'],
    ])
    expect((await jane().get(`${issue}/resource_label_events/3`)).body).toEqual(body[2])
  })

  it('keep null for a label that is gone, and make none of its removal', async () => {
    await jane().put(issue, { labels: 'bug' })
    await jane().delete('/projects/1/labels/bug')
    expect(await of('label')).toEqual([expect.objectContaining({ label: null, action: 'add' })])
  })

  it('tell of a new issue what it was created with', async () => {
    await jane().post('/projects/1/issues', { title: 'New', labels: 'bug', milestone_id: 1 })
    expect(await of('label', '/projects/1/issues/2')).toHaveLength(1)
    expect(await of('milestone', '/projects/1/issues/2')).toHaveLength(1)
  })

  it('tell which milestones came and went, two of a replacement', async () => {
    await jane().put(issue, { milestone_id: 1 })
    await jane().put(issue, { milestone_id: 2 })
    await jane().put(issue, { milestone_id: 2 })
    const events = await of('milestone')
    const seen = events.map((one: { milestone: { title: string }; action: string }) => [
      one.milestone.title,
      one.action,
    ])
    expect(seen).toEqual([
      ['v1', 'add'],
      ['v1', 'remove'],
      ['v2', 'add'],
    ])
    expect(events[0]).toMatchObject({ state: 'opened', resource_type: 'Issue', resource_id: 1 })
    expect((await jane().get(`${issue}/resource_milestone_events/1`)).body).toEqual(events[0])
    await jane().delete('/projects/1/milestones/2')
    expect((await of('milestone')).at(-1).milestone).toBe(null)
  })

  it('tell when something was closed and reopened', async () => {
    for (const at of [issue, mergeRequest]) {
      for (const state_event of ['close', 'close', 'reopen']) await jane().put(at, { state_event })
      const events = await of('state', at)
      expect(events.map(({ state }: { state: string }) => state)).toEqual(['closed', 'reopened'])
      expect(events[0]).toMatchObject({ source_commit: null, source_merge_request_id: null })
      const one = await jane().get(`${at}/resource_state_events/${events[1].id}`)
      expect(one.body).toEqual(events[1])
    }
  })

  it('name the merge request, or the commit, that closed an issue', async () => {
    expect((await jane().put(`${mergeRequest}/merge`)).status).toBe(200)
    expect((await of('state', mergeRequest)).map(({ state }: { state: string }) => state)).toEqual([
      'merged',
    ])
    expect(await of('state')).toEqual([
      expect.objectContaining({ state: 'closed', source_commit: null, source_merge_request_id: 1 }),
    ])
    await jane().put(issue, { state_event: 'reopen' })
    const commit = await jane().post('/projects/1/repository/commits', {
      branch: 'master',
      commit_message: 'Closes #1',
      actions: [create('later')],
    })
    expect((await of('state')).at(-1)).toMatchObject({
      state: 'closed',
      source_commit: commit.body.id,
      source_merge_request_id: null,
    })
  })

  it('tell of the labels and milestones of a merge request', async () => {
    await jane().put(mergeRequest, { labels: 'bug', milestone_id: 1 })
    expect(await of('label', mergeRequest)).toEqual([
      expect.objectContaining({ resource_type: 'MergeRequest', action: 'add' }),
    ])
    expect(await of('milestone', mergeRequest)).toHaveLength(1)
    expect((await jane().get(`${mergeRequest}/resource_label_events/1`)).status).toBe(200)
    expect((await jane().get(`${mergeRequest}/resource_milestone_events/1`)).status).toBe(200)
  })

  it('are for those who are signed in and see what they are of', async () => {
    const kinds = ['label', 'milestone', 'state']
    for (const kind of kinds) {
      const path = `${issue}/resource_${kind}_events`
      expect((await api.anonymous.get(path)).status).toBe(401)
      const hidden = await api.as('bob').get(path)
      expect([hidden.status, hidden.body]).toEqual([404, { message: '404 Issue Not Found' }])
      const none = await jane().get(`${mergeRequest.slice(0, -1)}9/resource_${kind}_events`)
      expect([none.status, none.body]).toEqual([404, { message: '404 MergeRequest Not Found' }])
      const unknown = await jane().get(`${path}/99`)
      expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Not found' }])
    }
    for (const kind of ['weight', 'iteration']) {
      expect((await jane().get(`${issue}/resource_${kind}_events`)).status).toBe(404)
    }
  })
})
