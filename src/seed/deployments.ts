import { environmentNamed, nextDeploymentIid } from '../domain/builds/deployments.ts'
import type { SeedDeployment, SeedEnvironment } from './build-schema.ts'
import { atCommit } from './commit-place.ts'
import type { Loading } from './loading.ts'

export function loadEnvironment(loading: Loading, seed: SeedEnvironment, path: string): void {
  const { store } = loading
  const { name, external_url = null } = seed
  const project = loading.project(seed.project, `${path}.project`)
  if (!project) return
  const known = store.environments.by('project_id', project.id)
  const namesake = known.find((environment) => environment.name === name)
  if (loading.isTwice(namesake, name, `${path}.name`)) return
  store.environments.insert({ project_id: project.id, name, external_url })
}

/** A deployment that no build made. */
export function loadDeployment(loading: Loading, seed: SeedDeployment, path: string): void {
  const { store } = loading
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  atCommit(loading, seed, path, ({ project, ref, commit, at }) => {
    store.deployments.insert({
      iid: nextDeploymentIid(store, project.id),
      project_id: project.id,
      environment_id: environmentNamed(store, project.id, seed.environment).id,
      ref,
      sha: commit.id,
      user_id: user?.id ?? null,
      created_at: at,
    })
  })
}
