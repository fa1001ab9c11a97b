import type { BuildRecord } from '../../../store/models/build.ts'
import type { SystemContext } from '../context.ts'
import { deploymentOfJob, startDeployment } from './deployments-of-jobs.ts'
import { fireJob } from './progress.ts'

/** Creates a copy of a build, which waits for its stage; the former one stays as it is. */
export function runAnew(
  context: SystemContext,
  build: BuildRecord,
  user_id: number | null,
): BuildRecord {
  const { store, now } = context
  store.builds.replace(build, { is_retried: true })
  const { id: _, ...job } = build
  const fresh = {
    artifacts: null,
    coverage: null,
    erased_at: null,
    failure_reason: null,
    runner_id: null,
    trace: null,
    waits_for_resource: false,
    scheduled_at: null,
  }
  const times = { created_at: now, queued_at: null, started_at: null, finished_at: null }
  const made = store.builds.insert({ ...job, ...fresh, ...times, status: 'created', user_id })
  const hadDeployment = deploymentOfJob(store, build) !== undefined
  if (context.release.jobs.haveDeployments || hadDeployment) startDeployment(context, made)
  fireJob(context, made)
  return made
}
