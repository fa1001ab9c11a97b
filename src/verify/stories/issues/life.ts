import { wait } from '../../client/pace.ts'
import { deleteAsOwner } from '../../story/owner-deletion.ts'
import { story } from '../../story/story.ts'

/** `updateIssue`, `deleteIssue`: the states of an issue. */
export const issueLife = story('the life of an issue', { about: ['Issues'] }, async (t) => {
  const [owner, jane] = await Promise.all([t.user(), t.user()])
  const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
  const { id } = await t.project({ group, members: [[jane, 'developer']] })
  const created = await jane.call('createIssue', { id, title: 'A leak' })
  const address = { id, issue_id: created.body?.id ?? 0 }
  const stateOf = async () => (await jane.call('getIssue', address)).body?.state

  await t.chapter('opening', async () => {
    t.expect(created, 'transition:open', 'A new issue is opened, by its author.').equal(
      [created.body?.state, created.body?.author?.username, await stateOf()],
      ['opened', jane.username, 'opened'],
    )
    const second = await jane.call('createIssue', { id, title: 'Another' })
    t.expect(second, 'schema:values', 'iid counts the issues of a project.').equal(
      [created.body?.iid, second.body?.iid],
      [1, 2],
    )
  })

  await t.chapter('closing', async () => {
    const before = (await jane.call('getIssue', address)).body?.updated_at ?? ''
    // A time may be given to the second alone.
    await wait(1100)
    const closed = await jane.call('updateIssue', { ...address, state_event: 'close' })
    t.expect(closed, 'transition:close', 'state_event close closes an opened issue.').equal(
      [closed.body?.state, await stateOf()],
      ['closed', 'closed'],
    )
    const after = (await jane.call('getIssue', address)).body?.updated_at ?? ''
    const note = await jane.call('createIssueNote', { ...address, body: 'Closed' })
    // The clock of a server may stand still: then nothing can be read from it.
    if (Date.parse(note.body?.created_at ?? '') > Date.parse(before)) {
      t.expect(closed, 'transition:close', 'Closing changes updated_at.').holds(
        Date.parse(closed.body?.updated_at ?? '') > Date.parse(before),
        `later than ${before}`,
        closed.body?.updated_at,
      )
      t.expect(closed, 'transition:close', 'The updated_at of a closed issue is read back.').holds(
        Date.parse(after) > Date.parse(before),
        `later than ${before}`,
        after,
      )
    }
    const listed = await jane.call('listIssuesOfProject', { id, state: 'closed', per_page: 100 })
    t.expect(closed, 'transition:close', 'A closed issue is listed among the closed.').includes(
      listed.body?.map((one) => one.id),
      [address.issue_id],
    )
  })

  await t.chapter('reopening', async () => {
    const opened = await jane.call('updateIssue', { ...address, state_event: 'reopen' })
    t.expect(opened, 'transition:reopen', 'state_event reopen opens a closed issue.').equal(
      [opened.body?.state, await stateOf()],
      ['opened', 'opened'],
    )
  })

  await t.chapter('deleting', async () => {
    const gone = await deleteAsOwner(t, {
      owner,
      developer: jane,
      operation: 'deleteIssue',
      reader: 'getIssue',
      parameters: address,
    })
    const listed = await jane.call('listIssuesOfProject', { id, per_page: 100 })
    t.expect(gone, 'removes', 'A deleted issue is not listed.').excludes(
      listed.body?.map((one) => one.id),
      [address.issue_id],
    )
    const next = await jane.call('createIssue', { id, title: 'After that' })
    t.expect(next, 'unique:iid', 'Neither id nor iid of a deleted issue is given again.').equal(
      [next.body?.iid, next.body?.id === address.issue_id],
      [3, false],
    )
  })
})
