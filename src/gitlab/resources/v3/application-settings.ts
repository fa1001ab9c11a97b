import type { ApplicationSettings } from '../../../contract/generated/v3/contract.ts'
import type { ApplicationSettingsRecord } from '../../../store/models/application-settings.ts'

/**
 * `repository_storage` is deprecated: the first of the storages
 * (`schemas/v3/resources/application-settings.json`).
 */
export function applicationSettingsResource(
  record: ApplicationSettingsRecord,
): ApplicationSettings {
  const { newer: _, ...settings } = record
  return { ...settings, repository_storage: settings.repository_storages[0] ?? '' }
}
