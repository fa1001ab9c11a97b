import type {
  Deployment,
  DeploymentOfEnvironment,
  Environment,
  EnvironmentBasic,
} from '../../../contract/generated/v4/contract.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import { lastDeployment } from '../../domain/builds/deployments.ts'
import { environmentSlug, environmentTier } from '../../domain/builds/environments.ts'
import type { Presentation, TimedPresentation } from '../../domain/context.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import { jobResource } from './job.ts'
import { projectBasic } from './project.ts'
import { userBasic } from './user.ts'

/** Returns an environment for deployments (`schemas/v4/resources/environment-basic.json`). */
export function environmentBasic(environment: EnvironmentRecord): EnvironmentBasic {
  const { id, name, external_url, created_at, updated_at } = environment
  return { id, name, slug: environmentSlug(environment), external_url, created_at, updated_at }
}

function environmentFields(environment: EnvironmentRecord): Environment {
  const { state, description, auto_stop_at, auto_stop_setting } = environment
  return {
    ...environmentBasic(environment),
    tier: environmentTier(environment),
    state,
    description,
    auto_stop_at,
    auto_stop_setting,
    cluster_agent: null,
    kubernetes_namespace: null,
    flux_resource_path: null,
  }
}

/** Returns an environment for lists and after writes, with its project. */
export function environmentResource(
  environment: EnvironmentRecord,
  presentation: Presentation,
): Environment {
  const project = existingProject(presentation, environment.project_id)
  return { ...environmentFields(environment), project: projectBasic(project, presentation) }
}

/** Returns a single environment with its last deployment. */
export function environmentDetail(
  environment: EnvironmentRecord,
  presentation: TimedPresentation,
): Environment {
  const last = lastDeployment(presentation.store, environment.id)
  return {
    ...environmentFields(environment),
    last_deployment: last ? deploymentFields(last, presentation) : null,
  }
}

function deploymentFields(
  deployment: DeploymentRecord,
  presentation: TimedPresentation,
): DeploymentOfEnvironment {
  const { id, iid, ref, sha, created_at, user_id, build_id, status } = deployment
  const build = build_id === null ? undefined : presentation.store.builds.get(build_id)
  return {
    id,
    iid,
    ref,
    sha,
    created_at,
    updated_at: deployment.updated_at ?? created_at,
    user: user_id === null ? null : userBasic(existingUser(presentation, user_id), presentation),
    deployable: build ? jobResource(build, presentation) : null,
    status,
  }
}

/** Returns a deployment (`schemas/v4/resources/deployment.json`). */
export function deploymentResource(
  deployment: DeploymentRecord,
  presentation: TimedPresentation,
): Deployment {
  const environment = presentation.store.environments.get(deployment.environment_id)
  if (!environment) {
    throw new Error(`The deployment ${deployment.id} is to an environment that is not there.`)
  }
  return {
    ...deploymentFields(deployment, presentation),
    environment: environmentBasic(environment),
  }
}
