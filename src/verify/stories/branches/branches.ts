import { story } from '../../story/story.ts'

/** `createBranch`, `getBranch`, `deleteBranch`: where a branch begins, and that it goes. */
export const branchLife = story('the life of a branch', { about: ['Branches'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({ members: [[jane, 'master']] })
  const { body: begin } = await jane.call('getBranch', { id, branch: 'master' })
  const sha = begin?.commit?.id

  await t.chapter('from a branch', async () => {
    const made = await jane.call('createBranch', { id, branch_name: 'from-branch', ref: 'master' })
    const { body } = await jane.call('getBranch', { id, branch: 'from-branch' })
    t.expect(
      made,
      'read-back:ref',
      'A branch made from another branch stands at the same commit.',
    ).equal([body?.name, body?.commit?.id], ['from-branch', sha])
  })

  await t.chapter('from a commit', async () => {
    await jane.call('createFile', {
      id,
      file_path: 'second.txt',
      branch_name: 'from-branch',
      content: 'second\n',
      commit_message: 'Second',
    })
    const made = await jane.call('createBranch', { id, branch_name: 'from-commit', ref: sha ?? '' })
    const { body } = await jane.call('getBranch', { id, branch: 'from-commit' })
    t.expect(made, 'read-back:ref', 'A branch made from a commit SHA stands at that commit.').equal(
      body?.commit?.id,
      sha,
    )
  })

  await t.chapter('following commits', async () => {
    const { body: moved } = await jane.call('getBranch', { id, branch: 'from-branch' })
    const read = await jane.call('listCommits', { id, ref_name: 'from-branch', per_page: 1 })
    t.expect(read, 'parameter:ref_name', 'The commits of a branch begin at its head.').equal(
      read.body?.[0]?.id,
      moved?.commit?.id,
    )
    const shown = await jane.call('getBranch', { id, branch: 'from-branch' })
    t.expect(shown, 'consequence:commit', 'A commit to a branch moves that branch to it.').equal(
      [shown.body?.commit?.message?.trim(), shown.body?.commit?.parent_ids],
      ['Second', [sha]],
    )
    const master = await jane.call('getBranch', { id, branch: 'master' })
    t.expect(master, 'consequence:commit', 'A commit to one branch leaves the others.').equal(
      master.body?.commit?.id,
      sha,
    )
  })

  await t.chapter('an unknown ref', async () => {
    await t.refused(
      jane,
      'createBranch',
      { id, branch_name: 'from-nothing', ref: 'no-such-ref' },
      [400, 404, 405, 409, 422],
      'unknown:ref',
      'A branch cannot be made from a ref that does not exist.',
    )
    const read = await jane.attempt('getBranch', { id, branch: 'from-nothing' })
    t.expect(read, 'unknown:branch', 'A branch that was refused is not there.').equal(
      read.status,
      404,
    )
  })

  await t.chapter('deleting', async () => {
    const gone = await jane.call('deleteBranch', { id, branch: 'from-commit' })
    t.expect(gone, 'read-back:branch_name', 'The answer names the deleted branch.').equal(
      gone.body?.branch_name,
      'from-commit',
    )
    const read = await jane.attempt('getBranch', { id, branch: 'from-commit' })
    t.expect(gone, 'removes', 'What was deleted is gone.').equal(read.status, 404)
    const { body } = await jane.call('listBranches', { id, per_page: 100 })
    const names = body?.map(({ name }) => name)
    t.expect(gone, 'removes', 'A deleted branch is not listed.').sameMembers(names, [
      'from-branch',
      'master',
    ])
  })
})
