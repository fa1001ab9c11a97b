import { story } from '../../story/story.ts'
import { addressOf, proposeChecked } from './proposal.ts'

/** `mergeMergeRequest`: merged, with what it brings; and refused where it is merged already. */
export const merging = story(
  'merging a merge request',
  { about: ['Merge requests'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })

    await t.chapter('merging', async () => {
      const one = await proposeChecked(t, jane, id)
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
      const one = await proposeChecked(t, jane, id)
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
