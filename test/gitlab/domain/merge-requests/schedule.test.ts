import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { commitTo, headOf, notesOf, open, world } from '../../operations/v3/merge-request-world.ts'

describeForge('merging when the build succeeds', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const get = async (id: number) => (await api.as('root').get(`${path}/${id}`)).body
  const schedule = (as: string, id: number, wishes: object = {}) =>
    api.as(as).put(`${path}/${id}/merge`, { merge_when_build_succeeds: true, ...wishes })
  const cancel = (as: string, id: number) =>
    api.as(as).put(`${path}/${id}/cancel_merge_when_build_succeeds`)

  /** An outside service says how a commit of project 1 is. */
  async function say(state: string, sha: string, ref = 'feature') {
    const reply = await api.as('dora').post(`/projects/1/statuses/${sha}`, { state, ref })
    expect(reply.status).toBe(201)
  }
  async function scheduled(wishes: object = {}) {
    const made = await open(api)
    await say('pending', made.sha)
    expect((await schedule('max', made.id, wishes)).status).toBe(200)
    return made
  }

  it('stays open with the merge scheduled while the pipeline of the head runs', async () => {
    const { id, sha } = await open(api)
    await say('running', sha)
    const { status, body } = await schedule('max', id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'opened', merge_when_build_succeeds: true })
    expect(await notesOf(api, id)).toEqual([
      `enabled an automatic merge when the pipeline for ${sha} succeeds`,
    ])
    await schedule('max', id)
    expect(await notesOf(api, id)).toHaveLength(1)
  })

  it('merges when it succeeds, in the name of who scheduled it and as they wished', async () => {
    const { id, sha } = await scheduled({
      merge_commit_message: 'At last',
      should_remove_source_branch: true,
    })
    expect(await get(id)).toMatchObject({ should_remove_source_branch: true })
    await say('success', sha)
    const merged = await get(id)
    expect(merged).toMatchObject({ state: 'merged', merge_when_build_succeeds: false, sha })
    const { body } = await api
      .as('root')
      .get(`/projects/1/repository/commits/${merged.merge_commit_sha}`)
    expect(body).toMatchObject({ message: 'At last', author_name: 'Max Master' })
    expect(await headOf(api, 'master')).toBe(merged.merge_commit_sha)
    expect(await headOf(api, 'feature')).toBeUndefined()
    const events = await api.as('root').get('/projects/1/events')
    const accepted = events.body.find(
      (one: { action_name: string }) => one.action_name === 'accepted',
    )
    expect(accepted.author_username).toBe('max')
  })

  it('merges when the commit statuses that kept it waiting go with who posted them', async () => {
    const { id, sha } = await open(api)
    await say('success', sha)
    const lint = { state: 'pending', ref: 'feature', name: 'lint' }
    await api.as('root').post('/users', {
      username: 'robot',
      name: 'Robot',
      email: 'robot@x.example',
      password: 'correct horse',
    })
    const robot = (await api.as('root').get('/users', { username: 'robot' })).body[0]
    await api.as('olga').post('/projects/1/members', { user_id: robot.id, access_level: 30 })
    const posted = await api.as('root').post(`/projects/1/statuses/${sha}?sudo=robot`, lint)
    expect(posted.status).toBe(201)
    await schedule('max', id)
    expect((await get(id)).state).toBe('opened')
    expect((await api.as('root').delete(`/users/${robot.id}`)).status).toBe(200)
    expect(api.forge.db.pipelines.all()).toMatchObject([{ status: 'success' }])
    expect((await get(id)).state).toBe('merged')
  })

  it('merges when the builds of the head succeed', async () => {
    const configuration = 'test:\n  script: make test\n'
    await api.as('dora').post('/projects/1/repository/files', {
      file_path: '.gitlab-ci.yml',
      branch_name: 'feature',
      content: configuration,
      commit_message: 'Test it',
    })
    const { id } = await open(api)
    await schedule('max', id)
    expect((await get(id)).state).toBe('opened')
    const [build] = api.forge.db.builds.all()
    if (!build) throw new Error('The push made no build.')
    api.forge.advance(build, 'success')
    expect((await get(id)).state).toBe('merged')
  })

  it('merges at once where the head has no pipeline, or one that succeeded', async () => {
    const without = await open(api, { target_branch: 'develop' })
    expect((await schedule('dora', without.id)).body.state).toBe('merged')
    const { id, sha } = await open(api)
    await say('success', sha)
    expect((await schedule('max', id)).body).toMatchObject({
      state: 'merged',
      merge_when_build_succeeds: false,
    })
  })

  it('waits on after a failure, for the pipeline to be run again', async () => {
    const { id, sha } = await scheduled()
    await say('failed', sha)
    expect(await get(id)).toMatchObject({ state: 'opened', merge_when_build_succeeds: true })
    await say('success', sha)
    expect((await get(id)).state).toBe('merged')
  })

  it('does not heed the success of another commit or another branch', async () => {
    const { id, sha } = await scheduled()
    await say('success', await headOf(api, 'rival'), 'rival')
    await say('success', sha, 'elsewhere')
    expect((await get(id)).state).toBe('opened')
  })

  it('is unscheduled by a push to the source branch', async () => {
    const { id, sha } = await scheduled({ should_remove_source_branch: true })
    await commitTo(api, 'feature', 'more.txt')
    expect(await get(id)).toMatchObject({
      merge_when_build_succeeds: false,
      should_remove_source_branch: false,
    })
    await say('success', sha)
    expect((await get(id)).state).toBe('opened')
  })

  it('is unscheduled by another source branch', async () => {
    const { id } = await scheduled()
    const { body } = await api.as('dora').put(`${path}/${id}`, { source_branch: 'develop' })
    expect(body).toMatchObject({ source_branch: 'develop', merge_when_build_succeeds: false })
  })

  it('stays scheduled through other changes', async () => {
    const { id, sha } = await scheduled()
    await api.as('dora').put(`${path}/${id}`, { title: 'Renamed', labels: 'a' })
    expect((await get(id)).merge_when_build_succeeds).toBe(true)
    await say('success', sha)
    expect((await get(id)).state).toBe('merged')
  })

  it('does not merge a deleted one', async () => {
    const { id, sha } = await scheduled()
    const before = await headOf(api, 'master')
    await api.as('root').delete(`${path}/${id}`)
    await say('success', sha)
    expect(await headOf(api, 'master')).toBe(before)
  })

  it('is unscheduled by closing', async () => {
    const { id, sha } = await scheduled()
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    expect((await get(id)).merge_when_build_succeeds).toBe(false)
    await say('success', sha)
    expect((await get(id)).state).toBe('closed')
  })

  it('stays open where it cannot be merged by then, or not by who scheduled it', async () => {
    const { id, sha } = await scheduled()
    await api.as('dora').put(`${path}/${id}`, { title: 'WIP: A feature' })
    await say('success', sha)
    expect((await get(id)).state).toBe('opened')
    api.forge.reset()
    const other = await scheduled()
    await api.as('olga').delete('/groups/9/members/3')
    await say('success', other.sha)
    expect((await get(other.id)).state).toBe('opened')
  })

  it('is not merged in the name of who is blocked by then', async () => {
    const { id, sha } = await scheduled()
    await api.as('root').put('/users/3/block')
    await say('success', sha)
    expect((await get(id)).state).toBe('opened')
  })

  it('keeps to the rules of merging: 401, 405, 406, 409', async () => {
    const { id, sha } = await open(api)
    await say('running', sha)
    expect((await schedule('dora', id)).status).toBe(401)
    expect((await schedule('max', id, { sha: 'another' })).status).toBe(409)
    const rival = await open(api, { source_branch: 'rival' })
    await say('running', rival.sha, 'rival')
    expect((await schedule('max', rival.id)).status).toBe(405)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    expect((await schedule('max', id)).status).toBe(406)
    expect((await get(rival.id)).merge_when_build_succeeds).toBe(false)
  })

  it('forgets who scheduled it when they are removed', async () => {
    const { id } = await scheduled()
    await api.as('root').delete('/users/3')
    expect(await get(id)).toMatchObject({ state: 'opened', merge_when_build_succeeds: false })
  })

  it('merges only what succeeded where the project asks for it: 405', async () => {
    const project = api.forge.db.projects.get(1)
    if (project) {
      api.forge.db.projects.replace(project, { only_allow_merge_if_build_succeeds: true })
    }
    const { id, sha } = await open(api)
    for (const state of ['pending', 'running', 'failed', 'canceled']) {
      await say(state, sha)
      expect((await api.as('max').put(`${path}/${id}/merge`)).status).toBe(405)
    }
    expect((await schedule('max', id)).body).toMatchObject({
      state: 'opened',
      merge_when_build_succeeds: true,
    })
    await cancel('max', id)
    await say('success', sha)
    expect((await api.as('max').put(`${path}/${id}/merge`)).status).toBe(200)
    const without = await open(api, { source_branch: 'develop', target_branch: 'feature' })
    expect((await api.as('max').put(`${path}/${without.id}/merge`)).status).toBe(200)
  })

  it('merges before the build is over where nobody asks to wait', async () => {
    const { id } = await scheduled()
    expect((await api.as('max').put(`${path}/${id}/merge`)).body).toMatchObject({
      state: 'merged',
      merge_when_build_succeeds: false,
    })
  })

  it('is canceled by whoever may merge, and by its author', async () => {
    const { id, sha } = await scheduled()
    const { status, body } = await cancel('dora', id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'opened', merge_when_build_succeeds: false })
    expect((await notesOf(api, id)).at(-1)).toBe('canceled the automatic merge')
    await say('success', sha)
    expect((await get(id)).state).toBe('opened')
    api.forge.reset()
    expect((await cancel('olga', (await scheduled()).id)).status).toBe(200)
  })

  it('cancel answers 401 without permission, 405 if merged or closed, 406 if nothing was scheduled', async () => {
    const { id } = await scheduled()
    expect((await cancel('rita', id)).status).toBe(401)
    expect((await cancel('eve', id)).status).toBe(401)
    expect((await get(id)).merge_when_build_succeeds).toBe(true)
    await cancel('max', id)
    expect((await cancel('max', id)).status).toBe(406)
    expect((await cancel('rita', id)).status).toBe(401)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    expect((await cancel('max', id)).status).toBe(405)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'reopen' })
    await api.as('max').put(`${path}/${id}/merge`)
    expect((await cancel('max', id)).status).toBe(405)
  })
})
