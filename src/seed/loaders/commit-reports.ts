import { postCommitStatus } from '../../gitlab/domain/builds/commit-statuses.ts'
import { recordDeployment } from '../../gitlab/domain/builds/deployments.ts'
import { createEnvironment } from '../../gitlab/domain/builds/environments.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import type { SeedDeployment, SeedEnvironment, SeedStatus } from '../schema/builds.ts'
import type { ReadSeed } from '../schema.ts'
import { atCommit } from './commit-place.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { loadPipeline } from './pipelines.ts'

/** Loads the reports on commits: environments, deployments, pipelines with builds, and statuses. */
export function loadCommitReports(loading: Loading, seed: ReadSeed): void {
  each(seed.environments, 'environments', (entry, path) => loadEnvironment(loading, entry, path))
  each(seed.deployments, 'deployments', (entry, path) => loadDeployment(loading, entry, path))
  each(seed.pipelines, 'pipelines', (pipeline, path) => loadPipeline(loading, pipeline, path))
  each(seed.statuses, 'statuses', (status, path) => loadStatus(loading, status, path))
}

function loadEnvironment(loading: Loading, seed: SeedEnvironment, path: string): void {
  const { store } = loading
  const { name, external_url, description, tier, state } = seed
  const project = loading.project(seed.project, `${path}.project`)
  if (!project) return
  const known = store.environments.by('project_id', project.id)
  const namesake = known.find((environment) => environment.name === name)
  if (loading.isTwice(namesake, name, `${path}.name`)) return
  const context = loading.alone(project.created_at)
  const attributes = omitUndefined({ external_url, description, tier, state })
  createEnvironment(context, { project_id: project.id, name, ...attributes })
}

/** Loads a deployment that no build made. */
function loadDeployment(loading: Loading, seed: SeedDeployment, path: string): void {
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  atCommit(loading, seed, path, ({ project, ref, commit, at }) => {
    recordDeployment(loading.alone(at), {
      project_id: project.id,
      environment: seed.environment,
      status: seed.status,
      ref,
      sha: commit.id,
      user_id: user?.id ?? null,
      build_id: null,
    })
  })
}

/** Loads a commit status of an external service, in the pipeline of its ref. */
function loadStatus(loading: Loading, seed: SeedStatus, path: string): void {
  const { store } = loading
  const author = loading.user(seed.author, `${path}.author`)
  const id = loading.ids.take(store.commitStatuses, seed.id, path)
  atCommit(loading, seed, path, ({ project, ref, commit, at }) => {
    if (!author || id === undefined) return
    const { name, state, target_url, description, coverage, allow_failure } = seed
    const posted = { name, state, target_url, description, coverage }
    const place = { id, project, ref, sha: commit.id }
    const started_at = isoTime(seed.started_at)
    const finished_at = isoTime(seed.finished_at)
    const details = omitUndefined({ allow_failure, started_at, finished_at })
    postCommitStatus(loading.as(author, at), place, posted, details)
  })
}
