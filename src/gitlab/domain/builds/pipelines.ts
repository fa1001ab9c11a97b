import type { BuildRecord } from '../../../store/models/build.ts'
import { applyConsequences, fireHooks, type SystemContext } from '../context.ts'
import { changeState, moveBuild } from './progress.ts'
import { currentBuilds, overStates, pipelineStatus, type State, stateBefore } from './status.ts'

/**
 * Updates a pipeline after a change of its builds and commit statuses: first the next stages start, then the status of
 * the pipeline follows.
 */
export function settlePipeline(
  context: SystemContext,
  { pipeline_id: pipelineId }: Pick<BuildRecord, 'pipeline_id'>,
): void {
  const { store, now } = context
  startBuilds(context, pipelineId)
  const bridges = currentBuilds(store, pipelineId).filter(
    ({ trigger, status }) => trigger !== null && status === 'pending',
  )
  if (bridges.length > 0) applyConsequences(context.consequences.bridgesStarted, context, bridges)
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
  fireHooks(context, { kind: 'pipeline', pipeline: settled })
  applyConsequences(context.consequences.pipelineMoved, context, settled)
  if (status !== 'success') return
  applyConsequences(context.consequences.pipelineSucceeded, context, settled)
}

/**
 * Starts builds whose stage or needed jobs are finished. Those whose `when` fits the outcome are enqueued, the others
 * are skipped, manual ones until they are played. A skipped build can start or skip others in turn.
 */
function startBuilds(context: SystemContext, pipelineId: number): void {
  for (;;) {
    const builds = currentBuilds(context.store, pipelineId)
    const waiting = builds.filter(
      (one) => one.status === 'created' && !one.waits_for_resource && one.scheduled_at === null,
    )
    const byStage = waiting.filter(({ needs }) => needs === null)
    // No later stage can start while a job of this one waits.
    const stage = Math.min(...byStage.map(({ stage_index }) => stage_index))
    const possible = waiting.filter((one) => one.needs !== null || one.stage_index === stage)
    const ready = possible.flatMap((build) => {
      const before = stateBefore(builds, build)
      return before === undefined ? [] : [{ build, before }]
    })
    // One stage at a time, since a skipped build affects the next stage.
    const first = Math.min(...ready.map(({ build }) => build.stage_index))
    const next = ready.filter(({ build }) => build.stage_index === first)
    if (next.length === 0) return
    for (const { build, before } of next) {
      const starts = startsAfter[build.when](before)
      if (starts && build.start_in !== null && build.when === 'delayed') schedule(context, build)
      else changeState(context, build, starts ? 'enqueue' : 'skip')
    }
  }
}

/** Schedules a delayed build, which then starts after its delay or when it is played. */
function schedule({ store, now }: SystemContext, build: BuildRecord): void {
  const time = Date.parse(now) + (build.start_in ?? 0) * 1000
  store.builds.replace(build, { scheduled_at: new Date(time).toISOString() })
}

/** Starts a delayed build, unless it was started or canceled before. */
export function startWhenDue(context: SystemContext, id: number): void {
  const build = context.store.builds.get(id)
  if (build?.status !== 'created' || build.scheduled_at === null) return
  moveBuild(context, build, 'enqueue')
}

/** Whether a build starts after stages with an outcome, as in GitLab 8.15. */
const startsAfter: Readonly<Record<BuildRecord['when'], (before: State) => boolean>> = {
  on_success: (before) => before === 'success' || before === 'skipped',
  on_failure: (before) => before === 'failed',
  always: (before) => before !== 'canceled',
  manual: () => false,
  delayed: (before) => before === 'success' || before === 'skipped',
}
