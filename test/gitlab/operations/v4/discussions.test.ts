import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { file, lines, refsOf, seed } from './discussion-world.ts'

const onIssue = '/projects/1/issues/1/discussions'
const onMergeRequest = '/projects/1/merge_requests/1/discussions'
const onSnippet = '/projects/1/snippets/1/discussions'
const onCommit = '/projects/1/repository/commits/feature/discussions'
const everywhere = [[onIssue], [onMergeRequest], [onSnippet], [onCommit]]

describeV4('discussions', { seed }, (api) => {
  it.each(everywhere)('are begun, answered, changed and deleted at %s', async (at) => {
    const gus = api.as('gus')
    const begun = await gus.post(at, { body: 'Why?' })
    expect(begun.status).toBe(201)
    expect(begun.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      individual_note: false,
      notes: [{ body: 'Why?', type: 'DiscussionNote', author: { username: 'gus' } }],
    })
    const one = `${at}/${begun.body.id}`
    expect((await gus.get(at)).body.map(({ id }: { id: string }) => id)).toContain(begun.body.id)
    const reply = await api.as('bob').post(`${one}/notes`, { body: 'Because' })
    expect([reply.status, reply.body.type]).toEqual([201, 'DiscussionNote'])
    const note = `${one}/notes/${reply.body.id}`
    const changed = await api.as('bob').put(note, { body: 'Because so' })
    expect([changed.status, changed.body.body]).toEqual([200, 'Because so'])
    const { body } = await gus.get(one)
    expect(body.notes.map((each: { body: string }) => each.body)).toEqual(['Why?', 'Because so'])
    expect((await gus.get(`${one}/notes`)).body).toEqual(body.notes)
    expect((await gus.get(note)).body).toEqual(body.notes[1])
    expect((await gus.put(note, { body: 'Mine' })).status).toBe(403)
    expect((await gus.delete(note)).status).toBe(403)
    const deleted = await api.as('bob').delete(note)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    expect((await gus.get(note)).body).toEqual({ message: '404 Not found' })
    await gus.delete(`${one}/notes/${begun.body.notes[0].id}`)
    expect((await gus.get(one)).body).toEqual({ message: '404 Discussion Not Found' })
    expect((await gus.get(`${one}/notes`)).body).toEqual({ message: '404 Notes Not Found' })
    const late = await gus.post(`${one}/notes`, { body: 'But' })
    expect([late.status, late.body]).toEqual([404, { message: '404 Discussion Not Found' }])
  })

  it.each(everywhere)('are refused without a text or a caller at %s', async (at) => {
    expect((await api.as('jane').post(at)).body).toEqual({ error: 'body is missing' })
    const blank = await api.as('jane').post(at, { body: ' ' })
    const message = `400 Bad request - Note {:note=>["can't be blank"]}`
    expect([blank.status, blank.body]).toEqual([400, { message }])
    expect((await api.anonymous.get(at)).status).toBe(401)
    expect((await api.anonymous.post(at, { body: 'Hello' })).status).toBe(401)
  })

  it('name the kind of a parent that is not there', async () => {
    const of = async (at: string) => {
      const { status, body } = await api.as('jane').get(`/projects/1/${at}/discussions`)
      return [status, body.message]
    }
    expect(await of('issues/9')).toEqual([404, '404 Issue Not Found'])
    expect(await of('merge_requests/9')).toEqual([404, '404 MergeRequest Not Found'])
    expect(await of('snippets/9')).toEqual([404, '404 Snippet Not Found'])
    expect(await of('repository/commits/nowhere')).toEqual([404, '404 Commit Not Found'])
  })

  it('are single notes too, oldest first, as far as they are seen', async () => {
    const shown = async (who: string) =>
      (await api.as(who).get(onIssue)).body.map(
        (one: { individual_note: boolean; notes: { body: string; type: null }[] }) => {
          expect([one.individual_note, one.notes.length, one.notes[0]?.type]).toEqual([
            true,
            1,
            null,
          ])
          return one.notes[0]?.body
        },
      )
    const title = 'changed title from **A** to **One**'
    expect(await shown('bob')).toEqual(['Alone', title, 'Secret'])
    expect(await shown('gus')).toEqual(['Alone', title])
    const [, , secret] = (await api.as('bob').get(onIssue)).body
    expect((await api.as('gus').get(`${onIssue}/${secret.id}`)).status).toBe(404)
    const reply = await api.as('bob').post(`${onIssue}/${secret.id}/notes`, { body: 'Indeed' })
    expect(reply.body.internal).toBe(true)
  })

  it('are paged, counting discussions', async () => {
    const jane = api.as('jane')
    const { body } = await jane.post(onIssue, { body: 'Why?' })
    await jane.post(`${onIssue}/${body.id}/notes`, { body: 'Because' })
    const page = await jane.get(onIssue, { per_page: 2, page: 2 })
    expect(page.headers.get('x-total')).toBe('4')
    expect(page.body.map((one: { notes: object[] }) => one.notes.length)).toEqual([1, 2])
  })

  it('begin with a reply to a note that stood alone', async () => {
    for (const parent of ['/projects/1/issues/1', '/projects/1/merge_requests/1']) {
      const note = await api.as('eve').post(`${parent}/notes`, { body: 'By myself' })
      const alone = (await api.as('eve').get(`${parent}/discussions`)).body.at(-1)
      expect(alone).toMatchObject({ individual_note: true, notes: [{ id: note.body.id }] })
      const at = `${parent}/discussions/${alone.id}`
      expect((await api.as('bob').post(`${at}/notes`, { body: 'No' })).status).toBe(201)
      const thread = (await api.as('eve').get(at)).body
      expect(thread.individual_note).toBe(false)
      expect(thread.notes.map(({ type }: { type: string }) => type)).toEqual([
        'DiscussionNote',
        'DiscussionNote',
      ])
    }
  })

  it('do not begin with what stands alone on a snippet, nor with a note of the forge', async () => {
    const message = '400 Bad request - Discussion can not be replied to.'
    const [, title] = (await api.as('jane').get(onIssue)).body
    await api.as('jane').post('/projects/1/snippets/1/notes', { body: 'By myself' })
    const [alone] = (await api.as('jane').get(onSnippet)).body
    await api.as('jane').post('/projects/1/repository/commits/feature/comments', { note: 'All' })
    const [comment] = (await api.as('jane').get(onCommit)).body
    for (const at of [
      `${onIssue}/${title.id}`,
      `${onSnippet}/${alone.id}`,
      `${onCommit}/${comment.id}`,
    ]) {
      const { status, body } = await api.as('jane').post(`${at}/notes`, { body: 'But' })
      expect([status, body]).toEqual([400, { message }])
    }
  })

  it('are dated by owners alone', async () => {
    const created_at = '2016-01-01T00:00:00.000Z'
    const dated = async (who: string) =>
      (await api.as(who).post(onIssue, { body: 'Then', created_at })).body.notes[0].created_at
    expect(await dated('jane')).toBe(created_at)
    expect(await dated('bob')).not.toBe(created_at)
  })

  it('of quick actions alone answer what was done', async () => {
    const { status, body } = await api.as('jane').post(onIssue, { body: '/close' })
    expect([status, body.commands_changes]).toEqual([202, { state_event: 'close' }])
    const begun = await api.as('jane').post(onIssue, { body: 'Once more\n/reopen' })
    const at = `${onIssue}/${begun.body.id}/notes`
    expect((await api.as('jane').post(at, { body: '/close' })).status).toBe(202)
  })

  it('are in the activity list under the type of their notes', async () => {
    await api.as('bob').post(onIssue, { body: 'Why?' })
    const [event] = (await api.as('jane').get('/projects/1/events')).body
    expect(event).toMatchObject({ action_name: 'commented on', target_type: 'DiscussionNote' })
  })

  it('of commits are its comments', async () => {
    const position = { new_path: 'a.txt', new_line: 3 }
    const { body } = await api.as('bob').post(onCommit, {
      body: 'Word?',
      position: { ...(await refsOf(api)), ...position },
    })
    expect(body.notes).toMatchObject([
      { type: 'DiffNote', position, resolvable: false, commit_id: null, noteable_type: 'Commit' },
    ])
    const comments = '/projects/1/repository/commits/feature/comments'
    expect((await api.as('bob').get(comments)).body).toMatchObject([
      { note: 'Word?', path: 'a.txt', line: 3, line_type: 'new' },
    ])
    const more = { note: 'Gone', path: 'a.txt', line: 3, line_type: 'old' }
    await api.as('bob').post(comments, more)
    const [, thread] = (await api.as('bob').get(onCommit)).body
    expect(thread).toMatchObject({
      individual_note: false,
      notes: [{ type: 'DiffNote', position: { old_path: 'a.txt', old_line: 3, new_line: null } }],
    })
    expect(
      (await api.as('bob').post(`${onCommit}/${thread.id}/notes`, { body: 'So' })).status,
    ).toBe(201)
  })
})

