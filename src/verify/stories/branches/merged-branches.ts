import { story } from '../../story/story.ts'

/** `deleteMergedBranches`, and `merged` of a branch. */
export const mergedBranches = story('merged branches', { about: ['Branches'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']] })
  for (const branch of ['merged', 'unmerged']) {
    await jane.call('createBranch', { id, branch_name: branch, ref: 'master' })
    await jane.call('createFile', {
      id,
      file_path: `${branch}.txt`,
      branch_name: branch,
      content: `${branch}\n`,
      commit_message: `Add ${branch}`,
    })
  }
  const { body: request } = await jane.call('createMergeRequest', {
    id,
    source_branch: 'merged',
    target_branch: 'master',
    title: 'To be merged',
  })
  const merge_request_id = request?.id ?? 0
  // Mergeability may be worked out in the background.
  await t.eventually(
    () => jane.call('getMergeRequest', { id, merge_request_id }),
    ({ body }) => body?.merge_status === 'can_be_merged',
  )
  await jane.call('mergeMergeRequest', { id, merge_request_id })

  await t.chapter('showing', async () => {
    const merged = await jane.call('getBranch', { id, branch: 'merged' })
    t.expect(
      merged,
      'field:merged',
      'merged is true of a branch that the default branch holds.',
    ).equal(merged.body?.merged, true)
    const unmerged = await jane.call('getBranch', { id, branch: 'unmerged' })
    t.expect(
      unmerged,
      'field:merged',
      'merged is false of a branch with commits of its own.',
    ).equal(unmerged.body?.merged, false)
    const listed = await jane.call('listBranches', { id, per_page: 100 })
    t.expect(listed, 'field:merged', 'A list gives merged of each branch.').sameMembers(
      listed.body
        ?.filter(({ name }) => name !== 'master')
        .map(({ name, merged }) => [name, merged]),
      [
        ['merged', true],
        ['unmerged', false],
      ],
    )
  })

  await t.chapter('deleting them', async () => {
    const gone = await jane.attempt('deleteMergedBranches', { id })
    t.expect(gone, 'status', 'A success is answered with 200.').holds(
      gone.status >= 200 && gone.status < 300,
      'a success',
      gone.status,
    )
    const { body } = await t.eventually(
      () => jane.call('listBranches', { id, per_page: 100 }),
      ({ body }) => !body?.some(({ name }) => name === 'merged'),
    )
    const names = body?.map(({ name }) => name)
    t.expect(
      gone,
      'removes',
      'All branches that are merged into the default branch are deleted.',
    ).excludes(names, ['merged'])
    t.expect(gone, 'removes:others', 'The default branch and unmerged branches stay.').includes(
      names,
      ['master', 'unmerged'],
    )
  })
})
