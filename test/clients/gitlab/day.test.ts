import { expect, it } from 'vitest'
import { referencesOf, shaOf, textOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld, website } from '../tracker-world.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: a whole day of work', trackerWorld, (running) => {
  it('goes from an issue to the release that closes it', async () => {
    const jane = gitlabOf(running, 'jane')
    const bob = gitlabOf(running, 'bob')
    const carol = gitlabOf(running, 'carol')
    const eventsBefore = running.forge.db.events.by('project_id', id.website).length

    // In the morning carol asks for something, and jane plans it.
    const asked = await dataOf(carol.issues.create, 'acme/website', {
      title: 'Nobody finds the tide table',
      description: 'It is three clicks away.',
    })
    const planned = { assignee_id: id.bob, labels: 'tides,bug', milestone_id: tracked.v1 }
    const issue = await dataOf(jane.issues.edit, id.website, asked.id, { ...planned })
    expect(issue).toMatchObject({ iid: 4, labels: ['bug', 'tides'] })
    await dataOf(jane.notes.create, id.website, issue.id, { body: '@bob, today?' })
    await rawOf(bob.post, `${website}/issues/${issue.id}/todo`, {})
    const path = `${website}/issues/${tracked.oldBrowsers}/subscription`
    expect((await rawOf(carol.post, path, {})).status).toBe(201)

    // Bob makes a branch and commits to it; the build starts.
    const { repository, merge_requests } = bob.projects
    const branch_name = 'tides/front-page'
    await dataOf(repository.createBranch, { projectId: id.website, branch_name, ref: 'master' })
    const file = { projectId: id.website, branch_name, file_path: 'src/tides.js' }
    await dataOf(repository.createFile, { ...file, content: 'ebb()\n', commit_message: 'Show it' })
    await rawOf(bob.post, `${website}/repository/commits`, {
      branch_name,
      commit_message: 'Link to it',
      actions: [
        { action: 'update', file_path: 'README.md', content: '# Site\n\nWith tides.\n' },
        { action: 'create', file_path: 'src/link.js', content: 'link()\n' },
      ],
    })

    // He asks for the merge, and jane reviews it.
    const title = 'Tides on the front page'
    const added = await dataOf(
      merge_requests.add,
      id.website,
      branch_name,
      'master',
      id.jane,
      title,
    )
    const description = `Closes #${issue.iid}.`
    const request = await dataOf(merge_requests.update, id.website, added.id, {
      description,
      source_branch: branch_name,
      target_branch: 'master',
      title,
      assignee_id: id.jane,
      remove_source_branch: true,
    })
    expect(request).toMatchObject({ iid: 2, description, assignee: { username: 'jane' } })
    const one = `${website}/merge_requests/${request.id}`
    const changes = await rawOf(jane.get, `${one}/changes`, {})
    expect(changes.body).toMatchObject({
      changes: [
        { new_path: 'README.md' },
        { new_path: 'src/link.js', new_file: true },
        { new_path: 'src/tides.js', new_file: true },
      ],
    })
    const review = { body: 'Flood as well, please.' }
    const note = await rawOf(jane.post, `${one}/notes`, review)
    const reply = await rawOf(bob.post, `${one}/notes`, { body: 'At once' })
    const replyPath = `${one}/notes/${(reply.body as { id: number }).id}`
    await rawOf(bob.put, replyPath, { body: 'Done.' })

    // He heeds it: a further commit, whose build succeeds after jane has let it through.
    const better = { content: 'ebb()\nflood()\n', commit_message: 'Heed the flood' }
    await dataOf(repository.updateFile, { ...file, ...better })
    const head = shaOf(running, branch_name)
    const status = { name: 'audit', ref: branch_name }
    await rawOf(bob.post, `${website}/statuses/${head}`, { ...status, state: 'running' })
    const commits = await rawOf(jane.get, `${one}/commits`, {})
    expect(commits.body).toMatchObject([
      { id: head, title: 'Heed the flood' },
      { title: 'Link to it' },
      { title: 'Show it' },
    ])
    await rawOf(carol.post, `${one}/notes`, { body: ':+1:' })
    expect(await handed(merge_requests.merge, id.website, request.id, {})).toBe(null)
    const waiting = await dataOf(jane.projects.merge_requests.merge, id.website, request.id, {
      merge_when_build_succeeds: true,
      sha: head,
    })
    expect(waiting).toMatchObject({ state: 'opened', upvotes: 1, user_notes_count: 2 })
    await rawOf(bob.post, `${website}/statuses/${head}`, { ...status, state: 'success' })

    // It is merged, its branch gone and the issue closed by it.
    const merged = await dataOf(merge_requests.show, id.website, request.id)
    expect(merged).toMatchObject({ state: 'merged', sha: head })
    expect(merged.merge_commit_sha).toBe(shaOf(running, 'master'))
    expect(await textOf(running, 'src/tides.js', 'master')).toBe('ebb()\nflood()\n')
    expect(referencesOf(running)).not.toContain(`refs/heads/${branch_name}`)
    expect(await dataOf(carol.issues.show, id.website, issue.id)).toMatchObject({
      state: 'closed',
      user_notes_count: 1,
    })
    const notes = await handed(carol.projects.issues.notes.all, id.website, issue.id, {})
    expect(notes.at(-1)).toMatchObject({ system: true, author: { username: 'jane' } })
    expect(notes.at(-1)?.body).toContain('closed')
    const conversation = await rawOf(carol.get, `${one}/notes`, {})
    const people = (conversation.body as { system: boolean; body: string }[])
      .filter(({ system }) => !system)
      .map(({ body }) => body)
    expect(people).toEqual([(note.body as { body: string }).body, 'Done.'])

    // In the evening there is a release, and a snippet for tomorrow.
    await dataOf(jane.projects.repository.addTag, {
      id: id.website,
      tag_name: 'v1.1',
      ref: 'master',
      message: 'Tides',
      release_description: 'The tides are on the front page.',
    })
    const snippet = { title: 'Tomorrow', file_name: 'tomorrow.md', code: '- ships\n' }
    await rawOf(bob.post, `${website}/snippets`, { ...snippet, visibility_level: 10 })
    const events = await rawOf(jane.get, `${website}/events`, { per_page: 100 })
    const done = (events.body as { action_name: string; author_username: string }[])
      .map(({ author_username, action_name }) => `${author_username} ${action_name}`)
      .reverse()
      .slice(eventsBefore)
    expect(done).toEqual([
      'carol opened',
      'jane commented on',
      'bob pushed new',
      'bob pushed to',
      'bob pushed to',
      'bob opened',
      'jane commented on',
      'bob commented on',
      'bob pushed to',
      'jane pushed to',
      'jane accepted',
      'jane closed',
      'bob deleted',
      'jane pushed new',
      'bob created',
    ])
  })
})
