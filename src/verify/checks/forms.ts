import { idOf } from '../fixture/values.ts'
import { story } from '../story/story.ts'

const rule = 'Parameters may be sent as a form, as well as in JSON.'

/** Bodies of the media type application/x-www-form-urlencoded. */
export const forms = story('bodies that are forms', { about: ['Issues'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'developer']] })
  const form = { body: 'form' } as const
  const created = { title: 'A leak & a drip = 2', labels: 'roof,wet', confidential: true }
  const answer = await jane.call('createIssue', { id, ...created }, form)
  const address = { id, issue_id: idOf(answer.body, 'createIssue') }

  await t.chapter('creating', async () => {
    const { body } = await jane.call('getIssue', address)
    t.expect(answer, 'form', rule).equal(
      [body?.title, body?.labels?.toSorted().join(), body?.confidential],
      [created.title, created.labels, true],
    )
  })

  await t.chapter('changing', async () => {
    const changed = { title: 'Ein Loch – größer', description: 'a=b&c=d', confidential: false }
    const updated = await jane.call('updateIssue', { ...address, ...changed }, form)
    const { body } = await jane.call('getIssue', address)
    t.expect(updated, 'form', rule).equal(
      [body?.title, body?.description, body?.confidential],
      [changed.title, changed.description, false],
    )
  })
})
