import type { RowsOf } from '../row.ts'

const path = { pipeline_schedule_id: '1' }
const variable = { pipeline_schedule_id: '1', key: 'DEEP' }
const reads = {
  who: 'sees the project',
  reason: 'With public pipelines whoever sees the project sees what starts them.',
} as const
/** It is of an administrator: nobody else owns it. */
const owner = {
  who: 'maintainer',
  from: 60,
  reason: 'Its owner and administrators change a schedule.',
} as const

export const rows = {
  listPipelineSchedules: reads,
  getPipelineSchedule: { ...reads, path },
  createPipelineSchedule: {
    who: 'developer',
    parameters: { description: 'Nightly', ref: 'described', cron: '0 1 * * *' },
  },
  updatePipelineSchedule: { ...owner, path, parameters: { description: 'Weekly' } },
  deletePipelineSchedule: { who: 'maintainer', path },
  takePipelineSchedule: { who: 'maintainer', path },
  playPipelineSchedule: { who: 'developer', path },
  listPipelinesOfSchedule: { ...reads, path },
  createPipelineScheduleVariable: { ...owner, path, parameters: { key: 'WIDE', value: 'a' } },
  getPipelineScheduleVariable: { who: 'maintainer', path: variable },
  updatePipelineScheduleVariable: { ...owner, path: variable, parameters: { value: 'b' } },
  deletePipelineScheduleVariable: { who: 'maintainer', path: variable },
} satisfies RowsOf<'Pipeline schedules'>
