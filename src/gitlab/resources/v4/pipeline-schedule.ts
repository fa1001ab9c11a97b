import type {
  PipelineSchedule,
  PipelineScheduleDetail,
  ScheduleVariable,
} from '../../../contract/generated/v4/contract.ts'
import type { PipelineScheduleRecord } from '../../../store/models/pipeline-schedule.ts'
import { mayAdminSchedule } from '../../access/builds.ts'
import { nextRun } from '../../domain/builds/schedule-runs.ts'
import type { TimedPresentation } from '../../domain/context.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import { pipelineBasic } from './pipeline.ts'
import { userBasic } from './user.ts'

/** Returns a schedule for lists (`schemas/v4/resources/pipeline-schedule.json`). */
export function scheduleInList(
  schedule: PipelineScheduleRecord,
  presentation: TimedPresentation,
): PipelineSchedule {
  const { id, description, ref, cron, cron_timezone, owner_id } = schedule
  const owner = owner_id === null ? null : existingUser(presentation, owner_id)
  return {
    id,
    description,
    ref,
    cron,
    cron_timezone,
    next_run_at: nextRun(schedule, presentation.now),
    active: schedule.is_active,
    created_at: schedule.created_at,
    updated_at: schedule.updated_at,
    owner: owner && userBasic(owner, presentation),
  }
}

/** Returns a single schedule, with its variables for those who may see them. */
export function scheduleDetail(
  schedule: PipelineScheduleRecord,
  presentation: TimedPresentation,
): PipelineScheduleDetail {
  const { store, viewer } = presentation
  const last = store.pipelines.by('pipeline_schedule_id', schedule.id).at(-1)
  const project = existingProject(presentation, schedule.project_id)
  const isSeen = mayAdminSchedule({ viewer, project }, schedule)
  return {
    ...scheduleInList(schedule, presentation),
    last_pipeline: last ? pipelineBasic(last, presentation) : null,
    ...(isSeen ? { variables: schedule.variables.map(scheduleVariable) } : {}),
    inputs: schedule.inputs,
  }
}

/** Returns a variable of a schedule. */
export function scheduleVariable(
  variable: PipelineScheduleRecord['variables'][number],
): ScheduleVariable {
  return { ...variable, raw: false }
}
