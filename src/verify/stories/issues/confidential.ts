import { story } from '../../story/story.ts'

/** `confidential`: the flag, written and read. */
export const confidentialIssues = story('confidential issues', { about: ['Issues'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({ members: [[jane, 'master']] })

  await t.chapter('by default', async () => {
    const made = await jane.call('createIssue', { id, title: 'Open to all' })
    t.expect(made, 'default:confidential', 'An issue is not confidential by default.').equal(
      made.body?.confidential,
      false,
    )
  })

  await t.chapter('written', async () => {
    const made = await jane.call('createIssue', { id, title: 'Secret', confidential: true })
    const address = { id, issue_id: made.body?.id ?? 0 }
    const shown = async () => (await jane.call('getIssue', address)).body?.confidential
    t.expect(made, 'read-back:confidential', 'The confidential that was sent is read back.').equal(
      [made.body?.confidential, await shown()],
      [true, true],
    )
    const changed = await jane.call('updateIssue', { ...address, confidential: false })
    t.expect(changed, 'read-back:confidential', 'confidential may be taken back.').equal(
      await shown(),
      false,
    )
  })
})
