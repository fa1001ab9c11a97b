import { loadDeployment, loadEnvironment } from './deployments.ts'
import { each } from './entries.ts'
import type { Loading } from './loading.ts'
import { loadPipeline } from './pipelines.ts'
import type { ReadSeed } from './schema.ts'
import { loadStatus } from './statuses.ts'

/** What is said of the commits of a seed: environments, deployments, pipelines with builds, statuses. */
export function loadCommitReports(loading: Loading, seed: ReadSeed): void {
  each(seed.environments, 'environments', (entry, path) => loadEnvironment(loading, entry, path))
  each(seed.deployments, 'deployments', (entry, path) => loadDeployment(loading, entry, path))
  each(seed.pipelines, 'pipelines', (pipeline, path) => loadPipeline(loading, pipeline, path))
  each(seed.statuses, 'statuses', (status, path) => loadStatus(loading, status, path))
}
