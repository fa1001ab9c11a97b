import { notFound } from '../../../contract/errors.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { ResourceGroupRecord } from '../../../store/models/resource-group.ts'
import type { ProjectContext, SystemContext } from '../context.ts'

type WithStore = Pick<SystemContext, 'store'>
type Holder = Pick<BuildRecord, 'project_id' | 'resource_group'>

/** Returns a resource group by key. Throws 404 where it is missing. */
export function existingResourceGroup(
  { store, project }: ProjectContext,
  key: string,
): ResourceGroupRecord {
  const group = groupOf({ store }, { project_id: project.id, resource_group: key })
  if (!group) throw notFound()
  return group
}

function groupOf({ store }: WithStore, { project_id, resource_group: key }: Holder) {
  return store.resourceGroups.by('project_id', project_id).find((one) => one.key === key)
}

/** Creates the resource group of a build where it is missing. */
export function ensureResourceGroup(context: SystemContext, build: Holder): void {
  const { store, now } = context
  const { project_id, resource_group: key } = build
  if (key === null || groupOf(context, build)) return
  store.resourceGroups.insert({ project_id, key, created_at: now, updated_at: now })
}

export function changeProcessMode(
  { store, now }: SystemContext,
  group: ResourceGroupRecord,
  process_mode: ResourceGroupRecord['process_mode'],
): ResourceGroupRecord {
  return store.resourceGroups.replace(group, { process_mode, updated_at: now })
}

function buildsOf({ store }: WithStore, { project_id, resource_group }: Holder): BuildRecord[] {
  return store.builds
    .by('project_id', project_id)
    .filter((one) => one.resource_group === resource_group && !one.is_retried)
}

/** Finds the build that holds the resource. */
export function holderOfResource(context: WithStore, group: Holder): BuildRecord | undefined {
  return buildsOf(context, group).find(({ status }) => status === 'pending' || status === 'running')
}

/** Returns the builds that wait for a resource, the next one first. */
export function waitingForResource(context: WithStore, group: Holder): BuildRecord[] {
  const waiting = buildsOf(context, group).filter(
    (one) => one.status === 'created' && one.waits_for_resource,
  )
  const mode = groupOf(context, group)?.process_mode
  const isNewestFirst = mode === 'newest_first' || mode === 'newest_ready_first'
  return isNewestFirst ? waiting.reverse() : waiting
}
