import { expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { trackerWorld } from '../../operations/v3/tracker-world.ts'

const at = (minute: number) => `2017-01-10T09:0${minute}:00.000Z`

describeForge('issues that take up discussions', { seed: trackerWorld }, (api) => {
  /** A merge request of bob's: two discussions wait, one of them answered; one is resolved. */
  function addDiscussions() {
    const { mergeRequests, notes } = api.forge.db
    mergeRequests.insert({
      iid: 7,
      source_project_id: 1,
      target_project_id: 1,
      source_branch: 'topic',
      target_branch: 'master',
      title: 'Sharpen the logo',
      author_id: 3,
    })
    const base = { project_id: 1, noteable_type: 'MergeRequest' as const, noteable_id: 1 }
    const waiting = { ...base, resolvable: true }
    const say = (author_id: number, body: string, more: object) =>
      notes.insert({ ...waiting, author_id, body, ...more })
    say(4, 'Why this?\nAnd that?', { discussion_id: 'a', created_at: at(1) })
    say(3, 'Because', { discussion_id: 'a', created_at: at(2) })
    say(5, 'Typo', { discussion_id: 'b', created_at: at(3) })
    say(5, 'Done', { discussion_id: 'c', resolved: true, resolved_by_id: 3 })
    notes.insert({ ...base, author_id: 4, body: 'Just a comment' })
  }

  const follow = (username: string, attributes: object) =>
    api
      .as(username)
      .post('/projects/1/issues', { merge_request_for_resolving_discussions: 7, ...attributes })

  const resolved = () =>
    api.forge.db.notes.by('noteable', 'MergeRequest:1').map((note) => note.resolved_by_id)

  it('resolve them and list them as tasks', async () => {
    addDiscussions()
    const { status, body } = await follow('bob', { title: 'Later' })
    expect([status, body.title, body.iid]).toEqual([201, 'Later', 5])
    const address = `${api.origin}/acme/website/merge_requests/7`
    expect(body.description).toBe(
      [
        'The following discussions from !7 should be addressed:',
        `- [ ] @carol commented in a discussion on [2017-01-10 09:01](${address}#note_2): (+1 comment)`,
        '> Why this?\n> And that?',
        `- [ ] @dave commented in a discussion on [2017-01-10 09:03](${address}#note_4):`,
        '> Typo',
      ].join('\n\n'),
    )
    expect(resolved().slice(0, 5)).toEqual([3, 3, 3, 3, null])
    const { body: notes } = await api.as('bob').get('/projects/1/merge_requests/1/notes')
    const forges = notes.filter(({ system }: { system: boolean }) => system)
    expect(forges.map(({ body: text }: { body: string }) => text)).toEqual([
      'mentioned in issue #5',
      'created #5 to continue these discussions',
      'resolved all discussions',
    ])
  })

  it('have a default title where the given one is blank; what is given takes precedence', async () => {
    addDiscussions()
    expect((await follow('bob', { title: ' ' })).body.title).toBe(
      'Follow-up from "Sharpen the logo"',
    )
    const given = await follow('bob', { title: 'Mine', description: 'My words' })
    expect(given.body).toMatchObject({ title: 'Mine', description: 'My words' })
  })

  it('resolve nothing for who may not resolve', async () => {
    addDiscussions()
    const { status, body } = await follow('carol', { title: 'Later' })
    expect(status).toBe(201)
    expect(body.description).toContain('Typo')
    expect(resolved().slice(0, 5)).toEqual([null, null, null, 3, null])
  })

  it('resolve for the author of the merge request, whatever the level', async () => {
    addDiscussions()
    const mergeRequest = api.forge.db.mergeRequests.get(1)
    if (mergeRequest) api.forge.db.mergeRequests.replace(mergeRequest, { author_id: 4 })
    await follow('carol', { title: 'Later' })
    expect(resolved().slice(0, 5)).toEqual([4, 4, 4, 3, null])
  })

  it('say so where nothing waits', async () => {
    addDiscussions()
    await follow('jane', { title: 'First' })
    const { body } = await follow('jane', { title: 'Second' })
    expect(body.description).toBe(
      'There are no unresolved discussions. Review the conversation in !7',
    )
  })

  it('need a merge request of the project', async () => {
    addDiscussions()
    const { status, body } = await api
      .as('jane')
      .post('/projects/2/issues', { title: 'a', merge_request_for_resolving_discussions: 7 })
    expect([status, Object.keys(body.message)]).toEqual([
      400,
      ['merge_request_for_resolving_discussions'],
    ])
  })
})
