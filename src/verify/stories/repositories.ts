import type { OperationResponse } from '../client/answer.ts'
import { idOf } from '../fixture/values.ts'
import { filesOfArchive } from '../story/archive-files.ts'
import { story } from '../story/story.ts'

/** `listTree`, `getRawBlob`: the content of each revision. */
export const treeOfRepository = story(
  'the tree of a repository',
  { about: ['Repositories'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({
      members: [[jane, 'master']],
      files: { 'README.md': 'read\n', 'lib/deep/inner.rb': 'inner\n', 'lib/outer.rb': 'outer\n' },
    })
    await jane.call('createBranch', { id, branch_name: 'feature', ref: 'master' })
    await jane.call('createFile', {
      id,
      file_path: 'only-here.txt',
      branch_name: 'feature',
      content: 'here\n',
      commit_message: 'Only here',
    })
    // A server may give each new project files of its own.
    const made = /^(?:README\.md|lib|only-here\.txt)/
    const own = (body: readonly Entry[] | undefined) =>
      body?.filter(({ path = '' }) => made.test(path))
    // Git itself stores the mode of a folder without the zero in front of it.
    const rows = (body: readonly Entry[] | undefined) =>
      own(body)?.map(({ path, name, type, mode }) => [path, name, type, mode?.padStart(6, '0')])

    await t.chapter('the top', async () => {
      const answer = await jane.call('listTree', { id, per_page: 100 })
      t.expect(
        answer,
        'content',
        'The tree of the default branch, without what lies in folders.',
      ).sameMembers(rows(answer.body), [
        ['README.md', 'README.md', 'blob', '100644'],
        ['lib', 'lib', 'tree', '040000'],
      ])
    })

    await t.chapter('a folder', async () => {
      const answer = await jane.call('listTree', { id, path: 'lib', per_page: 100 })
      t.expect(answer, 'parameter:path', 'path chooses a folder.').sameMembers(rows(answer.body), [
        ['lib/deep', 'deep', 'tree', '040000'],
        ['lib/outer.rb', 'outer.rb', 'blob', '100644'],
      ])
    })

    await t.chapter('everything', async () => {
      const answer = await jane.call('listTree', { id, recursive: true, per_page: 100 })
      t.expect(
        answer,
        'parameter:recursive',
        'recursive lists what lies in folders too.',
      ).sameMembers(
        own(answer.body)?.map(({ path }) => path),
        ['README.md', 'lib', 'lib/deep', 'lib/deep/inner.rb', 'lib/outer.rb'],
      )
      const inner = answer.body?.find(({ path }) => path === 'lib/deep/inner.rb')
      const blob = await jane.call('getRawBlob', { id, sha: inner?.id ?? '' })
      t.expect(blob, 'content', 'The id of an entry is that of its blob.').equal(
        blob.text,
        'inner\n',
      )
    })

    await t.chapter('another branch', async () => {
      const answer = await jane.call('listTree', { id, ref_name: 'feature', per_page: 100 })
      t.expect(answer, 'parameter:ref_name', 'ref_name chooses a branch.').includes(
        answer.body?.map(({ path }) => path),
        ['only-here.txt'],
      )
    })
  },
)

interface Entry {
  readonly path?: string
  readonly name?: string
  readonly type?: string
  readonly mode?: string
}

/** `getArchive`: the files of a commit. The format of the archive is not specified. */
export const archive = story('the archive', { about: ['Repositories'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({
    members: [[jane, 'master']],
    files: { 'README.md': 'first\n', 'lib/größe.txt': 'size\n' },
  })
  const { body: first } = await jane.call('getCommit', { id, sha: 'master' })
  await jane.call('updateFile', {
    id,
    file_path: 'README.md',
    branch_name: 'master',
    content: 'second\n',
    commit_message: 'Second',
  })

  // A server may give each new project files of its own.
  const made = new Set(['README.md', 'lib/größe.txt'])
  for (const [what, parameters, readme] of [
    ['the default branch', {}, 'second\n'],
    ['a commit', { sha: first?.id ?? '' }, 'first\n'],
  ] as const) {
    await t.chapter(what, async () => {
      const answer = await jane.call('getArchive', { id, ...parameters })
      const files = await filesOfArchive(answer.bytes)
      if (files === 'another format') {
        return t.leftOpen('getArchive', 'content', 'it is no tar archive')
      }
      const own = files === 'incomplete' ? undefined : files.filter(([path]) => made.has(path))
      const aspect = what === 'a commit' ? 'parameter:sha' : 'content'
      const rule = `The archive of ${what} is whole and holds every file with its content.`
      t.expect(answer, aspect, rule).sameMembers(own, [
        ['README.md', readme],
        ['lib/größe.txt', 'size\n'],
      ])
    })
  }
})

interface Difference {
  readonly old_path?: string
  readonly new_path?: string
  readonly new_file?: boolean
  readonly deleted_file?: boolean
  readonly renamed_file?: boolean
}

/** Returns the paths of a difference with their kinds; a renamed file counts as one that went and one that came. */
function changesOf(entry: Difference): readonly string[] {
  if (entry.renamed_file) return [`-${entry.old_path}`, `+${entry.new_path}`]
  if (entry.new_file) return [`+${entry.new_path}`]
  return [entry.deleted_file ? `-${entry.old_path}` : `~${entry.new_path}`]
}

/** `compareRevisions`: the commits and the changes between two revisions. */
export const comparison = story(
  'comparing revisions',
  { about: ['Repositories', 'Commits', 'Merge requests'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({
      members: [[jane, 'master']],
      files: { 'a.txt': 'one\n', 'gone.txt': 'gone\n', 'old.txt': 'kept\nlines\nof text\n' },
    })
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

    await t.chapter('every kind of change', async () => {
      await jane.call('createBranch', { id, branch_name: 'kinds', ref: 'master' })
      const actions = [
        { action: 'create', file_path: 'empty.txt', content: '' },
        { action: 'update', file_path: 'a.txt', content: 'changed\n' },
        { action: 'delete', file_path: 'gone.txt' },
        { action: 'move', file_path: 'new/moved.txt', previous_path: 'old.txt' },
      ]
      const target = { id, branch_name: 'kinds', commit_message: 'Change' }
      const made = await jane.attempt('createCommit', { ...target, actions })
      if (made.status !== 201) {
        return t.notTested(
          'compareRevisions',
          'content',
          'the server takes no empty file in a commit',
        )
      }
      const expected = ['+empty.txt', '-gone.txt', '-old.txt', '+new/moved.txt', '~a.txt']
      const expectChanges = (answer: OperationResponse, entries: readonly Difference[] = []) =>
        t
          .expect(answer, 'content', 'The differences name each path that changed, and how.')
          .sameMembers(entries.flatMap(changesOf), expected)
      const commit = await jane.call('listCommitDifferences', { id, sha: 'kinds' })
      expectChanges(commit, commit.body)
      const compared = await jane.call('compareRevisions', { id, from: 'master', to: 'kinds' })
      expectChanges(compared, compared.body?.diffs)
      const request = { source_branch: 'kinds', target_branch: 'master', title: t.name('kinds') }
      const { body } = await jane.call('createMergeRequest', { id, ...request })
      const merge_request_id = idOf(body, 'createMergeRequest')
      // What a merge request changes may be found out in the background.
      const brought = await t.eventually(
        () => jane.call('getMergeRequestChanges', { id, merge_request_id }),
        (answer) => (answer.body?.changes?.length ?? 0) > 0,
      )
      expectChanges(brought, brought.body?.changes)
    })

    await t.chapter('the same revision', async () => {
      const answer = await jane.call('compareRevisions', { id, from: 'master', to: 'master' })
      const { commits, diffs, compare_same_ref } = answer.body ?? {}
      t.expect(
        answer,
        'content',
        'compare_same_ref is true for the same revision, and nothing differs.',
      ).equal([compare_same_ref, commits, diffs], [true, [], []])
    })
  },
)

/** `listContributors`: the number of commits of each contributor. */
export const contributors = story('the contributors', { about: ['Repositories'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']], files: {} })
  // Two authors have one name: they are told apart by their e-mails.
  const authors = [
    ['Ada', 'ada'],
    ['Grace', 'grace'],
    ['Ada', 'ada'],
    ['Ada', 'countess'],
    ['Ada', 'ada'],
  ] as const
  for (const [index, [name, mailbox]] of authors.entries()) {
    await jane.call('createCommit', {
      id,
      branch_name: 'master',
      commit_message: `Commit ${index}`,
      author_name: name,
      author_email: `${mailbox}@forgery.example.com`,
      actions: [
        { action: 'create', file_path: `${index}.txt`, content: 'line\n', encoding: 'text' },
      ],
    })
  }
  // The first commit of a project may be of the server.
  const own = <T extends { readonly email?: string }>(body: readonly T[] | undefined) =>
    body?.filter(({ email }) => email?.endsWith('@forgery.example.com'))
  // A server may count in the background.
  const answer = await t.eventually(
    () => jane.call('listContributors', { id, per_page: 100 }),
    ({ body }) => own(body)?.reduce((sum, { commits = 0 }) => sum + commits, 0) === authors.length,
  )
  t.expect(
    answer,
    'content',
    'Each author is listed once, with the number of their commits.',
  ).sameMembers(
    own(answer.body)?.map(({ name, email, commits }) => [name, email, commits]),
    [
      ['Ada', 'ada@forgery.example.com', 3],
      ['Ada', 'countess@forgery.example.com', 1],
      ['Grace', 'grace@forgery.example.com', 1],
    ],
  )
})
