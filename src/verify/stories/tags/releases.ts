import { story } from '../../story/story.ts'

/** `createRelease`, `updateRelease`: the notes of a tag. */
export const releases = story('the release of a tag', { about: ['Tags'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({ members: [[jane, 'master']] })
  const tag_name = 'v1'
  await jane.call('createTag', { id, tag_name, ref: 'master' })
  const shown = async () => {
    const [one, list] = await Promise.all([
      jane.call('getTag', { id, tag_name }),
      jane.call('listTags', { id, per_page: 100 }),
    ])
    return [one.body?.release?.description, list.body?.[0]?.release?.description]
  }

  await t.chapter('creating', async () => {
    const made = await jane.call('createRelease', { id, tag_name, description: 'First' })
    t.expect(
      made,
      'read-back:description',
      'The answer has the tag name and the description.',
    ).equal([made.body?.tag_name, made.body?.description], [tag_name, 'First'])
    t.expect(
      made,
      'read-back:description',
      'The description that was sent is shown with the tag, in the list too.',
    ).equal(await shown(), ['First', 'First'])
  })

  await t.chapter('creating again', async () => {
    const again = await t.refused(
      jane,
      'createRelease',
      { id, tag_name, description: 'Another' },
      [409],
      'conflict',
      'A tag that has a release already is answered with 409.',
    )
    t.expect(again, 'conflict', 'A refused release changes nothing.').equal(await shown(), [
      'First',
      'First',
    ])
  })

  await t.chapter('changing', async () => {
    const changed = await jane.call('updateRelease', { id, tag_name, description: 'Better' })
    t.expect(changed, 'read-back:description', 'The answer has the new description.').equal(
      [changed.body?.tag_name, changed.body?.description],
      [tag_name, 'Better'],
    )
    t.expect(changed, 'read-back:description', 'The new description is shown with the tag.').equal(
      await shown(),
      ['Better', 'Better'],
    )
  })
})
