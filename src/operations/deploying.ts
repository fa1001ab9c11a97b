import type { BuildRecord } from '../store/models/build.ts'
import type { DeploymentRecord } from '../store/models/deployment.ts'
import { environmentNamed, nextDeploymentIid } from '../store/environments.ts'
import type { Work } from './operation.ts'

/** Notes the deployment that a successful build made, where it names an environment. */
export function deploy({ store, now }: Work, build: BuildRecord): DeploymentRecord | undefined {
  if (build.environment === null) return undefined
  const { id, project_id, ref, sha, user_id } = build
  const environment = environmentNamed(store, project_id, build.environment)
  if (build.environment_url !== null) {
    store.environments.replace(environment, { external_url: build.environment_url })
  }
  return store.deployments.insert({
    iid: nextDeploymentIid(store, project_id),
    project_id,
    environment_id: environment.id,
    ref,
    sha,
    build_id: id,
    user_id,
    created_at: now,
  })
}
