import { story } from '../story/story.ts'

/** Every level, globally, for a group and for a project, and the events of `custom`. */
export const notificationLevels = story(
  'notification levels',
  { about: ['Notification settings'] },
  async (t) => {
    const jane = await t.user()
    const bob = await t.user()
    const group = await t.group({
      visibility: 'private',
      members: [
        [jane, 'master'],
        [bob, 'developer'],
      ],
    })
    const project = await t.project({ group })

    await t.chapter('for oneself', async () => {
      for (const level of ['disabled', 'participating', 'watch', 'mention'] as const) {
        const set = await jane.call('updateNotificationSettings', { level })
        const { body } = await jane.call('getNotificationSettings')
        t.expect(set, 'read-back:level', `The level ${level} is read back.`).equal(
          body?.level,
          level,
        )
      }
    })

    for (const { what, get, set, id } of [
      {
        what: 'a group',
        get: 'getGroupNotificationSettings',
        set: 'updateGroupNotificationSettings',
        id: group.id,
      },
      {
        what: 'a project',
        get: 'getProjectNotificationSettings',
        set: 'updateProjectNotificationSettings',
        id: project.id,
      },
    ] as const) {
      await t.chapter(`for ${what}`, async () => {
        const theirs = await bob.call(get, { id })
        for (const level of ['disabled', 'participating', 'watch', 'global', 'mention'] as const) {
          const changed = await jane.call(set, { id, level })
          const { body } = await jane.call(get, { id })
          t.expect(changed, 'read-back:level', `The level ${level} is read back.`).equal(
            [body?.level, body?.events],
            [level, undefined],
          )
        }
        const custom = await jane.call(set, {
          id,
          level: 'custom',
          new_note: true,
          close_issue: true,
          new_issue: false,
        })
        const { body } = await jane.call(get, { id })
        t.expect(
          custom,
          'read-back:level',
          'With the level custom the events are shown too.',
        ).equal(
          [body?.level, body?.events?.new_note, body?.events?.close_issue, body?.events?.new_issue],
          ['custom', true, true, false],
        )
        const off = await jane.call(set, { id, level: 'custom', new_note: false })
        const after = await jane.call(get, { id })
        t.expect(off, 'read-back:new_note', 'An event may be switched off, the others stay.').equal(
          [after.body?.events?.new_note, after.body?.events?.close_issue],
          [false, true],
        )
        const still = await bob.call(get, { id })
        t.expect(still, 'content', 'Everybody has settings of their own.').equal(
          [still.body?.level, still.body?.events],
          [theirs.body?.level, theirs.body?.events],
        )
      })
    }

    await t.chapter('of others', async () => {
      // Which level somebody has who chose none is not stated.
      const before = await bob.call('getNotificationSettings')
      for (const level of ['watch', 'disabled'] as const) {
        await jane.call('updateNotificationSettings', { level })
        const read = await bob.call('getNotificationSettings')
        t.expect(read, 'content', 'Everybody has settings of their own.').equal(
          read.body?.level,
          before.body?.level,
        )
      }
    })
  },
)
