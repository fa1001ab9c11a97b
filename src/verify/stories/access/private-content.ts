import { story } from '../../story/story.ts'

/** What is in a private project shows nowhere to somebody else: no issue, count or event. */
export const privateContent = story(
  'the content of a private project',
  { about: ['Issues', 'Merge requests', 'Users'] },
  async (t) => {
    const [jane, eve] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      visibility: 'private',
      members: [
        [jane, 'master'],
        [eve, 'developer'],
      ],
    })
    const title = t.name('secret')
    const issue = await jane.call('createIssue', { id, title, assignee_id: eve.id })
    const own = await eve.call('createIssue', { id, title: `${title} of eve` })
    await t.admin.call('removeProjectMember', { id, user_id: eve.id })
    await t.eventually(
      () => eve.attempt('getProject', { id }),
      ({ status }) => status === 404,
    )

    await t.chapter('issues', async () => {
      for (const issue_id of [issue.body?.id ?? 0, own.body?.id ?? 0]) {
        const read = await eve.attempt('getIssue', { id, issue_id })
        t.expect(
          read,
          'private-project',
          'An issue of a private project is a 404 to others.',
        ).status([404])
      }
      const mine = await eve.call('listOwnIssues', { per_page: 100 })
      t.expect(
        mine,
        'private-project',
        'Issues of projects that are not seen are not listed, not to their author either.',
      ).excludes(
        mine.body?.map((one) => one.id),
        [own.body?.id],
      )
    })

    await t.chapter('events', async () => {
      const seen = await t.eventually(
        () => jane.call('listUserEvents', { id: jane.id, per_page: 100 }),
        ({ body }) => body?.some(({ project_id }) => project_id === id) ?? false,
      )
      t.expect(seen, 'content', 'Members see the events of a private project.').includes(
        seen.body?.map(({ project_id }) => project_id),
        [id],
      )
      const events = await eve.call('listUserEvents', { id: jane.id, per_page: 100 })
      t.expect(
        events,
        'private-project',
        'Events of a private project are not listed to others.',
      ).excludes(
        events.body?.map(({ project_id }) => project_id),
        [id],
      )
    })
  },
)
