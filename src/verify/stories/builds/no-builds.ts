import { story } from '../../story/story.ts'

/** `listBuildsOfCommit`: a commit without builds, and no commit at all. */
export const buildsOfCommits = story(
  'a commit without builds',
  { about: ['Builds'] },
  async (t) => {
    const jane = await t.user()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const { body: head } = await jane.call('getCommit', { id, sha: 'master' })
    const empty = await jane.call('listBuildsOfCommit', { id, sha: head?.id ?? '', per_page: 100 })
    t.expect(empty, 'content', 'A commit without builds has an empty list.').equal(empty.body, [])
    await t.refused(
      jane,
      'listBuildsOfCommit',
      { id, sha: '1'.repeat(40) },
      [404],
      'unknown:sha',
      'The builds of a SHA that does not exist are answered with 404.',
    )
  },
)
