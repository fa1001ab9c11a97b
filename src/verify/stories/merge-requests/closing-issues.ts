import { story } from '../../story/story.ts'
import { addressOf, proposeChecked } from './proposal.ts'

/** `listIssuesClosedByMergeRequest`, and that merging closes them. */
export const closingIssues = story(
  'issues that a merge request closes',
  { about: ['Merge requests', 'Issues'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const [named, other] = [
      await jane.call('createIssue', { id, title: 'Named' }),
      await jane.call('createIssue', { id, title: 'Not named' }),
    ]
    const one = await proposeChecked(t, jane, id, { description: `Closes #${named.body?.iid}` })

    await t.chapter('before', async () => {
      const answer = await jane.call('listIssuesClosedByMergeRequest', addressOf(one))
      t.expect(
        answer,
        'content',
        'The issues that merging would close are listed, and no others.',
      ).equal(
        answer.body?.map((issue) => issue.id),
        [named.body?.id],
      )
    })

    await t.chapter('merging', async () => {
      const merged = await jane.call('mergeMergeRequest', addressOf(one))
      const stateOf = async (issue_id = 0) =>
        (await jane.call('getIssue', { id, issue_id })).body?.state
      const after = await t.eventually(
        () => stateOf(named.body?.id),
        (state) => state === 'closed',
      )
      t.expect(
        merged,
        'consequence:issues',
        'Merging closes the issues that are named, and no others.',
      ).equal([after, await stateOf(other.body?.id)], ['closed', 'opened'])
    })
  },
)
