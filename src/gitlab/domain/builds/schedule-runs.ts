import { isTimeZone, nextTime, readCron } from '../../../ci/cron.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { PipelineScheduleRecord } from '../../../store/models/pipeline-schedule.ts'
import type { Context, SystemContext } from '../context.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { releaseOfStartedPipelines } from '../release.ts'
import { createPipeline } from './create-pipeline.ts'
import { planPipelineOfRef, RefusedPipeline, runPipeline } from './pipeline-of-ref.ts'

/** Runs a schedule as the caller. An invalid configuration makes a failed pipeline; other errors make none. */
export function runSchedule(
  context: Context,
  schedule: PipelineScheduleRecord,
): PipelineRecord | undefined {
  const project = context.store.projects.get(schedule.project_id)
  if (!project) return undefined
  const { id: pipeline_schedule_id, ref } = schedule
  const inputs = Object.fromEntries(schedule.inputs.map(({ name, value }) => [name, value]))
  const request = { ref, source: 'schedule' as const, variables: [], pipeline_schedule_id, inputs }
  const planned = planPipelineOfRef(context, project, request)
  if (!(planned instanceof RefusedPipeline)) return runPipeline(context, planned)
  const { broken, reasons } = planned
  return broken && createPipeline(context, { ...broken, yaml_errors: reasons.join('\n') }, [])
}

/** Returns the time of the next run after a time, ISO 8601; null where there is none. */
export function nextRun(schedule: Timing, after: string): string | null {
  const [time] = runsBetween(schedule, Date.parse(after), Infinity, 1)
  return time === undefined ? null : new Date(time).toISOString()
}

type Timing = Pick<PipelineScheduleRecord, 'cron' | 'cron_timezone'>

/** The maximum number of runs of a schedule while the clock is moved, however far. */
const MAX_RUNS = 1000

/** Returns the times of runs after a time until another one, in milliseconds since 1970. */
export function runsBetween(
  { cron, cron_timezone: zone }: Timing,
  after: number,
  until: number,
  most = MAX_RUNS,
): number[] {
  const read = readCron(cron)
  const times: number[] = []
  let time = read && isTimeZone(zone) ? nextTime(read, zone, after) : undefined
  while (read && time !== undefined && time <= until && times.length < most) {
    times.push(time)
    time = nextTime(read, zone, time)
  }
  return times
}

/** Runs a schedule that is due as its owner, unless the schedule or the owner was removed. */
export function runWhenDue(context: SystemContext, scheduleId: number): void {
  const { store } = context
  const schedule = store.pipelineSchedules.get(scheduleId)
  const owner = store.users.get(schedule?.owner_id ?? 0)
  if (schedule?.is_active && owner)
    runSchedule(onBehalfOf({ ...context, release: releaseOfStartedPipelines() }, owner), schedule)
}
