import { expect, it } from 'vitest'
import { describeV4, now } from '../../../harness.ts'
import { commitTo, headOf, open, world } from '../v4/merge-request-world.ts'

/** doc/api/merge_requests.md of GitLab 8.15, "Get MR diff versions". */
describeV4('the versions of a merge request, in v3', { seed: world }, (api) => {
  const get = (path: string, who = 'rita') =>
    api.request(`/api/v3/projects/1/merge_requests/${path}`, {
      headers: who === '' ? {} : { 'private-token': `${who}-token` },
    })

  it('are there for each push, the last one first', async () => {
    const { id } = await open(api)
    const first = await headOf(api, 'feature')
    await commitTo(api, 'feature', 'more.txt', 'More of it')
    const { status, body } = await get(`${id}/versions`)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        head_commit_sha: await headOf(api, 'feature'),
        base_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
        start_commit_sha: await headOf(api, 'master'),
        created_at: now,
        merge_request_id: id,
        state: 'collected',
        real_size: '2',
      },
      expect.objectContaining({ head_commit_sha: first, real_size: '1' }),
    ])
    const old = await get(`${id}/versions/${body[1].id}`)
    expect(old.body).toMatchObject({
      ...body[1],
      commits: [{ title: 'Finish the feature' }, { title: 'Add the feature' }],
      diffs: [{ new_path: 'feature.txt', new_file: true }],
    })
    expect(old.body.diffs[0]).not.toHaveProperty('collapsed')
  })

  it('are refused to nobody in particular, and are those of one merge request', async () => {
    const { id } = await open(api)
    const other = await open(api, { source_branch: 'rival' })
    const [version] = (await get(`${other.id}/versions`)).body
    expect((await get(`${id}/versions`, '')).status).toBe(401)
    expect((await get(`${id}/versions/${version.id}`, '')).status).toBe(401)
    expect((await get(`${id}/versions/${version.id}`)).status).toBe(404)
    expect((await get('999/versions')).status).toBe(404)
  })
})
