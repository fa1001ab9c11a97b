import { deleteAsOwner } from '../../story/owner-deletion.ts'
import { story } from '../../story/story.ts'
import { addressOf, propose } from './proposal.ts'

/** `deleteMergeRequest`: who may, and that it is gone. */
export const mergeRequestDeletion = story(
  'deleting a merge request',
  { about: ['Merge requests'] },
  async (t) => {
    const [owner, jane] = await Promise.all([t.user(), t.user()])
    const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
    const { id } = await t.project({ group, members: [[jane, 'developer']] })
    const one = await propose(t, jane, id)
    const parameters = addressOf(one)

    const gone = await deleteAsOwner(t, {
      owner,
      developer: jane,
      operation: 'deleteMergeRequest',
      reader: 'getMergeRequest',
      parameters,
    })
    const listed = await jane.call('listMergeRequests', { id, per_page: 100 })
    t.expect(gone, 'removes', 'A deleted merge request is not listed.').equal(listed.body, [])
    const again = await owner.attempt('deleteMergeRequest', parameters)
    t.expect(again, 'idempotent', 'Deleting what is gone already is answered with 200.').status(
      [200],
      'already_removed',
    )
  },
)
