import { createEnvironment, recordDeployment } from '../gitlab/domain/builds/deployments.ts'
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
  const context = loading.alone(project.created_at)
  createEnvironment(context, { project_id: project.id, name, external_url })
}

/** A deployment that no build made. */
export function loadDeployment(loading: Loading, seed: SeedDeployment, path: string): void {
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  atCommit(loading, seed, path, ({ project, ref, commit, at }) => {
    recordDeployment(loading.alone(at), {
      project_id: project.id,
      environment: seed.environment,
      ref,
      sha: commit.id,
      user_id: user?.id ?? null,
      build_id: null,
    })
  })
}
