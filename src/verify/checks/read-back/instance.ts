import { at } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { expectKept } from '../frame/frame.ts'
import { takeSnapshot } from '../frame/snapshot.ts'
import { lookup, shownBy } from '../shown-by.ts'
import { createAndRead, removeAndRead, writeAndRead } from './write-and-read.ts'

/** `createSystemHook`, `testSystemHook`, `deleteSystemHook`. */
export const hooks = story(
  'read-back: System hooks',
  { about: ['System hooks'], needsInstance: true },
  async (t) => {
    const token = 'a secret of the hook'
    for (const flag of [true, false]) {
      await t.chapter(`flags ${flag ? 'on' : 'off'}`, async () => {
        const { id, answer } = await createAndRead(t, {
          caller: t.admin,
          operation: 'createSystemHook',
          sent: {
            url: `http://${t.name('hook')}.invalid/`,
            push_events: flag,
            tag_push_events: !flag,
            enable_ssl_verification: flag,
            token,
          },
          readers: (one) => shownBy.hook(t.admin, one),
          find: (body) => (Array.isArray(body) ? body[0] : body),
        })
        const rule = 'The token is never returned.'
        t.expect(answer, 'secret:token', rule).equal(answer.text.includes(token), false)
        const list = await t.admin.call('listSystemHooks', { per_page: 100 })
        for (const one of [answer, list]) {
          const tokens = [one.body].flat().map((hook) => at(hook, 'token'))
          const none = tokens.every((value) => value === undefined || value === null)
          t.expect(one, 'secret:token', rule).holds(none, 'no token', 'a token')
        }
        await removeAndRead(t, {
          caller: t.admin,
          operation: 'deleteSystemHook',
          path: { id },
          // A test tells that there is a hook, and there is no other way to look one up.
          readers: [...shownBy.hook(t.admin, id), lookup(t.admin, 'testSystemHook', { id })],
        })
      })
    }
    t.notTested('createSystemHook', 'read-back:token', 'it is never returned')
  },
)

