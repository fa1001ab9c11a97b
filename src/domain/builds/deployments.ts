import type { BuildRecord } from '../../store/models/build.ts'
import type { DeploymentRecord } from '../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../store/models/environment.ts'
import type { Store } from '../../store/store.ts'
import type { SystemContext } from '../context.ts'

/** The environment of a name in a project; the first deployment to it creates it. */
export function environmentNamed(store: Store, projectId: number, name: string): EnvironmentRecord {
  return (
    store.environments.by('project_id', projectId).find((known) => known.name === name) ??
    store.environments.insert({ project_id: projectId, name })
  )
}

/** Counts from 1 in each project. */
export function nextDeploymentIid(store: Store, projectId: number): number {
  const iids = store.deployments.by('project_id', projectId).map(({ iid }) => iid)
  return iids.reduce((most, iid) => Math.max(most, iid), 0) + 1
}

/** A build that became a success deploys to its environment, where it names one. */
export function deployBuild({ store, now }: SystemContext, build: BuildRecord): void {
  if (build.status === 'success') recordDeployment(store, build, now)
}

/** Records the deployment that a successful build made at a time; none without an environment. */
function recordDeployment(
  store: Store,
  { id, project_id, ref, sha, user_id, ...build }: BuildRecord,
  at: string,
): DeploymentRecord | undefined {
  if (build.environment === null) return undefined
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
    created_at: at,
  })
}
