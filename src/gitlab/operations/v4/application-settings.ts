import type { Statistics } from '../../../contract/generated/v4/contract.ts'
import type { Store } from '../../../store/store.ts'
import { checkGivenSettings, givenChanges } from '../../domain/changed-settings.ts'
import { changeSettings, checkSettings } from '../../domain/settings.ts'
import { applicationSettingsResource } from '../../resources/v4/application-settings.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/application-settings.yaml. */
export const applicationSettings = {
  getApplicationSettings: ({ settings }) => applicationSettingsResource(settings),

  updateApplicationSettings(context, given) {
    checkGivenSettings(given)
    const changes = givenChanges(context, given)
    checkSettings(context, changes)
    return applicationSettingsResource(changeSettings(context, changes))
  },

  getStatistics: ({ store }) => statisticsOf(store),
} satisfies OperationsOf<'v4', 'Application settings'>

function statisticsOf(store: Store): Statistics {
  const count = (records: readonly unknown[]) => records.length.toLocaleString('en-US')
  const isThere = ({ deleted_at }: { readonly deleted_at: string | null }) => deleted_at === null
  return {
    forks: count(store.projects.all().filter((one) => one.forked_from_project_id !== null)),
    issues: count(store.issues.all().filter(isThere)),
    merge_requests: count(store.mergeRequests.all().filter(isThere)),
    notes: count(store.notes.all()),
    snippets: count(store.snippets.all()),
    ssh_keys: count(store.keys.all()),
    milestones: count(store.milestones.all()),
    users: count(store.users.all()),
    groups: count(store.namespaces.by('kind', 'group')),
    projects: count(store.projects.all()),
    active_users: count(store.users.all().filter(({ state }) => state === 'active')),
  }
}
