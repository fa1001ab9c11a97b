import { areElsewhere } from '../story/bodies.ts'
import { story } from '../story/story.ts'
import { addressOf, proposeChecked } from './merge-requests.ts'

/** `listIssuesClosedByMergeRequest`, and the closing of these issues by the merge. */
export const closingIssues = story(
  'issues that a merge request closes',
  { about: ['Merge requests', 'Issues'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const [named, other, mentioned, deleted] = [
      await jane.call('createIssue', { id, title: 'Named' }),
      await jane.call('createIssue', { id, title: 'Not named' }),
      await jane.call('createIssue', { id, title: 'Mentioned' }),
      await jane.call('createIssue', { id, title: 'Named and deleted' }),
    ]
    // Named twice: it is closed and listed once.
    const closes = `Closes #${named.body?.iid}`
    const paragraphs = [
      closes,
      closes,
      `Closes #${deleted.body?.iid}`,
      `After #${mentioned.body?.iid}.`,
    ]
    const one = await proposeChecked(t, jane, id, { description: paragraphs.join('\n\n') })
    await t.admin.call('deleteIssue', { id, issue_id: deleted.body?.id ?? 0 })

    // Which words of a description close an issue is not stated.
    const answer = await t.eventually(
      () => jane.call('listIssuesClosedByMergeRequest', addressOf(one)),
      ({ body }) => body?.length !== 0 && !body?.some((issue) => issue.id === deleted.body?.id),
    )
    if (answer.body?.length === 0) {
      const reason = 'the server does not know the words that close an issue'
      t.notTested('listIssuesClosedByMergeRequest', 'content', reason)
      return t.notTested('mergeMergeRequest', 'consequence:issues', reason)
    }

    const listed = answer.body?.map((issue) => issue.id) ?? []

    await t.chapter('before', async () => {
      if (areElsewhere(answer.body)) {
        const reason = 'issues are kept by another service'
        return t.notTested('listIssuesClosedByMergeRequest', 'content', reason)
      }
      t.expect(
        answer,
        'content',
        'The issues that merging would close are listed, and no others.',
      ).equal(
        listed.filter((issue) => issue !== mentioned.body?.id),
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
      t.expect(
        answer,
        'content',
        'An issue that is mentioned otherwise is listed only where merging closes it.',
      ).equal(
        await stateOf(mentioned.body?.id),
        listed.includes(mentioned.body?.id) ? 'closed' : 'opened',
      )
    })
  },
)
