import { expect, it } from 'vitest'
import { referencesOf, shaOf, textOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld, website } from '../tracker-world.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

const one = `${website}/merge_requests/${tracked.letPeopleIn}`

describeRunning('gitlab: merge requests', trackerWorld, (running) => {
  const jane = () => gitlabOf(running, 'jane')
  const bob = () => gitlabOf(running, 'bob')
  const merge_requests = () => bob().projects.merge_requests

  it('lists them and shows one', async () => {
    const { list, show } = merge_requests()
    const shown = await dataOf(show, 'acme/website', tracked.letPeopleIn)
    expect(shown).toMatchObject({
      iid: 1,
      state: 'opened',
      source_branch: 'feature/login',
      target_branch: 'master',
      merge_status: 'can_be_merged',
      sha: shaOf(running, 'feature/login'),
      author: { username: 'bob' },
    })
    expect(await dataOf(list, id.website, { state: 'opened', 'iids[]': [1, 7] })).toEqual([shown])
    expect(await dataOf(list, id.website, { state: 'merged' })).toEqual([])
    expect(await dataOf(list, 'acme/website', { iid: 2 })).toEqual([])
    expect(await handed(show, id.website, 1)).toBe(null)
  })

  it('shows the commits and changes of one, at its path and at the older one', async () => {
    for (const path of [one, one.replace('merge_requests', 'merge_request')]) {
      const commits = await rawOf(bob().get, `${path}/commits`, {})
      expect(commits.body).toMatchObject([{ id: shaOf(running, 'feature/login') }])
      const changes = await rawOf(bob().get, `${path}/changes`, {})
      expect(changes.body).toMatchObject({
        id: tracked.letPeopleIn,
        changes: [{ new_path: 'src/login.js', new_file: true, diff: expect.any(String) }],
      })
    }
  })

  it('adds one, and reports a second', async () => {
    const { add } = merge_requests()
    const typo = await dataOf(
      add,
      'acme/website',
      'fix/typo',
      'release/1.x',
      undefined,
      'WIP: Mend it',
    )
    expect(typo).toMatchObject({ iid: 2, work_in_progress: true, merge_status: 'can_be_merged' })
    const again = await rawOf(bob().post, `${website}/merge_requests`, {
      source_branch: 'fix/typo',
      target_branch: 'release/1.x',
      title: 'Mend it',
    })
    expect(again.status).toBe(409)
    expect(await handed(add, id.website, 'nowhere', 'master', undefined, 'x')).toBe(true)
    expect(running.forge.db.mergeRequests.all()).toHaveLength(2)
  })

  it('adds one from a fork', async () => {
    const file = { branch_name: 'master', file_path: 'fork.txt', content: 'f' }
    const commit = { ...file, projectId: tracked.fork, commit_message: 'Fork it' }
    await dataOf(bob().projects.repository.createFile, commit)
    const added = await rawOf(bob().post, `projects/${tracked.fork}/merge_requests`, {
      source_branch: 'master',
      target_branch: 'master',
      target_project_id: id.website,
      title: 'From the fork',
      labels: 'bug,fork',
      milestone_id: tracked.v1,
      assignee_id: id.jane,
    })
    expect(added).toMatchObject({
      status: 201,
      body: {
        project_id: id.website,
        source_project_id: tracked.fork,
        labels: ['bug', 'fork'],
        milestone: { title: 'v1' },
        assignee: { username: 'jane' },
      },
    })
    const { id: fromFork } = added.body as { id: number }
    await dataOf(jane().projects.merge_requests.merge, id.website, fromFork, {})
    expect(await textOf(running, 'fork.txt', 'master')).toBe('f')
  })

  it('changes, closes and reopens one', async () => {
    const update = (attributes: object) =>
      dataOf(merge_requests().update, id.website, tracked.letPeopleIn, { ...attributes })
    const ends = { source_branch: 'feature/login', target_branch: 'release/1.x' }
    expect(
      await update({ ...ends, title: 'Let all in', assignee_id: id.jane, labels: 'door' }),
    ).toMatchObject({ title: 'Let all in', target_branch: 'release/1.x', labels: ['door'] })
    expect(await update({ state_event: 'close' })).toMatchObject({ state: 'closed' })
    const closed = await rawOf(jane().put, `${one}/merge`, {})
    expect(closed.status).toBe(406)
    expect(await update({ state_event: 'reopen' })).toMatchObject({ state: 'reopened' })
    expect(running.forge.db.mergeRequests.get(tracked.letPeopleIn)).toMatchObject({
      state: 'reopened',
      assignee_id: id.jane,
    })
  })

  it('merges one, which only those may who may push', async () => {
    const { merge } = jane().projects.merge_requests
    expect((await rawOf(bob().put, `${one}/merge`, {})).status).toBe(401)
    const stale = { sha: shaOf(running, 'v0.9') }
    expect(await handed(merge, id.website, tracked.letPeopleIn, stale)).toBe(null)
    const before = shaOf(running, 'master')
    const merged = await dataOf(merge, 'acme/website', tracked.letPeopleIn, {
      merge_commit_message: 'In they come',
      should_remove_source_branch: true,
      sha: shaOf(running, 'feature/login'),
    })
    expect(merged).toMatchObject({ state: 'merged', merge_commit_sha: shaOf(running, 'master') })
    expect(await textOf(running, 'src/login.js', 'master')).toBe('login()\n')
    expect(referencesOf(running)).not.toContain('refs/heads/feature/login')
    const { showCommit } = jane().projects.repository
    expect(await dataOf(showCommit, id.website, 'master')).toMatchObject({
      message: 'In they come',
      parent_ids: [before, merged.sha],
      author_name: 'Jane Doe',
    })
    expect((await rawOf(jane().put, `${one}/merge`, {})).status).toBe(406)
    expect(asked(running).slice(0, 3)).toEqual([
      'mergeMergeRequest 401',
      'mergeMergeRequest 409',
      'mergeMergeRequest 200',
    ])
  })

  it('gets an error for a conflict', async () => {
    const file = { projectId: id.website, file_path: 'src/login.js', content: 'knock()\n' }
    const commit = { ...file, branch_name: 'master', commit_message: 'Knock' }
    await dataOf(jane().projects.repository.createFile, commit)
    const { show } = merge_requests()
    expect(await dataOf(show, id.website, tracked.letPeopleIn)).toMatchObject({
      merge_status: 'cannot_be_merged',
    })
    expect(await rawOf(jane().put, `${one}/merge`, {})).toMatchObject({
      status: 405,
      body: { message: 'Branch cannot be merged' },
    })
  })

  it('schedules a merge and takes it back', async () => {
    const sha = shaOf(running, 'feature/login')
    await rawOf(bob().post, `${website}/statuses/${sha}`, { state: 'running' })
    const cancel = () => rawOf(jane().put, `${one}/cancel_merge_when_build_succeeds`, {})
    expect((await cancel()).status).toBe(406)
    const { merge } = jane().projects.merge_requests
    const wait = { merge_when_build_succeeds: true }
    expect(await dataOf(merge, id.website, tracked.letPeopleIn, { ...wait })).toMatchObject({
      state: 'opened',
      merge_when_build_succeeds: true,
    })
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { merge_when_build_succeeds: false },
    })
    await dataOf(merge, id.website, tracked.letPeopleIn, { ...wait })
    await rawOf(bob().post, `${website}/statuses/${sha}`, { state: 'success' })
    expect(running.forge.db.mergeRequests.get(tracked.letPeopleIn)?.state).toBe('merged')
    expect((await cancel()).status).toBe(405)
  })

  it('says which issues one closes, subscribes, and removes one', async () => {
    const { update } = merge_requests()
    const description = 'Closes #2 and acme/api#1'
    await dataOf(update, id.website, tracked.letPeopleIn, { description })
    const closes = await rawOf(bob().get, `${one}/closes_issues`, {})
    expect(closes.body).toMatchObject([{ id: tracked.missingFooter }, { id: tracked.crash }])

    const carol = gitlabOf(running, 'carol')
    const subscribed = await rawOf(carol.post, `${one}/subscription`, {})
    expect(subscribed).toMatchObject({ status: 201, body: { subscribed: true } })
    expect((await rawOf(carol.post, `${one}/subscription`, {})).status).toBe(304)

    expect((await rawOf(bob().delete, one)).status).toBe(403)
    expect((await rawOf(jane().delete, one)).status).toBe(200)
    expect((await rawOf(bob().get, one, {})).status).toBe(404)
  })
})
