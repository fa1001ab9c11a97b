import { expect, it } from 'vitest'
import { describeV4, now } from '../../../harness.ts'
import { commitTo, headOf, open, world } from './merge-request-world.ts'

const path = '/projects/1/merge_requests'

describeV4('what a merge request of v4 changes', { seed: world }, (api) => {
  it('are its commits, newest first', async () => {
    const { iid } = await open(api)
    const { body, headers } = await api.anonymous.get(`${path}/${iid}/commits`)
    expect(body).toMatchObject([
      {
        id: await headOf(api, 'feature'),
        title: 'Finish the feature',
        author_name: 'Dora Developer',
      },
      { title: 'Add the feature' },
    ])
    expect(headers.get('x-total')).toBe('2')
  })

  it('are its files', async () => {
    const { iid } = await open(api)
    const diff = '@@ -0,0 +1,2 @@\n+half\n+whole\n'
    const file = {
      old_path: 'feature.txt',
      new_path: 'feature.txt',
      new_file: true,
      a_mode: '0',
      b_mode: '100644',
      collapsed: false,
      too_large: false,
    }
    const changes = await api.anonymous.get(`${path}/${iid}/changes`)
    expect(changes.body).toMatchObject({ iid, overflow: false, changes: [{ ...file, diff }] })
    const diffs = await api.anonymous.get(`${path}/${iid}/diffs`)
    expect(diffs.body).toMatchObject([{ ...file, diff }])
    const unified = await api.anonymous.get(`${path}/${iid}/diffs`, { unidiff: true })
    expect(unified.body).toMatchObject([{ diff: `--- /dev/null\n+++ b/feature.txt\n${diff}` }])
    const raw = await api.anonymous.get(`${path}/${iid}/raw_diffs`)
    expect(raw.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = new TextDecoder().decode(raw.bytes)
    expect(text).toMatch(/^diff --git a\/feature\.txt b\/feature\.txt\nnew file mode 100644\n/)
    expect(text).toContain(diff)
  })

  it('are at most as many files as the setting says, or all', async () => {
    const settings = '/application/settings'
    expect((await api.as('root').put(settings, { diff_max_files: 1 })).status).toBe(200)
    const { iid } = await open(api)
    const get = async (of: string, query = {}) =>
      (await api.as('rita').get(`${path}/${iid}${of}`, query)).body
    const paths = (body: readonly { new_path: string }[]) => body.map(({ new_path }) => new_path)
    expect(await get('/changes')).toMatchObject({ overflow: false, changes_count: '1' })
    expect(await get('/versions')).toMatchObject([{ state: 'collected', real_size: '1' }])
    await commitTo(api, 'feature', 'more.txt')
    const cut = await get('/changes')
    expect([cut.overflow, cut.changes_count, paths(cut.changes)]).toEqual([
      true,
      '1+',
      ['feature.txt'],
    ])
    const whole = await get('/changes', { access_raw_diffs: true })
    expect([whole.overflow, paths(whole.changes)]).toEqual([false, ['feature.txt', 'more.txt']])
    expect(paths(await get('/diffs'))).toEqual(['feature.txt'])
    const [version] = await get('/versions')
    expect(version).toMatchObject({ state: 'overflow', real_size: '1+' })
    expect(paths((await get(`/versions/${version.id}`)).diffs)).toEqual(['feature.txt'])
  })

  it('has versions, one for each push', async () => {
    const { id, iid } = await open(api)
    const first = await headOf(api, 'feature')
    await commitTo(api, 'feature', 'more.txt', 'More of it')
    const { body } = await api.as('rita').get(`${path}/${iid}/versions`)
    const start = await headOf(api, 'master')
    const shown = (head_commit_sha: string, real_size: string) => ({
      head_commit_sha,
      start_commit_sha: start,
      base_commit_sha: expect.any(String),
      merge_request_id: id,
      created_at: now,
      state: 'collected',
      real_size,
      patch_id_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    expect(body).toMatchObject([shown(await headOf(api, 'feature'), '2'), shown(first, '1')])
    expect(body[0].patch_id_sha).not.toBe(body[1].patch_id_sha)
    const old = await api.as('rita').get(`${path}/${iid}/versions/${body[1].id}`)
    expect(old.body.patch_id_sha).toBe(body[1].patch_id_sha)
    expect(old.body).toMatchObject({
      ...shown(first, '1'),
      commits: [{ title: 'Finish the feature' }, { title: 'Add the feature' }],
      diffs: [{ new_path: 'feature.txt' }],
    })
    expect((await api.anonymous.get(`${path}/${iid}/versions`)).status).toBe(401)
    const other = await open(api, { source_branch: 'rival' })
    const wrong = await api.as('rita').get(`${path}/${other.iid}/versions/${body[0].id}`)
    expect([wrong.status, wrong.body]).toEqual([404, { message: '404 Not found' }])
    await api.as('max').put(`${path}/${iid}/merge`)
    const merged = await api.as('rita').get(`${path}/${iid}/versions`)
    expect(merged.body.map(({ state }: { state: string }) => state)).toEqual([
      'collected',
      'without_files',
    ])
    const gone = await api.as('rita').get(`${path}/${iid}/versions/${body[1].id}`)
    expect(gone.body.diffs).toEqual([])
  })

  it('has an empty version without commits', async () => {
    const { iid } = await open(api, { source_branch: 'level' })
    const { body } = await api.as('rita').get(`${path}/${iid}/versions`)
    expect(body).toMatchObject([{ state: 'empty', real_size: '0', patch_id_sha: null }])
  })

  it('has the pipelines of its commits, newest first', async () => {
    const { iid } = await open(api)
    const head = await headOf(api, 'feature')
    await api.as('max').post(`/projects/1/statuses/${head}`, { state: 'failed', ref: 'feature' })
    const { body } = await api.anonymous.get(`${path}/${iid}/pipelines`)
    expect(body).toMatchObject([{ sha: head, ref: 'feature', status: 'failed' }])
    expect((await api.as('rita').get(`${path}/${iid}`)).body).toMatchObject({
      pipeline: { id: body[0].id },
      head_pipeline: { id: body[0].id },
    })
  })

  it('is where a commit belongs', async () => {
    const { iid } = await open(api)
    const other = await open(api, { source_branch: 'rival', target_branch: 'develop' })
    const of = async (sha: string, state?: string) => {
      const at = `/projects/1/repository/commits/${sha}/merge_requests`
      const { status, body } = await api.as('rita').get(at, state ? { state } : {})
      expect(status).toBe(200)
      return body.map((one: { iid: number }) => one.iid)
    }
    expect(await of(await headOf(api, 'feature'))).toEqual([iid])
    expect(await of('rival')).toEqual([other.iid])
    expect(await of('master')).toEqual([])
    const { body } = await api.as('max').put(`${path}/${iid}/merge`)
    expect(await of(body.merge_commit_sha)).toEqual([iid])
    expect(await of(body.merge_commit_sha, 'opened')).toEqual([])
    expect(await of(body.merge_commit_sha, 'merged')).toEqual([iid])
  })
})
