import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { asSent, writeAndRead } from './write.ts'

/** The settings of the instance, each to another value and back; run alone, since others rely on them. */
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
