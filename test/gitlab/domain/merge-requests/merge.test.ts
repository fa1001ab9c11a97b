import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'
import { commitTo, headOf, notesOf, open, world } from '../../operations/v3/merge-request-world.ts'

describeForge('merging', { seed: world }, (api) => {
  const path = '/projects/1/merge_requests'
  const get = async (id: number) => (await api.as('root').get(`${path}/${id}`)).body
  const merge = (as: string, id: number, wishes: object = {}) =>
    api.as(as).put(`${path}/${id}/merge`, { ...wishes })
  const commit = async (sha: string) =>
    (await api.as('root').get(`/projects/1/repository/commits/${sha}`)).body

  it('makes a merge commit of two parents on the target branch, with the default message', async () => {
    const { id, sha } = await open(api)
    const before = await headOf(api, 'master')
    const { status, body } = await merge('max', id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, state: 'merged', sha, merge_status: 'can_be_merged' })
    expect(body.merge_commit_sha).toBe(await headOf(api, 'master'))
    expect(await commit(body.merge_commit_sha)).toMatchObject({
      parent_ids: [before, sha],
      message:
        "Merge branch 'feature' into 'master'\n\nA feature\n\nCloses #1\n\nSee merge request !1",
      author_name: 'Max Master',
      author_email: 'max@example.com',
      committer_name: 'Max Master',
      created_at: now,
    })
    const raw = await api
      .as('eve')
      .get('/projects/1/repository/blobs/master', { filepath: 'feature.txt' })
    expect(raw.body).toBe('half\nwhole\n')
  })

  it('takes a message of its own', async () => {
    const { id } = await open(api)
    const { body } = await merge('max', id, { merge_commit_message: 'Here it is' })
    expect((await commit(body.merge_commit_sha)).message).toBe('Here it is')
  })

  it('ignores a blank message', async () => {
    const { id } = await open(api)
    const { body } = await merge('max', id, { merge_commit_message: ' \n' })
    expect((await commit(body.merge_commit_sha)).title).toBe("Merge branch 'feature' into 'master'")
  })

  it('remembers sha, commits and changes after the branches have moved on', async () => {
    const { id, sha } = await open(api)
    await merge('max', id)
    await commitTo(api, 'feature', 'later.txt')
    expect((await get(id)).sha).toBe(sha)
    expect((await api.as('eve').get(`${path}/${id}/commits`)).body).toHaveLength(2)
    expect((await api.as('eve').get(`${path}/${id}/changes`)).body.changes).toHaveLength(1)
  })

  it('is noted and shows in the activity lists, after the push to the target branch', async () => {
    const { id } = await open(api)
    const { body: merged } = await merge('max', id)
    expect(await notesOf(api, id)).toEqual([
      'merged',
      `mentioned in commit ${merged.merge_commit_sha}`,
    ])
    const { body } = await api.as('eve').get('/projects/1/events')
    const [closed, accepted, pushed] = body
    expect(closed).toMatchObject({ action_name: 'closed', target_type: 'Issue' })
    expect(accepted).toMatchObject({
      action_name: 'accepted',
      target_type: 'MergeRequest',
      target_id: id,
      author_username: 'max',
    })
    expect(pushed).toMatchObject({ action_name: 'pushed to', author_username: 'max' })
    expect(pushed.data).toMatchObject({ ref: 'refs/heads/master', total_commits_count: 3 })
  })

  it('is for whoever may push to the target branch: 401', async () => {
    const { id } = await open(api)
    for (const name of ['dora', 'rita', 'gus', 'eve']) {
      const { status, body } = await merge(name, id)
      expect([name, status, body.message]).toEqual([name, 401, '401 Unauthorized'])
    }
    expect((await get(id)).state).toBe('opened')
    const intoDevelop = await open(api, { target_branch: 'develop' })
    expect((await merge('dora', intoDevelop.id)).status).toBe(200)
  })

  it('is for developers where a protected branch lets them merge', async () => {
    const { id } = await open(api)
    const protect = '/projects/1/repository/branches/master/protect'
    await api.as('max').put(protect, { developers_can_merge: true })
    expect((await merge('rita', id)).status).toBe(401)
    expect((await merge('dora', id)).status).toBe(200)
  })

  it('answers 405 on conflicts', async () => {
    const { id } = await open(api, { source_branch: 'rival' })
    const before = await headOf(api, 'master')
    const { status, body } = await merge('max', id)
    expect([status, body.message]).toEqual([405, 'Branch cannot be merged'])
    expect(await get(id)).toMatchObject({ state: 'opened', merge_commit_sha: null })
    expect(await headOf(api, 'master')).toBe(before)
  })

  it('answers 406 if it is merged or closed already', async () => {
    const { id } = await open(api)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })
    expect((await merge('max', id)).status).toBe(406)
    await api.as('dora').put(`${path}/${id}`, { state_event: 'reopen' })
    expect((await merge('max', id)).status).toBe(200)
    const after = await headOf(api, 'master')
    expect((await merge('max', id)).status).toBe(406)
    expect((await api.as('dora').put(`${path}/${id}`, { state_event: 'close' })).body.state).toBe(
      'merged',
    )
    expect((await api.as('dora').put(`${path}/${id}`, { state_event: 'reopen' })).body.state).toBe(
      'merged',
    )
    expect(await headOf(api, 'master')).toBe(after)
  })

  it('answers 409 on another sha, and merges on the right one', async () => {
    const { id, sha } = await open(api)
    const wrong = await merge('max', id, { sha: sha.replace(/^./, 'f').replace(/.$/, '0') })
    expect([wrong.status, wrong.body.message]).toEqual([
      409,
      `SHA does not match HEAD of source branch: ${sha}`,
    ])
    expect((await get(id)).state).toBe('opened')
    const head = await commitTo(api, 'feature', 'more.txt')
    expect((await merge('max', id, { sha })).status).toBe(409)
    expect((await merge('max', id, { sha: head })).status).toBe(200)
  })

  it('asks for permission first, then the state, the conflicts, the sha', async () => {
    const rival = await open(api, { source_branch: 'rival' })
    expect((await merge('dora', rival.id, { sha: 'no' })).status).toBe(401)
    expect((await merge('max', rival.id, { sha: 'no' })).status).toBe(405)
    await api.as('dora').put(`${path}/${rival.id}`, { state_event: 'close' })
    expect((await merge('max', rival.id, { sha: 'no' })).status).toBe(406)
  })

  it('refuses work in progress, a missing branch and no commits with 405', async () => {
    const { id } = await open(api, { title: 'WIP: A feature' })
    expect((await merge('max', id)).status).toBe(405)
    await api.as('dora').put(`${path}/${id}`, { title: 'A feature' })
    await api.as('max').delete('/projects/1/repository/branches/feature')
    expect((await merge('max', id)).status).toBe(405)
    const level = await open(api, { source_branch: 'level', target_branch: 'develop' })
    expect((await merge('max', level.id)).status).toBe(405)
    expect((await get(level.id)).state).toBe('opened')
  })

  it('waits for discussions where the project asks for it: 405', async () => {
    const { id } = await open(api)
    const { db } = api.forge
    const note = await db.notes.create({
      id: 1000,
      project_id: 1,
      noteable_type: 'MergeRequest',
      noteable_id: id,
      author_id: 2,
      body: 'Are you sure?',
      resolvable: true,
    })
    const project = db.projects.get(1)
    if (!project || !note) throw new Error('The project or the note is not there.')
    db.projects.replace(project, { only_allow_merge_if_all_discussions_are_resolved: true })
    expect((await merge('max', id)).status).toBe(405)
    db.notes.replace(note, { resolved: true })
    expect((await merge('max', id)).status).toBe(200)
  })

  it('does not wait for discussions where nobody asks for it', async () => {
    const { id } = await open(api)
    await api.forge.db.notes.create({
      id: 1000,
      project_id: 1,
      noteable_type: 'MergeRequest',
      noteable_id: id,
      author_id: 2,
      body: 'Are you sure?',
      resolvable: true,
    })
    expect((await merge('max', id)).status).toBe(200)
  })

  it('removes the source branch when asked while merging', async () => {
    const { id } = await open(api)
    const { body } = await merge('max', id, { should_remove_source_branch: true })
    expect(body).toMatchObject({
      should_remove_source_branch: true,
      force_remove_source_branch: false,
    })
    expect(await headOf(api, 'feature')).toBeUndefined()
    expect(await notesOf(api, id)).toEqual([
      'merged',
      `mentioned in commit ${body.merge_commit_sha}`,
    ])
  })

  it('names in the default message all issues that it closes, also those of other projects', async () => {
    const { id } = await open(api, { description: 'Closes #2, #3 and acme/other#1' })
    const { body } = await merge('max', id)
    expect((await commit(body.merge_commit_sha)).message).toContain(
      '\n\nCloses #1, #2, #3, and other#1\n\n',
    )
  })

  it('names no issue in the default message on a branch that is not the default one', async () => {
    const { id } = await open(api, { target_branch: 'develop', description: 'Closes #2' })
    const { body } = await merge('max', id)
    expect((await commit(body.merge_commit_sha)).message).not.toContain('Closes')
  })

  it('removes the source branch when its author asked for it', async () => {
    const { id } = await open(api, { remove_source_branch: true })
    await merge('max', id)
    expect(await headOf(api, 'feature')).toBeUndefined()
  })

  it('keeps a source branch that is protected, or the default one', async () => {
    await api.as('max').put('/projects/1/repository/branches/feature/protect')
    const { id } = await open(api, { remove_source_branch: true })
    await merge('max', id, { should_remove_source_branch: true })
    expect(await headOf(api, 'feature')).toBeDefined()
    const back = await open(api, { source_branch: 'master', target_branch: 'develop' })
    await merge('max', back.id, { should_remove_source_branch: true })
    expect((await get(back.id)).state).toBe('merged')
    expect(await headOf(api, 'master')).toBeDefined()
  })

  it('removes a branch of a fork only for who may push there', async () => {
    const into = { target_branch: 'master', target_project_id: 1 }
    const attributes = { ...into, source_branch: 'from-fork', title: 'Help' }
    const made = await api.as('fred').post('/projects/2/merge_requests', attributes)
    await merge('max', made.body.id, { should_remove_source_branch: true })
    expect((await get(made.body.id)).state).toBe('merged')
    expect(await headOf(api, 'from-fork', 2)).toBeDefined()
    expect(await headOf(api, 'master')).toBe((await get(made.body.id)).merge_commit_sha)
    api.forge.reset()
    const again = await api
      .as('fred')
      .post('/projects/2/merge_requests', { ...attributes, remove_source_branch: true })
    await merge('max', again.body.id)
    expect(await headOf(api, 'from-fork', 2)).toBeUndefined()
  })

  it('keeps the default branch of a fork, even if nothing protects it', async () => {
    await api.as('fred').post('/projects/2/repository/files', {
      file_path: 'mine.txt',
      branch_name: 'master',
      content: 'mine',
      commit_message: 'Mine',
    })
    const made = await api.as('fred').post('/projects/2/merge_requests', {
      source_branch: 'master',
      target_branch: 'master',
      target_project_id: 1,
      title: 'All of mine',
      remove_source_branch: true,
    })
    await merge('max', made.body.id)
    expect((await get(made.body.id)).state).toBe('merged')
    expect(await headOf(api, 'master', 2)).toBe(made.body.sha)
  })

  it('does not touch a deleted one, whatever is pushed', async () => {
    const deleted = await open(api, { title: 'Deleted' })
    await api.as('root').delete(`${path}/${deleted.id}`)
    const again = await open(api, { target_branch: 'develop' })
    await merge('dora', again.id)
    await merge('max', (await open(api, { source_branch: 'develop' })).id)
    expect(api.forge.db.mergeRequests.get(deleted.id)).toMatchObject({ state: 'opened' })
  })

  it('marks as merged what a push brings into the target branch', async () => {
    const inner = await open(api, { title: 'Inner' })
    const outer = await open(api, { title: 'Outer', target_branch: 'develop' })
    await merge('dora', outer.id)
    expect((await get(inner.id)).state).toBe('opened')
    const whole = await open(api, { source_branch: 'develop', title: 'Whole' })
    await merge('max', whole.id)
    expect(await get(inner.id)).toMatchObject({
      state: 'merged',
      merge_commit_sha: null,
      sha: inner.sha,
    })
    expect((await api.as('eve').get(`${path}/${inner.id}/commits`)).body).toHaveLength(2)
    expect(await notesOf(api, inner.id)).toEqual(['merged'])
  })

  it('is not possible in an archived project: 401', async () => {
    const { id } = await open(api)
    const project = api.forge.db.projects.get(1)
    if (project) api.forge.db.projects.replace(project, { is_archived: true })
    expect((await merge('max', id)).status).toBe(401)
    expect((await api.as('dora').put(`${path}/${id}`, { title: 'x' })).status).toBe(403)
  })
})