describeV4('the resolution of discussions', { seed }, (api) => {
  const begin = async (who: string, at = onMergeRequest) => {
    const { body } = await api.as(who).post(at, { body: 'Why?' })
    const [{ id }] = body.notes
    return { thread: `${at}/${body.id}`, note: `${at}/${body.id}/notes/${id}` }
  }

  it.each([['jane'], ['dev'], ['eve'], ['bob']])('is for %s', async (who) => {
    const { thread } = await begin('bob')
    await api.as('bob').post(`${thread}/notes`, { body: 'Hm' })
    const { status, body } = await api.as(who).put(thread, { resolved: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ resolvable: true, resolved: true })
    for (const note of body.notes) {
      expect(note).toMatchObject({
        resolvable: true,
        resolved: true,
        resolved_by: { username: who },
        resolved_at: expect.stringMatching(/^2017-01-15T12:00:00/),
      })
    }
    const reopened = await api.as(who).put(thread, { resolved: false })
    expect(reopened.body.notes[0]).toMatchObject({ resolved: false, resolved_by: null })
  })

  it('is not for those who neither develop nor wrote', async () => {
    const { thread, note } = await begin('bob')
    expect((await api.as('gus').put(thread, { resolved: true })).status).toBe(403)
    expect((await api.as('gus').put(note, { resolved: true })).status).toBe(403)
  })

  it('is of a note or of all, and of nothing that stands alone', async () => {
    const { note } = await begin('bob')
    expect((await api.as('dev').put(note, { resolved: true })).body.resolved).toBe(true)
    const both = { body: 'Better', resolved: true }
    expect((await api.as('dev').put(note, both)).body).toEqual({
      error: 'body, resolved are mutually exclusive',
    })
    expect((await api.as('dev').put(note)).body).toEqual({
      error: 'body, resolved are missing, exactly one parameter must be provided',
    })
    const alone = await api.as('bob').post('/projects/1/merge_requests/1/notes', { body: 'Alone' })
    const last = (await api.as('bob').get(onMergeRequest)).body.at(-1)
    const at = `${onMergeRequest}/${last.id}`
    expect(
      (await api.as('dev').put(`${at}/notes/${alone.body.id}`, { resolved: true })).body,
    ).toEqual({
      message: '400 Bad request - Note is not resolvable',
    })
    expect((await api.as('dev').put(at, { resolved: true })).status).toBe(403)
    for (const elsewhere of [onSnippet, onCommit]) {
      const { note } = await begin('bob', elsewhere)
      expect((await api.as('dev').put(note, { resolved: true })).status).toBe(400)
    }
  })

  it('holds for what is answered later, by who answers', async () => {
    const { thread } = await begin('bob')
    await api.as('dev').put(thread, { resolved: true })
    const reply = await api.as('gus').post(`${thread}/notes`, { body: 'Thanks' })
    expect(reply.body).toMatchObject({ resolved: true, resolved_by: { username: 'gus' } })
  })

  it('is noted when it is of the last one, and lets a merge request be merged', async () => {
    const jane = api.as('jane')
    await api.forge.db.projects.update((query) => query.where({ id: 1 }), {
      data(project) {
        project.only_allow_merge_if_all_discussions_are_resolved = true
      },
    })
    const [one, other] = [await begin('bob'), await begin('gus')]
    const mergeRequest = '/projects/1/merge_requests/1'
    const status = async () => {
      const { body } = await jane.get(mergeRequest)
      return [body.blocking_discussions_resolved, body.detailed_merge_status]
    }
    const noted = async () =>
      (await jane.get(`${mergeRequest}/notes`, { activity_filter: 'only_activity' })).body.map(
        ({ body }: { body: string }) => body,
      )
    expect(await status()).toEqual([false, 'discussions_not_resolved'])
    expect((await jane.put(`${mergeRequest}/merge`)).status).toBe(405)
    await jane.put(one.thread, { resolved: true })
    expect(await status()).toEqual([false, 'discussions_not_resolved'])
    expect(await noted()).not.toContain('resolved all threads')
    expect((await jane.put(`${mergeRequest}/merge`, { auto_merge: true })).status).toBe(200)
    expect((await jane.get(mergeRequest)).body.state).toBe('opened')
    await jane.put(other.note, { resolved: true })
    expect(await noted()).toContain('resolved all threads')
    expect((await jane.get(mergeRequest)).body.state).toBe('merged')
  })

  it('comes with an issue that goes on with them', async () => {
    const [one, other] = [await begin('bob'), await begin('gus')]
    const id = one.thread.split('/').at(-1)
    const issue = { title: 'Later', merge_request_to_resolve_discussions_of: 1 }
    await api.as('jane').post('/projects/1/issues', { ...issue, discussion_to_resolve: id })
    const resolved = async (at: string) => (await api.as('jane').get(at)).body.resolved
    expect([await resolved(one.thread), await resolved(other.thread)]).toEqual([true, false])
    await api.as('jane').post('/projects/1/issues', issue)
    expect(await resolved(other.thread)).toBe(true)
  })

  it('is of issues as well', async () => {
    const { thread } = await begin('bob', onIssue)
    expect((await api.as('eve').put(thread, { resolved: true })).body.resolved).toBe(true)
  })
})

