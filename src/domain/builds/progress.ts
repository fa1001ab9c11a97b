import type { BuildRecord } from '../../store/models/build.ts'
import type { SystemContext } from '../context.ts'
import { deployBuild } from './deployments.ts'
import { settlePipeline } from './pipelines.ts'

/** What a change of state may bring along. */
export type BuildChanges = Partial<
  Pick<BuildRecord, 'artifacts' | 'coverage' | 'erased_at' | 'trace' | 'user_id'>
>

/**
 * Moves a build to another state with the times that go with it, and lets everything follow that
 * depends on it: the deployment of a success, the stages after it, the state of its pipeline.
 * Whether the move is allowed is the caller's to check.
 */
export function moveBuild(
  work: SystemContext,
  build: BuildRecord,
  status: BuildRecord['status'],
  changes: BuildChanges = {},
): BuildRecord {
  const { store, now } = work
  const moved = store.builds.replace(build, { ...changes, status, ...timesOf(build, status, now) })
  if (status === 'success') deployBuild(store, moved, now)
  settlePipeline(work, build.pipeline_id)
  return moved
}

/**
 * Puts a build into the queue of a runner again: of what it left behind nothing stays, and later
 * builds that were skipped wait for it.
 */
export function enqueueBuild(work: SystemContext, build: BuildRecord, userId: number): BuildRecord {
  const { store } = work
  for (const later of store.builds.by('pipeline_id', build.pipeline_id).slice()) {
    if (later.stage_index > build.stage_index && later.status === 'skipped') {
      store.builds.replace(later, { status: 'created' })
    }
  }
  const fresh = { artifacts: null, coverage: null, erased_at: null, trace: null }
  return moveBuild(work, build, 'pending', { ...fresh, user_id: userId })
}

/** A canceled build keeps its times (document 3, Build): it need not have started. */
function timesOf(build: BuildRecord, status: BuildRecord['status'], now: string) {
  const started_at = build.started_at ?? now
  switch (status) {
    case 'running':
      return { started_at }
    case 'success':
    case 'failed':
      return { started_at, finished_at: now }
    case 'canceled':
      return { finished_at: now }
    case 'created':
    case 'pending':
    case 'skipped':
      return { started_at: null, finished_at: null }
  }
}