/** Notification settings of the caller: global ones, for a group and for a project. */
export const notifications = story(
  'read-back: Notification settings',
  { about: ['Notification settings'] },
  async (t) => {
    const events = eventsOf(t)
    const person = await t.user()
    const group = await t.group({ members: [[person, 'developer']] })
    const project = await t.project({ members: [[person, 'developer']] })
    const write = (
      kind: '' | 'Group' | 'Project',
      path: object,
      sent: Readonly<Record<string, unknown>>,
    ) =>
      writeAndRead(t, {
        caller: person,
        operation: `update${kind}NotificationSettings`,
        path: { ...path },
        sent,
        readers: [lookup(person, `get${kind}NotificationSettings`, { ...path })],
      })
    for (const level of ['disabled', 'participating', 'watch', 'mention', 'custom'] as const) {
      await t.chapter(`level ${level}`, async () => {
        await write('', {}, { level })
        await write('Group', { id: group.id }, { level })
        await write('Project', { id: project.id }, { level })
      })
    }
    await t.chapter('custom events', async () => {
      for (const flip of [0, 1]) {
        const flags = events.map((name, index) => [name, index % 2 === flip])
        const sent = { level: 'custom', ...Object.fromEntries(flags) }
        for (const [kind, id] of [
          ['Group', group.id],
          ['Project', project.id],
        ] as const) {
          const answer = await write(kind, { id }, sent)
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
      await person.call('createOwnEmail', { email })
      // The level is sent as well, since a change with only ignored parameters may be refused.
      const answer = await person.attempt('updateNotificationSettings', {
        level: 'watch',
        notification_email: email,
      })
      if (answer.status !== 200) {
        const reason = 'the server asks more of an address than the specification says'
        return t.notTested('updateNotificationSettings', 'read-back:notification_email', reason)
      }
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

/** Returns the events that the level `custom` can switch on. */
function eventsOf(t: TestContext): string[] {
  const { parameters } = t.operation('updateNotificationSettings')
  return parameters.flatMap(({ name, schema }) => (schema.type === 'boolean' ? [name] : []))
}

/** The settings of the instance, each with another value; run alone, since other checks depend on them. */
export const settings = story(
  'read-back: Application settings',
  { about: ['Application settings'], isExclusive: true, needsInstance: true },
  async (t) => {
    const { body } = await t.admin.call('getApplicationSettings')
    const before: object = body ?? {}
    for (const group of settingGroups(before)) {
      await t.chapter(Object.keys(group).join(', '), async () => {
        await writeAndRead(t, {
          caller: t.admin,
          operation: 'updateApplicationSettings',
          sent: group,
          readers: [lookup(t.admin, 'getApplicationSettings', {})],
        })
      })
    }
    await t.chapter('one setting after the other', () => checkOneByOne(t, before))
    await t.chapter('the time of the last change', () => checkTouched(t, before))
    untouched(t, before)
  },
)

/** So many groups of settings are changed at once: no more than others on the server need to bear. */
const CHANGED_AT_ONCE = 5

/**
 * Changes a few settings, one after the other, and restores them in the reverse order, until each was changed: a setting
 * that is not sent stays as it is, whether it has its default or not.
 */
async function checkOneByOne(t: TestContext, old: object): Promise<void> {
  const read = () => takeSnapshot(t, lookup(t.admin, 'getApplicationSettings', {}))
  let before = await read()
  async function write(sent: Readonly<Record<string, unknown>>) {
    const answer = await t.admin.call('updateApplicationSettings', sent)
    const after = await read()
    const steps = { before, after, write: answer }
    expectKept(t, answer.operation, 'keeps:the-rest', steps, Object.keys(sent))
    before = after
  }
  const restricted = 'restricted_visibility_levels'
  // A server may refuse a default level that is restricted: no group below sets this one.
  const others = settingGroups(old).filter((group) => !(restricted in group))
  for (let start = 0; start < others.length; start += CHANGED_AT_ONCE) {
    const groups = [{ [restricted]: [2] }, ...others.slice(start, start + CHANGED_AT_ONCE)]
    for (const group of groups) await write(group)
    for (const group of groups.toReversed()) {
      const oldValues = Object.keys(group).map((name) => [name, Reflect.get(old, name)])
      await write(Object.fromEntries(oldValues))
    }
  }
}

async function checkTouched(t: TestContext, before: object): Promise<void> {
  const time = at(before, 'updated_at')
  const after = await t.admin.call('getApplicationSettings')
  const rule = 'updated_at is when they were changed last.'
  t.expect(after, 'content', rule).holds(
    typeof time !== 'string' || Date.parse(after.body?.updated_at ?? '') > Date.parse(time),
    `after ${time}`,
    after.body?.updated_at,
  )
}

/** Returns the settings that are changed together: an address is required once its switch is on. */
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
    // With paths: how a server completes the spelling of an address without one is not stated.
    other('home_page_url', ['http://home.example.com/start', 'http://other.example.com/start']),
    other('after_sign_out_path', ['http://out.example.com/bye', 'http://other.example.com/bye']),
    other('default_branch_protection', [1, 2]),
    other('default_project_visibility', [1, 0]),
    other('default_snippet_visibility', [1, 0]),
    ...(isProtocolSet(before) ? [other('enabled_git_access_protocol', ['ssh', 'http'])] : []),
    { restricted_visibility_levels: [0, 1] },
    { domain_whitelist: domains },
    { domain_blacklist_enabled: true, domain_blacklist: domains },
    { integration_a_enabled: true, integration_a_url: 'http://a.example.com/api' },
    { integration_b_enabled: true, integration_b_url: 'http://b.example.com/api' },
  ]
}

/** Whether the setting was ever set; before that it is null, which cannot be written. */
function isProtocolSet(before: object): boolean {
  return typeof Reflect.get(before, 'enabled_git_access_protocol') === 'string'
}

/** Reports settings that are not tested, since they might lock users out or depend on the installation. */
function untouched(t: TestContext, before: object): void {
  const reasons = {
    ...(isProtocolSet(before)
      ? {}
      : { enabled_git_access_protocol: 'it was never set, and that cannot be put back' }),
    signin_enabled: 'without it nobody can sign in',
    repository_storages: 'which storages there are is not given by the API',
    repository_storage: 'which storages there are is not given by the API',
    disabled_oauth_sign_in_sources: 'which sources there are is not given by the API',
  }
  for (const [name, reason] of Object.entries(reasons)) {
    t.notTested('updateApplicationSettings', `read-back:${name}`, reason)
  }
}
