import { badRequest, wrongParameters } from '../../../contract/errors.ts'
import { mustReadEnvironments, mustUpdatePipelines } from '../../access/builds.ts'
import {
  changeEnvironment,
  checkEnvironment,
  checkEnvironmentName,
  checkRemovalOfEnvironment,
  createEnvironment,
  type EnvironmentAttributes,
  removableReviewApps,
  removeEnvironment,
} from '../../domain/builds/environments.ts'
import { checkStale } from '../../domain/builds/stale-environments.ts'
import { stopByJob } from '../../domain/builds/stop-environment.ts'
import { omitUndefined } from '../../domain/changes.ts'
import {
  environmentBasic,
  environmentDetail,
  environmentResource,
} from '../../resources/v4/deployment.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Environments. */
export const environments = {
  listEnvironments(context, { name, search, states }) {
    const { store, project } = context
    mustReadEnvironments(context)
    if (name !== undefined && search !== undefined) {
      throw wrongParameters([{ name: 'name, search', problem: 'cannot be used together' }])
    }
    if (search && search.length < 3) throw badRequest('Search query is less than 3 characters')
    const found = store.environments
      .by('project_id', project.id)
      .filter(
        (one) =>
          (name === undefined || one.name === name) &&
          matches(search, one.name) &&
          (states === undefined || one.state === states),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    return list(found, (environment) => environmentResource(environment, context))
  },

  getEnvironment(context) {
    mustReadEnvironments(context)
    return environmentDetail(context.environment, context)
  },

  createEnvironment(context, { name, ...request }) {
    const { project } = context
    mustUpdatePipelines(context)
    const attributes = attributesOf(request)
    checkEnvironmentName(context, name)
    checkEnvironment(attributes)
    const made = createEnvironment(context, { ...attributes, project_id: project.id, name })
    return environmentResource(made, context)
  },

  updateEnvironment(context, request) {
    mustUpdatePipelines(context)
    const attributes = attributesOf(request)
    checkEnvironment(attributes)
    const changed = changeEnvironment(context, context.environment, attributes)
    return environmentResource(changed, context)
  },

  deleteEnvironment(context) {
    const { environment } = context
    mustUpdatePipelines(context)
    mustBeUnmodified(context, environment.updated_at)
    checkRemovalOfEnvironment(environment)
    removeEnvironment(context, environment)
    return undefined
  },

  stopEnvironment(context, { force }) {
    mustUpdatePipelines(context)
    return environmentResource(stopByJob(context, context.environment, { force }), context)
  },

  stopStaleEnvironments(context, { before }) {
    context.viewer.must('admin_project', context.project)
    mustUpdatePipelines(context)
    for (const stale of checkStale(context, before)) stopByJob(context, stale)
    return { message: 'Successfully scheduled stale environments to stop' }
  },

  deleteReviewApps(context, { before, limit, dry_run }) {
    mustUpdatePipelines(context)
    const found = removableReviewApps(context, before).slice(0, limit)
    if (!dry_run) for (const environment of found) removeEnvironment(context, environment)
    return { scheduled_entries: found.map(environmentBasic), unprocessable_entries: [] }
  },
} satisfies OperationsOf<'v4', 'Environments'>

function attributesOf(
  request: EnvironmentAttributes & { readonly slug?: string },
): EnvironmentAttributes {
  const { external_url, tier, description, auto_stop_setting, slug } = request
  if (slug !== undefined) {
    const problem = 'is automatically generated and cannot be changed'
    throw wrongParameters([{ name: 'slug', problem }])
  }
  return omitUndefined({ external_url, tier, description, auto_stop_setting })
}
