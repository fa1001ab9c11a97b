import { hasMessage } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'

/** `moveIssue`: an issue goes to another project. */
export const issueMove = story('moving an issue', { about: ['Issues'] }, async (t) => {
  const [jane, eve] = await Promise.all([t.user(), t.user()])
  const group = await t.group({ visibility: 'private', members: [[jane, 'owner']] })
  const [from, to] = await Promise.all([
    t.project({ group, members: [[eve, 'developer']] }),
    t.project({ group }),
  ])
  const { body: issue } = await jane.call('createIssue', {
    id: from.id,
    title: 'Misplaced',
    description: 'It belongs elsewhere.',
    labels: 'roof',
  })
  const address = { id: from.id, issue_id: issue?.id ?? 0 }
  // A label of the same name in the target project.
  await jane.call('createIssue', { id: to.id, title: 'Neighbour', labels: 'roof' })

  await t.chapter('where it cannot go', async () => {
    const same = await t.refused(
      jane,
      'moveIssue',
      { ...address, to_project_id: from.id },
      [400],
      'refused:same-project',
      'An issue is not moved into the project that it is in: 400.',
    )
    t.expect(same, 'error-message', 'The refusal explains itself in message.').holds(
      hasMessage(same.body),
      'a text',
      same.body,
    )
    await t.refused(
      eve,
      'moveIssue',
      { ...address, to_project_id: to.id },
      [400, 404],
      'permission:target',
      'An issue is not moved where the caller has no permission.',
    )
  })

  await t.chapter('moving', async () => {
    const moved = await jane.call('moveIssue', { ...address, to_project_id: to.id })
    const { body } = await jane.call('getIssue', { id: to.id, issue_id: moved.body?.id ?? 0 })
    t.expect(moved, 'read-back:to_project_id', 'The issue exists in the target project.').equal(
      [body?.project_id, body?.title, body?.state],
      [to.id, 'Misplaced', 'opened'],
    )
    t.expect(
      moved,
      'consequence:labels',
      'A label of the same name in the target project is assigned to it.',
    ).equal(body?.labels, ['roof'])
    const listed = await jane.call('listIssuesOfProject', { id: to.id, per_page: 100 })
    t.expect(moved, 'transition:move', 'The moved issue is listed in the target project.').includes(
      listed.body?.map((one) => one.id),
      [moved.body?.id],
    )
  })
})
