import { story } from '../../story/story.ts'

const ids = (body: readonly { readonly id?: number }[] | undefined) => body?.map(({ id }) => id)

/** A public group with a private project in it: who sees the group need not see all of its projects. */
export const hiddenProjects = story(
  'private projects of a public group',
  { about: ['Groups', 'Projects', 'Members', 'Issues'] },
  async (t) => {
    const [owner, outsider] = await Promise.all([t.user(), t.user()])
    const group = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
    const secret = await t.project({ group, visibility: 'private' })
    const open = await t.project({ group, visibility: 'public' })
    const issue = await owner.call('createIssue', { id: secret.id, title: 'Secret' })
    const other = await owner.call('createIssue', { id: open.id, title: 'Open' })

    await t.chapter('the group', async () => {
      for (const [who, expected] of [
        [owner, [secret.id, open.id]],
        [outsider, [open.id]],
      ] as const) {
        const rule = 'A group shows those of its projects that the caller may see.'
        const detail = await who.call('getGroup', { id: group.id })
        t.expect(detail, 'content', rule).sameMembers(ids(detail.body?.projects), expected)
        const list = await who.call('listGroupProjects', { id: group.id })
        t.expect(list, 'content', rule).sameMembers(ids(list.body), expected)
      }
    })

    await t.chapter('its issues', async () => {
      for (const [who, expected] of [
        [owner, [issue.body?.id, other.body?.id]],
        [outsider, [other.body?.id]],
      ] as const) {
        const rule = 'The issues of a group are those of the projects that the caller may see.'
        const list = await who.call('listIssuesOfGroup', { id: group.id })
        t.expect(list, 'content', rule).sameMembers(ids(list.body), expected)
      }
    })

    await t.chapter('its members', async () => {
      const rule = 'All members of a group are listed, its owners too.'
      const members = await owner.call('listGroupMembers', { id: group.id })
      t.expect(members, 'content', rule).includes(ids(members.body), [owner.id])
      t.expect(members, 'content', 'Nobody else is listed.').excludes(ids(members.body), [
        outsider.id,
      ])
    })

    await t.chapter('moving a project', async () => {
      const target = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
      const refused = await t.refused(
        owner,
        'transferProjectToGroup',
        { id: target.id, project_id: open.id },
        [403],
        'forbidden-for-users',
        'It is for administrators: others get 403.',
      )
      const { body } = await owner.call('getProject', { id: open.id })
      const rule = 'A refused transfer moves nothing.'
      t.expect(refused, 'forbidden-for-users', rule).equal(body?.namespace?.id, group.id)
    })
  },
)
