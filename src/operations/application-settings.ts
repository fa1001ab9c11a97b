import type { OperationTypes } from '../contract/generated/contract.ts'
import { checkSettings } from '../domain/settings.ts'
import { applicationSettingsResource } from '../resources/application-settings.ts'
import type { ApplicationSettingsRecord } from '../store/models/application-settings.ts'
import type { OperationsOf } from './operation.ts'

type Attributes = OperationTypes['updateApplicationSettings']['parameters']

/** Document 1, Application settings. */
export const applicationSettings = {
  getApplicationSettings: ({ settings }) => applicationSettingsResource(settings),

  updateApplicationSettings({ store, settings, now }, attributes) {
    const changes = changesOf(attributes)
    if (Object.keys(changes).length === 0) return applicationSettingsResource(settings)
    checkSettings({ ...settings, ...changes }, changes)
    return applicationSettingsResource(
      store.settings.replace(settings, { ...changes, updated_at: now }),
    )
  },
} satisfies OperationsOf<'Application settings'>

/** The deprecated `repository_storage` stands for a list of one, unless there is a list too. */
function changesOf({
  repository_storage,
  domain_whitelist,
  domain_blacklist,
  ...changes
}: Attributes): Partial<ApplicationSettingsRecord> {
  return {
    ...(repository_storage === undefined ? {} : { repository_storages: [repository_storage] }),
    ...(domain_whitelist === undefined ? {} : { domain_whitelist: domainsOf(domain_whitelist) }),
    ...(domain_blacklist === undefined ? {} : { domain_blacklist: domainsOf(domain_blacklist) }),
    ...changes,
  }
}

/** That release took domains as one text too, separated by commas, semicolons, spaces or lines. */
function domainsOf(texts: readonly string[] | null): string[] | null {
  return texts?.flatMap((text) => text.split(/[\s,;]+/)).filter((domain) => domain !== '') ?? null
}
