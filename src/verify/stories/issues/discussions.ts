import { story } from '../../story/story.ts'
import { propose } from '../merge-requests/proposal.ts'

/** `merge_request_for_resolving_discussions`: an issue that goes on with a merge request. */
export const followUpIssues = story(
  'an issue for the discussions of a merge request',
  { about: ['Issues'] },
  async (t) => {
    const jane = await t.user()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const { merge_request_id } = await propose(t, jane, id)
    const { body: request } = await jane.call('getMergeRequest', { id, merge_request_id })
    const merge_request_for_resolving_discussions = request?.iid ?? 0

    const made = await jane.call('createIssue', {
      id,
      title: 'To be continued',
      merge_request_for_resolving_discussions,
    })
    t.expect(
      made,
      'read-back:merge_request_for_resolving_discussions',
      'The number of a merge request fills a default description, and a given title takes precedence.',
    ).holds(
      (made.body?.description ?? '') !== '' && made.body?.title === 'To be continued',
      'a description of its own, and the given title',
      made.body,
    )
    const given = await jane.call('createIssue', {
      id,
      title: 'In other words',
      description: 'These words',
      merge_request_for_resolving_discussions,
    })
    t.expect(
      given,
      'read-back:merge_request_for_resolving_discussions',
      'A given description takes precedence over the default one.',
    ).equal(given.body?.description, 'These words')
  },
)
