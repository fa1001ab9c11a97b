import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld, website } from '../tracker-world.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: notes', trackerWorld, (running) => {
  const bob = () => gitlabOf(running, 'bob')
  const carol = () => gitlabOf(running, 'carol')

  it('comments on an issue and reads the conversation, page by page', async () => {
    const body = 'On *mine* — and 100% of them.'
    const note = await dataOf(carol().notes.create, 'acme/website', tracked.blurredLogo, { body })
    expect(note).toMatchObject({
      body,
      author: { username: 'carol', email: 'carol@example.com' },
      noteable_type: 'Issue',
      noteable_id: tracked.blurredLogo,
      system: false,
    })
    const { all } = carol().projects.issues.notes
    const notes = await handed(all, id.website, tracked.blurredLogo, { per_page: 1 })
    expect(notes.map(({ body }) => body)).toEqual(['On what screen?', body])
    const issue = await dataOf(carol().issues.show, id.website, tracked.blurredLogo)
    expect(issue).toMatchObject({ user_notes_count: 2 })
  })

  it.each([
    ['Issue', `${website}/issues/${tracked.blurredLogo}`],
    ['MergeRequest', `${website}/merge_requests/${tracked.letPeopleIn}`],
    ['Snippet', `${website}/snippets/${tracked.deployScript}`],
  ])('writes, reads, changes and removes one on a %s', async (type, parent) => {
    const { get, post, put } = carol()
    const created = await rawOf(post, `${parent}/notes`, { body: 'Hm?' })
    expect(created).toMatchObject({ status: 201, body: { body: 'Hm?', noteable_type: type } })
    const note = `${parent}/notes/${(created.body as { id: number }).id}`
    expect((await rawOf(get, note, {})).body).toEqual(created.body)
    expect((await rawOf(bob().put, note, { body: 'Ha!' })).status).toBe(403)
    expect(await rawOf(put, note, { body: 'Ha!' })).toMatchObject({
      status: 200,
      body: { body: 'Ha!' },
    })
    const listed = await rawOf(get, `${parent}/notes`, {})
    expect((listed.body as object[]).at(-1)).toMatchObject({ body: 'Ha!' })
    expect(await rawOf(carol().delete, note)).toMatchObject({ status: 200, body: { body: 'Ha!' } })
    expect((await rawOf(get, note, {})).status).toBe(404)
    expect(running.forge.db.notes.all().map(({ body }) => body)).toEqual([
      'On what screen?',
      'closed',
    ])
  })

  it('votes by a body of one emoji', async () => {
    const notes = `${website}/merge_requests/${tracked.letPeopleIn}/notes`
    const award = await rawOf(carol().post, notes, { body: ':+1:' })
    expect(award).toMatchObject({ status: 201, body: { name: 'thumbsup' } })
    const { show } = bob().projects.merge_requests
    expect(await dataOf(show, id.website, tracked.letPeopleIn)).toMatchObject({
      upvotes: 1,
      downvotes: 0,
      user_notes_count: 0,
    })
  })

  it('sets the time of one, as an owner only', async () => {
    const attributes = { body: 'Long ago', created_at: '2016-12-01T08:00:00Z' }
    const { create } = gitlabOf(running, 'jane').notes
    const old = await dataOf(create, id.website, tracked.missingFooter, { ...attributes })
    expect(old.created_at).toBe('2016-12-01T08:00:00.000Z')
    const now = await dataOf(carol().notes.create, id.website, tracked.missingFooter, attributes)
    expect(now.created_at).toBe('2017-01-15T12:00:00.000Z')
  })

  it('gets an error that says what is wrong', async () => {
    const { create } = carol().notes
    expect(await handed(create, id.website, tracked.blurredLogo, {})).toBe(true)
    expect(await handed(create, id.website, tracked.blurredLogo, { body: ' ' })).toBe(true)
    expect(await handed(create, id.website, 99, { body: 'Where?' })).toBe(true)
    expect(asked(running)).toEqual([
      'createIssueNote 400',
      'createIssueNote 400',
      'createIssueNote 404',
    ])
  })

  it('comments on a merge request beside the notes, as GitLab 8.15 had it', async () => {
    const { comment } = carol().projects.merge_requests
    expect(await handed(comment, id.website, tracked.letPeopleIn, 'Hm?')).toMatchObject({
      note: 'Hm?',
    })
    expect(asked(running)).toEqual(['createMergeRequestComment 201'])
  })
})
