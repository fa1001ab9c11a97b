import type { ApplicationSettings } from '../../../contract/generated/v3/contract.ts'
import type { ApplicationSettingsRecord } from '../../../store/models/application-settings.ts'

/**
 * Returns the settings. `repository_storage` is deprecated, and contains the first of the storages
 * (`schemas/v3/resources/application-settings.json`).
 */
export function applicationSettingsResource(
  record: ApplicationSettingsRecord,
): ApplicationSettings {
  const { newer, appearance, plan_limits, features, runners_registration_token, ...settings } =
    record
  // Later releases have levels above full protection.
  const { default_branch_protection: level } = settings
  const default_branch_protection = level === 0 || level === 1 ? level : 2
  return {
    ...settings,
    default_branch_protection,
    repository_storage: settings.repository_storages[0] ?? '',
  }
}
