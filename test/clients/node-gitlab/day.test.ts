import { expect, it } from 'vitest'
import { buildOf, referencesOf, shaOf, textOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { trackerWorld } from '../tracker-world.ts'
import { id } from '../world.ts'
import { calledOf, callingNodeGitlabOf, nodeGitlabOf, postJson } from './connect.ts'

const configuration = 'unit:\n  script: make test\n'
const one = '/projects/:id/merge_requests/:merge_request_id'

describeRunning('node-gitlab: a whole day of work', trackerWorld, (running) => {
  it('goes from an issue to the release that closes it', async () => {
    const jane = nodeGitlabOf(running, 'jane')
    const bob = nodeGitlabOf(running, 'bob')
    const carol = nodeGitlabOf(running, 'carol')
    const website = { id: id.website }
    const eventsBefore = running.forge.db.events.by('project_id', id.website).length

    // In the morning carol asks for something, and jane plans it.
    const title = 'Nobody finds the tide table'
    const issue = await carol.issues.create({ ...website, title })
    const asked = { ...website, issue_id: issue.id }
    await jane.issues.update({ ...asked, assignee_id: id.bob, labels: 'tides,bug' })
    const question = await jane.issues.createNote({ ...asked, body: 'Todya?' })
    await jane.issues.updateNote({ ...asked, note_id: question.id, body: 'Today?' })
    await jane.request('post', '/projects/:id/issues/:issue_id/todo', { ...asked })

    // Bob makes a branch whose builds are described by the file that he adds.
    const branch_name = 'tides/front-page'
    await bob.repositoryBranches.create({ ...website, branch_name, ref: 'master' })
    await postJson(running, 'bob', '/projects/:id/repository/commits', {
      ...website,
      branch_name,
      commit_message: 'Show the tides',
      actions: [
        { action: 'create', file_path: 'src/tides.js', content: 'ebb()\n' },
        { action: 'create', file_path: '.gitlab-ci.yml', content: configuration },
        { action: 'move', file_path: 'src/main.js', previous_path: 'src/app.js' },
      ],
    })
    running.forge.advance(buildOf(running, 'unit'), 'failed', { trace: 'no flood\n' })

    // He asks for the merge, and jane reviews it.
    const request = await bob.mergeRequests.create({
      ...website,
      source_branch: branch_name,
      target_branch: 'master',
      title: 'Tides on the front page',
      description: `Resolves #${issue.iid}`,
      assignee_id: id.jane,
      remove_source_branch: true,
    })
    const merging = { ...website, merge_request_id: request.id }
    expect(await jane.request('get', `${one}/changes`, { ...merging })).toMatchObject({
      changes: [
        { new_path: '.gitlab-ci.yml' },
        { old_path: 'src/app.js', new_path: 'src/main.js', renamed_file: true },
        { new_path: 'src/tides.js' },
      ],
    })
    await jane.mergeRequests.createNote({ ...merging, body: 'Flood as well, please.' })
    await carol.mergeRequests.createNote({ ...merging, body: ':+1:' })
    await carol.request('post', `${one}/subscription`, { ...merging })

    // He heeds it, and jane lets it through once the build of that succeeds.
    await bob.repositoryFiles.update({
      ...website,
      branch_name,
      file_path: 'src/tides.js',
      content: 'ebb()\nflood()\n',
      commit_message: 'Heed the flood',
    })
    await bob.mergeRequests.createNote({ ...merging, body: 'Done.' })
    const { mergeRequests } = callingNodeGitlabOf(running, 'jane')
    const commits = await calledOf((answered) =>
      mergeRequests.listCommits({ ...merging }, answered),
    )
    const head = shaOf(running, branch_name)
    expect(commits).toMatchObject([{ id: head }, { title: 'Show the tides' }])
    await expect(bob.mergeRequests.merge({ ...merging })).rejects.toMatchObject({
      statusCode: 401,
    })
    const waiting = await jane.mergeRequests.merge({
      ...merging,
      sha: head,
      merge_when_build_succeeds: true,
    })
    expect(waiting).toMatchObject({ state: 'opened', upvotes: 1, user_notes_count: 2 })
    running.forge.advance(buildOf(running, 'unit'), 'success')

    // It is merged, its branch gone and the issue closed by it.
    const merged = await bob.mergeRequests.get({ ...merging })
    expect(merged).toMatchObject({ state: 'merged', sha: head })
    expect(merged.merge_commit_sha).toBe(shaOf(running, 'master'))
    expect(await textOf(running, 'src/tides.js', 'master')).toBe('ebb()\nflood()\n')
    expect(referencesOf(running)).not.toContain(`refs/heads/${branch_name}`)
    expect(await carol.issues.get({ ...asked })).toMatchObject({ state: 'closed' })
    const notes = await carol.issues.listNotes({ ...asked })
    expect(notes.at(-1)).toMatchObject({ system: true, author: { username: 'jane' } })
    const reopened = await carol.issues.update({ ...asked, state_event: 'reopen' })
    expect(reopened).toMatchObject({ state: 'opened', labels: ['bug', 'tides'] })
    await jane.issues.update({ ...asked, state_event: 'close' })

    // In the evening there is a release, and a snippet for tomorrow.
    const { repository } = callingNodeGitlabOf(running, 'jane')
    const tag = { tag_name: 'v1.1', ref: 'master', release_description: 'Tides.' }
    await calledOf((answered) => repository.createTag({ ...website, ...tag }, answered))
    const snippet = { title: 'Tomorrow', file_name: 'tomorrow.md', code: '- ships\n' }
    const attributes = { ...website, ...snippet, visibility_level: 10 }
    await bob.request('post', '/projects/:id/snippets', attributes)
    const events = await jane.projects.listEvents({ ...website, per_page: 100 })
    const done = events
      .map(({ author_username, action_name }) => `${author_username} ${action_name}`)
      .reverse()
      .slice(eventsBefore)
    expect(done).toEqual([
      'carol opened',
      'jane commented on',
      'bob pushed new',
      'bob pushed to',
      'bob opened',
      'jane commented on',
      'bob pushed to',
      'bob commented on',
      'jane pushed to',
      'jane accepted',
      'jane closed',
      'bob deleted',
      'carol opened',
      'jane closed',
      'jane pushed new',
      'bob created',
    ])
  })
})
