import { environmentNamed, nextDeploymentIid } from '../domain/builds/deployments.ts'
import type { SeedDeployment, SeedEnvironment } from './build-schema.ts'
import { placeOf } from './commit-place.ts'
import type { Loading } from './loading.ts'

export function loadEnvironment(loading: Loading, seed: SeedEnvironment, path: string): void {
  const { store } = loading
  const { name, external_url = null } = seed
  const project = loading.project(seed.project, `${path}.project`)
  if (!project) return
  const known = store.environments.by('project_id', project.id)
  const twin = known.find((environment) => environment.name === name)
  if (loading.isTwice(twin, name, `${path}.name`)) return
  store.environments.insert({ project_id: project.id, name, external_url })
}

/** A deployment that no build made. */
export function loadDeployment(loading: Loading, seed: SeedDeployment, path: string): void {
  const { store } = loading
  const place = placeOf(loading, seed, path)
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  if (!place) return
  const { project, ref, commit, at } = place
  store.deployments.insert({
    iid: nextDeploymentIid(store, project.id),
    project_id: project.id,
    environment_id: environmentNamed(store, project.id, seed.environment).id,
    ref,
    sha: commit.id,
    user_id: user?.id ?? null,
    created_at: at,
  })
}
