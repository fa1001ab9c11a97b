import { story } from '../../story/story.ts'
import { addressOf, propose, proposeChecked } from './proposal.ts'

/** `mergeMergeRequest`: every stated reason to refuse, and that a refusal merges nothing. */
export const refusedMerges = story(
  'merge requests that are not merged',
  { about: ['Merge requests'] },
  async (t) => {
    const [jane, guest] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [guest, 'reporter'],
      ],
      files: { 'a.txt': 'one\n' },
    })
    const stateOf = async (merge_request_id: number) =>
      (await jane.call('getMergeRequest', { id, merge_request_id })).body?.state

    await t.chapter('another head', async () => {
      const one = await proposeChecked(t, jane, id)
      const refused = await t.refused(
        jane,
        'mergeMergeRequest',
        { ...addressOf(one), sha: '1'.repeat(40) },
        [409],
        'read-back:sha',
        'A sha that is not the head of the source branch is answered with 409.',
      )
      t.expect(refused, 'read-back:sha', 'A refused merge leaves the merge request opened.').equal(
        await stateOf(one.merge_request_id),
        'opened',
      )
    })

    await t.chapter('without permission', async () => {
      const one = await proposeChecked(t, jane, id)
      const refused = await t.refused(
        guest,
        'mergeMergeRequest',
        addressOf(one),
        [401],
        'permission:reporter',
        'Who may not merge is answered with 401.',
      )
      t.expect(refused, 'permission:reporter', 'A refused merge merges nothing.').equal(
        await stateOf(one.merge_request_id),
        'opened',
      )
    })

    await t.chapter('closed', async () => {
      const one = await propose(t, jane, id)
      const closed = await jane.attempt('updateMergeRequest', {
        ...addressOf(one),
        source_branch: one.branch,
        target_branch: 'master',
        title: 'Closed',
        state_event: 'close',
      })
      if ((await stateOf(one.merge_request_id)) !== 'closed') {
        return t.notTested(
          'mergeMergeRequest',
          'refused:closed',
          `state_event answered ${closed.status}`,
        )
      }
      const merge = await jane.attempt('mergeMergeRequest', addressOf(one))
      t.expect(merge, 'refused:closed', 'Merging what is closed is answered with 406.').status(
        [406],
        'not_open',
      )
      const cancel = await jane.attempt('cancelMergeWhenBuildSucceeds', addressOf(one))
      t.expect(
        cancel,
        'refused:closed',
        'A merge cannot be unscheduled where it is closed: 405.',
      ).status([405])
    })

    await t.chapter('conflicts', async () => {
      const one = await propose(t, jane, id, { file_path: 'a.txt', content: 'theirs\n' })
      await jane.call('updateFile', {
        id,
        file_path: 'a.txt',
        branch_name: 'master',
        content: 'ours\n',
        commit_message: 'Write another line',
      })
      await t.eventually(
        () => jane.call('getMergeRequest', addressOf(one)),
        ({ body }) => body?.merge_status === 'cannot_be_merged',
      )
      const merge = await jane.attempt('mergeMergeRequest', addressOf(one))
      t.expect(merge, 'refused:conflicts', 'Where there are conflicts the answer is 405.').status(
        [405],
        'has_conflicts',
      )
      const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: 'a.txt' })
      t.expect(merge, 'refused:conflicts', 'A merge that was refused changes nothing.').equal(
        [raw.text, await stateOf(one.merge_request_id)],
        ['ours\n', 'opened'],
      )
    })
  },
)
