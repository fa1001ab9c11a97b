import type { ApplicationSettingsRecord } from '../../store/models/application-settings.ts'
import type { Store } from '../../store/store.ts'

/**
 * The settings of the instance, made with their defaults where there are none yet; `values` replace
 * what is there, and leave the times alone.
 */
export function ensureSettings(
  store: Store,
  values: Partial<ApplicationSettingsRecord> = {},
): ApplicationSettingsRecord {
  const [settings] = store.settings.all()
  if (!settings) return store.settings.insert(values)
  return Object.keys(values).length === 0 ? settings : store.settings.replace(settings, values)
}
