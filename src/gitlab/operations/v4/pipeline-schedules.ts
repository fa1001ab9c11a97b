import { forbidden } from '../../../contract/errors.ts'
import type { PipelineScheduleRecord } from '../../../store/models/pipeline-schedule.ts'
import {
  isOwnSchedule,
  mayAdminSchedule,
  mayRunOn,
  mustReadPipelines,
  mustUpdatePipelines,
  mustUpdateSchedule,
} from '../../access/builds.ts'
import { selectPipelines } from '../../domain/builds/pipeline-lists.ts'
import { maySetVariables } from '../../domain/builds/pipeline-of-ref.ts'
import { runSchedule } from '../../domain/builds/schedule-runs.ts'
import {
  changeSchedule,
  checkSchedule,
  checkScheduleVariable,
  createSchedule,
  existingSchedule,
  existingScheduleVariable,
  mergedInputs,
  refOfSchedule,
  removeSchedule,
  removeScheduleVariable,
  setScheduleVariable,
  takeSchedule,
} from '../../domain/builds/schedules.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { pipelineBasic } from '../../resources/v4/pipeline.ts'
import {
  scheduleDetail,
  scheduleInList,
  scheduleVariable,
} from '../../resources/v4/pipeline-schedule.ts'
import { list, listSelected, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of the tag Pipeline schedules. */
export const pipelineSchedules = {
  listPipelineSchedules(context, { scope }) {
    const { store, project } = context
    mustReadPipelines(context)
    const found = store.pipelineSchedules
      .by('project_id', project.id)
      .filter(({ is_active }) => scope === undefined || is_active === (scope === 'active'))
    return list(found, (schedule) => scheduleInList(schedule, context))
  },

  getPipelineSchedule(context, { pipeline_schedule_id }) {
    mustReadPipelines(context)
    return scheduleDetail(existingSchedule(context, pipeline_schedule_id), context)
  },

  createPipelineSchedule(context, { description, ref, cron, cron_timezone, active, inputs = [] }) {
    mustUpdatePipelines(context)
    const attributes = checkSchedule(context, { description, ref, cron, cron_timezone })
    const merged = mergedInputs([], inputs)
    const schedule = { description, ref, cron, ...attributes, is_active: active, inputs: merged }
    return scheduleDetail(createSchedule(context, context.project, schedule), context)
  },

  updatePipelineSchedule(context, { pipeline_schedule_id, active, inputs, ...request }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustUpdateSchedule(context, ownerAndRef(schedule))
    const { description, ref, cron, cron_timezone } = request
    const sent = omitUndefined({ description, ref, cron, cron_timezone, is_active: active })
    const attributes = checkSchedule(context, sent)
    const merged = inputs && { inputs: mergedInputs(schedule.inputs, inputs) }
    return scheduleDetail(changeSchedule(context, schedule, { ...attributes, ...merged }), context)
  },

  deletePipelineSchedule(context, { pipeline_schedule_id }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustAdmin(context, schedule)
    mustBeUnmodified(context, schedule.updated_at)
    removeSchedule(context, schedule)
    return undefined
  },

  takePipelineSchedule(context, { pipeline_schedule_id }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustAdmin(context, schedule)
    if (isOwnSchedule(context, schedule)) {
      return new Reply(scheduleDetail(schedule, context), { status: 200 })
    }
    return scheduleDetail(takeSchedule(context, schedule), context)
  },

  playPipelineSchedule(context, { pipeline_schedule_id }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustUpdatePipelines(context)
    if (!mayRunOn(context, context.project, refOfSchedule(schedule))) throw forbidden()
    runSchedule(context, schedule)
    return { message: '201 Created' }
  },

  listPipelinesOfSchedule(context, { pipeline_schedule_id, ...selection }) {
    mustReadPipelines(context)
    const { id } = existingSchedule(context, pipeline_schedule_id)
    const selected = { ...selection, order_by: 'id', pipeline_schedule_id: id } as const
    return listSelected(selectPipelines(context, context.project, selected), (pipeline) =>
      pipelineBasic(pipeline, context),
    )
  },

  createPipelineScheduleVariable(context, { pipeline_schedule_id, key, value, variable_type }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustSetVariables(context)
    mustUpdateSchedule(context, ownerAndRef(schedule))
    checkScheduleVariable(schedule, key)
    return scheduleVariable(setScheduleVariable(context, schedule, { key, value, variable_type }))
  },

  getPipelineScheduleVariable(context, { pipeline_schedule_id, key }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustAdmin(context, schedule)
    return scheduleVariable(existingScheduleVariable(schedule, key))
  },

  updatePipelineScheduleVariable(context, { pipeline_schedule_id, key, value, variable_type }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustSetVariables(context)
    mustUpdateSchedule(context, ownerAndRef(schedule))
    const variable = existingScheduleVariable(schedule, key)
    const changed = { ...variable, ...omitUndefined({ value, variable_type }) }
    return scheduleVariable(setScheduleVariable(context, schedule, changed))
  },

  deletePipelineScheduleVariable(context, { pipeline_schedule_id, key }) {
    const schedule = existingSchedule(context, pipeline_schedule_id)
    mustSetVariables(context)
    mustAdmin(context, schedule)
    const variable = existingScheduleVariable(schedule, key)
    removeScheduleVariable(context, schedule, variable)
    return scheduleVariable(variable)
  },
} satisfies OperationsOf<'v4', 'Pipeline schedules'>

function ownerAndRef(schedule: PipelineScheduleRecord) {
  return { ...refOfSchedule(schedule), owner_id: schedule.owner_id }
}

function mustAdmin(context: ProjectContext, schedule: PipelineScheduleRecord): void {
  if (!mayAdminSchedule(context, schedule)) throw forbidden()
}

function mustSetVariables(context: ProjectContext): void {
  if (!maySetVariables(context, context.project)) throw forbidden()
}
