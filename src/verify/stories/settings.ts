import { expectKept } from '../checks/frame/frame.ts'
import { takeSnapshot } from '../checks/frame/snapshot.ts'
import type { Pair } from '../checks/frame/values.ts'
import { lookup } from '../checks/shown-by.ts'
import type { OperationResponse } from '../client/answer.ts'
import { at } from '../story/bodies.ts'
import { story } from '../story/story.ts'

/**
 * Two values of settings without side effects. The first is not the default; switches come last, so that they keep it
 * while the others are written.
 */
const pairs: Readonly<Record<string, Pair>> = {
  sign_in_text: ['For the contract', 'For others'],
  max_attachment_size: [7, 9],
  session_expire_delay: [9000, 9001],
  container_registry_token_expire_delay: [7, 9],
  default_projects_limit: [31, 37],
  default_branch_protection: [1, 0],
  // 0 is a value, too: unlimited.
  terminal_max_session_time: [70, 0],
  signup_enabled: [false, true],
  user_oauth_applications: [false, true],
  external_avatar_enabled: [false, true],
}

/** The settings of the instance, and their effects. */
export const settings = story(
  'settings of the instance',
  { about: ['Application settings', 'Projects', 'Users'], isExclusive: true, needsInstance: true },
  async (t) => {
    const jane = await t.user()

    await t.chapter('default_projects_limit', async () => {
      await t.admin.call('updateApplicationSettings', { default_projects_limit: 3 })
      const username = t.name('user')
      const made = await t.admin.call('createUser', {
        username,
        name: 'Limited',
        email: `${username}@${t.instance.mailDomain}`,
        password: t.instance.passwords.next(),
      })
      const { body } = await t.admin.call('getUser', { id: made.body?.id ?? 0 })
      t.expect(
        made,
        'default:projects_limit',
        'A new user may have as many projects as default_projects_limit says.',
      ).equal(body?.projects_limit, 3)
    })

    await t.chapter('default_project_visibility', async () => {
      const open = await t.group({ visibility: 'public', members: [[jane, 'owner']] })
      for (const setting of [2, 0] as const) {
        const path = t.name('project')
        await t.admin.call('updateApplicationSettings', {
          default_project_visibility: setting,
          restricted_visibility_levels: [],
        })
        const made = await jane.call('createProject', { name: path, path, namespace_id: open.id })
        const { body } = await jane.call('getProject', { id: made.body?.id ?? 0 })
        t.expect(
          made,
          'default:visibility_level',
          'A project without a visibility has that of default_project_visibility.',
        ).equal([body?.visibility_level, body?.public], [setting * 10, setting === 2])
        const ofJane = { user_id: jane.id, name: t.name('project') }
        const own = await t.admin.call('createProjectForUser', ofJane)
        const shown = await jane.call('getProject', { id: own.body?.id ?? 0 })
        t.expect(
          own,
          'default:visibility_level',
          'A project without a visibility has that of default_project_visibility.',
        ).equal([shown.body?.visibility_level, shown.body?.public], [setting * 10, setting === 2])
      }
    })

    await t.chapter('one after the other', async () => {
      const operation = 'updateApplicationSettings'
      const values = (which: 0 | 1) =>
        Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[which]]))
      const shown = () => takeSnapshot(t, lookup(t.admin, 'getApplicationSettings', {}))
      await t.admin.perform(operation, values(0))
      let before = await shown()
      for (const [name, value] of Object.entries(values(1))) {
        const write = await t.admin.perform(operation, { [name]: value })
        const after = await shown()
        expectKept(t, operation, 'keeps:the-rest', { before, after, write }, [name])
        before = after
      }
    })

    for (const body of ['query', 'form'] as const) {
      const place = body === 'query' ? 'the query' : 'a form'
      await t.chapter(`in ${place}`, async () => {
        const sent = {
          sign_in_text: `Größer & mehr: ${body}`,
          max_attachment_size: body === 'query' ? 21 : 22,
          user_oauth_applications: body === 'form',
          external_avatar_enabled: body === 'query',
        }
        const written = await t.admin.call('updateApplicationSettings', sent, { body })
        const shown = await t.admin.call('getApplicationSettings')
        const found = Object.keys(sent).map((name) => at(shown.body, name))
        t.expect(written, `place:${body}`, `Parameters may stand in ${place}.`).equal(
          found,
          Object.values(sent),
        )
      })
    }

    for (const [flag, name, none] of [
      ['integration_a_enabled', 'integration_a_url', ''],
      ['integration_b_enabled', 'integration_b_url', ''],
      ['domain_blacklist_enabled', 'domain_blacklist', []],
    ] as const) {
      await t.chapter(`${name}, which ${flag} requires`, async () => {
        const cleared = { [flag]: false, [name]: none }
        await t.admin.attempt('updateApplicationSettings', cleared)
        const before = await t.admin.call('getApplicationSettings')
        const value = before.body?.[name] ?? []
        if (value.length > 0 || before.body?.[flag] === true) {
          const reason = `${name} cannot be taken away on this server`
          return t.notTested('updateApplicationSettings', `missing:${name}`, reason)
        }
        await t.refused(
          t.admin,
          'updateApplicationSettings',
          { [flag]: true },
          [400],
          `missing:${name}`,
          `${flag} without ${name} is answered with 400.`,
        )
        const after = await t.admin.call('getApplicationSettings')
        const rule = 'A refused change of the settings changes nothing.'
        t.expect(after, `missing:${name}`, rule).equal(after.body?.[flag] ?? false, false)
      })
    }

    await t.chapter('restricted_visibility_levels', async () => {
      const publicGroup = await t.group({ visibility: 'public', members: [[jane, 'owner']] })
      const path = t.name('project')
      const { id } = await t.project({ group: publicGroup, visibility: 'public' })
      const code = { title: 'Drips', file_name: 'drips.rb', code: 'puts 1\n' }
      const snippet = await jane.call('createSnippet', { id, ...code, visibility_level: 0 })
      const set = await t.admin.call('updateApplicationSettings', {
        restricted_visibility_levels: [2],
      })
      const expectRefusal = (subject: OperationResponse, { status }: OperationResponse) => {
        const rule = 'Users who are no administrators do not use a restricted level.'
        const isRefused = status >= 400 && status < 500
        const expectation = t.expect(subject, 'consequence:restricted_visibility_levels', rule)
        expectation.holds(isRefused, 'a refusal', status)
      }
      for (const level of [{ visibility_level: 20 }, { public: true }]) {
        const created = { name: path, path, namespace_id: publicGroup.id, ...level }
        expectRefusal(set, await jane.attempt('createProject', created))
      }
      const snippet_id = snippet.body?.id ?? 0
      for (const refused of [
        await jane.attempt('createSnippet', { id, ...code, visibility_level: 20 }),
        await jane.attempt('updateSnippet', { id, snippet_id, visibility_level: 20 }),
      ])
        expectRefusal(refused, refused)
      const name = t.name('project')
      const made = await t.admin.attempt('createProject', {
        name,
        path: name,
        namespace_id: publicGroup.id,
        visibility_level: 20,
      })
      t.expect(
        made,
        'consequence:restricted_visibility_levels',
        'Administrators use a restricted level.',
      ).status([201])
    })
  },
)
