import { story } from '../../story/story.ts'

/** `createCommitComment`: comments on a commit and on a line of it. */
export const commitComments = story('comments on a commit', { about: ['Commits'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { 'a.txt': 'one\ntwo\nthree\n' },
  })
  const { body: head } = await jane.call('getCommit', { id, sha: 'master' })
  const sha = head?.id ?? ''

  await t.chapter('on the commit', async () => {
    const made = await jane.call('createCommitComment', { id, sha, note: 'Well done' })
    t.expect(made, 'read-back:note', 'The answer has the note and its author.').equal(
      [
        made.body?.note,
        made.body?.author?.username,
        made.body?.path,
        made.body?.line,
        made.body?.line_type,
      ],
      ['Well done', jane.username, null, null, null],
    )
    const listed = await jane.call('listCommitComments', { id, sha, per_page: 100 })
    t.expect(made, 'read-back:note', 'The comment is in the list of the commit.').includes(
      listed.body?.map(({ note, author }) => [note, author?.username]),
      [['Well done', jane.username]],
    )
  })

  await t.chapter('on a line', async () => {
    const place = { path: 'a.txt', line: 2, line_type: 'new' as const }
    const made = await jane.call('createCommitComment', { id, sha, note: 'Here', ...place })
    const { path, line, line_type } = made.body ?? {}
    for (const [name, received] of Object.entries({ path, line, line_type })) {
      t.expect(
        made,
        `read-back:${name}`,
        'With the full SHA, path, line and line_type new the comment is placed on the line.',
      ).equal(received, Reflect.get(place, name))
    }
    const listed = await jane.call('listCommitComments', { id, sha, per_page: 100 })
    t.expect(made, 'read-back:note', 'A comment on a line is in the list of the commit.').includes(
      listed.body?.map(({ note }) => note),
      ['Here'],
    )
  })

  for (const [what, place] of [
    ['a line that does not exist', { path: 'a.txt', line: 4711 }],
    ['a path that does not exist', { path: 'no-such-file.txt', line: 1 }],
  ] as const) {
    await t.chapter(`on ${what}`, async () => {
      const made = await jane.call('createCommitComment', {
        id,
        sha: 'master',
        note: `Nowhere: ${what}`,
        line_type: 'new',
        ...place,
      })
      t.expect(
        made,
        'placement',
        `A comment on ${what} is attached to the commit, with path, line and line_type null.`,
      ).equal([made.body?.path, made.body?.line, made.body?.line_type], [null, null, null])
      const listed = await jane.call('listCommitComments', { id, sha, per_page: 100 })
      t.expect(
        made,
        'placement',
        'A comment by the name of a branch is attached to its last commit.',
      ).includes(
        listed.body?.map(({ note }) => note),
        [`Nowhere: ${what}`],
      )
    })
  }
})
