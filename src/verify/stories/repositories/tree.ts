import { story } from '../../story/story.ts'

/** `listTree`, `getRawBlob`: what lies where at which revision. */
export const treeOfRepository = story(
  'the tree of a repository',
  { about: ['Repositories'] },
  async (t) => {
    const jane = await t.user()
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
    const rows = (body: readonly Entry[] | undefined) =>
      body?.map(({ path, name, type, mode }) => [path, name, type, mode])

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
        answer.body?.map(({ path }) => path),
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
