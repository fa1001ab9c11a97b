import { EXPLAINS_ITSELF, hasMessage } from '../story/bodies.ts'
import { story } from '../story/story.ts'

/** `createTag`, `getTag`, `deleteTag`: lightweight and annotated tags. */
export const tagLife = story('the life of a tag', { about: ['Tags', 'Commits'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']] })
  const { body: master } = await jane.call('getBranch', { id, branch: 'master' })
  const first = master?.commit?.id ?? ''
  await jane.call('createFile', {
    id,
    file_path: 'second.txt',
    branch_name: 'master',
    content: 'second\n',
    commit_message: 'Second',
  })

  await t.chapter('lightweight', async () => {
    const made = await jane.call('createTag', { id, tag_name: 'v1', ref: first })
    const { body } = await jane.call('getTag', { id, tag_name: 'v1' })
    t.expect(made, 'read-back:ref', 'A tag made from a commit SHA points at that commit.').equal(
      [body?.name, body?.commit?.id],
      ['v1', first],
    )
    t.expect(made, 'read-back:message', 'message is null for a lightweight tag.').equal(
      [made.body?.message, body?.message],
      [null, null],
    )
    t.expect(made, 'read-back:release_description', 'A tag without a release shows null.').equal(
      body?.release,
      null,
    )
  })

  await t.chapter('its commit', async () => {
    const commit = await jane.call('getCommit', { id, sha: 'v1' })
    const rule = 'A commit is found by the name of a tag, wherever the branches are by now.'
    t.expect(commit, 'parameter:sha', rule).equal(commit.body?.id, first)
  })

  await t.chapter('annotated', async () => {
    const message = 'The first that works'
    const made = await jane.call('createTag', { id, tag_name: 'v2', ref: 'v1', message })
    const { body } = await jane.call('getTag', { id, tag_name: 'v2' })
    t.expect(made, 'read-back:message', 'message makes an annotated tag with that text.').equal(
      [made.body?.message?.trim(), body?.message?.trim()],
      [message, message],
    )
    t.expect(made, 'read-back:ref', 'A tag made from another tag points at its commit.').equal(
      body?.commit?.id,
      first,
    )
  })

  await t.chapter('from a branch, with a release', async () => {
    const { body: branch } = await jane.call('getBranch', { id, branch: 'master' })
    const made = await jane.call('createTag', {
      id,
      tag_name: 'v3',
      ref: 'master',
      release_description: '# It works',
    })
    const { body } = await jane.call('getTag', { id, tag_name: 'v3' })
    t.expect(made, 'read-back:ref', 'A tag made from a branch points at its head.').equal(
      body?.commit?.id,
      branch?.commit?.id,
    )
    t.expect(made, 'read-back:release_description', 'release_description makes a release.').equal(
      [body?.release?.tag_name, body?.release?.description],
      ['v3', '# It works'],
    )
  })

  await t.chapter('refused', async () => {
    for (const [parameters, aspect, rule] of [
      [
        { tag_name: 'v1', ref: 'master' },
        'unique:tag_name',
        'A tag name that is taken is answered with 405.',
      ],
      [
        { tag_name: 'v9', ref: 'no-such-ref' },
        'unknown:ref',
        'A ref that does not exist is answered with 405.',
      ],
    ] as const) {
      const refused = await t.refused(jane, 'createTag', { id, ...parameters }, [405], aspect, rule)
      t.expect(refused, 'error-message', EXPLAINS_ITSELF).holds(
        hasMessage(refused.body),
        'a text',
        refused.body,
      )
    }
    const read = await jane.call('getTag', { id, tag_name: 'v1' })
    t.expect(read, 'unique:tag_name', 'A refused creation leaves the tag that is there.').equal(
      read.body?.commit?.id,
      first,
    )
  })

  await t.chapter('deleting', async () => {
    // Whether a branch may have the name of a tag is not stated.
    const branch = await jane.attempt('createBranch', { id, branch_name: 'v2', ref: first })
    const gone = await jane.call('deleteTag', { id, tag_name: 'v2' })
    if (branch.status === 201) {
      const { status } = await jane.attempt('getBranch', { id, branch: 'v2' })
      const rule = 'The branch of the same name stays where a tag is deleted.'
      t.expect(gone, 'keeps:the-others', rule).equal(status, 200)
    }
    t.expect(gone, 'read-back:tag_name', 'The answer names the deleted tag.').equal(
      gone.body?.tag_name,
      'v2',
    )
    const read = await jane.attempt('getTag', { id, tag_name: 'v2' })
    t.expect(gone, 'removes').equal(read.status, 404)
    const { body } = await jane.call('listTags', { id, per_page: 100 })
    t.expect(gone, 'removes', 'A deleted tag is not listed, the others are.').equal(
      body?.map(({ name }) => name),
      ['v3', 'v1'],
    )
  })
})

/** `createRelease`, `updateRelease`: the release notes of a tag. */
export const releases = story('the release of a tag', { about: ['Tags'] }, async (t) => {
  const jane = await t.plainUser()
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

  await t.chapter('creating the same again', async () => {
    const same = { id, tag_name, description: 'First' }
    const rule = 'A tag that has a release already is answered with 409, whatever is sent.'
    await t.refused(jane, 'createRelease', same, [409], 'conflict', rule)
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

  await t.chapter('of a tag that is made again', async () => {
    await jane.call('deleteTag', { id, tag_name })
    const made = await jane.call('createTag', { id, tag_name, ref: 'master' })
    const none = 'A new tag has no release of the one that had its name before.'
    t.expect(made, 'read-back:release_description', none).equal(await shown(), [null, null])
    const released = await jane.attempt('createRelease', { id, tag_name, description: 'Anew' })
    const rule = 'A new tag takes a release, whatever the one that had its name before had.'
    t.expect(released, 'status', rule).status([201])
    t.expect(released, 'read-back:description', rule).equal(await shown(), ['Anew', 'Anew'])
  })
})
