import { CannotGoOn } from '../../story/caller.ts'
import { story } from '../../story/story.ts'

/** `getMergeRequest`, `listMergeRequestCommits`, `getMergeRequestChanges`: what is to be merged. */
export const mergeRequestContent = story(
  'what a merge request brings',
  { about: ['Merge requests'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']], files: { 'a.txt': 'one\n' } })
    const branch = t.name('branch')
    await jane.call('createBranch', { id, branch_name: branch, ref: 'master' })
    const commit = async (action: 'create' | 'update', file_path: string, content: string) => {
      const { body } = await jane.call('createCommit', {
        id,
        branch_name: branch,
        commit_message: `Write ${file_path}`,
        actions: [{ action, file_path, content, encoding: 'text' }],
      })
      return body?.id
    }
    const shas = [await commit('update', 'a.txt', 'two\n'), await commit('create', 'b.txt', 'b\n')]
    const { body: made } = await jane.call('createMergeRequest', {
      id,
      source_branch: branch,
      target_branch: 'master',
      title: 'Show it',
    })
    if (made?.id === undefined) throw new CannotGoOn('createMergeRequest answered no id')
    const address = { id, merge_request_id: made.id }

    await t.chapter('its branches', async () => {
      const shown = await jane.call('getMergeRequest', address)
      const { body } = shown
      const rule = 'A merge request gives its branches, author and head.'
      t.expect(shown, 'schema:values', rule).equal(
        [body?.state, body?.source_branch, body?.target_branch, body?.author?.username, body?.sha],
        ['opened', branch, 'master', jane.username, shas[1]],
      )
    })

    await t.chapter('its commits', async () => {
      const commits = await jane.call('listMergeRequestCommits', address)
      const rule = 'The commits of a merge request are all those of its source branch alone.'
      t.expect(commits, 'content', rule).sameMembers(
        commits.body?.map((one) => one.id),
        shas,
      )
    })

    await t.chapter('its changes', async () => {
      const answer = await jane.call('getMergeRequestChanges', address)
      const changes = answer.body?.changes ?? []
      const expectation = t.expect(
        answer,
        'content',
        'changes has each changed file with its difference: - where lines go, + where lines come.',
      )
      expectation.sameMembers(
        changes.map((change) => [change.new_path, change.new_file]),
        [
          ['a.txt', false],
          ['b.txt', true],
        ],
      )
      const diff = changes.find(({ new_path }) => new_path === 'a.txt')?.diff ?? ''
      expectation.holds(/^-one$/m.test(diff) && /^\+two$/m.test(diff), '-one and +two', diff)
    })
  },
)
