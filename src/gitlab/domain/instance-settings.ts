import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'
import type { Store } from '../../store/store.ts'

/**
 * Returns the settings of the instance, and creates them with their defaults where there are none. `values` replace
 * present ones without changing the timestamps.
 */
export function ensureSettings(
  store: Store,
  values: Partial<ApplicationSettingsRecord> = {},
): ApplicationSettingsRecord {
  const [settings] = store.settings.all()
  if (!settings) return store.settings.insert(values)
  return Object.keys(values).length === 0 ? settings : store.settings.replace(settings, values)
}
