import { sshKey } from '../../fixture/values.ts'
import { story } from '../../story/story.ts'

type Listed = readonly { readonly id?: number }[] | undefined
const ids = (body: Listed) => body?.map(({ id }) => id)

/** Lists that hold what is the caller's own, or some user's: all of it, and nothing of anybody else. */
export const ownThings = story(
  'what is one’s own',
  { about: ['SSH keys', 'E-mails', 'Groups', 'Projects', 'Issues'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const rule = 'A list of one’s own holds what is one’s own, and nothing of others.'

    await t.chapter('SSH keys', async () => {
      const [hers, his] = [
        await jane.call('createOwnSshKey', { title: 'hers', key: sshKey() }),
        await bob.call('createOwnSshKey', { title: 'his', key: sshKey() }),
      ]
      const own = await jane.call('listOwnSshKeys')
      t.expect(own, 'content', rule).equal(ids(own.body), [hers.body?.id])
      const ofBob = await t.admin.call('listSshKeysOfUser', { id: bob.id })
      t.expect(ofBob, 'content', 'The keys of a user are listed, and no others.').equal(
        ids(ofBob.body),
        [his.body?.id],
      )
      const other = { key_id: his.body?.id }
      const hidden = 'The key of another user is none of one’s own: 404.'
      await t.refused(jane, 'getOwnSshKey', other, [404], 'content', hidden)
      const deleted = await jane.attempt('deleteOwnSshKey', other)
      const left = await t.admin.attempt('getSshKeyWithUser', { id: his.body?.id })
      const kept = 'The key of another user is none that one can delete.'
      t.expect(deleted, 'content', kept).equal(left.status, 200)
    })

    await t.chapter('e-mail addresses', async () => {
      const [hers, his] = [
        await jane.call('createOwnEmail', { email: t.email('mail') }),
        await bob.call('createOwnEmail', { email: t.email('mail') }),
      ]
      const own = await jane.call('listOwnEmails')
      t.expect(own, 'content', rule).includes(ids(own.body), [hers.body?.id])
      t.expect(own, 'content', rule).excludes(ids(own.body), [his.body?.id])
      const ofBob = await t.admin.call('listEmailsOfUser', { id: bob.id })
      const ofUser = t.expect(
        ofBob,
        'content',
        'The addresses of a user are listed, and no others.',
      )
      ofUser.includes(ids(ofBob.body), [his.body?.id])
      ofUser.excludes(ids(ofBob.body), [hers.body?.id])
      const other = { email_id: his.body?.id }
      const hidden = 'The address of another user is none of one’s own: 404.'
      await t.refused(jane, 'getOwnEmail', other, [404], 'content', hidden)
    })

    await t.chapter('groups', async () => {
      const owned = await t.group({ members: [[jane, 'owner']] })
      const joined = await t.group({ members: [[jane, 'developer']] })
      const answer = await jane.call('listOwnedGroups', { per_page: 100 })
      t.expect(answer, 'content', rule).equal(ids(answer.body), [owned.id])
      for (const { id, path } of [owned, joined]) {
        const found = await jane.call('listGroups', { search: path, per_page: 100 })
        const all = 'The groups that the caller is a member of are listed.'
        t.expect(found, 'content', all).includes(ids(found.body), [id])
      }
    })

    await t.chapter('projects', async () => {
      const joined = await t.project({ members: [[jane, 'reporter']] })
      const open = await t.project({ visibility: 'public' })
      const search = { per_page: 100 }
      const own = await jane.call('listProjects', { ...search })
      const member = t.expect(own, 'content', 'The projects that the caller is a member of, alone.')
      member.includes(ids(own.body), [joined.id])
      member.excludes(ids(own.body), [open.id])
      const visible = await jane.call('listVisibleProjects', { ...search, search: open.name })
      const rule = 'The projects that the caller can see.'
      t.expect(visible, 'content', rule).equal(ids(visible.body), [open.id])
      const starred = await jane.call('listStarredProjects', search)
      const none = 'Who has starred nothing has no starred projects.'
      t.expect(starred, 'content', none).equal(ids(starred.body), [])
    })

    await t.chapter('issues', async () => {
      const { id } = await t.project({
        members: [
          [jane, 'developer'],
          [bob, 'developer'],
        ],
      })
      const hers = await jane.call('createIssue', { id, title: 'Hers', assignee_id: bob.id })
      await bob.call('createIssue', { id, title: 'His', assignee_id: jane.id })
      const own = await jane.call('listOwnIssues', { per_page: 100 })
      const rule = 'The issues that the caller created are listed, and no others.'
      t.expect(own, 'content', rule).equal(ids(own.body), [hers.body?.id])
    })
  },
)
