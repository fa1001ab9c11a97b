import { idOf } from '../../fixture/values.ts'
import { story } from '../../story/story.ts'
import type { Teller } from '../../story/teller.ts'
import { removeAndRead } from './remove.ts'
import { asSent, itemWith, type Reader, writeAndRead } from './write.ts'

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
        await write('updateGroupNotificationSettings', { id: group.id }, sent, shown)
        await write('updateProjectNotificationSettings', { id: project.id }, sent, shown)
      }
    })
    await t.chapter('address', async () => {
      const email = t.email('mail')
      const added = await person.call('createOwnEmail', { email })
      const answer = await person.attempt('updateNotificationSettings', {
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

/** The settings of the instance, each to another value and back; told alone, since others rely on them. */
export const settings = story(
  'read-back: Application settings',
  { about: ['Application settings'], isExclusive: true },
  async (t) => {
    const { body } = await t.admin.call('getApplicationSettings')
    const before: object = body ?? {}
    for (const group of settingGroups(before)) {
      await t.chapter(Object.keys(group).join(', '), async () => {
        await writeAndRead(t, {
          caller: t.admin,
          operation: 'updateApplicationSettings',
          parameters: group,
          shows: asSent(group, ...Object.keys(group)),
          readers: () => [{ caller: t.admin, operation: 'getApplicationSettings', parameters: {} }],
        })
        const back = Object.fromEntries(
          Object.keys(group).map((name) => [name, Reflect.get(before, name)]),
        )
        await t.admin.attempt('updateApplicationSettings', back)
      })
    }
    untouched(t, before)
  },
)

/** What is changed together: an address is required once its switch is on. */
function settingGroups(before: object): readonly Readonly<Record<string, unknown>>[] {
  const number = (name: string) => ({ [name]: Number(Reflect.get(before, name) ?? 0) + 1 })
  const flip = (name: string) => ({ [name]: Reflect.get(before, name) !== true })
  const other = (name: string, values: readonly unknown[]) => ({
    [name]: values.find((value) => value !== Reflect.get(before, name)),
  })
  const domains = ['forgery.example.com', 'other.example.com']
  return [
    ...[
      'default_projects_limit',
      'max_attachment_size',
      'session_expire_delay',
      'container_registry_token_expire_delay',
      'terminal_max_session_time',
    ].map(number),
    ...['signup_enabled', 'external_avatar_enabled', 'user_oauth_applications'].map(flip),
    other('sign_in_text', ['Welcome ✓', 'Welcome again']),
    other('home_page_url', ['http://home.example.com', 'http://other.example.com']),
    other('after_sign_out_path', ['http://out.example.com', 'http://other.example.com']),
    other('default_branch_protection', [1, 2]),
    other('default_project_visibility', [1, 0]),
    other('default_snippet_visibility', [1, 0]),
    ...(isProtocolSet(before) ? [other('enabled_git_access_protocol', ['ssh', 'http'])] : []),
    { restricted_visibility_levels: [0, 1] },
    { domain_whitelist: domains },
    { domain_blacklist_enabled: true, domain_blacklist: domains },
    { integration_a_enabled: true, integration_a_url: 'http://a.example.com' },
    { integration_b_enabled: true, integration_b_url: 'http://b.example.com' },
  ]
}

/** It is null where it was never set, which is no value that it takes. */
function isProtocolSet(before: object): boolean {
  return typeof Reflect.get(before, 'enabled_git_access_protocol') === 'string'
}

/** What might lock people out, or depends on how the server was installed. */
function untouched(t: Teller, before: object): void {
  const reasons = {
    ...(isProtocolSet(before)
      ? {}
      : { enabled_git_access_protocol: 'it was never set, and that cannot be put back' }),
    signin_enabled: 'without it nobody can sign in',
    repository_storages: 'which storages there are is not told by the API',
    repository_storage: 'which storages there are is not told by the API',
    disabled_oauth_sign_in_sources: 'which sources there are is not told by the API',
  }
  for (const [name, reason] of Object.entries(reasons)) {
    t.notTested('updateApplicationSettings', `read-back:${name}`, reason)
  }
}