describeV4('places in a diff', { seed }, (api) => {
  const begin = async (place: object, at = onMergeRequest) =>
    api.as('bob').post(at, { body: 'Here', position: { ...(await refsOf(api)), ...place } })
  const both = { old_path: 'a.txt', new_path: 'a.txt' }
  const push = (content: string) =>
    api.as('jane').post('/projects/1/repository/commits', {
      branch: 'feature',
      commit_message: 'More',
      actions: file('update', content),
    })

  it.each([
    ['an added line', { ...both, new_line: 3 }],
    ['a removed line', { ...both, old_line: 3 }],
    ['an unchanged line', { ...both, old_line: 5, new_line: 5 }],
    ['a line of a file by its new name alone', { new_path: 'a.txt', new_line: 3 }],
    ['a file', { ...both, position_type: 'file' }],
    ['a picture', { ...both, position_type: 'image', width: 10, height: 20, x: 1.5, y: 2 }],
  ])('are %s', async (_, place) => {
    const { status, body } = await begin(place)
    expect(status).toBe(201)
    const [note] = body.notes
    expect(note).toMatchObject({ type: 'DiffNote', resolvable: true })
    const nothing = { old_path: null, new_path: null, old_line: null, new_line: null }
    expect(note.position).toEqual({
      ...nothing,
      line_range: null,
      ...{ width: null, height: null, x: null, y: null },
      ...(await refsOf(api)),
      ...place,
    })
    const reply = await api.as('jane').post(`${onMergeRequest}/${body.id}/notes`, { body: 'So?' })
    expect(reply.body).toMatchObject({ type: 'DiffNote', position: note.position })
  })

  it('may be several lines', async () => {
    const end = { line_code: 'a_3_3', type: 'new', new_line: 3 }
    const { body } = await begin({ ...both, new_line: 3, line_range: { start: end, end } })
    const shown = { ...end, old_line: null }
    expect(body.notes[0].position.line_range).toEqual({ start: shown, end: shown })
  })

  it.each([
    ['an added line that was not added', { ...both, new_line: 4 }],
    ['a removed line that was not removed', { ...both, old_line: 4 }],
    ['lines that are not the same', { ...both, old_line: 4, new_line: 5 }],
    ['a line behind the last', { ...both, new_line: 6 }],
    ['no line', both],
    ['a file that is not changed', { old_path: 'b.txt', new_path: 'b.txt', new_line: 1 }],
    ['another former name of the file', { ...both, old_path: 'b.txt', new_line: 3 }],
    ['no file', { position_type: 'file' }],
    ['a commit that is not there', { ...both, new_line: 3, base_sha: '0'.repeat(40) }],
  ])('are not %s', async (_, place) => {
    const message =
      '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}'
    for (const at of [onMergeRequest, onCommit]) {
      const { status, body } = await begin(place, at)
      expect([status, body]).toEqual([400, { message }])
    }
  })

  it('name what is missing of them', async () => {
    const { status, body } = await begin({ ...both, new_line: 3, base_sha: undefined })
    expect([status, body]).toEqual([400, { error: 'position[base_sha] is missing' }])
    const none = { base_sha: undefined, start_sha: undefined, head_sha: undefined }
    const parts = await begin({ ...none, position_type: 'line', new_line: 'x' })
    const [base, start, head] = ['base_sha', 'start_sha', 'head_sha'].map(
      (name) => `position[${name}] is missing`,
    )
    expect(parts.status).toBe(400)
    expect(parts.body.error.split(', ').sort()).toEqual([
      base,
      head,
      'position[new_line] is invalid',
      'position[position_type] does not have a valid value',
      start,
    ])
    const kind = await begin({ ...both, new_line: 3, position_type: 'line' })
    expect(kind.body).toEqual({ error: 'position[position_type] does not have a valid value' })
  })

  it('follow a push', async () => {
    const added = (await begin({ ...both, new_line: 3 })).body.id
    const removed = (await begin({ ...both, old_line: 3 })).body.id
    const unchanged = (await begin({ ...both, old_line: 5, new_line: 5 })).body.id
    await push(lines('0', '1', '2', 'three', '4', '5'))
    const refs = await refsOf(api)
    const placeOf = async (id: string) =>
      (await api.as('bob').get(`${onMergeRequest}/${id}`)).body.notes.map(
        ({ position }: { position: object }) => position,
      )
    expect(await placeOf(added)).toMatchObject([{ ...refs, old_line: null, new_line: 4 }])
    expect(await placeOf(removed)).toMatchObject([{ ...refs, old_line: 3, new_line: null }])
    expect(await placeOf(unchanged)).toMatchObject([{ ...refs, old_line: 5, new_line: 6 }])
    const stored = api.forge.db.notes.all().find(({ discussion_id }) => discussion_id === added)
    expect(stored?.original_position).toMatchObject({ new_line: 3 })
    expect(stored?.change_position).toBeNull()
  })

  it.each([
    ['an added line that is changed', { ...both, new_line: 3 }, lines('1', '2', 'III', '4', '5')],
    [
      'an unchanged line that is removed',
      { ...both, old_line: 5, new_line: 5 },
      lines('1', '2', 'three', '4'),
    ],
    ['a removed line that is back', { ...both, old_line: 3 }, lines('1', '2', '3', '4', '5')],
  ])('are outdated: %s', async (_, place, content) => {
    const { body } = await begin(place)
    await push(content)
    const { notes } = (await api.as('bob').get(`${onMergeRequest}/${body.id}`)).body
    expect(notes[0]).toMatchObject({ resolved: false, position: body.notes[0].position })
    expect(notes[1]).toMatchObject({ system: true, type: 'DiffNote', author: { username: 'jane' } })
    expect(notes[1].body).toMatch(
      /^changed this line in \[version 2 of the diff\]\(\/acme\/site\/-\/merge_requests\/1\/diffs\?/,
    )
    await push(lines('1', '2', 'drei', '4', '5'))
    const later = (await api.as('bob').get(`${onMergeRequest}/${body.id}`)).body
    expect(later.notes).toEqual(notes)
  })

  it('are resolved when they are outdated, where the project wants it', async () => {
    await api.as('jane').put('/projects/1', { resolve_outdated_diff_discussions: true })
    const { body } = await begin({ ...both, new_line: 3 })
    await push(lines('1', '2', 'III', '4', '5'))
    const { notes } = (await api.as('bob').get(`${onMergeRequest}/${body.id}`)).body
    expect(notes[0]).toMatchObject({ resolved: true, resolved_by: { username: 'jane' } })
  })

  it('of an older version are taken', async () => {
    const refs = await refsOf(api)
    await push(lines('1', '2', 'III', '4', '5'))
    const { status, body } = await begin({ ...refs, ...both, new_line: 3 })
    expect([status, body.notes[0].position.head_sha]).toEqual([201, refs.head_sha])
  })
})
