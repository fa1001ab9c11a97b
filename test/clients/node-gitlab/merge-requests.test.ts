import { expect, it } from 'vitest'
import { referencesOf, shaOf, textOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld } from '../tracker-world.ts'
import { id } from '../world.ts'
import { calledOf, callingNodeGitlabOf, nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')
const one = '/projects/:id/merge_requests/:merge_request_id'

describeRunning('node-gitlab: merge requests', trackerWorld, (running) => {
  const jane = () => nodeGitlabOf(running, 'jane')
  const bob = () => nodeGitlabOf(running, 'bob')
  const carol = () => nodeGitlabOf(running, 'carol')
  const request = { id: id.website, merge_request_id: tracked.letPeopleIn }

  it('lists them and shows one', async () => {
    const { mergeRequests } = carol()
    const shown = await mergeRequests.get({ ...request, id: website })
    expect(shown).toMatchObject({ iid: 1, state: 'opened', sha: shaOf(running, 'feature/login') })
    expect(await mergeRequests.list({ id: id.website, 'iids[]': [1, 2] })).toEqual([shown])
    expect(await mergeRequests.list({ id: id.website, iid: 7 })).toEqual([])
    const sorted = { state: 'all', order_by: 'updated_at', sort: 'asc' }
    expect(await mergeRequests.list({ id: website, ...sorted })).toEqual([shown])
    expect(await mergeRequests.list({ id: website, state: 'closed' })).toEqual([])
  })

  it('shows the commits and changes of one', async () => {
    const { mergeRequests } = callingNodeGitlabOf(running, 'carol')
    const commits = await calledOf((answered) =>
      mergeRequests.listCommits({ ...request }, answered),
    )
    expect(commits).toMatchObject([{ id: shaOf(running, 'feature/login'), title: 'Let people in' }])
    expect(await carol().request('get', `${one}/changes`, { ...request })).toMatchObject({
      changes: [{ new_path: 'src/login.js', diff: expect.stringContaining('+login()') }],
    })
  })

  it('creates one, and reports a second', async () => {
    const attributes = {
      id: id.website,
      source_branch: 'fix/typo',
      target_branch: 'release/1.x',
      title: 'WIP: Mend it',
      description: 'Fixes #1',
      assignee_id: id.jane,
      milestone_id: tracked.v1,
      labels: 'bug,typo',
      remove_source_branch: true,
    }
    const created = await bob().mergeRequests.create({ ...attributes })
    expect(created).toMatchObject({
      iid: 2,
      work_in_progress: true,
      labels: ['bug', 'typo'],
      milestone: { title: 'v1' },
      force_remove_source_branch: true,
    })
    await expect(bob().mergeRequests.create({ ...attributes })).rejects.toMatchObject({
      statusCode: 409,
    })
    const merging = { id: id.website, merge_request_id: created.id }
    await expect(jane().mergeRequests.merge({ ...merging })).rejects.toMatchObject({
      statusCode: 405,
    })
    await expect(
      bob().mergeRequests.create({ ...attributes, source_branch: 'nowhere' }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })

  it('creates one from a fork', async () => {
    await bob().repositoryFiles.create({
      id: tracked.fork,
      branch_name: 'master',
      file_path: 'fork.txt',
      content: 'f',
      commit_message: 'Fork it',
    })
    const ends = { source_branch: 'master', target_branch: 'master', title: 'From the fork' }
    const created = await bob().mergeRequests.create({
      id: tracked.fork,
      target_project_id: id.website,
      ...ends,
    })
    expect(created).toMatchObject({ project_id: id.website, source_project_id: tracked.fork })
    await jane().mergeRequests.merge({ id: id.website, merge_request_id: created.id })
    expect(await textOf(running, 'fork.txt', 'master')).toBe('f')
  })

  it('changes, closes and reopens one', async () => {
    const { update } = bob().mergeRequests
    const ends = { source_branch: 'feature/login', target_branch: 'release/1.x' }
    expect(
      await update({ ...request, ...ends, title: 'Let all in', labels: 'door' }),
    ).toMatchObject({ title: 'Let all in', target_branch: 'release/1.x', labels: ['door'] })
    expect(await update({ ...request, state_event: 'close' })).toMatchObject({ state: 'closed' })
    expect(await update({ ...request, state_event: 'reopen' })).toMatchObject({
      state: 'reopened',
    })
    await expect(
      nodeGitlabOf(running, 'carol').mergeRequests.update({ ...request, title: 'Mine' }),
    ).rejects.toMatchObject({ statusCode: 403 })
    expect(running.forge.db.mergeRequests.get(tracked.letPeopleIn)).toMatchObject({
      title: 'Let all in',
      state: 'reopened',
    })
  })

  it('merges one, which only those may who may push', async () => {
    await expect(bob().mergeRequests.merge({ ...request })).rejects.toMatchObject({
      statusCode: 401,
    })
    await expect(
      jane().mergeRequests.merge({ ...request, sha: shaOf(running, 'v0.9') }),
    ).rejects.toMatchObject({ statusCode: 409 })
    const merged = await jane().mergeRequests.merge({
      ...request,
      merge_commit_message: 'In they come & stay',
      should_remove_source_branch: true,
      sha: shaOf(running, 'feature/login'),
    })
    expect(merged).toMatchObject({ state: 'merged', merge_commit_sha: shaOf(running, 'master') })
    expect(referencesOf(running)).not.toContain('refs/heads/feature/login')
    expect(await textOf(running, 'src/login.js', 'master')).toBe('login()\n')
    const [newest] = await jane().repository.getCommits({ id: id.website })
    expect(newest).toMatchObject({ message: 'In they come & stay', author_name: 'Jane Doe' })
    await expect(jane().mergeRequests.merge({ ...request })).rejects.toMatchObject({
      statusCode: 406,
    })
  })

  it('gets an error for a conflict', async () => {
    await jane().repositoryFiles.create({
      id: id.website,
      branch_name: 'master',
      file_path: 'src/login.js',
      content: 'knock()\n',
      commit_message: 'Knock',
    })
    expect(await bob().mergeRequests.get({ ...request })).toMatchObject({
      merge_status: 'cannot_be_merged',
    })
    await expect(jane().mergeRequests.merge({ ...request })).rejects.toMatchObject({
      statusCode: 405,
    })
    expect(await textOf(running, 'src/login.js', 'master')).toBe('knock()\n')
  })

  it('schedules a merge and takes it back', async () => {
    const say = (state: string) =>
      bob().request('post', '/projects/:id/statuses/:sha', {
        id: id.website,
        sha: shaOf(running, 'feature/login'),
        state,
      })
    const cancel = () =>
      jane().request('put', `${one}/cancel_merge_when_build_succeeds`, { ...request })
    const wait = { ...request, merge_when_build_succeeds: true }
    await say('running')
    await expect(cancel()).rejects.toMatchObject({ statusCode: 406 })
    expect(await jane().mergeRequests.merge({ ...wait })).toMatchObject({
      state: 'opened',
      merge_when_build_succeeds: true,
    })
    expect(await cancel()).toMatchObject({ merge_when_build_succeeds: false })
    await jane().mergeRequests.merge({ ...wait })
    await say('success')
    expect(await bob().mergeRequests.get({ ...request })).toMatchObject({ state: 'merged' })
    await expect(cancel()).rejects.toMatchObject({ statusCode: 405 })
  })

  it('says which issues one closes, subscribes, and removes one', async () => {
    const description = 'Fixes #2, acme/api#1'
    await bob().mergeRequests.update({ ...request, description })
    expect(await carol().request('get', `${one}/closes_issues`, { ...request })).toMatchObject([
      { id: tracked.missingFooter },
      { id: tracked.crash },
    ])
    const subscribe = () => carol().request('post', `${one}/subscription`, { ...request })
    expect(await subscribe()).toMatchObject({ subscribed: true })
    await expect(subscribe()).rejects.toMatchObject({ statusCode: 304 })

    await expect(bob().mergeRequests.remove({ ...request })).rejects.toMatchObject({
      statusCode: 403,
    })
    expect(await jane().mergeRequests.remove({ ...request })).toMatchObject({ iid: 1 })
    expect(await jane().mergeRequests.remove({ ...request })).toBeNull()
  })
})
