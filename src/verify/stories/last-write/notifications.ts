import { createFixture } from '../../fixture/fixture.ts'
import { story } from '../../story/story.ts'
import { showing, writeThenRead } from './step.ts'

/** Notification settings: every read shows the last write. */
export const lastWriteOfNotifications = story(
  'the last write: notification settings',
  { about: ['Notification settings'], isUndisturbed: true },
  async (t) => {
    const { member, project, group } = await t.shared(createFixture)
    for (const level of ['watch', 'participating']) {
      for (const [place, address] of [
        ['', {}],
        ['Project', { id: project.id }],
        ['Group', { id: group.id }],
      ] as const) {
        const operation = `update${place}NotificationSettings` as const
        await writeThenRead(t, member, operation, { ...address, level }, () => [
          showing(member, `get${place}NotificationSettings`, { ...address }, 'level', level),
        ])
      }
    }
  },
)
