import { idOf } from '../../fixture/values.ts'
import { at, itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import { removeAndRead } from './remove.ts'
import { asSent, type Reader, writeAndRead } from './write.ts'

/** `createSystemHook`, `testSystemHook`, `deleteSystemHook`. */
export const hooks = story('read-back: System hooks', { about: ['System hooks'] }, async (t) => {
  for (const flag of [true, false]) {
    await t.chapter(`flags ${flag ? 'on' : 'off'}`, async () => {
      const parameters = {
        url: `http://${t.name('hook')}.invalid/`,
        push_events: flag,
        tag_push_events: !flag,
        enable_ssl_verification: flag,
      }
      const first = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body)
      const readersOf = (id: number): readonly Reader[] => [
        {
          caller: t.admin,
          operation: 'listSystemHooks',
          parameters: { per_page: 100 },
          find: itemWith('id', id),
        },
      ]
      const answer = await writeAndRead(t, {
        caller: t.admin,
        operation: 'createSystemHook',
        parameters: { ...parameters, token: 'a secret of the hook' },
        shows: asSent(parameters, ...Object.keys(parameters)),
        readers: ({ body }) => readersOf(idOf(first(body), 'createSystemHook')),
        find: first,
      })
      const rule = 'The token is never returned.'
      t.expect(answer, 'secret:token', rule).equal(
        answer.text.includes('a secret of the hook'),
        false,
      )
      const list = await t.admin.call('listSystemHooks', { per_page: 100 })
      for (const one of [answer, list]) {
        const tokens = [one.body].flat().map((hook) => at(hook, 'token'))
        const none = tokens.every((token) => token === undefined || token === null)
        t.expect(one, 'secret:token', rule).holds(none, 'no token', 'a token')
      }
      const id = idOf(first(answer.body), 'createSystemHook')
      await removeAndRead(t, {
        caller: t.admin,
        operation: 'deleteSystemHook',
        parameters: { id },
        readers: readersOf(id),
        isIdempotent: true,
      })
    })
  }
  t.notTested('createSystemHook', 'read-back:token', 'it is never returned')
})

const events = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]

/** Notification settings: of the caller, and of the caller in a group and in a project. */
export const notifications = story(
  'read-back: Notification settings',
  { about: ['Notification settings'] },
  async (t) => {
    const person = await t.user()
    const group = await t.group({ members: [[person, 'developer']] })
    const project = await t.project({ members: [[person, 'developer']] })
    const write = (
      operation:
        | 'updateNotificationSettings'
        | 'updateGroupNotificationSettings'
        | 'updateProjectNotificationSettings',
      path: object,
      parameters: Readonly<Record<string, unknown>>,
      shown: Parameters<typeof writeAndRead>[1]['shows'],
    ) =>
      writeAndRead(t, {
        caller: person,
        operation,
        parameters: { ...path, ...parameters },
        shows: shown,
        readers: () => [
          { caller: person, operation: readerOf(operation), parameters: { ...path } },
        ],
      })
    for (const level of ['disabled', 'participating', 'watch', 'mention', 'custom'] as const) {
      await t.chapter(`level ${level}`, async () => {
        await write('updateNotificationSettings', {}, { level }, { level: ['level', level] })
        await write(
          'updateGroupNotificationSettings',
          { id: group.id },
          { level },
          { level: ['level', level] },
        )
        await write(
          'updateProjectNotificationSettings',
          { id: project.id },
          { level },
          { level: ['level', level] },
        )
      })
    }
    await t.chapter('custom events', async () => {
      for (const flip of [0, 1]) {
        const flags = Object.fromEntries(events.map((name, index) => [name, index % 2 === flip]))
        const shown = Object.fromEntries(
          events.map((name) => [name, [`events.${name}`, flags[name]] as const]),
        )
        const sent = { level: 'custom', ...flags }
        for (const [operation, id] of [
          ['updateGroupNotificationSettings', group.id],
          ['updateProjectNotificationSettings', project.id],
        ] as const) {
          const answer = await write(operation, { id }, sent, shown)
          const rule = 'With level custom the answer has the events, too.'
          const received = at(answer.body, 'events')
          t.expect(answer, 'shows:events', rule).holds(
            typeof received === 'object' && received !== null,
            'events',
            received,
          )
        }
      }
    })
    await t.chapter('address', async () => {
      const email = t.email('mail')
      const added = await person.call('createOwnEmail', { email })
      // The level is sent, too: a change of nothing but what is ignored may be refused for that.
      const answer = await person.attempt('updateNotificationSettings', {
        level: 'watch',
        notification_email: email,
      })
      if (answer.status !== 200) {
        const reason = 'the server asks more of an address than the specification says'
        return t.notTested('updateNotificationSettings', 'read-back:notification_email', reason)
      }
      idOf(added.body, 'createOwnEmail')
      const shown = await person.call('getNotificationSettings')
      const rule = 'The notification_email that was sent is the one that is read back.'
      t.expect(answer, 'read-back:notification_email', rule).equal(
        shown.body?.notification_email,
        email,
      )
    })
    for (const name of events) {
      const reason = 'the global form shows the level and the address alone'
      t.notTested('updateNotificationSettings', `read-back:${name}`, reason)
    }
  },
)

function readerOf(operation: `update${'' | 'Group' | 'Project'}NotificationSettings`) {
  switch (operation) {
    case 'updateNotificationSettings':
      return 'getNotificationSettings'
    case 'updateGroupNotificationSettings':
      return 'getGroupNotificationSettings'
    case 'updateProjectNotificationSettings':
      return 'getProjectNotificationSettings'
  }
}
