import { missingAttribute } from '../../contract/errors.ts'
import type { OperationTypes } from '../../contract/generated/v3/contract.ts'
import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'
import { omitUndefined } from './changes.ts'
import type { Context } from './context.ts'
import { checkNoErrors, isWebAddress } from './validation.ts'

type Attributes = OperationTypes['updateApplicationSettings']['parameters']
type Changes = Partial<ApplicationSettingsRecord>

/** The settings that a flag requires while it is true (`application-settings.json`). */
const requirements = [
  ['domain_blacklist_enabled', 'domain_blacklist'],
  ['integration_a_enabled', 'integration_a_url'],
  ['integration_b_enabled', 'integration_b_url'],
] as const

/**
 * Throws 400 where the changed settings lack one that another requires: `missing` where the request omits it,
 * `invalid` where it is blank.
 * A stored value counts. A request without changes is not checked.
 */
export function checkSettings({ settings: present }: Context, changes: Changes): void {
  if (Object.keys(changes).length === 0) return
  const settings = { ...present, ...changes }
  const blank = requirements
    .filter(([flag, required]) => settings[flag] && isBlank(settings[required]))
    .map(([, required]) => required)
  const missing = blank.find((required) => !Object.hasOwn(changes, required))
  if (missing) throw missingAttribute(missing)
  const { repository_storages } = settings
  const lacksStorage = isBlank(repository_storages) || repository_storages.some(isBlank)
  checkNoErrors({
    ...Object.fromEntries(blank.map((name) => [name, ["can't be blank"]])),
    repository_storages: lacksStorage ? ["can't be blank"] : [],
    home_page_url: addressErrors(changes.home_page_url),
    after_sign_out_path: addressErrors(changes.after_sign_out_path),
  })
}

function addressErrors(address: string | null | undefined): string[] {
  return !address || isWebAddress(address) ? [] : ['must be a valid URL']
}

function isBlank(value: string | readonly string[] | null): boolean {
  return value === null || (typeof value === 'string' ? value.trim() : value).length === 0
}

/** Changes the settings and their `updated_at`; without changes they stay as they are. */
export function changeSettings(
  { store, settings, now }: Context,
  changes: Changes,
): ApplicationSettingsRecord {
  if (Object.keys(changes).length === 0) return settings
  return store.settings.replace(settings, { ...changes, updated_at: now })
}

/**
 * Returns the changes of a request. The deprecated `repository_storage` becomes a list of one, unless there is also a
 * list.
 */
export function settingsChanges({
  repository_storage,
  domain_whitelist,
  domain_blacklist,
  enabled_git_access_protocol: protocol,
  ...changes
}: Attributes): Changes {
  return {
    ...omitUndefined({
      enabled_git_access_protocol: protocol === undefined ? undefined : onlyProtocol(protocol),
      repository_storages: repository_storage === undefined ? undefined : [repository_storage],
      domain_whitelist: domain_whitelist === undefined ? undefined : domainsOf(domain_whitelist),
      domain_blacklist: domain_blacklist === undefined ? undefined : domainsOf(domain_blacklist),
    }),
    ...changes,
  }
}

/** Returns the only allowed protocol; null where both are, which requests also write as `nil` or an empty text. */
function onlyProtocol(protocol: 'ssh' | 'http' | 'nil' | '' | null): 'ssh' | 'http' | null {
  return protocol === 'ssh' || protocol === 'http' ? protocol : null
}

/** Splits texts into domains. GitLab 8.15 also accepted one text, separated by commas, semicolons, spaces or lines. */
function domainsOf(texts: readonly string[] | null): string[] | null {
  return texts?.flatMap((text) => text.split(/[\s,;]+/)).filter((domain) => domain !== '') ?? null
}
