import { story } from '../../story/story.ts'

/** `cherryPickCommit`: the changes of a commit on another branch. */
export const cherryPick = story('cherry-picking a commit', { about: ['Commits'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n' },
  })
  await jane.call('createBranch', { id, branch_name: 'feature', ref: 'master' })
  const commit = (branch_name: string, file_path: string, content: string, message: string) =>
    jane.call('createCommit', {
      id,
      branch_name,
      commit_message: message,
      actions: [{ action: 'update', file_path, content, encoding: 'text' }],
    })
  await commit('feature', 'b.txt', 'not this\n', 'Leave this')
  const { body: picked } = await commit('feature', 'a.txt', 'picked\n', 'Take this')
  const { body: before } = await jane.call('getCommit', { id, sha: 'master' })

  await t.chapter('picking', async () => {
    const made = await jane.call('cherryPickCommit', {
      id,
      sha: picked?.id ?? '',
      branch: 'master',
    })
    const head = await jane.call('getCommit', { id, sha: 'master' })
    t.expect(made, 'consequence:commit', 'The branch gets a new commit on top of its head.').equal(
      [head.body?.id, head.body?.parent_ids],
      [made.body?.id, [before?.id]],
    )
    t.expect(
      made,
      'consequence:commit',
      'The new commit is another one with the same title.',
    ).equal([made.body?.id === picked?.id, made.body?.title], [false, 'Take this'])
    const raw = (filepath: string) => jane.call('getRawFile', { id, sha: 'master', filepath })
    t.expect(
      made,
      'consequence:content',
      'The branch has the changes of the commit, and no others.',
    ).equal([(await raw('a.txt')).text, (await raw('b.txt')).text], ['picked\n', 'b\n'])
    const feature = await jane.call('getBranch', { id, branch: 'feature' })
    t.expect(feature, 'consequence:commit', 'The branch it is picked from stays.').equal(
      feature.body?.commit?.id,
      picked?.id,
    )
  })
})
