import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { commitTo, headOf, notesOf, open, world } from '../../operations/v3/merge-request-world.ts'

describeForge('changes of merge requests', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const get = async (id: number) => (await api.as('root').get(`${path}/${id}`)).body
  const titles = async (id: number) =>
    (await api.as('root').get(`${path}/${id}/commits`)).body.map(
      (one: { title: string }) => one.title,
    )

  it('shows the commits since the branches parted, newest first', async () => {
    const { id } = await open(api)
    const { body } = await api.as('eve').get(`${path}/${id}/commits`)
    expect(body[0]).toEqual({
      id: await headOf(api, 'feature'),
      short_id: (await headOf(api, 'feature')).slice(0, 11),
      title: 'Finish the feature',
      author_name: 'Dora Developer',
      author_email: 'dora@example.com',
      created_at: '2017-01-03T10:00:00.000Z',
      message: 'Finish the feature\n\nCloses #1',
      committer_name: 'Dora Developer',
      committer_email: 'dora@example.com',
    })
    expect(await titles(id)).toEqual(['Finish the feature', 'Add the feature'])
    expect((await api.as('eve').get(`${path}/${id}/commits`, { per_page: 1 })).body).toHaveLength(1)
  })

  it('shows what changes since the branches parted, not what the target changed', async () => {
    const { id } = await open(api)
    const { status, body } = await api.as('eve').get(`${path}/${id}/changes`)
    expect(status).toBe(200)
    expect(body.title).toBe('A feature')
    expect(body.changes).toEqual([
      {
        old_path: 'feature.txt',
        new_path: 'feature.txt',
        a_mode: '0',
        b_mode: '100644',
        diff: '--- /dev/null\n+++ b/feature.txt\n@@ -0,0 +1,2 @@\n+half\n+whole\n',
        new_file: true,
        renamed_file: false,
        deleted_file: false,
      },
    ])
  })

  it('follows pushes to the source branch in sha, commits and changes, and notes them', async () => {
    const { id } = await open(api)
    const head = await commitTo(api, 'feature', 'more.txt', 'More of it')
    expect((await get(id)).sha).toBe(head)
    expect((await titles(id))[0]).toBe('More of it')
    const { body } = await api.as('eve').get(`${path}/${id}/changes`)
    expect(body.changes).toHaveLength(2)
    expect(await notesOf(api, id)).toEqual([`added 1 commit\n\n* ${head.slice(0, 8)} - More of it`])
  })

  it('follows the branches in merge_status', async () => {
    const { id } = await open(api, { source_branch: 'rival' })
    expect((await get(id)).merge_status).toBe('cannot_be_merged')
    const level = await open(api, { source_branch: 'level', target_branch: 'develop' })
    expect(level.merge_status).toBe('cannot_be_merged')
    await commitTo(api, 'level', 'now.txt')
    expect((await get(level.id)).merge_status).toBe('can_be_merged')
    const files = '/projects/1/repository/files'
    const change = { branch_name: 'master', file_path: 'README.md', commit_message: 'Back' }
    await api.as('max').put(files, { ...change, content: 'one\ntwo\nthree\n' })
    expect((await get(id)).merge_status).toBe('can_be_merged')
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    expect((await get(id)).merge_status).toBe('unchecked')
  })

  it('remembers its commits when the source branch is gone, and follows it again once restored', async () => {
    const { id, sha } = await open(api)
    await api.as('max').delete('/projects/1/repository/branches/feature')
    expect(await get(id)).toMatchObject({ state: 'opened', sha, merge_status: 'cannot_be_merged' })
    expect(await titles(id)).toHaveLength(2)
    await api
      .as('max')
      .post('/projects/1/repository/branches', { branch_name: 'feature', ref: sha })
    expect(await get(id)).toMatchObject({ sha, merge_status: 'can_be_merged' })
    const head = await commitTo(api, 'feature', 'more.txt')
    expect((await get(id)).sha).toBe(head)
    expect((await notesOf(api, id)).slice(0, 2)).toEqual([
      'deleted source branch `feature`',
      'restored source branch `feature`',
    ])
  })

  it('remembers where the branches parted when the target branch is gone', async () => {
    const { id } = await open(api, { target_branch: 'develop' })
    await api.as('max').delete('/projects/1/repository/branches/develop')
    expect((await get(id)).merge_status).toBe('cannot_be_merged')
    expect(await titles(id)).toHaveLength(2)
    await commitTo(api, 'feature', 'more.txt', 'Third')
    expect((await titles(id))[0]).toBe('Third')
    const ref = await headOf(api, 'master')
    await api.as('max').post('/projects/1/repository/branches', { branch_name: 'develop', ref })
    expect((await get(id)).merge_status).toBe('can_be_merged')
    expect(await titles(id)).toHaveLength(3)
  })

  it('changes what is given, keeps the rest, and notes it', async () => {
    const { id } = await open(api, { description: 'Kept', labels: 'design' })
    const { status, body } = await api.as('max').put(`${path}/${id}`, {
      title: 'A better feature',
      assignee_id: 4,
      milestone_id: 1,
      labels: 'bug',
      remove_source_branch: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'A better feature',
      description: 'Kept',
      assignee: { username: 'dora' },
      milestone: { title: 'Opening' },
      labels: ['bug'],
      force_remove_source_branch: true,
    })
    expect(await notesOf(api, id)).toEqual([
      'changed title from **A feature** to **A {+better +}feature**',
      'added ~"bug" and removed ~"design" labels',
      'changed milestone to %1',
      'assigned to @dora',
    ])
    await api.as('max').put(`${path}/${id}`, { assignee_id: 0, milestone_id: 0, description: '' })
    expect(await get(id)).toMatchObject({ assignee: null, milestone: null, description: '' })
    await api.as('max').put(`${path}/${id}`, { description: 'Told' })
    const { body: emptied } = await api.as('max').put(`${path}/${id}`, { description: null })
    expect(emptied.description).toBe('')
  })

  it('changes its branches, and shows what that makes of it', async () => {
    const { id } = await open(api)
    await api.as('dora').put(`${path}/${id}`, { target_branch: 'develop' })
    expect(await get(id)).toMatchObject({ target_branch: 'develop' })
    const { body } = await api.as('dora').put(`${path}/${id}`, { source_branch: 'rival' })
    expect(body).toMatchObject({ source_branch: 'rival', sha: await headOf(api, 'rival') })
    expect(await titles(id)).toEqual(['Begin otherwise'])
    expect(await notesOf(api, id)).toEqual([
      'changed target branch from `master` to `develop`',
      'changed source branch from `feature` to `rival`',
    ])
  })

  it.each([
    [{ target_branch: 'nowhere' }, 400],
    [{ source_branch: 'nowhere' }, 400],
    [{ target_branch: 'feature' }, 422],
    [{ target_branch: 'develop' }, 409],
    [{ title: '' }, 400],
    [{ assignee_id: 99 }, 400],
    [{ milestone_id: 99 }, 400],
    [{ state_event: 'explode' }, 400],
    [{}, 400],
  ])('refuses %o with %i and changes nothing', async (attributes, status) => {
    await open(api, { target_branch: 'develop' })
    const made = await open(api)
    const reply = await api.as('dora').put(`${path}/${made.id}`, { ...attributes })
    expect(reply.status).toBe(status)
    expect(await get(made.id)).toEqual({ ...made, subscribed: false })
  })

  it('is changed by its author, its assignee and developers', async () => {
    const fork = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Help',
    })
    const put = async (as: string, attributes: object) =>
      api.as(as).put(`${path}/${fork.body.id}`, { ...attributes })
    expect((await put('fred', { title: 'More help', labels: 'x' })).body).toMatchObject({
      title: 'More help',
      labels: [],
    })
    expect((await put('eve', { title: 'No' })).status).toBe(403)
    expect((await put('rita', { title: 'No' })).status).toBe(403)
    expect((await put('dora', { assignee_id: 5 })).status).toBe(200)
    expect((await put('rita', { title: 'Yes' })).body.title).toBe('Yes')
  })

  it('takes another branch of a private fork only from who may read the fork', async () => {
    const fork = api.forge.db.projects.get(2)
    if (fork) api.forge.db.projects.replace(fork, { visibility_level: 0 })
    const ref = await headOf(api, 'from-fork', 2)
    await api.as('fred').post('/projects/2/repository/branches', { branch_name: 'hidden', ref })
    const { body } = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Help',
    })
    const put = (as: string, source_branch: string) =>
      api.as(as).put(`${path}/${body.id}`, { source_branch })
    expect((await put('dora', 'hidden')).status).toBe(403)
    expect((await put('dora', 'not-there')).status).toBe(403)
    expect((await put('dora', 'from-fork')).status).toBe(200)
    expect((await get(body.id)).source_branch).toBe('from-fork')
    expect((await put('fred', 'hidden')).body.source_branch).toBe('hidden')
  })

  it('closes and reopens by state_event, with note and event; neither does anything twice', async () => {
    const { id, sha } = await open(api)
    const put = (state_event: string) => api.as('dora').put(`${path}/${id}`, { state_event })
    expect((await put('reopen')).body.state).toBe('opened')
    expect((await put('close')).body.state).toBe('closed')
    expect((await put('close')).body.state).toBe('closed')
    await commitTo(api, 'feature', 'unseen.txt')
    expect(await get(id)).toMatchObject({ sha })
    expect(await titles(id)).toHaveLength(2)
    const reopened = await put('reopen')
    expect(reopened.body).toMatchObject({ state: 'reopened', sha: await headOf(api, 'feature') })
    expect(await titles(id)).toHaveLength(3)
    expect((await put('close')).body.state).toBe('closed')
    expect(await notesOf(api, id)).toEqual(['closed', 'reopened', 'closed'])
    const { body } = await api.as('dora').get('/projects/1/events')
    const happened = body.filter(
      (one: { target_type: string; target_id: number }) =>
        one.target_type === 'MergeRequest' && one.target_id === id,
    )
    expect(happened.map((one: { action_name: string }) => one.action_name)).toEqual([
      'closed',
      'opened',
      'closed',
      'opened',
    ])
  })

  it('is not reopened while another of the same branches is open', async () => {
    const { id } = await open(api)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    await open(api, { title: 'Instead' })
    const { status } = await api.as('dora').put(`${path}/${id}`, { state_event: 'reopen' })
    expect(status).toBe(409)
    expect((await get(id)).state).toBe('closed')
  })

  it('is reopened without its source branch, with the commits that it had', async () => {
    const { id, sha } = await open(api)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    await api.as('max').delete('/projects/1/repository/branches/feature')
    const { status, body } = await api.as('dora').put(`${path}/${id}`, { state_event: 'reopen' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'reopened', sha, merge_status: 'cannot_be_merged' })
    expect(await titles(id)).toHaveLength(2)
  })

  it('keeps the branches of a closed one', async () => {
    const { id } = await open(api)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    const { body } = await api.as('dora').put(`${path}/${id}`, { target_branch: 'develop' })
    expect(body.target_branch).toBe('master')
  })

  it('is closed for good, with its commits, when the fork is gone', async () => {
    const { body } = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Help',
    })
    await api.as('root').delete('/users/7')
    expect((await api.as('max').get(`${path}/${body.id}`)).status).toBe(404)
    api.forge.reset()
    const made = await api.as('root').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Help',
    })
    await api.as('root').delete('/users/7')
    expect(await get(made.body.id)).toMatchObject({ state: 'closed', sha: made.body.sha })
    expect(await titles(made.body.id)).toEqual(['Help out'])
    const { status } = await api
      .as('root')
      .put(`${path}/${made.body.id}`, { state_event: 'reopen' })
    expect(status).toBe(422)
  })
})
