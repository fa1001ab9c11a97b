import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'rita' },
    { username: 'gus' },
  ],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      members: { rita: 'reporter', gus: 'guest' },
      labels: ['bug', 'odd'],
      milestones: [{ title: 'v1' }],
      issues: [
        {
          title: 'One',
          author: 'jane',
          assignee: 'gus',
          labels: ['bug', 'odd'],
          milestone: 'v1',
          state: 'closed',
          notes: [{ author: 'gus', body: 'Yes' }],
          awards: [{ name: 'thumbsup', by: 'gus' }],
          subscribers: ['gus'],
        },
        { title: 'Two', author: 'jane' },
        { title: 'Three', author: 'jane' },
      ],
    },
    {
      path: 'jane/diary',
      members: { rita: 'reporter' },
      labels: ['bug'],
      milestones: [{ title: 'v1' }],
    },
  ],
}

const path = '/projects/1/issues'

async function refusalOf(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply
  return [status, body]
}

describeV4('copies and the order of issues', { seed }, (api) => {
  const jane = () => api.as('jane')
  const rita = () => api.as('rita')
  const bodies = async (at: string) =>
    (await jane().get(`${at}/notes`, { sort: 'asc' })).body.map((one: { body: string }) => one.body)

  it('are cloned as new ones of the caller', async () => {
    const { status, body } = await rita().post(`${path}/1/clone`, { to_project_id: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      project_id: 2,
      iid: 1,
      title: 'One',
      state: 'opened',
      closed_at: null,
      author: { username: 'rita' },
      assignee: null,
      labels: ['bug'],
      milestone: { title: 'v1', project_id: 2 },
      upvotes: 0,
      created_at: '2017-01-15T12:00:00.000Z',
    })
    expect(await bodies('/projects/2/issues/1')).toEqual(['cloned from jane/site#1'])
    expect(await bodies(`${path}/1`)).toEqual(['Yes', 'cloned to jane/diary#1'])
    expect((await jane().get(`${path}/1`)).body).toMatchObject({ moved_to_id: null, upvotes: 1 })
    const own = await rita().post(`${path}/1/clone`, { to_project_id: 1, with_notes: true })
    expect([own.status, own.body.iid]).toEqual([201, 4])
    expect(await bodies(`${path}/4`)).toEqual([
      'Yes',
      'cloned to jane/diary#1',
      'cloned from jane/site#1',
    ])
  })

  it('are not cloned by those who do not plan both projects', async () => {
    const refused = [400, { message: 'Cannot clone work item due to insufficient permissions.' }]
    const clone = (who: string, to_project_id: number, iid = 1) =>
      refusalOf(api.as(who).post(`${path}/${iid}/clone`, { to_project_id }))
    expect(await clone('gus', 1)).toEqual(refused)
    expect(await clone('jane', 99)).toEqual([404, { message: '404 Project Not Found' }])
    expect(await clone('jane', 1, 99)).toEqual([404, { message: '404 Issue Not Found' }])
    expect(await refusalOf(jane().post(`${path}/1/clone`))).toEqual([
      400,
      { error: 'to_project_id is missing' },
    ])
  })

  it('take who is subscribed along when they are moved, and not who sees it no more', async () => {
    const { body } = await jane().post(`${path}/1/move`, { to_project_id: 2 })
    expect(body).toMatchObject({ assignee: null, upvotes: 1, author: { username: 'jane' } })
    expect(api.forge.db.subscriptions.by('subscribable', `Issue:${body.id}`)).toHaveLength(1)
  })

  it('are moved among each other', async () => {
    const order = async () =>
      (await jane().get(path, { order_by: 'relative_position', sort: 'asc' })).body.map(
        ({ iid }: { iid: number }) => iid,
      )
    const reorder = (iid: number, body: Record<string, number>, who = 'rita') =>
      api.as(who).put(`${path}/${iid}/reorder`, body)
    const before = (await jane().get(`${path}/1`)).body.updated_at
    const { status, body } = await reorder(1, { move_after_id: 2 })
    expect([status, body.iid, body.updated_at]).toEqual([200, 1, before])
    expect(await order()).toEqual([2, 1, 3])
    await reorder(3, { move_before_id: 2 })
    expect(await order()).toEqual([3, 2, 1])
    await reorder(3, { move_after_id: 2, move_before_id: 1 })
    expect(await order()).toEqual([2, 3, 1])
    for (let turn = 0; turn < 60; turn += 1) {
      await reorder(turn % 2 ? 3 : 1, { move_after_id: 2 })
    }
    expect(await order()).toEqual([2, 3, 1])
    expect(await refusalOf(reorder(1, {}))).toEqual([
      400,
      {
        error: 'move_after_id, move_before_id are missing, at least one parameter must be provided',
      },
    ])
    expect(await refusalOf(reorder(1, { move_after_id: 99 }))).toEqual([
      422,
      { message: { error: 'Unprocessable Entity' } },
    ])
    expect((await reorder(2, { move_after_id: 3 }, 'gus')).status).toBe(403)
    expect(await refusalOf(reorder(99, { move_after_id: 3 }))).toEqual([
      404,
      { message: '404 Issue Not Found' },
    ])
  })

  it('are found by their id by administrators', async () => {
    const { status, body } = await api.as('root').get('/issues/2')
    expect([status, body.iid, body.subscribed]).toEqual([200, 2, false])
    expect((await jane().get('/issues/2')).status).toBe(403)
    expect(await refusalOf(api.as('root').get('/issues/99'))).toEqual([
      404,
      { message: '404 Not found' },
    ])
  })

  it('say nothing of what they were written with', async () => {
    expect(await refusalOf(api.as('root').get(`${path}/1/user_agent_detail`))).toEqual([
      404,
      { message: '404 UserAgentDetail Not Found' },
    ])
    expect((await jane().get(`${path}/1/user_agent_detail`)).status).toBe(403)
  })
})
