import { invalid, missingAttribute } from '../contract/errors.ts'
import type { ApplicationSettingsRecord } from '../store/models/application-settings.ts'

/** What a setting needs beside it once it is true (document 1, Application settings). */
const requirements = [
  ['domain_blacklist_enabled', 'domain_blacklist'],
  ['integration_a_enabled', 'integration_a_url'],
  ['integration_b_enabled', 'integration_b_url'],
] as const

/**
 * Refuses settings, as they would be with their changes, that lack what others require: as missing
 * where the call does not mention it, as invalid where the call leaves it blank. A value that was
 * stored before will do.
 */
export function checkSettings(
  settings: ApplicationSettingsRecord,
  changes: Partial<ApplicationSettingsRecord>,
): void {
  const blank = requirements
    .filter(([flag, required]) => settings[flag] && isBlank(settings[required]))
    .map(([, required]) => required)
  const missing = blank.find((required) => !Object.hasOwn(changes, required))
  if (missing) throw missingAttribute(missing)
  const { repository_storages } = settings
  const lacksStorage = isBlank(repository_storages) || repository_storages.some(isBlank)
  const errors = [...blank, ...(lacksStorage ? ['repository_storages'] : [])]
  if (errors.length > 0) {
    throw invalid(Object.fromEntries(errors.map((name) => [name, ["can't be blank"]])))
  }
}

function isBlank(value: string | readonly string[] | null): boolean {
  return value === null || (typeof value === 'string' ? value.trim() : value).length === 0
}
