import { invalid, wrongParameters } from '../../contract/errors.ts'
import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'
import { folded } from '../../store/record-keys.ts'
import { omitUndefined } from './changes.ts'
import type { Context } from './context.ts'
import { newerSettings } from './newer-settings.ts'

/** The settings in a request to the v4 API, by their v4 names. */
export type GivenSettings = Readonly<Record<string, unknown>> & Partial<RenamedSettings>

/** The settings that the same request must include where it sets a flag to true (`given` in lib/api/settings.rb). */
const requirements: Readonly<Record<string, readonly string[]>> = {
  plantuml_enabled: ['plantuml_url'],
  kroki_enabled: ['kroki_url'],
  diagramsnet_enabled: ['diagramsnet_url'],
  gitpod_enabled: ['gitpod_url'],
  sourcegraph_enabled: ['sourcegraph_url'],
  akismet_enabled: ['akismet_api_key'],
  recaptcha_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  login_recaptcha_protection_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  spam_check_endpoint_enabled: ['spam_check_endpoint_url'],
  mailgun_events_enabled: ['mailgun_signing_key'],
  snowplow_enabled: ['snowplow_collector_hostname'],
  eks_integration_enabled: ['eks_account_id', 'eks_access_key_id', 'eks_secret_access_key'],
  require_two_factor_authentication: ['two_factor_grace_period'],
  shared_runners_enabled: ['shared_runners_text'],
  slack_app_enabled: [
    'slack_app_id',
    'slack_app_secret',
    'slack_app_signing_secret',
    'slack_app_verification_token',
  ],
}

/** Throws 400 for flags without the settings that they require, and for a deletion delay outside 1 to 90 days. */
export function checkGivenSettings(given: GivenSettings): void {
  const { deletion_adjourned_period: days } = given
  if (typeof days === 'number' && (days < 1 || days > 90)) {
    const problem = days < 1 ? 'must be greater than 0' : 'must be less than 91'
    throw invalid({ deletion_adjourned_period: [problem] })
  }
  const missing = Object.entries(requirements)
    .filter(([flag]) => given[flag] === true)
    .flatMap(([, needed]) => needed.filter((name) => given[name] === undefined))
  if (missing.length === 0) return
  throw wrongParameters([...new Set(missing)].map((name) => ({ name, problem: 'is missing' })))
}

/** The settings that have another name or format in v4 than in the record. */
interface RenamedSettings {
  readonly password_authentication_enabled_for_web: boolean
  readonly password_authentication_enabled: boolean
  readonly gravatar_enabled: boolean
  readonly default_project_visibility: Word
  readonly default_snippet_visibility: Word
  readonly restricted_visibility_levels: readonly Word[] | null
  readonly domain_allowlist: string[] | null
  readonly domain_allowlist_raw: string | null
  readonly domain_denylist: string[] | null
  readonly domain_denylist_raw: string | null
  readonly domain_denylist_enabled: boolean
  readonly repository_storages_weighted: object
  readonly enabled_git_access_protocol: string | null
  readonly plantuml_enabled: boolean
  readonly plantuml_url: string | null
}

const renamed: {
  readonly [Name in keyof RenamedSettings]: (
    value: RenamedSettings[Name],
  ) => Partial<ApplicationSettingsRecord>
} = {
  password_authentication_enabled_for_web: (signin_enabled) => ({ signin_enabled }),
  password_authentication_enabled: (signin_enabled) => ({ signin_enabled }),
  gravatar_enabled: (external_avatar_enabled) => ({ external_avatar_enabled }),
  default_project_visibility: (word) => ({ default_project_visibility: levelOf(word) }),
  default_snippet_visibility: (word) => ({ default_snippet_visibility: levelOf(word) }),
  restricted_visibility_levels: (words) => ({
    restricted_visibility_levels: words?.map(levelOf) ?? [],
  }),
  domain_allowlist: (domain_whitelist) => ({ domain_whitelist }),
  domain_allowlist_raw: (text) => ({ domain_whitelist: domainsOf(text) }),
  domain_denylist: (domain_blacklist) => ({ domain_blacklist }),
  domain_denylist_raw: (text) => ({ domain_blacklist: domainsOf(text) }),
  domain_denylist_enabled: (domain_blacklist_enabled) => ({ domain_blacklist_enabled }),
  repository_storages_weighted: (weights) => ({ repository_storages: Object.keys(weights) }),
  enabled_git_access_protocol: (protocol) => ({
    enabled_git_access_protocol: protocol === 'ssh' || protocol === 'http' ? protocol : null,
  }),
  plantuml_enabled: (integration_b_enabled) => ({ integration_b_enabled }),
  plantuml_url: (integration_b_url) => ({ integration_b_url }),
}

const isRenamed = (name: string): name is keyof RenamedSettings => Object.hasOwn(renamed, name)

function renamedChange<Name extends keyof RenamedSettings>(
  name: Name,
  given: Partial<RenamedSettings>,
): Partial<ApplicationSettingsRecord> {
  const value = given[name]
  return value === undefined ? {} : renamed[name](value)
}

/** The old names of settings that were added after 8.15. */
const oldNames: Readonly<Record<string, string>> = {
  throttle_unauthenticated_web_enabled: 'throttle_unauthenticated_enabled',
  throttle_unauthenticated_web_period_in_seconds: 'throttle_unauthenticated_period_in_seconds',
  throttle_unauthenticated_web_requests_per_period: 'throttle_unauthenticated_requests_per_period',
  admin_notification_email: 'abuse_notification_email',
  allow_local_requests_from_hooks_and_services: 'allow_local_requests_from_web_hooks_and_services',
}

/** Returns the changes of the settings record for a request to the v4 API. */
export function givenChanges(
  { store, settings }: Context,
  given: GivenSettings,
): Partial<ApplicationSettingsRecord> {
  const changes: Partial<ApplicationSettingsRecord> = {}
  const newer: Record<string, unknown> = { ...settings.newer }
  for (const [name, value] of Object.entries(omitUndefined(given))) {
    const current = oldNames[name] ?? name
    if (isRenamed(name)) Object.assign(changes, renamedChange(name, given))
    else if (Object.hasOwn(newerSettings, current)) newer[current] = value
    else if (name === 'performance_bar_allowed_group_path') {
      const group = store.namespaces.one('full_path', folded(String(value ?? '')))
      newer.performance_bar_allowed_group_id = group?.id ?? null
    } else Object.assign(changes, { [name]: value })
  }
  return { ...changes, newer }
}

type Word = 'private' | 'internal' | 'public'

function levelOf(word: Word): 0 | 1 | 2 {
  return word === 'private' ? 0 : word === 'internal' ? 1 : 2
}

/** Splits a text into domains, at commas, semicolons, spaces and line breaks. */
function domainsOf(text: string | null): string[] {
  return (text ?? '').split(/[\s,;]+/).filter((domain) => domain !== '')
}
