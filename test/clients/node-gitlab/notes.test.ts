import { expect, it } from 'vitest'
import { describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld } from '../tracker-world.ts'
import { id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')

describeRunning('node-gitlab: notes', trackerWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob')
  const carol = () => nodeGitlabOf(running, 'carol')
  const request = { id: id.website, merge_request_id: tracked.letPeopleIn }
  const logo = { id: id.website, issue_id: tracked.blurredLogo }
  const script = { id: id.website, snippet_id: tracked.deployScript }

  it('comments on an issue, and changes what it said', async () => {
    const { issues } = carol()
    const body = 'On *mine* — 100% & more\n\nReally.'
    const note = await issues.createNote({ ...logo, id: website, body })
    expect(note).toMatchObject({
      body,
      author: { username: 'carol', email: 'carol@example.com' },
      noteable_type: 'Issue',
    })
    expect(await issues.getNote({ ...logo, note_id: note.id })).toEqual(note)
    await issues.updateNote({ ...logo, note_id: note.id, body: 'On mine.' })
    expect(await bob().issues.listNotes({ ...logo })).toMatchObject([
      { body: 'On what screen?' },
      { id: note.id, body: 'On mine.' },
    ])
    await expect(
      bob().issues.updateNote({ ...logo, note_id: note.id, body: 'On his.' }),
    ).rejects.toMatchObject({ statusCode: 403 })
    expect(running.forge.db.notes.get(note.id)?.body).toBe('On mine.')
  })

  it('comments on a merge request, and votes for it', async () => {
    const { mergeRequests } = carol()
    const note = await mergeRequests.createNote({ ...request, body: 'Knock first?' })
    await mergeRequests.updateNote({ ...request, note_id: note.id, body: 'Knock!' })
    expect(await mergeRequests.getNote({ ...request, note_id: note.id })).toMatchObject({
      body: 'Knock!',
      noteable_id: tracked.letPeopleIn,
    })
    await mergeRequests.createNote({ ...request, body: ':thumbsdown:' })
    expect(await mergeRequests.listNotes({ ...request, per_page: 5 })).toHaveLength(1)
    expect(await bob().mergeRequests.get({ ...request })).toMatchObject({
      downvotes: 1,
      user_notes_count: 1,
    })
  })

  it('comments on a snippet', async () => {
    const notes = '/projects/:id/snippets/:snippet_id/notes'
    const note = await carol().request('post', notes, { ...script, body: 'Works.' })
    const { id: note_id } = note as { id: number }
    await carol().request('put', `${notes}/:note_id`, { ...script, note_id, body: 'Works!' })
    expect(await bob().request('get', notes, { ...script })).toMatchObject([
      { id: note_id, body: 'Works!', noteable_type: 'Snippet' },
    ])
    expect(await bob().request('get', `${notes}/:note_id`, { ...script, note_id })).toMatchObject({
      author: { username: 'carol' },
    })
  })

  it.each([
    ['issues/:issue_id', logo],
    ['merge_requests/:merge_request_id', request],
    ['snippets/:snippet_id', script],
  ])('removes a note of %s, its own one only', async (parent, parameters) => {
    const notes = `/projects/:id/${parent}/notes`
    const note = await carol().request('post', notes, { ...parameters, body: 'Oops' })
    const one = { ...parameters, note_id: (note as { id: number }).id }
    await expect(bob().request('delete', `${notes}/:note_id`, { ...one })).rejects.toMatchObject({
      statusCode: 403,
    })
    expect(await carol().request('delete', `${notes}/:note_id`, { ...one })).toEqual(note)
    expect(running.forge.db.notes.get(one.note_id)).toBeUndefined()
    expect(await carol().request('delete', `${notes}/:note_id`, one)).toBeNull()
  })

  it('gets an error that says what is wrong', async () => {
    await expect(carol().issues.createNote({ ...logo })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"body"'),
    })
    await expect(carol().issues.createNote({ ...logo, body: '' })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect(running.forge.db.notes.all().filter(({ system }) => !system)).toHaveLength(1)
  })
})
