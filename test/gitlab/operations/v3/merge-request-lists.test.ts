import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { open, world } from './merge-request-world.ts'

describeForge('lists of merge requests', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const iids = async (parameters: object = {}, as = 'rita') => {
    const { body } = await api.as(as).get(path, { ...parameters })
    return body.map(({ iid }: { iid: number }) => iid)
  }

  /** 1 closed, 2 merged, 3 reopened, 4 opened; created in this order, a day each. */
  async function four() {
    const { db } = api.forge
    const made = [
      await open(api, { target_branch: 'develop' }),
      await open(api, { source_branch: 'develop', target_branch: 'feature' }),
      await open(api, { source_branch: 'rival' }),
      await open(api, { source_branch: 'rival', target_branch: 'develop' }),
    ]
    await api.as('dora').put(`${path}/${made[0].id}`, { state_event: 'close' })
    await api.as('max').put(`${path}/${made[1].id}/merge`)
    await api.as('dora').put(`${path}/${made[2].id}`, { state_event: 'close' })
    await api.as('dora').put(`${path}/${made[2].id}`, { state_event: 'reopen' })
    for (const [index, { id }] of made.entries()) {
      const record = db.mergeRequests.get(id)
      const created_at = `2017-02-0${index + 1}T00:00:00.000Z`
      const updated_at = `2017-03-0${index === 0 ? 9 : index}T00:00:00.000Z`
      if (record) db.mergeRequests.replace(record, { created_at, updated_at })
    }
    return made
  }

  it('orders by creation, newest first, unless asked otherwise', async () => {
    await four()
    expect(await iids()).toEqual([4, 3, 2, 1])
    expect(await iids({ sort: 'asc' })).toEqual([1, 2, 3, 4])
    expect(await iids({ order_by: 'updated_at' })).toEqual([1, 4, 3, 2])
    expect(await iids({ order_by: 'updated_at', sort: 'asc' })).toEqual([2, 3, 4, 1])
  })

  it('filters by state: opened takes in reopened ones, all is the default', async () => {
    await four()
    expect(await iids({ state: 'opened' })).toEqual([4, 3])
    expect(await iids({ state: 'closed' })).toEqual([1])
    expect(await iids({ state: 'merged' })).toEqual([2])
    expect(await iids({ state: 'all' })).toEqual([4, 3, 2, 1])
    expect((await api.as('rita').get(path, { state: 'locked' })).status).toBe(400)
  })

  it('filters by iid and by iids[]', async () => {
    await four()
    expect(await iids({ iid: 3 })).toEqual([3])
    expect(await iids({ iid: 30 })).toEqual([])
    expect(await iids({ iids: [1, 4, 30] })).toEqual([4, 1])
    expect(await iids({ iids: [1, 4], state: 'closed' })).toEqual([1])
  })

  it('is paginated', async () => {
    await four()
    const { body, headers } = await api.as('rita').get(path, { per_page: 3, page: 2 })
    expect(body.map(({ iid }: { iid: number }) => iid)).toEqual([1])
    expect(headers.get('x-total')).toBe('4')
  })

  it('shows one by its id only in its project', async () => {
    const { id } = await open(api)
    const { status, body } = await api.as('eve').get(`${path}/${id}`)
    expect([status, body.id]).toEqual([200, id])
    expect((await api.as('eve').get(`${path}/99`)).status).toBe(404)
    expect((await api.as('max').get(`/projects/6/merge_requests/${id}`)).status).toBe(404)
    expect((await api.anonymous.get(`${path}/${id}`)).status).toBe(401)
  })

  it('hides those of a private project, also from its guests', async () => {
    const secret = '/projects/3/merge_requests'
    expect((await api.as('gus').get(`${secret}/1`)).status).toBe(403)
    expect((await api.as('gus').get(secret)).status).toBe(403)
    expect((await api.as('rita').get(`${secret}/1`)).body.title).toBe('Secret')
    for (const part of ['commits', 'changes']) {
      expect((await api.as('gus').get(`${secret}/1/${part}`)).status).toBe(403)
      expect((await api.as('rita').get(`${secret}/1/${part}`)).status).toBe(200)
    }
    expect((await api.as('eve').get(secret)).status).toBe(404)
    expect((await api.as('eve').get(`${secret}/1`)).status).toBe(404)
  })

  it('answers 403 where merge requests are switched off', async () => {
    expect((await api.as('max').get('/projects/4/merge_requests')).status).toBe(403)
    const { id } = await open(api)
    const project = api.forge.db.projects.get(1)
    if (project) api.forge.db.projects.replace(project, { merge_requests_enabled: false })
    expect((await api.as('max').get(`${path}/${id}`)).status).toBe(404)
    const { body } = await api.as('max').get('/projects/1/events')
    expect(body.map((one: { target_type: string }) => one.target_type)).not.toContain(
      'MergeRequest',
    )
  })

  it('counts votes and comments, and not what the forge notes', async () => {
    const { id } = await open(api)
    await api.as('max').post(`${path}/${id}/notes`, { body: ':+1:' })
    await api.as('rita').post(`${path}/${id}/notes`, { body: ':thumbsup:' })
    await api.as('olga').post(`${path}/${id}/notes`, { body: ':-1:' })
    await api.as('olga').post(`${path}/${id}/notes`, { body: 'Why?' })
    await api.as('dora').put(`${path}/${id}`, { title: 'Another name' })
    const { body } = await api.as('eve').get(`${path}/${id}`)
    expect(body).toMatchObject({ upvotes: 2, downvotes: 1, user_notes_count: 1, subscribed: false })
  })

  it('subscribes once: 304 from then on, and for who takes part', async () => {
    const { id } = await open(api)
    const first = await api.as('eve').post(`${path}/${id}/subscription`)
    expect([first.status, first.body.subscribed]).toEqual([201, true])
    expect((await api.as('eve').post(`${path}/${id}/subscription`)).status).toBe(304)
    expect((await api.as('dora').post(`${path}/${id}/subscription`)).status).toBe(304)
    expect((await api.as('eve').get(`${path}/${id}`)).body.subscribed).toBe(true)
    expect((await api.as('rita').get(`${path}/${id}`)).body.subscribed).toBe(false)
  })

  it('deletes softly, for administrators and owners only', async () => {
    const { id } = await open(api)
    for (const name of ['dora', 'max', 'eve']) {
      expect((await api.as(name).delete(`${path}/${id}`)).status).toBe(403)
    }
    const { status, body } = await api.as('olga').delete(`${path}/${id}`)
    expect([status, body.id, body.title]).toEqual([200, id, 'A feature'])
    expect((await api.as('root').get(`${path}/${id}`)).status).toBe(404)
    const again = await api.as('root').delete(`${path}/${id}`)
    expect([again.status, again.body]).toEqual([200, null])
    expect((await api.as('max').delete(`${path}/${id}`)).status).toBe(403)
    expect(await iids()).toEqual([])
    const events = await api.as('root').get('/projects/1/events')
    expect(
      events.body.filter(
        (one: { target_id: number | null; target_type: string }) =>
          one.target_type === 'MergeRequest' && one.target_id === id,
      ),
    ).toEqual([])
    expect(api.forge.db.mergeRequests.get(id)?.deleted_at).not.toBeNull()
    expect((await open(api, { as: 'max' })).iid).toBe(2)
  })

  it('leaves the number taken when the author is removed', async () => {
    await open(api, { as: 'max' })
    await open(api, { as: 'dora', source_branch: 'rival' })
    await api.as('root').delete('/users/4')
    expect((await open(api, { as: 'max', source_branch: 'rival' })).iid).toBe(3)
  })
})
