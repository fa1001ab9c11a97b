import { story } from '../../story/story.ts'
import { addressOf, propose, untilChecked } from './proposal.ts'

/** `mergeMergeRequest`: merged, with what it brings; and refused where it is merged already. */
export const merging = story(
  'merging a merge request',
  { about: ['Merge requests'] },
  async (t) => {
    const jane = await t.user()
    const { id } = await t.project({ members: [[jane, 'master']], files: { 'a.txt': 'a\n' } })

    await t.chapter('what it shows', async () => {
      const one = await propose(t, jane, id, { title: 'Show it', description: 'In words' })
      const address = addressOf(one)
      const shown = await jane.call('getMergeRequest', address)
      const { body } = shown
      t.expect(
        shown,
        'schema:values',
        'A merge request tells its branches, author and head.',
      ).equal(
        [body?.state, body?.source_branch, body?.target_branch, body?.author?.username, body?.sha],
        ['opened', one.branch, 'master', jane.username, one.sha],
      )
      const commits = await jane.call('listMergeRequestCommits', address)
      t.expect(
        commits,
        'content',
        'The commits of a merge request are those of its source branch alone.',
      ).equal(
        commits.body?.map((commit) => commit.id),
        [one.sha],
      )
      const changes = await jane.call('getMergeRequestChanges', address)
      const [change] = changes.body?.changes ?? []
      t.expect(changes, 'content', 'changes has each changed file with its difference.').equal(
        [
          changes.body?.changes?.length,
          change?.new_path,
          change?.new_file,
          /^\+/m.test(change?.diff ?? ''),
        ],
        [1, `${one.branch}.txt`, true, true],
      )
    })

    await t.chapter('merging', async () => {
      const one = await propose(t, jane, id)
      await untilChecked(t, jane, one)
      const merged = await jane.call('mergeMergeRequest', {
        ...addressOf(one),
        merge_commit_message: 'Bring it in',
        sha: one.sha,
      })
      const { body } = await jane.call('getMergeRequest', addressOf(one))
      t.expect(
        merged,
        'transition:merge',
        'An opened merge request that can be merged is merged.',
      ).equal([merged.body?.state, body?.state], ['merged', 'merged'])
      const raw = await jane.attempt('getRawFile', {
        id,
        sha: 'master',
        filepath: `${one.branch}.txt`,
      })
      t.expect(merged, 'consequence:content', 'The target branch has the changes then.').equal(
        [raw.status, raw.text],
        [200, `${one.branch}\n`],
      )
      const head = await jane.call('getCommit', { id, sha: 'master' })
      t.expect(
        merged,
        'read-back:merge_commit_message',
        'merge_commit_message is the message of the merge commit.',
      ).equal(head.body?.message?.trim(), 'Bring it in')
      const branch = await jane.attempt('getBranch', { id, branch: one.branch })
      t.expect(
        merged,
        'default:should_remove_source_branch',
        'The source branch stays unless asked otherwise.',
      ).equal(branch.status, 200)
      const again = await jane.attempt('mergeMergeRequest', addressOf(one))
      t.expect(
        again,
        'refused:merged',
        'Merging what is merged already is answered with 406.',
      ).status([406], 'not_open')
      const canceled = await jane.attempt('cancelMergeWhenBuildSucceeds', addressOf(one))
      t.expect(
        canceled,
        'refused:merged',
        'A merge cannot be unscheduled where it is merged: 405.',
      ).status([405])
    })

    await t.chapter('removing the source branch', async () => {
      const one = await propose(t, jane, id)
      await untilChecked(t, jane, one)
      const merged = await jane.call('mergeMergeRequest', {
        ...addressOf(one),
        should_remove_source_branch: true,
      })
      const isGone = async () =>
        (await jane.attempt('getBranch', { id, branch: one.branch })).status === 404
      t.expect(
        merged,
        'read-back:should_remove_source_branch',
        'should_remove_source_branch removes the source branch.',
      ).equal(await t.eventually(isGone, (done) => done), true)
    })
  },
)
