import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { headOf, open, world } from './merge-request-world.ts'

const path = '/projects/1/merge_requests'

/** Specification of v4, merge-requests.md, section 5.2. */
describeV4('commits of context', { seed: world }, (api) => {
  it('are shown beside those of the merge request, until they are taken away', async () => {
    const { iid } = await open(api)
    const at = `${path}/${iid}/context_commits`
    const [rival, develop] = [await headOf(api, 'rival'), await headOf(api, 'develop')]
    const ids = (body: readonly { id: string }[]) => body.map(({ id }) => id)
    const made = await api.as('dora').post(at, { commits: [rival, develop.slice(0, 10)] })
    expect([made.status, ids(made.body)]).toEqual([201, [rival, develop]])
    expect(made.body[0].web_url).toBe(`${api.origin}/acme/website/-/commit/${rival}`)
    expect(ids((await api.anonymous.get(at)).body).toSorted()).toEqual([rival, develop].toSorted())
    const { body } = await api.as('rita').get(`${path}/${iid}/commits`)
    expect(ids(body)).not.toContain(rival)
    expect((await api.as('dora').delete(at, { commits: [rival] })).status).toBe(204)
    expect(ids((await api.anonymous.get(at)).body)).toEqual([develop])
  })

  it('are refused where they are none, too many, or there already', async () => {
    const { iid } = await open(api)
    const at = `${path}/${iid}/context_commits`
    const rival = await headOf(api, 'rival')
    const refusal = async (commits: unknown, method: 'post' | 'delete' = 'post') => {
      const { status, body } = await api.as('dora')[method](at, { commits })
      return [status, body.message ?? body.error]
    }
    const invalid = [400, "One or more context commits' sha is not valid."]
    expect(await refusal(['0'.repeat(40)])).toEqual(invalid)
    expect(await refusal(['rival'])).toEqual(invalid)
    expect(await refusal([rival], 'delete')).toEqual(invalid)
    expect(await refusal([])).toEqual([400, 'commits is empty'])
    expect(await refusal(Array.from({ length: 21 }, () => rival))).toEqual([
      400,
      'Context commits array size should not be more than 20',
    ])
    await api.as('dora').post(at, { commits: [rival] })
    expect(await refusal([rival])).toEqual([
      400,
      `Context commits: ["${rival}"] are already created`,
    ])
    expect((await api.as('dora').post(at)).body).toEqual({ error: 'commits is missing' })
  })

  it('are for who may change the merge request', async () => {
    const { iid } = await open(api)
    const at = `${path}/${iid}/context_commits`
    const commits = [await headOf(api, 'rival')]
    expect((await api.as('rita').post(at, { commits })).status).toBe(403)
    await api.as('dora').post(at, { commits })
    expect((await api.as('rita').delete(at, { commits })).status).toBe(403)
    expect((await api.anonymous.post(at, { commits })).status).toBe(401)
    expect((await api.as('dora').post(`${path}/99/context_commits`, { commits })).body).toEqual({
      message: '404 Not found',
    })
  })
})
