import type { EnvironmentRecord } from './models/environment.ts'
import type { Store } from './store.ts'

/** The environment of a name in a project; the first deployment to it makes it. */
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
