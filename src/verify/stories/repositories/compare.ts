import { story } from '../../story/story.ts'

/** `compareRevisions`: the commits and the changes from one revision to another. */
export const comparison = story('comparing revisions', { about: ['Repositories'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({ members: [[jane, 'master']], files: { 'a.txt': 'one\n' } })
  const { body: begin } = await jane.call('getCommit', { id, sha: 'master' })
  await jane.call('createBranch', { id, branch_name: 'feature', ref: 'master' })
  const shas: (string | undefined)[] = []
  for (const text of ['two\n', 'three\n']) {
    const { body } = await jane.call('createCommit', {
      id,
      branch_name: 'feature',
      commit_message: `Write ${text.trim()}`,
      actions: [{ action: 'update', file_path: 'a.txt', content: text, encoding: 'text' }],
    })
    shas.push(body?.id)
  }

  for (const [how, from, to] of [
    ['by branch names', 'master', 'feature'],
    ['by commit SHAs', begin?.id ?? '', shas[1] ?? ''],
  ] as const) {
    await t.chapter(how, async () => {
      const answer = await jane.call('compareRevisions', { id, from, to })
      const { commits, commit, diffs, compare_same_ref } = answer.body ?? {}
      t.expect(answer, 'content', 'commits are those that to has beyond from.').sameMembers(
        commits?.map((one) => one.id),
        shas,
      )
      t.expect(answer, 'content', 'commit is the last of them.').equal(commit?.id, shas[1])
      t.expect(answer, 'content', 'diffs has the change from one to the other as a whole.').holds(
        diffs?.length === 1 &&
          /^-one$/m.test(diffs[0]?.diff ?? '') &&
          /^\+three$/m.test(diffs[0]?.diff ?? '') &&
          !/two/.test(diffs[0]?.diff ?? ''),
        '-one and +three in one difference',
        diffs,
      )
      t.expect(answer, 'content', 'compare_same_ref is false for different revisions.').equal(
        compare_same_ref,
        false,
      )
    })
  }

  await t.chapter('the same revision', async () => {
    const answer = await jane.call('compareRevisions', { id, from: 'master', to: 'master' })
    const { commits, diffs, compare_same_ref } = answer.body ?? {}
    t.expect(
      answer,
      'content',
      'compare_same_ref is true for the same revision, and nothing differs.',
    ).equal([compare_same_ref, commits, diffs], [true, [], []])
  })
})
