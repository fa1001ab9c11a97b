import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { headOf, notesOf, open, world } from '../../operations/v3/merge-request-world.ts'

describeForge('creating merge requests', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const branches = { source_branch: 'feature', target_branch: 'master' }

  it('opens one with everything it was given', async () => {
    const { status, body } = await api.as('dora').post(path, {
      ...branches,
      title: '  A feature  ',
      description: 'Long awaited',
      assignee_id: 3,
      milestone_id: 1,
      labels: 'new, design',
      remove_source_branch: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      iid: 1,
      project_id: 1,
      source_project_id: 1,
      target_project_id: 1,
      title: 'A feature',
      description: 'Long awaited',
      state: 'opened',
      ...branches,
      author: { username: 'dora' },
      assignee: { username: 'max' },
      milestone: { title: 'Opening' },
      labels: ['design', 'new'],
      work_in_progress: false,
      merge_when_build_succeeds: false,
      merge_status: 'can_be_merged',
      merge_commit_sha: null,
      should_remove_source_branch: false,
      force_remove_source_branch: true,
      upvotes: 0,
      downvotes: 0,
      user_notes_count: 0,
      subscribed: true,
      sha: await headOf(api, 'feature'),
      web_url: `${api.origin}/acme/website/merge_requests/1`,
      created_at: now,
      updated_at: now,
    })
    expect(api.forge.db.labels.all().map(({ title }) => title)).toContain('new')
  })

  it('reports it in the activity lists', async () => {
    const { id } = await open(api)
    const { body } = await api.as('dora').get('/projects/1/events')
    expect(body[0]).toMatchObject({
      action_name: 'opened',
      target_type: 'MergeRequest',
      target_id: id,
      target_title: 'A feature',
      author_username: 'dora',
    })
  })

  it.each(['source_branch', 'target_branch', 'title'])('names a missing %s', async (name) => {
    const { [name]: _, ...rest } = { ...branches, title: 'A feature' } as Record<string, string>
    const { status, body } = await api.as('dora').post(path, rest)
    expect([status, body.message]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  it.each([
    [{ title: ' ' }, { title: ["can't be blank"] }],
    [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ source_branch: 'nowhere' }, { source_branch: ['does not exist'] }],
    [{ target_branch: 'nowhere' }, { target_branch: ['does not exist'] }],
    [{ assignee_id: 99 }, { assignee_id: ['is invalid'] }],
    [{ milestone_id: 99 }, { milestone_id: ['is invalid'] }],
  ])('refuses %o and writes nothing', async (attributes, message) => {
    const before = api.forge.db.labels.all().length
    const { status, body } = await api
      .as('dora')
      .post(path, { ...branches, title: 'A feature', labels: 'fresh', ...attributes })
    expect([status, body]).toEqual([400, { message }])
    expect((await api.as('dora').get(path)).body).toEqual([])
    expect(api.forge.db.labels.all()).toHaveLength(before)
  })

  it('refuses a branch into itself with 422', async () => {
    const { status, body } = await api
      .as('dora')
      .post(path, { title: 'x', source_branch: 'master', target_branch: 'master' })
    expect(status).toBe(422)
    expect(body.message).toBe('You can not use same project/branch for source and target')
  })

  it('refuses a second open one of the same branches with 409, and names the first', async () => {
    const first = await open(api)
    const second = await api.as('max').post(path, { ...branches, title: 'Again' })
    expect([second.status, second.body]).toEqual([
      409,
      { message: 'Cannot Create: This merge request already exists: ["A feature"]' },
    ])
    expect(
      (await api.as('max').post(path, { ...branches, target_branch: 'develop', title: 'x' }))
        .status,
    ).toBe(201)
    await api.as('dora').put(`${path}/${first.id}`, { state_event: 'close' })
    expect((await api.as('max').post(path, { ...branches, title: 'Again' })).status).toBe(201)
  })

  it('counts within the target project, deleted ones too', async () => {
    const first = await open(api)
    await api.as('root').delete(`${path}/${first.id}`)
    expect(await open(api)).toMatchObject({ iid: 2 })
    expect((await api.as('root').get('/projects/3/merge_requests')).body[0].iid).toBe(1)
  })

  it('is for developers; others get 403, and nobody at all 401', async () => {
    const attributes = { ...branches, title: 'A feature' }
    for (const name of ['rita', 'gus', 'eve']) {
      expect((await api.as(name).post(path, attributes)).status).toBe(403)
    }
    expect((await api.anonymous.post(path, attributes)).status).toBe(401)
    expect((await api.as('eve').post('/projects/3/merge_requests', attributes)).status).toBe(404)
  })

  it('is refused where merge requests are switched off, and in an archived project', async () => {
    const attributes = { ...branches, title: 'A feature' }
    expect((await api.as('max').post('/projects/4/merge_requests', attributes)).status).toBe(403)
    expect((await api.as('max').post('/projects/5/merge_requests', attributes)).status).toBe(403)
  })

  it('comes from a fork, into the project it is a fork of', async () => {
    const { status, body } = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Help',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      iid: 1,
      project_id: 1,
      source_project_id: 2,
      target_project_id: 1,
      sha: await headOf(api, 'from-fork', 2),
      merge_status: 'can_be_merged',
      web_url: `${api.origin}/acme/website/merge_requests/1`,
    })
    expect((await api.as('max').get(path)).body).toHaveLength(1)
    expect((await api.as('max').get('/projects/2/merge_requests')).body).toEqual([])
    const commits = await api.as('max').get(`${path}/${body.id}/commits`)
    expect(commits.body.map(({ title }: { title: string }) => title)).toEqual(['Help out'])
  })

  it('does not heed what the author may not plan in the target project', async () => {
    const { body } = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'from-fork',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Help',
      labels: 'mine',
      assignee_id: 7,
      milestone_id: 1,
    })
    expect(body).toMatchObject({ labels: [], assignee: null, milestone: null })
  })

  it('takes the same branch name from a fork, and each pair once', async () => {
    const attributes = {
      source_branch: 'master',
      target_branch: 'master',
      target_project_id: 1,
      title: 'Master to master',
    }
    const fred = api.as('fred')
    expect((await fred.post('/projects/2/merge_requests', attributes)).status).toBe(201)
    expect((await fred.post('/projects/2/merge_requests', attributes)).status).toBe(409)
  })

  it('refuses a target that is no origin of it (422), unknown (404), hidden (404) or off (403)', async () => {
    const into = async (as: string, from: number, target_project_id: number) =>
      (
        await api.as(as).post(`/projects/${from}/merge_requests`, {
          ...branches,
          title: 'x',
          target_project_id,
        })
      ).status
    expect(await into('max', 1, 6)).toBe(422)
    expect(await into('max', 1, 2)).toBe(422)
    expect(await into('max', 1, 99)).toBe(404)
    expect(await into('fred', 2, 3)).toBe(404)
    expect(await into('max', 1, 4)).toBe(403)
    expect(await into('max', 1, 5)).toBe(403)
  })

  it('takes part: the title makes it work in progress', async () => {
    expect(await open(api, { title: 'WIP: A feature' })).toMatchObject({ work_in_progress: true })
    for (const [title, isDraft] of [
      ['[WIP] A feature', true],
      ['wip: A feature', true],
      ['A WIP: feature', false],
      ['Wiping the floor', false],
    ] as const) {
      const { body } = await api.as('dora').put(`${path}/2`, { title })
      expect([title, body.work_in_progress]).toEqual([title, isDraft])
    }
    expect(await notesOf(api, 2)).toContain('unmarked as a **Work In Progress**')
  })
})
