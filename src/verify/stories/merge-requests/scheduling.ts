import { story } from '../../story/story.ts'
import { addressOf, proposeChecked } from './proposal.ts'

/** `merge_when_build_succeeds` and `cancelMergeWhenBuildSucceeds`. */
export const scheduling = story('scheduling a merge', { about: ['Merge requests'] }, async (t) => {
  const [jane, guest] = await Promise.all([t.user(), t.user()])
  const { id } = await t.project({
    members: [
      [jane, 'master'],
      [guest, 'reporter'],
    ],
    files: { '.gitlab-ci.yml': 'test:\n  script: [make]\n' },
  })
  const one = await proposeChecked(t, jane, id)
  const address = addressOf(one)

  await t.chapter('nothing scheduled', async () => {
    await t.refused(
      jane,
      'cancelMergeWhenBuildSucceeds',
      address,
      [406],
      'refused:not-scheduled',
      'Where no merge was scheduled the answer is 406.',
    )
  })

  const { body: builds } = await t.eventually(
    () => jane.call('listBuildsOfCommit', { id, sha: one.sha }),
    ({ body }) => (body?.length ?? 0) > 0,
  )
  if ((builds?.length ?? 0) === 0) {
    const reason = 'the server made no build that a merge could wait for'
    t.notTested('mergeMergeRequest', 'transition:schedule', reason)
    return t.notTested('cancelMergeWhenBuildSucceeds', 'transition:cancel', reason)
  }

  await t.chapter('scheduling and canceling', async () => {
    const scheduled = await jane.call('mergeMergeRequest', {
      ...address,
      merge_when_build_succeeds: true,
    })
    const { body } = await jane.call('getMergeRequest', address)
    t.expect(
      scheduled,
      'read-back:merge_when_build_succeeds',
      'With merge_when_build_succeeds it stays opened, with its merge scheduled.',
    ).equal(
      [scheduled.body?.state, body?.state, body?.merge_when_build_succeeds],
      ['opened', 'opened', true],
    )
    await t.refused(
      guest,
      'cancelMergeWhenBuildSucceeds',
      address,
      [401],
      'permission:reporter',
      'Who may not unschedule a merge is answered with 401.',
    )
    const canceled = await jane.call('cancelMergeWhenBuildSucceeds', address)
    const { body: after } = await jane.call('getMergeRequest', address)
    t.expect(
      canceled,
      'transition:cancel',
      'Canceling leaves it opened, without a scheduled merge.',
    ).equal(
      [canceled.body?.merge_when_build_succeeds, after?.state, after?.merge_when_build_succeeds],
      [false, 'opened', false],
    )
    await t.refused(
      jane,
      'cancelMergeWhenBuildSucceeds',
      address,
      [406],
      'refused:not-scheduled',
      'Where no merge was scheduled the answer is 406.',
    )
  })
})
