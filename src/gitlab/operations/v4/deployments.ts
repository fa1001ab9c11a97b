import { badRequest } from '../../../contract/errors.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import { mustReadEnvironments, mustUpdatePipelines } from '../../access/builds.ts'
import {
  checkNewDeployment,
  checkRemovalOfDeployment,
  checkReport,
  recordDeployment,
  removeDeployment,
  reportDeployment,
} from '../../domain/builds/deployments.ts'
import { environmentOfName } from '../../domain/builds/environments.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { deploymentResource } from '../../resources/v4/deployment.ts'
import { listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Deployments. */
export const deployments = {
  listDeployments(context, { order_by, sort, ...filters }) {
    const { store, project } = context
    mustReadEnvironments(context)
    checkFilters(filters, order_by)
    const keyOf = keys[order_by]
    const order = (a: DeploymentRecord, b: DeploymentRecord) =>
      compare(keyOf(a), keyOf(b)) || a.id - b.id
    const all = [...store.deployments.by('project_id', project.id)].sort(order)
    return listSelected(
      { lists: [all], order, sort, where: selectorOf(context, filters) },
      (deployment) => deploymentResource(deployment, context),
    )
  },

  getDeployment(context) {
    mustReadEnvironments(context)
    return deploymentResource(context.deployment, context)
  },

  createDeployment(context, { environment, sha, ref, status }) {
    const { viewer, project } = context
    mustUpdatePipelines(context)
    const { id } = checkNewDeployment(context, { sha, ref })
    const made = recordDeployment(context, {
      project_id: project.id,
      environment,
      sha: id,
      ref,
      status,
      user_id: viewer.signedIn().id,
      build_id: null,
    })
    return deploymentResource(made, context)
  },

  updateDeployment(context, { status }) {
    const { deployment } = context
    mustUpdatePipelines(context)
    checkReport(deployment, status)
    return deploymentResource(reportDeployment(context, deployment, status), context)
  },

  deleteDeployment(context) {
    const { viewer, project, deployment } = context
    mustUpdatePipelines(context)
    viewer.must('admin_project', project)
    mustBeUnmodified(context, updatedAt(deployment))
    checkRemovalOfDeployment(context, deployment)
    removeDeployment(context, deployment)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Deployments'>

interface Filters {
  readonly updated_after?: string
  readonly updated_before?: string
  readonly finished_after?: string
  readonly finished_before?: string
  readonly environment?: string
  readonly status?: DeploymentRecord['status']
}

/** The sort keys of deployments; times are numbers, and an unfinished deployment comes after all others. */
const keys = {
  id: ({ id }) => id,
  iid: ({ iid }) => iid,
  ref: ({ ref }) => ref,
  created_at: ({ created_at }) => Date.parse(created_at),
  updated_at: (deployment) => Date.parse(updatedAt(deployment)),
  finished_at: ({ finished_at }) => (finished_at === null ? Infinity : Date.parse(finished_at)),
} satisfies Record<string, (deployment: DeploymentRecord) => number | string>

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function updatedAt({ updated_at, created_at }: DeploymentRecord): string {
  return updated_at ?? created_at
}

/** Throws 400 for combinations of filters that GitLab has no index for (app/finders/deployments_finder.rb). */
function checkFilters(filters: Filters, orderBy: string): void {
  const { updated_after, updated_before, finished_after, finished_before, status } = filters
  const isByUpdate = Boolean(updated_after || updated_before)
  const isByEnd = Boolean(finished_after || finished_before)
  if (isByUpdate && isByEnd) {
    throw badRequest('Both `updated_at` filter and `finished_at` filter can not be specified')
  }
  if (isByUpdate && orderBy !== 'updated_at') {
    throw badRequest('`updated_at` filter requires `updated_at` sort')
  }
  if (isByEnd && status !== 'success') {
    throw badRequest('`finished_at` filter must be combined with `success` status filter.')
  }
}

function selectorOf(context: ProjectContext, filters: Filters) {
  const { environment: name, status } = filters
  const environment = name ? environmentOfName(context, context.project.id, name) : undefined
  return (deployment: DeploymentRecord) =>
    (!name || (environment !== undefined && deployment.environment_id === environment.id)) &&
    (!status || deployment.status === status) &&
    isWithin(updatedAt(deployment), filters.updated_after, filters.updated_before) &&
    isWithin(deployment.finished_at, filters.finished_after, filters.finished_before)
}

function isWithin(time: string | null, after: string | undefined, before: string | undefined) {
  if (!after && !before) return true
  if (time === null) return false
  const at = Date.parse(time)
  return (!after || at >= Date.parse(after)) && (!before || at <= Date.parse(before))
}
