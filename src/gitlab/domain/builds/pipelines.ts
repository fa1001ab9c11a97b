import type { BuildRecord } from '../../../store/models/build.ts'
import { applyConsequences, type SystemContext, tellHooks } from '../context.ts'
import { changeState } from './progress.ts'
import { combinedStatus, currentBuilds, pipelineStatus, type State } from './status.ts'

/**
 * Brings a pipeline up to date after a change of its builds and commit statuses: first the next stages
 * start, then the pipeline itself comes to the state of what it has.
 */
export function settlePipeline(
  context: SystemContext,
  { pipeline_id: pipelineId }: Pick<BuildRecord, 'pipeline_id'>,
): void {
  const { store, now } = context
  startStages(context, pipelineId)
  const pipeline = store.pipelines.get(pipelineId)
  const status = pipelineStatus(store, pipelineId)
  if (!pipeline || status === undefined || status === pipeline.status) return
  const isOver = overStates.has(status)
  const hasBegun = isOver || status === 'running'
  const settled = store.pipelines.replace(pipeline, {
    status,
    updated_at: now,
    started_at: pipeline.started_at ?? (hasBegun ? now : null),
    finished_at: isOver ? now : null,
  })
  tellHooks(context, { kind: 'pipeline', pipeline: settled })
  if (status !== 'success') return
  applyConsequences(context.consequences.pipelineSucceeded, context, settled)
}

const overStates: ReadonlySet<State> = new Set(['success', 'failed', 'canceled', 'skipped'])

/**
 * A stage starts once the stages before it are over. Of its builds those begin to wait for a runner
 * whose `when` fits how that went; the others are skipped, manual ones until they are played.
 */
function startStages(context: SystemContext, pipelineId: number): void {
  const builds = () => currentBuilds(context.store, pipelineId)
  const waiting = builds().filter(({ status }) => status === 'created')
  const stages = new Set(waiting.map(({ stage_index }) => stage_index))
  for (const stage of [...stages].sort((a, b) => a - b)) {
    const before = combinedStatus(builds().filter(({ stage_index }) => stage_index < stage))
    if (!overStates.has(before)) return
    for (const build of waiting.filter(({ stage_index }) => stage_index === stage)) {
      changeState(context, build, startsAfter[build.when](before) ? 'enqueue' : 'skip')
    }
  }
}

/** Whether a build starts after stages that came to a state, as in GitLab 8.15. */
const startsAfter: Readonly<Record<BuildRecord['when'], (before: State) => boolean>> = {
  on_success: (before) => before === 'success' || before === 'skipped',
  on_failure: (before) => before === 'failed',
  always: (before) => before !== 'canceled',
  manual: () => false,
}
