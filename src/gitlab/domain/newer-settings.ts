import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'

/** The settings that came after GitLab 8.15, as the specification of v4 lists them, each with its default. */
export const newerSettings = {
  minimum_password_length: 8,
  deletion_adjourned_period: 30,
  personal_access_token_prefix: 'glpat-',
  require_personal_access_token_expiry: true,
}

type NewerSettings = typeof newerSettings

/** A setting that came after GitLab 8.15, by its name in v4. */
export function newerSetting<Name extends keyof NewerSettings>(
  { newer }: ApplicationSettingsRecord,
  name: Name,
): NewerSettings[Name] {
  return Object.hasOwn(newer, name) ? (newer[name] as NewerSettings[Name]) : newerSettings[name]
}
