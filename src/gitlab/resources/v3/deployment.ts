import type {
  Deployment,
  Environment,
  EnvironmentWithProject,
} from '../../../contract/generated/v3/contract.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import { environmentSlug } from '../../domain/builds/environments.ts'
import type { Presentation, TimedPresentation } from '../../domain/context.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import { deployable } from './build.ts'
import { projectResource } from './project.ts'
import { userBrief } from './user.ts'

/** Returns a deployment (`schemas/v3/resources/deployment.json`). */
export function deploymentResource(
  deployment: DeploymentRecord,
  presentation: TimedPresentation,
): Deployment {
  const { id, iid, ref, sha, created_at, finished_at, build_id, environment_id } = deployment
  const { store } = presentation
  const build = build_id === null ? undefined : store.builds.get(build_id)
  // GitLab 8.15 recorded a deployment at the success of its job, for the user of the job.
  const user_id = build ? build.user_id : deployment.user_id
  return {
    id,
    iid,
    ref,
    sha,
    created_at: finished_at ?? created_at,
    user: user_id === null ? null : userBrief(existingUser(presentation, user_id), presentation),
    environment: environmentResource(existingEnvironment(presentation, environment_id)),
    deployable: build ? deployable(build, presentation) : null,
  }
}

function environmentResource(environment: EnvironmentRecord): Environment {
  const { id, name, external_url } = environment
  return { id, name, slug: environmentSlug(environment), external_url }
}

/** Returns an environment with its project. */
export function environmentWithProject(
  environment: EnvironmentRecord,
  presentation: Presentation,
): EnvironmentWithProject {
  const project = existingProject(presentation, environment.project_id)
  return { ...environmentResource(environment), project: projectResource(project, presentation) }
}

/** Returns an environment by id. Environments live as long as their project, so a missing one is an inconsistency. */
function existingEnvironment({ store }: Presentation, id: number): EnvironmentRecord {
  const environment = store.environments.get(id)
  if (!environment) throw new Error(`A deployment names the environment ${id}, which is not there.`)
  return environment
}
