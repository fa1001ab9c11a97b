import { expect, it } from 'vitest'
import { open, world } from '../gitlab/operations/v3/merge-request-world.ts'
import { type Api, describeTransports } from '../harness.ts'

const gone = [
  '/users/99',
  '/user/keys/99',
  '/user/emails/99',
  '/groups/99',
  '/groups/acme/members/99',
  '/hooks/99',
  '/projects/1/issues/99',
  '/projects/1/snippets/99',
]

const cancellation = 'cancel_merge_when_build_succeeds'
/** Schedules the merge of a merge request of the world, and gives its path. */
async function scheduled(api: Api): Promise<string> {
  const { id, sha } = await open(api)
  const path = `/projects/1/merge_requests/${id}`
  const pending = { state: 'pending', ref: 'feature' }
  await api.as('dora').post(`/projects/1/statuses/${sha}`, pending)
  const { body } = await api.as('max').put(`${path}/merge`, { merge_when_build_succeeds: true })
  expect(body.merge_when_build_succeeds).toBe(true)
  return path
}

describeTransports('a forge that answers as specified', { seed: world }, (api) => {
  it('answers a search for groups in a reduced form', async () => {
    const { body } = await api.as('root').get('/groups?search=acme')
    expect(body).toEqual([{ id: expect.any(Number), name: 'acme', path: 'acme', description: '' }])
  })

  it('cancels a scheduled merge by PUT alone', async () => {
    const path = await scheduled(api)
    const refused = await api.as('max').post(`${path}/${cancellation}`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'PUT'])
    expect((await api.as('max').put(`${path}/${cancellation}`)).status).toBe(200)
  })

  it.each(gone)('answers 200 to the deletion of what is not there: %s', async (path) => {
    expect((await api.as('root').delete(path)).status).toBe(200)
  })
})

describeTransports(
  'a forge that answers as GitLab 8.15 did',
  { seed: world, answersAs: 'released' },
  (api) => {
    it('answers a search for groups whole', async () => {
      const { body } = await api.as('root').get('/groups?search=acme')
      expect(body).toEqual([expect.objectContaining({ path: 'acme', web_url: expect.any(String) })])
    })

    it('cancels a scheduled merge by POST, too', async () => {
      const path = await scheduled(api)
      const { status, body } = await api.as('max').post(`${path}/${cancellation}`)
      expect([status, body.merge_when_build_succeeds]).toEqual([201, false])
      const again = await api.as('max').put(`${path}/${cancellation}`)
      expect(again.status).toBe(406)
    })

    it('takes POST nowhere else for PUT', async () => {
      expect((await api.as('root').post('/users/1')).status).toBe(405)
    })

    it('answers a created hook itself', async () => {
      const { status, body } = await api.as('root').post('/hooks', { url: 'http://hook.test/' })
      expect([status, body.url]).toEqual([201, 'http://hook.test/'])
    })

    it.each(gone)('answers 404 to the deletion of what is not there: %s', async (path) => {
      const { status, body } = await api.as('root').delete(path)
      expect([status, body]).toEqual([404, { message: '404 Not Found' }])
    })

    it('answers 405 to the merge of what is closed, and 406 on conflicts', async () => {
      const merge = ({ id }: { id: number }) =>
        api.as('max').put(`/projects/1/merge_requests/${id}/merge`)
      const closed = await open(api)
      await api.as('max').put(`/projects/1/merge_requests/${closed.id}`, { state_event: 'close' })
      const refused = await merge(closed)
      expect([refused.status, refused.body.message]).toEqual([405, '405 Method Not Allowed'])
      const conflicting = await merge(await open(api, { source_branch: 'rival' }))
      expect([conflicting.status, conflicting.body.message]).toEqual([
        406,
        'Branch cannot be merged',
      ])
      expect(
        (await merge(await open(api, { title: 'WIP: no', source_branch: 'level' }))).status,
      ).toBe(405)
    })

    it('answers 403 to the deletion of a merge request that is not there', async () => {
      expect((await api.as('root').delete('/projects/1/merge_requests/99')).status).toBe(403)
    })

    it('still answers that access is revoked of somebody who is no member of a project', async () => {
      const { status, body } = await api.as('root').delete('/projects/1/members/99')
      expect([status, body]).toEqual([200, { message: 'Access revoked', id: 99 }])
    })

    it('deletes what is there as ever', async () => {
      const { id } = (await api.as('root').post('/hooks', { url: 'http://hook.test/' })).body
      expect((await api.as('root').delete(`/hooks/${id}`)).status).toBe(200)
      expect((await api.as('root').delete(`/hooks/${id}`)).status).toBe(404)
    })
  },
)
