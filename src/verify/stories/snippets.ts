import { story } from '../story/story.ts'

/** Snippets: creation, raw content, changes, deletion. */
export const snippets = story('the life of a snippet', { about: ['Snippets'] }, async (t) => {
  const [jane, guest] = await Promise.all([t.user(), t.user()])
  const { id } = await t.project({
    members: [
      [jane, 'master'],
      [guest, 'guest'],
    ],
  })
  const made = await jane.call('createSnippet', {
    id,
    title: 'Greeting',
    file_name: 'greet.html',
    code: 'puts "größe"\n',
    visibility_level: 0,
  })
  const address = { id, snippet_id: made.body?.id ?? 0 }
  const raw = async () => (await jane.call('getRawSnippet', address)).text

  await t.chapter('reading', async () => {
    const { body } = await jane.call('getSnippet', address)
    t.expect(
      made,
      'read-back:title',
      'The title and the file name that were sent are read back.',
    ).equal(
      [body?.title, body?.file_name, body?.author?.username],
      ['Greeting', 'greet.html', jane.username],
    )
    t.expect(made, 'read-back:code', 'The code that was sent is the raw snippet.').equal(
      await raw(),
      'puts "größe"\n',
    )
    const text = await jane.call('getRawSnippet', address)
    t.expect(text, 'media-type', 'The raw snippet is plain text.').holds(
      /^text\/plain\b/.test(text.headers.get('content-type') ?? ''),
      'text/plain',
      text.headers.get('content-type'),
    )
  })

  await t.chapter('changing', async () => {
    const changed = await jane.call('updateSnippet', {
      ...address,
      title: 'Farewell',
      file_name: 'leave.rb',
      code: 'exit\n',
    })
    const { body } = await jane.call('getSnippet', address)
    t.expect(changed, 'read-back:title', 'What was changed is read back.').equal(
      [body?.title, body?.file_name],
      ['Farewell', 'leave.rb'],
    )
    t.expect(changed, 'read-back:code', 'The new code is the raw snippet.').equal(
      await raw(),
      'exit\n',
    )
  })

  await t.chapter('permissions', async () => {
    await t.refused(
      guest,
      'updateSnippet',
      { ...address, title: 'Mine' },
      [403, 404],
      'permission:guest',
      'Changing a snippet needs permission.',
    )
    const read = await jane.call('getSnippet', address)
    t.expect(read, 'permission:guest', 'A refused change changes nothing.').equal(
      read.body?.title,
      'Farewell',
    )
  })

  await t.chapter('deleting', async () => {
    const gone = await jane.call('deleteSnippet', address)
    const read = await jane.attempt('getSnippet', address)
    t.expect(gone, 'removes').equal(read.status, 404)
    const listed = await jane.call('listSnippets', { id, per_page: 100 })
    t.expect(gone, 'removes', 'A deleted snippet is not listed.').equal(listed.body, [])
  })
})
