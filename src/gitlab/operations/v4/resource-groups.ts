import { mustUpdatePipelines } from '../../access/builds.ts'
import {
  changeProcessMode,
  existingResourceGroup,
  holderOfResource,
  waitingForResource,
} from '../../domain/builds/resource-groups.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { jobBasic } from '../../resources/v4/job.ts'
import { resourceGroupResource } from '../../resources/v4/resource-group.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Resource groups. */
export const resourceGroups = {
  listResourceGroups(context) {
    mustUpdatePipelines(context)
    const found = context.store.resourceGroups.by('project_id', context.project.id)
    return list(found, resourceGroupResource)
  },

  getResourceGroup: (context, { key }) => resourceGroupResource(groupOf(context, key)),

  updateResourceGroup(context, { key, process_mode }) {
    const group = groupOf(context, key)
    const changed = process_mode ? changeProcessMode(context, group, process_mode) : group
    return resourceGroupResource(changed)
  },

  getJobOfResourceGroup(context, { key }) {
    const holder = holderOfResource(context, holderIn(context, key))
    return holder ? jobBasic(holder, context) : null
  },

  listWaitingJobsOfResourceGroup(context, { key }) {
    const waiting = waitingForResource(context, holderIn(context, key))
    return list(waiting, (build) => jobBasic(build, context))
  },
} satisfies OperationsOf<'v4', 'Resource groups'>

function groupOf(context: ProjectContext, key: string) {
  mustUpdatePipelines(context)
  return existingResourceGroup(context, key)
}

function holderIn(context: ProjectContext, key: string) {
  const group = groupOf(context, key)
  return { project_id: group.project_id, resource_group: group.key }
}
