import { story } from '../../story/story.ts'

/** `listContributors`: who made how many commits. */
export const contributors = story('the contributors', { about: ['Repositories'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']], files: {} })
  const authors = ['Ada', 'Grace', 'Ada']
  for (const [index, name] of authors.entries()) {
    await jane.call('createCommit', {
      id,
      branch_name: 'master',
      commit_message: `Commit ${index}`,
      author_name: name,
      author_email: `${name.toLowerCase()}@forgery.example.com`,
      actions: [
        { action: 'create', file_path: `${index}.txt`, content: 'line\n', encoding: 'text' },
      ],
    })
  }
  // A server may count in the background.
  const answer = await t.eventually(
    () => jane.call('listContributors', { id, per_page: 100 }),
    ({ body }) => body?.reduce((sum, { commits = 0 }) => sum + commits, 0) === authors.length,
  )
  t.expect(
    answer,
    'content',
    'Each author is listed once, with the number of their commits.',
  ).sameMembers(
    answer.body?.map(({ name, email, commits }) => [name, email, commits]),
    [
      ['Ada', 'ada@forgery.example.com', 2],
      ['Grace', 'grace@forgery.example.com', 1],
    ],
  )
})
