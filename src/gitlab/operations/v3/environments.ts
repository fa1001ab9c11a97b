import { wrongParameters } from '../../../contract/errors.ts'
import { mustReadEnvironments, mustUpdatePipelines } from '../../access/builds.ts'
import {
  changeEnvironment,
  checkEnvironment,
  checkEnvironmentName,
  createEnvironment,
  removeEnvironment,
} from '../../domain/builds/environments.ts'
import { omitUndefined } from '../../domain/changes.ts'
import { environmentWithProject } from '../../resources/v3/deployment.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/environments.yaml. */
export const environments = {
  listEnvironments(context) {
    mustReadEnvironments(context)
    const found = context.store.environments.by('project_id', context.project.id)
    return list(found, (environment) => environmentWithProject(environment, context))
  },

  createEnvironment(context, { name, external_url = null, slug }) {
    mustUpdatePipelines(context)
    mustNotSaySlug(slug)
    checkEnvironmentName(context, name)
    checkEnvironment({ external_url })
    const described = { project_id: context.project.id, name, external_url }
    return environmentWithProject(createEnvironment(context, described), context)
  },

  updateEnvironment(context, { name, external_url, slug }) {
    const { environment } = context
    mustUpdatePipelines(context)
    mustNotSaySlug(slug)
    if (name !== undefined && name !== environment.name) checkEnvironmentName(context, name)
    checkEnvironment({ external_url })
    const changes = omitUndefined({ name, external_url })
    return environmentWithProject(changeEnvironment(context, environment, changes), context)
  },

  deleteEnvironment(context) {
    const { environment } = context
    mustUpdatePipelines(context)
    removeEnvironment(context, environment)
    return environmentWithProject(environment, context)
  },
} satisfies OperationsOf<'v3', 'Environments'>

function mustNotSaySlug(slug: string | undefined): void {
  if (slug === undefined) return
  const problem = 'is automatically generated and cannot be changed'
  throw wrongParameters([{ name: 'slug', problem }])
}
