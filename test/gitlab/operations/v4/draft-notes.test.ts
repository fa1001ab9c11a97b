import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { refsOf, seed } from './discussion-world.ts'

const mergeRequest = '/projects/1/merge_requests/1'
const at = `${mergeRequest}/draft_notes`
const both = { old_path: 'a.txt', new_path: 'a.txt' }

/** `line_code`s begin with the SHA-1 of the path: `printf a.txt | sha1sum`. */
const ofFile = 'cfc7b4885384957ae445bc14914d4588f607651c'

describeV4('draft notes', { seed }, (api) => {
  const bob = () => api.as('bob')
  const begin = async () => {
    const { body } = await api.as('jane').post(`${mergeRequest}/discussions`, { body: 'Why?' })
    return body.id as string
  }
  const bodiesOf = async () =>
    (await bob().get(`${mergeRequest}/discussions`)).body.map(
      ({ notes }: { notes: { body: string }[] }) => notes.map(({ body }) => body),
    )

  it('are written, changed and deleted by their author, who alone sees them', async () => {
    const made = await bob().post(at, { note: 'Hm' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: 1,
      author_id: 2,
      merge_request_id: 1,
      resolve_discussion: false,
      discussion_id: null,
      note: 'Hm',
      commit_id: null,
      line_code: null,
      position: {
        ...{ base_sha: null, start_sha: null, head_sha: null },
        ...{ old_path: null, new_path: null, position_type: 'text' },
        ...{ old_line: null, new_line: null, line_range: null },
        ...{ width: null, height: null, x: null, y: null },
      },
    })
    expect((await bob().get(at)).body).toEqual([made.body])
    expect((await bob().get(`${at}/1`)).body).toEqual(made.body)
    expect((await api.as('jane').get(at)).body).toEqual([])
    for (const method of ['get', 'delete'] as const) {
      const { status, body } = await api.as('jane')[method](`${at}/1`)
      expect([status, body]).toEqual([404, { message: '404 Not found' }])
    }
    const changed = await bob().put(`${at}/1`, { note: 'Hmm' })
    expect([changed.status, changed.body.note]).toEqual([200, 'Hmm'])
    const empty = await bob().put(`${at}/1`)
    expect([empty.status, empty.body]).toEqual([
      400,
      { message: '400 Bad request - Missing params to modify' },
    ])
    expect((await bob().put(`${at}/1`, { note: '' })).body).toEqual({ error: 'note is empty' })
    expect(await bodiesOf()).toEqual([])
    const deleted = await bob().delete(`${at}/1`)
    expect([deleted.status, deleted.body]).toEqual([204, ''])
    expect((await bob().get(at)).body).toEqual([])
  })

  it('are refused where a note would be', async () => {
    expect((await api.anonymous.get(at)).status).toBe(401)
    expect((await bob().post(at)).body).toEqual({ error: 'note is missing' })
    expect((await bob().post(at, { note: ' ' })).body).toEqual({
      message: { note: ["can't be blank"] },
    })
    const nowhere = { ...(await refsOf(api)), ...both, new_line: 1 }
    expect((await bob().post(at, { note: 'Hm', position: nowhere })).body).toEqual({
      message: { line_code: ["can't be blank", 'must be a valid line code'] },
    })
    const lost = { note: 'Hm', in_reply_to_discussion_id: '0'.repeat(40) }
    const { status, body } = await bob().post(at, lost)
    expect([status, body]).toEqual([
      400,
      { message: { base: ['Thread to reply to cannot be found'] } },
    ])
    await api.as('jane').put(mergeRequest, { discussion_locked: true })
    expect((await api.as('eve').post(at, { note: 'But' })).status).toBe(403)
    expect((await bob().get('/projects/1/merge_requests/9/draft_notes')).body).toEqual({
      message: '404 Not found',
    })
  })

  it.each([
    ['an added line', { new_line: 3 }, '4_3'],
    ['a removed line', { old_line: 3 }, '3_3'],
    ['an unchanged line', { old_line: 5, new_line: 5 }, '5_5'],
  ])('are of %s', async (_, line, code) => {
    const position = { ...(await refsOf(api)), ...both, ...line }
    const { body } = await bob().post(at, { note: 'Here', position })
    expect(body.line_code).toBe(`${ofFile}_${code}`)
    expect(body.position).toMatchObject(position)
    const published = await bob().put(`${at}/${body.id}/publish`)
    expect([published.status, published.body]).toEqual([204, ''])
    const [{ notes }] = (await bob().get(`${mergeRequest}/discussions`)).body
    expect(notes).toMatchObject([{ type: 'DiffNote', body: 'Here', position }])
    expect((await bob().get(at)).body).toEqual([])
  })

  it('answer a discussion, and resolve it', async () => {
    const id = await begin()
    const reply = { note: 'So', in_reply_to_discussion_id: id, resolve_discussion: true }
    const { body } = await bob().post(at, reply)
    expect(body).toMatchObject({ discussion_id: id, resolve_discussion: true })
    expect((await bob().get(`${mergeRequest}/discussions/${id}`)).body.resolved).toBe(false)
    await bob().put(`${at}/${body.id}/publish`)
    const { notes, resolved } = (await bob().get(`${mergeRequest}/discussions/${id}`)).body
    expect(notes.map((note: { body: string }) => note.body)).toEqual(['Why?', 'So'])
    expect(resolved).toBe(true)
    expect((await bob().put(`${at}/${body.id}/publish`)).status).toBe(404)
  })

  it('are published all at once, with a word on the whole', async () => {
    await api.as('jane').put(mergeRequest, { reviewer_ids: [2] })
    const id = await begin()
    await bob().post(at, { note: 'So', in_reply_to_discussion_id: id })
    await bob().post(at, { note: 'Alone' })
    await api.as('jane').post(at, { note: 'Not yet' })
    const end = { note: 'All in all', reviewer_state: 'requested_changes' }
    const { status, body } = await bob().post(`${at}/bulk_publish`, end)
    expect([status, body]).toEqual([204, ''])
    const bodies = await bodiesOf()
    expect(bodies).toContainEqual(['Why?', 'So'])
    expect(bodies).toContainEqual(['Alone'])
    expect(bodies).toContainEqual(['All in all'])
    expect((await api.as('jane').get(at)).body).toHaveLength(1)
    const reviewers = await bob().get(`${mergeRequest}/reviewers`)
    expect(reviewers.body).toMatchObject([{ state: 'requested_changes' }])
    expect((await bob().post(`${at}/bulk_publish`)).status).toBe(204)
  })

  it('are published with an internal note by those alone who read such notes', async () => {
    const eve = api.as('eve')
    await eve.post(at, { note: 'Mine' })
    const review = { note: 'Secret', internal: true }
    expect((await eve.post(`${at}/bulk_publish`, review)).status).toBe(400)
    expect((await eve.get(at)).body).toMatchObject([{ note: 'Mine' }])
    expect((await eve.post(`${at}/bulk_publish`, { note: 'Open' })).status).toBe(204)
    expect(await bodiesOf()).toEqual([['Mine'], ['Open']])
    expect((await bob().post(`${at}/bulk_publish`, review)).status).toBe(204)
    expect(await bodiesOf()).toEqual([['Mine'], ['Open'], ['Secret']])
  })

  it('go with the project', async () => {
    await bob().post(at, { note: 'Hm' })
    await api.as('jane').delete('/projects/1')
    const path = api.forge.db.projects.all().find(({ id }) => id === 1)?.path
    const full_path = `acme/${path}`
    await api.as('jane').delete('/projects/1', { permanently_remove: true, full_path })
    expect(api.forge.db.projects.all()).toEqual([])
    expect(api.forge.db.draftNotes.all()).toEqual([])
  })
})
