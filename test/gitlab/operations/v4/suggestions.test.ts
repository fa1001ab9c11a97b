import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { file, lines, refsOf, seed } from './discussion-world.ts'

const mergeRequest = '/projects/1/merge_requests/1'
const fence = (range: string, ...content: string[]) =>
  [`\`\`\`suggestion${range}`, ...content, '```'].join('\n')

describeV4('suggestions', { seed }, (api) => {
  const suggest = async (who: string, body: string, line: object = { new_line: 3 }) => {
    const place = { old_path: 'a.txt', new_path: 'a.txt', ...line }
    const position = { ...(await refsOf(api)), ...place }
    const made = await api.as(who).post(`${mergeRequest}/discussions`, { body, position })
    expect(made.status).toBe(201)
    return made.body.notes[0]
  }
  const contentNow = async () =>
    new TextDecoder().decode(
      (await api.as('jane').get('/projects/1/repository/files/a.txt/raw', { ref: 'feature' }))
        .bytes,
    )
  const lastCommit = async () =>
    (await api.as('jane').get('/projects/1/repository/commits', { ref_name: 'feature' })).body[0]
  const apply = (who: string, id: number, parameters = {}) =>
    api.as(who).put(`/suggestions/${id}/apply`, parameters)

  it('stand in the notes on a diff', async () => {
    const { suggestions } = await suggest('bob', `Better:\n${fence('', 'drei')}`)
    expect(suggestions).toEqual([
      {
        id: 1,
        from_line: 3,
        to_line: 3,
        appliable: true,
        applied: false,
        from_content: 'three\n',
        to_content: 'drei\n',
      },
    ])
    const wide = await suggest('bob', fence(':-2+1', 'a', 'b'))
    expect(wide.suggestions).toMatchObject([
      {
        from_line: 1,
        to_line: 4,
        from_content: lines('1', '2', 'three', '4'),
        to_content: 'a\nb\n',
      },
    ])
    const beyond = await suggest('bob', fence(':-9+9', 'all'))
    expect(beyond.suggestions).toMatchObject([{ from_line: 1, to_line: 5 }])
    expect((await suggest('bob', 'None')).suggestions).toEqual([])
    expect((await suggest('bob', fence('', 'x'), { old_line: 3 })).suggestions).toEqual([])
    const plain = await api.as('bob').post(`${mergeRequest}/notes`, { body: fence('', 'x') })
    expect(plain.body.suggestions).toBeUndefined()
  })

  it('are for at most a hundred lines on either side, the first twenty of a note', async () => {
    const numbered = Array.from({ length: 300 }, (_, index) => `${index + 1}`)
    await api.as('dev').put('/projects/1/repository/files/a.txt', {
      branch: 'feature',
      commit_message: 'Lengthen',
      content: lines(...numbered),
    })
    const wide = await suggest('bob', fence(':-101+101', 'all'), { new_line: 150 })
    expect(wide.suggestions).toMatchObject([{ from_line: 50, to_line: 250 }])
    expect(wide.suggestions[0].from_content).toBe(lines(...numbered.slice(49, 250)))
    const many = numbered.slice(0, 21).map((text) => fence('', text))
    const { suggestions } = await suggest('bob', many.join('\n'), { new_line: 150 })
    expect(suggestions).toHaveLength(20)
    expect(suggestions.at(-1).to_content).toBe('20\n')
  })

  it('are none for a file of more than a megabyte', async () => {
    await api.as('dev').put('/projects/1/repository/files/a.txt', {
      branch: 'feature',
      commit_message: 'Enlarge',
      content: lines('1', '2', 'x'.repeat(1_048_576)),
    })
    expect((await suggest('bob', fence('', 'x'))).suggestions).toEqual([])
  })

  it('change with the text', async () => {
    const { id } = await suggest('bob', fence('', 'drei'))
    const { body } = await api.as('bob').put(`${mergeRequest}/notes/${id}`, {
      body: `${fence('', 'tres')}\nor\n${fence('', 'trois')}`,
    })
    expect(body.suggestions).toMatchObject([{ to_content: 'tres\n' }, { to_content: 'trois\n' }])
  })

  it('are committed to the source branch, which resolves their discussion', async () => {
    const note = await suggest('bob', fence(':-1+0', 'drei'))
    const { status, body } = await apply('dev', note.suggestions[0].id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ applied: true, appliable: false })
    expect(await contentNow()).toBe(lines('1', 'drei', '4', '5'))
    expect(await lastCommit()).toMatchObject({
      message: 'Apply 1 suggestion(s) to 1 file(s)',
      author_name: 'bob',
      committer_name: 'dev',
    })
    const { notes } = (await api.as('bob').get(`${mergeRequest}/discussions`)).body[0]
    expect(notes[0]).toMatchObject({ resolved: true, resolved_by: { username: 'dev' } })
    expect((await api.as('bob').get(`${mergeRequest}/versions`)).body).toHaveLength(2)
    const again = await apply('dev', note.suggestions[0].id)
    expect([again.status, again.body]).toEqual([400, { message: "Can't apply this suggestion." }])
  })

  it('are committed with a message of the caller, or of the project', async () => {
    const [one, other] = [
      await suggest('bob', fence('', 'a')),
      await suggest('bob', fence('', 'b')),
    ]
    await apply('dev', one.suggestions[0].id, {
      commit_message: 'By %{username} on %{branch_name}',
    })
    expect((await lastCommit()).message).toBe('By dev on feature')
    expect((await apply('dev', other.suggestions[0].id)).body).toEqual({
      message: "Can't apply as this line was changed in a more recent version.",
    })
    await api.as('jane').put('/projects/1', { suggestion_commit_message: 'Take %{file_paths}' })
    const later = await suggest('bob', fence('', 'c'))
    await apply('dev', later.suggestions[0].id)
    expect((await lastCommit()).message).toBe('Take a.txt')
  })

  it('are applied several at once', async () => {
    const first = await suggest('bob', fence('', 'drei'))
    const second = await suggest('gus', fence('', 'vier', 'und'), { old_line: 4, new_line: 4 })
    const ids = [first.suggestions[0].id, second.suggestions[0].id]
    const { status, body } = await api.as('dev').put('/suggestions/batch_apply', { ids })
    expect(status).toBe(200)
    expect(body).toMatchObject([{ applied: true }, { applied: true }])
    expect(await contentNow()).toBe(lines('1', '2', 'drei', 'vier', 'und', '5'))
    const { message, author_name } = await lastCommit()
    expect([message, author_name]).toEqual([
      [
        'Apply 2 suggestion(s) to 1 file(s)',
        '',
        'Co-authored-by: bob <bob@example.com>',
        'Co-authored-by: gus <gus@example.com>',
      ].join('\n'),
      'dev',
    ])
  })

  it('are not applied over each other', async () => {
    const first = await suggest('bob', fence('', 'drei'))
    const second = await suggest('gus', fence(':-1+0', 'vier'), { old_line: 4, new_line: 4 })
    const ids = [first.suggestions[0].id, second.suggestions[0].id]
    const { status, body } = await api.as('dev').put('/suggestions/batch_apply', { ids })
    expect([status, body]).toEqual([
      400,
      { message: 'Suggestions are not applicable as their lines cannot overlap.' },
    ])
  })

  it('are refused', async () => {
    const same = await suggest('bob', fence('', 'three'))
    const { id } = same.suggestions[0]
    expect((await apply('dev', id)).body).toEqual({
      message: 'This suggestion already matches its content.',
    })
    expect((await apply('bob', id)).status).toBe(403)
    const missing = await apply('dev', 99)
    expect([missing.status, missing.body]).toEqual([
      404,
      { message: 'Suggestion is not applicable as the suggestion was not found.' },
    ])
    const several = await api.as('dev').put('/suggestions/batch_apply', { ids: [id, 99] })
    expect([several.status, several.body]).toEqual([
      404,
      { message: 'Suggestions are not applicable as one or more suggestions were not found.' },
    ])
    const other = await suggest('bob', fence('', 'drei'))
    await api.as('jane').put(mergeRequest, { state_event: 'close' })
    expect((await apply('dev', other.suggestions[0].id)).body).toEqual({
      message: 'This merge request is closed. To apply this suggestion, edit this file directly.',
    })
  })

  it('follow a push, and go with their note', async () => {
    const note = await suggest('bob', fence('', 'drei'))
    await api.as('jane').post('/projects/1/repository/commits', {
      branch: 'feature',
      commit_message: 'More',
      actions: file('update', lines('0', '1', '2', 'three', '4', '5')),
    })
    const [{ notes }] = (await api.as('bob').get(`${mergeRequest}/discussions`)).body
    expect(notes[0].suggestions).toMatchObject([{ from_line: 4, to_line: 4, appliable: true }])
    await apply('dev', notes[0].suggestions[0].id)
    expect(await contentNow()).toBe(lines('0', '1', '2', 'drei', '4', '5'))
    await api.as('bob').delete(`${mergeRequest}/notes/${note.id}`)
    expect(api.forge.db.suggestions.all()).toEqual([])
  })
})
