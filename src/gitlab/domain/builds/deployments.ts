import type { BuildRecord } from '../../../store/models/build.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { EnvironmentRecord } from '../../../store/models/environment.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'

export type NewEnvironment = Pick<EnvironmentRecord, 'project_id' | 'name' | 'external_url'>

/** Adds an environment that nothing is deployed to yet. */
export function createEnvironment(
  { store }: SystemContext,
  environment: NewEnvironment,
): EnvironmentRecord {
  return store.environments.insert(environment)
}

/** The environment of a name in a project; the first deployment to it creates it. */
function environmentNamed(
  context: SystemContext,
  project_id: number,
  name: string,
): EnvironmentRecord {
  const known = context.store.environments.by('project_id', project_id)
  return (
    known.find((environment) => environment.name === name) ??
    createEnvironment(context, { project_id, name, external_url: null })
  )
}

/** Counts from 1 in each project. */
function nextDeploymentIid(store: Store, projectId: number): number {
  const iids = store.deployments.by('project_id', projectId).map(({ iid }) => iid)
  return iids.reduce((most, iid) => Math.max(most, iid), 0) + 1
}

/** A build that became a success deploys to its environment, where it names one. */
export function deployBuild(context: SystemContext, build: BuildRecord): void {
  const { id: build_id, project_id, ref, sha, user_id, environment, environment_url } = build
  if (build.status !== 'success' || environment === null) return
  const deployed = { project_id, ref, sha, user_id, build_id, environment }
  const { environment_id } = recordDeployment(context, deployed)
  const record = context.store.environments.get(environment_id)
  if (record && environment_url !== null) {
    context.store.environments.replace(record, { external_url: environment_url })
  }
}

/** A deployment to the environment of a name; `build_id` is null for one that no build made. */
export type NewDeployment = Pick<
  DeploymentRecord,
  'project_id' | 'ref' | 'sha' | 'user_id' | 'build_id'
> & { readonly environment: string }

/** Records that a commit was deployed now. */
export function recordDeployment(
  context: SystemContext,
  { environment, ...deployment }: NewDeployment,
): DeploymentRecord {
  const { store, now } = context
  const { project_id } = deployment
  return store.deployments.insert({
    ...deployment,
    iid: nextDeploymentIid(store, project_id),
    environment_id: environmentNamed(context, project_id, environment).id,
    created_at: now,
  })
}
