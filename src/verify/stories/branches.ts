import type { Given } from '../story/caller.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

/** `createBranch`, `getBranch`, `deleteBranch`: the starting point of a branch, and its deletion. */
export const branchLife = story('the life of a branch', { about: ['Branches'] }, async (t) => {
  const jane = await t.plainUser()
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

  await t.chapter('from a commit of another branch', async () => {
    const { body } = await jane.call('getBranch', { id, branch: 'from-branch' })
    const ref = body?.commit?.id ?? ''
    const made = await jane.call('createBranch', { id, branch_name: 'from-head', ref })
    const rule = 'A branch made from a commit SHA stands at that commit, wherever it is.'
    t.expect(made, 'read-back:ref', rule).equal(made.body?.commit?.id, ref)
  })

  await t.chapter('following commits', async () => {
    const { body: moved } = await jane.call('getBranch', { id, branch: 'from-branch' })
    // The order of the list is not stated.
    const read = await jane.call('listCommits', { id, ref_name: 'from-branch', per_page: 100 })
    t.expect(read, 'parameter:ref_name', 'The head of a branch is among its commits.').includes(
      read.body?.map((commit) => commit.id),
      [moved?.commit?.id],
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
    // Whether a tag may have the name of a branch is not stated.
    const named = { id, tag_name: 'from-commit' }
    const tag = await jane.attempt('createTag', { ...named, ref: 'master' })
    const gone = await jane.call('deleteBranch', { id, branch: 'from-commit' })
    if (tag.status === 201) {
      const { status } = await jane.attempt('getTag', named)
      const rule = 'The tag of the same name stays where a branch is deleted.'
      t.expect(gone, 'keeps:the-others', rule).equal(status, 200)
    }
    t.expect(gone, 'read-back:branch_name', 'The answer names the deleted branch.').equal(
      gone.body?.branch_name,
      'from-commit',
    )
    const read = await jane.attempt('getBranch', { id, branch: 'from-commit' })
    t.expect(gone, 'removes').equal(read.status, 404)
    const { body } = await jane.call('listBranches', { id, per_page: 100 })
    const names = body?.map(({ name }) => name)
    t.expect(gone, 'removes', 'A deleted branch is not listed.').sameMembers(names, [
      'from-branch',
      'from-head',
      'master',
    ])
  })
})

/** `deleteMergedBranches`, and the field `merged` of branches. */
export const mergedBranches = story('merged branches', { about: ['Branches'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']] })
  // The names of two begin alike.
  for (const branch of ['merged', 'unmerged', 'merged-not']) {
    await jane.call('createBranch', { id, branch_name: branch, ref: 'master' })
    await jane.call('createFile', {
      id,
      file_path: `${branch}.txt`,
      branch_name: branch,
      content: `${branch}\n`,
      commit_message: `Add ${branch}`,
    })
  }
  const into = { source_branch: 'merged', target_branch: 'master' }
  await merge(t, jane, { id, title: 'To be merged', ...into })

  await t.chapter('showing', async () => {
    // A server may detect merged branches in the background.
    const merged = await t.eventually(
      () => jane.call('getBranch', { id, branch: 'merged' }),
      ({ body }) => body?.merged === true,
    )
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
        ['merged-not', false],
      ],
    )
  })

  await t.chapter('deleting them', async () => {
    // What is merged into another branch than the default one is not merged into that.
    const elsewhere = { source_branch: 'merged-not', target_branch: 'unmerged' }
    await merge(t, jane, { id, title: 'Elsewhere', ...elsewhere })
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
      ['master', 'unmerged', 'merged-not'],
    )
  })

  await t.chapter('into a default branch of another name', () => checkOtherDefault(t, jane))
})

/** Checks that branches are deleted that are merged into a default branch of another name. */
async function checkOtherDefault(t: TestContext, jane: Person) {
  const { id } = await t.project({ members: [[jane, 'master']], files: {} })
  const commit = (branch_name: string) =>
    jane.attempt('createFile', {
      id,
      file_path: `${branch_name}.txt`,
      branch_name,
      content: branch_name,
      commit_message: `Add ${branch_name}`,
    })
  await commit('trunk')
  const { body: project } = await t.eventually(
    () => jane.call('getProject', { id }),
    ({ body }) => body?.default_branch === 'trunk',
  )
  if (project?.default_branch !== 'trunk') {
    const reason = 'the first branch is not the default one here'
    return t.notTested('deleteMergedBranches', 'removes', reason)
  }
  for (const branch_name of ['done', 'open']) {
    await jane.call('createBranch', { id, branch_name, ref: 'trunk' })
    await commit(branch_name)
  }
  await merge(t, jane, { id, title: 'Done', source_branch: 'done', target_branch: 'trunk' })
  const gone = await jane.attempt('deleteMergedBranches', { id })
  const { body } = await t.eventually(
    () => jane.call('listBranches', { id, per_page: 100 }),
    (list) => list.body?.length === 2,
  )
  const rule =
    'The branches are deleted that are merged into the default branch, whatever its name.'
  t.expect(gone, 'removes', rule).sameMembers(
    body?.map(({ name }) => name),
    ['open', 'trunk'],
  )
}

