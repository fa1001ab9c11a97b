import type { BuildRecord } from '../../store/models/build.ts'
import type { Store } from '../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { pipelineSucceeded } from '../merge-requests/pipeline-success.ts'
import { combinedStatus, pipelineStatus, type State } from './status.ts'

/** Lets a pipeline follow a change of its builds and statuses: next stages, then its own state. */
export function settlePipeline(work: SystemContext, pipelineId: number): void {
  const { store, now } = work
  startStages(store, pipelineId)
  const pipeline = store.pipelines.get(pipelineId)
  const status = pipelineStatus(store, pipelineId)
  if (!pipeline || status === undefined || status === pipeline.status) return
  const isOver = overStates.has(status)
  const hasBegun = isOver || status === 'running'
  const settled = store.pipelines.replace(pipeline, {
    status,
    started_at: pipeline.started_at ?? (hasBegun ? now : null),
    finished_at: isOver ? now : null,
  })
  if (status === 'success') pipelineSucceeded(work, settled)
}

const overStates: ReadonlySet<State> = new Set(['success', 'failed', 'canceled', 'skipped'])

/**
 * A stage starts once the stages before it are over. Of its builds those begin to wait for a runner
 * whose `when` fits how that went; the others are skipped, manual ones until they are played.
 */
function startStages(store: Store, pipelineId: number): void {
  const builds = () => store.builds.by('pipeline_id', pipelineId)
  const waiting = builds().filter(({ status }) => status === 'created')
  const stages = new Set(waiting.map(({ stage_index }) => stage_index))
  for (const stage of [...stages].sort((a, b) => a - b)) {
    const before = combinedStatus(builds().filter(({ stage_index }) => stage_index < stage))
    if (!overStates.has(before)) return
    for (const build of waiting.filter(({ stage_index }) => stage_index === stage)) {
      store.builds.replace(build, {
        status: startsAfter[build.when](before) ? 'pending' : 'skipped',
      })
    }
  }
}

/** Whether a build starts after stages that came to a state: the rule of that release. */
const startsAfter: Readonly<Record<BuildRecord['when'], (before: State) => boolean>> = {
  on_success: (before) => before === 'success' || before === 'skipped',
  on_failure: (before) => before === 'failed',
  always: (before) => before !== 'canceled',
  manual: () => false,
}
