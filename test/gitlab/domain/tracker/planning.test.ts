import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { open, world } from '../../operations/v3/merge-request-world.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).join()

describeForge('the labels of an issue', { seed: trackerWorld }, (api) => {
  const labels = () => api.forge.db.labels.all().length

  it('are at most 1,000 in a request', async () => {
    const before = labels()
    const { status, body } = await api
      .as('carol')
      .post('/projects/1/issues', { title: 'A', labels: many(1001) })
    expect([status, body.message]).toEqual([
      400,
      { labels: ['is too long (maximum is 1000 labels)'] },
    ])
    const change = { labels: many(1001) }
    expect((await api.as('carol').put('/projects/1/issues/2', change)).status).toBe(400)
    expect(labels()).toBe(before)
    const most = await api.as('carol').put('/projects/1/issues/2', { labels: many(1000) })
    expect([most.status, most.body.labels.length]).toEqual([200, 1000])
  })

  it('have titles of at most 255 characters', async () => {
    const put = (length: number) =>
      api.as('carol').put('/projects/1/issues/2', { labels: `bug, ${'x'.repeat(length)}` })
    expect((await put(256)).body.message).toEqual({
      labels: ['has a title that is too long (maximum is 255 characters)'],
    })
    expect((await put(255)).body.labels).toEqual(['bug', 'x'.repeat(255)])
  })

  it('count where they are empty or repeated', async () => {
    const put = (labels: string) => api.as('carol').put('/projects/1/issues/2', { labels })
    expect((await put(','.repeat(1000))).status).toBe(400)
    expect((await put('a,'.repeat(1000))).status).toBe(400)
    expect((await put('a,'.repeat(999))).body.labels).toEqual(['a'])
  })
})

describeForge('the labels of a merge request', { seed: world }, (api) => {
  it('are at most 1,000 in a request', async () => {
    const { id } = await open(api)
    const put = (count: number) =>
      api.as('root').put(`/projects/1/merge_requests/${id}`, { labels: many(count) })
    expect([(await put(1001)).status, (await put(1000)).status]).toEqual([400, 200])
  })
})