/** Opens a merge request, and merges it as soon as it can be merged; its source branch stays. */
async function merge(t: TestContext, person: Person, sent: Given<'createMergeRequest'>) {
  const { body } = await person.call('createMergeRequest', sent)
  const address = { id: sent.id ?? 0, merge_request_id: body?.id ?? 0 }
  // Mergeability may be computed in the background.
  await t.eventually(
    () => person.call('getMergeRequest', address),
    (request) => request.body?.merge_status === 'can_be_merged',
  )
  await person.call('mergeMergeRequest', { ...address, should_remove_source_branch: false })
}

/** `protectBranch`, `unprotectBranch`: the states of a branch, and the permissions to push to it. */
export const branchProtection = story(
  'the protection of a branch',
  { about: ['Branches'] },
  async (t) => {
    const [jane, bob, guest] = await Promise.all([t.user(), t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [bob, 'developer'],
        [guest, 'guest'],
      ],
    })
    const branch = 'stable'
    await jane.call('createBranch', { id, branch_name: branch, ref: 'master' })
    const flags = async () => {
      const { body } = await jane.call('getBranch', { id, branch })
      return [body?.protected, body?.developers_can_push, body?.developers_can_merge]
    }

    await t.chapter('protecting', async () => {
      const on = await jane.call('protectBranch', {
        id,
        branch,
        developers_can_push: true,
        developers_can_merge: true,
      })
      t.expect(
        on,
        'transition:protect',
        'Protecting sets protected, and developers_can_push and developers_can_merge from the parameters.',
      ).equal(await flags(), [true, true, true])
      await mayPush(t, bob, id, branch, true, 'developers_can_push lets developers push.')
      const again = await jane.call('protectBranch', {
        id,
        branch,
        developers_can_push: false,
        developers_can_merge: false,
      })
      t.expect(
        again,
        'transition:protect',
        'Protecting again is answered with 200 and sets the parameters that were given.',
      ).equal(await flags(), [true, false, false])
    })

    await t.chapter('pushing to it', async () => {
      await mayPush(t, bob, id, branch, false, 'Developers do not push to a protected branch.')
      await mayPush(t, jane, id, branch, true, 'Masters push to a protected branch.')
    })

    await t.chapter('unprotecting', async () => {
      await jane.call('protectBranch', { id, branch, developers_can_push: true })
      const off = await jane.call('unprotectBranch', { id, branch })
      t.expect(
        off,
        'transition:unprotect',
        'Unprotecting clears protected, developers_can_push and developers_can_merge.',
      ).equal(await flags(), [false, false, false])
      const again = await jane.call('unprotectBranch', { id, branch })
      t.expect(
        again,
        'transition:unprotect',
        'Unprotecting what is not protected is answered with 200.',
      ).equal(again.body?.protected, false)
      await mayPush(t, bob, id, branch, true, 'Developers push to a branch that is not protected.')
      await mayPush(t, guest, id, branch, false, 'Guests do not push.')
    })
  },
)

/** `default_branch_protection` of the application settings: 0, 1 and 2. */
export const defaultBranchProtection = story(
  'the protection of a new default branch',
  { about: ['Branches', 'Application settings'], isExclusive: true, needsInstance: true },
  async (t) => {
    const bob = await t.user()
    for (const [setting, isProtected, mayBobPush] of levels) {
      await t.chapter(`default_branch_protection ${setting}`, async () => {
        const set = await t.admin.call('updateApplicationSettings', {
          default_branch_protection: setting,
        })
        const { id } = await t.project({ members: [[bob, 'developer']] })
        // A push, including the first one, may take effect in the background.
        const { body } = await t.eventually(
          () => t.admin.call('getBranch', { id, branch: 'master' }),
          (branch) => branch.body?.protected === isProtected,
        )
        const rule = `With default_branch_protection ${setting} a new default branch is ${isProtected ? 'protected' : 'not protected'}, and developers ${mayBobPush ? 'push' : 'do not push'} to it.`
        const pushed = await push(t, bob, id, 'master')
        t.expect(set, 'consequence:default_branch_protection', rule).equal(
          [body?.protected, pushed.status === 201],
          [isProtected, mayBobPush],
        )
      })
    }
  },
)

const levels = [
  [0, false, true],
  [1, true, true],
  [2, true, false],
] as const

async function push(t: TestContext, person: Person, id: number, branch: string) {
  return person.attempt('createFile', {
    id,
    file_path: `${t.name('file')}.txt`,
    branch_name: branch,
    content: 'pushed\n',
    commit_message: 'Push',
  })
}

async function mayPush(
  t: TestContext,
  person: Person,
  id: number,
  branch: string,
  isAllowed: boolean,
  rule: string,
): Promise<void> {
  const answer = await push(t, person, id, branch)
  t.expect(answer, 'permission:push', rule).status(isAllowed ? [201] : [400, 401, 403])
}
