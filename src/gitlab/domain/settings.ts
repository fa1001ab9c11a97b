import { missingAttribute } from '../../contract/errors.ts'
import type { OperationTypes } from '../../contract/generated/v3/contract.ts'
import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'
import { omitUndefined } from './changes.ts'
import type { Context } from './context.ts'
import { checkNoErrors, isWebAddress } from './validation.ts'

type Attributes = OperationTypes['updateApplicationSettings']['parameters']
type Changes = Partial<ApplicationSettingsRecord>

/** What a setting needs beside it once it is true (`application-settings.json`). */
const requirements = [
  ['domain_blacklist_enabled', 'domain_blacklist'],
  ['integration_a_enabled', 'integration_a_url'],
  ['integration_b_enabled', 'integration_b_url'],
] as const

/**
 * Throws 400 for settings that lack what others require, as they would be with their changes: as
 * missing where the call does not mention it, as invalid where the call leaves it blank. A value that
 * was stored before will do. A call that changes nothing is not checked.
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

/** Changes the settings, which then say that they changed now; without a change they stay as they are. */
export function changeSettings(
  { store, settings, now }: Context,
  changes: Changes,
): ApplicationSettingsRecord {
  if (Object.keys(changes).length === 0) return settings
  return store.settings.replace(settings, { ...changes, updated_at: now })
}

/**
 * What a request changes. The deprecated `repository_storage` stands for a list of one, unless there is a
 * list too.
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

/** Null for both: the words `nil` and an empty text mean that too. */
function onlyProtocol(protocol: 'ssh' | 'http' | 'nil' | '' | null): 'ssh' | 'http' | null {
  return protocol === 'ssh' || protocol === 'http' ? protocol : null
}

/** GitLab 8.15 took domains as one text too, separated by commas, semicolons, spaces or lines. */
function domainsOf(texts: readonly string[] | null): string[] | null {
  return texts?.flatMap((text) => text.split(/[\s,;]+/)).filter((domain) => domain !== '') ?? null
}
