import { isTimeZone, nextTime, readCron } from '../../../ci/cron.ts'
import { invalid, notFound } from '../../../contract/errors.ts'
import { branchHead } from '../../../git/repository.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { PipelineScheduleRecord } from '../../../store/models/pipeline-schedule.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { mayRunOn } from '../../access/builds.ts'
import type { Context, ProjectContext, SystemContext } from '../context.ts'
import { keyErrors } from '../instance-variables.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import { checkNoErrors } from '../validation.ts'
import { isTag } from './pipeline-records.ts'

type Variable = PipelineScheduleRecord['variables'][number]

/** The attributes of a schedule in a request. */
export type ScheduleAttributes = Partial<
  Pick<PipelineScheduleRecord, 'description' | 'ref' | 'cron' | 'cron_timezone' | 'is_active'>
>

/** The attributes of a new schedule. */
export type NewSchedule = ScheduleAttributes &
  Pick<PipelineScheduleRecord, 'description' | 'ref' | 'cron'> &
  Partial<Pick<PipelineScheduleRecord, 'variables' | 'inputs'>>

/** An input in a request; `destroy` removes it. */
export interface SentInput {
  readonly name: string
  readonly value?: PipelineScheduleRecord['inputs'][number]['value'] | undefined
  readonly destroy?: boolean | undefined
}

/** Returns a schedule of a project. Throws 404 where it is missing. */
export function existingSchedule(
  { store, project }: ProjectContext,
  id: number,
): PipelineScheduleRecord {
  const schedule = store.pipelineSchedules.get(id)
  if (schedule?.project_id !== project.id) throw notFound('Pipeline Schedule')
  return schedule
}

/** Returns the short name of a schedule's ref, and whether it is a tag. */
export function refOfSchedule({ ref }: Pick<PipelineScheduleRecord, 'ref'>) {
  const tag = ref.startsWith('refs/tags/')
  return { ref: ref.replace(/^refs\/(?:heads|tags)\//, ''), tag }
}

/** Returns the full name of a ref, if the name is that of either a branch or a tag. */
export function fullRef({ store, project }: ProjectContext, ref: string): string | undefined {
  if (/^refs\/(?:heads|tags)\/\S/.test(ref)) return ref
  const isBranch = branchHead(repositoryOf(store, project), ref) !== undefined
  if (isBranch === isTag(store, project, ref)) return undefined
  return `refs/${isBranch ? 'heads' : 'tags'}/${ref}`
}

/** Returns the attributes to store. Throws 400 for invalid ones, and for a ref that the caller may not use. */
export function checkSchedule(
  context: ProjectContext,
  { ref, ...attributes }: ScheduleAttributes,
): ScheduleAttributes {
  const { description } = attributes
  const full = ref === undefined ? undefined : fullRef(context, ref)
  checkNoErrors({
    description: description?.trim() === '' ? ["can't be blank"] : [],
    ref: ref !== undefined && full === undefined ? ['is ambiguous'] : [],
    ...timingErrors(attributes),
  })
  if (full !== undefined && !mayRunOn(context, context.project, refOfSchedule({ ref: full }))) {
    const reason = 'The current user is not authorized to create the pipeline schedule'
    throw invalid({ base: [reason] })
  }
  return full === undefined ? attributes : { ...attributes, ref: full }
}

/** Returns the errors of the timing of a schedule. */
export function timingErrors({ cron, cron_timezone: zone }: ScheduleAttributes) {
  const problem = ['syntax is invalid']
  return {
    cron: cron === undefined || isDue(cron) ? [] : problem,
    cron_timezone: zone === undefined || isTimeZone(zone) ? [] : problem,
  }
}

function isDue(text: string): boolean {
  const cron = readCron(text)
  return cron !== undefined && nextTime(cron, 'UTC', 0) !== undefined
}

/** Creates a schedule of the caller. */
export function createSchedule(
  { store, viewer, now }: Context,
  project: ProjectRecord,
  schedule: NewSchedule,
): PipelineScheduleRecord {
  return store.pipelineSchedules.insert({
    ...schedule,
    project_id: project.id,
    owner_id: viewer.signedIn().id,
    created_at: now,
    updated_at: now,
  })
}

export function changeSchedule(
  { store, now }: SystemContext,
  schedule: PipelineScheduleRecord,
  attributes: ScheduleAttributes & Partial<Pick<PipelineScheduleRecord, 'inputs'>>,
): PipelineScheduleRecord {
  return store.pipelineSchedules.replace(schedule, { ...attributes, updated_at: now })
}

/** Merges inputs of a request into those of a schedule, by name. */
export function mergedInputs(
  known: PipelineScheduleRecord['inputs'],
  sent: readonly SentInput[],
): PipelineScheduleRecord['inputs'] {
  const merged = new Map(known.map((input) => [input.name, input]))
  for (const { name, value, destroy } of sent) {
    if (destroy) merged.delete(name)
    else if (value !== undefined) merged.set(name, { name, value })
  }
  return [...merged.values()]
}

/** Makes the caller the owner of a schedule, as whom it runs. */
export function takeSchedule(
  { store, viewer, now }: Context,
  schedule: PipelineScheduleRecord,
): PipelineScheduleRecord {
  const owner_id = viewer.signedIn().id
  return store.pipelineSchedules.replace(schedule, { owner_id, updated_at: now })
}

/** Removes a schedule; its pipelines stay. */
export function removeSchedule({ store }: SystemContext, schedule: PipelineScheduleRecord): void {
  const started: readonly PipelineRecord[] = store.pipelines.by('pipeline_schedule_id', schedule.id)
  store.pipelines.replaceAll([...started], { pipeline_schedule_id: null })
  store.pipelineSchedules.remove(schedule)
}

/** Returns a variable of a schedule. Throws 404 where it is missing. */
export function existingScheduleVariable(
  { variables }: PipelineScheduleRecord,
  key: string,
): Variable {
  const variable = variables.find((one) => one.key === key)
  if (!variable) throw notFound('Pipeline Schedule Variable')
  return variable
}

/** Throws 400 for a key that is invalid or taken. */
export function checkScheduleVariable({ variables }: PipelineScheduleRecord, key: string): void {
  const isTaken = variables.some((one) => one.key === key)
  checkNoErrors({ key: [...keyErrors(key), ...(isTaken ? ['has already been taken'] : [])] })
}

/** Sets a variable of a schedule, and replaces the one with its key. */
export function setScheduleVariable(
  context: SystemContext,
  schedule: PipelineScheduleRecord,
  variable: Variable,
): Variable {
  const at = schedule.variables.findIndex(({ key }) => key === variable.key)
  const variables =
    at < 0 ? [...schedule.variables, variable] : schedule.variables.with(at, variable)
  writeVariables(context, schedule, variables)
  return variable
}

export function removeScheduleVariable(
  context: SystemContext,
  schedule: PipelineScheduleRecord,
  variable: Variable,
): void {
  writeVariables(
    context,
    schedule,
    schedule.variables.filter((one) => one !== variable),
  )
}

function writeVariables(
  { store, now }: SystemContext,
  schedule: PipelineScheduleRecord,
  variables: Variable[],
): void {
  store.pipelineSchedules.replace(schedule, { variables, updated_at: now })
}
