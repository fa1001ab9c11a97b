import { CircularReference, withoutReferences } from '../../../ci/variable-references.ts'
import type { Variables } from '../../../ci/variables.ts'
import { matchesWildcard } from '../../../shared/wildcard.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { InstanceVariableRecord } from '../../../store/models/instance-variable.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { VariableRecord } from '../../../store/models/variable.ts'
import { isFree } from '../../access/builds.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import { tokenOfJob } from '../../access/job-tokens.ts'
import type { SystemContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import {
  type DescribedJob,
  type DescribedPipelineOfJob,
  predefinedOfJob,
  predefinedVariables,
} from './predefined-variables.ts'

/** A variable that a job finds. */
export interface JobVariable {
  readonly key: string
  readonly value: string
  readonly variable_type: 'env_var' | 'file'
  /** Whether what the job prints hides the value. */
  readonly masked: boolean
}

/** The same with a value that may name other variables. */
type Referring = JobVariable & { readonly raw: boolean }
type Given = PipelineRecord['variables']
type Kept = VariableRecord | InstanceVariableRecord

/**
 * The variables of a job: of those that are called the same, one that it was played with counts before that of the
 * pipeline, of the project, of a group, of the instance, of the configuration and what is known of the job, in this order
 * (doc/ci/variables/_index.md, "CI/CD variable precedence"). Values that name others are filled in; variables in a
 * circle stay as they are written.
 */
export function jobVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
  job?: DescribedJob,
): readonly JobVariable[] {
  const all = writtenVariables(context, project, pipeline, job)
  const filledIn = withoutReferences(all)
  const found =
    filledIn instanceof CircularReference
      ? [...new Map(all.map((one) => [one.key, one])).values()]
      : filledIn
  return found.map(({ raw: _, ...variable }) => variable)
}

/** Returns the keys of variables of a job that name each other in a circle. */
export function circleOfVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
  job: DescribedJob,
): readonly string[] | undefined {
  const filledIn = withoutReferences(writtenVariables(context, project, pipeline, job))
  return filledIn instanceof CircularReference ? filledIn.keys : undefined
}

/** Returns the variables of a job as they are written, those that count more behind the others. */
function writtenVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
  job: DescribedJob | undefined,
): readonly Referring[] {
  return [
    ...predefinedVariables(context, project, pipeline).map(plain),
    ...(job ? predefinedOfJob(context, project, job).map(plain) : []),
    ...(job?.id ? [secretToken({ id: job.id })] : []),
    ...(job?.variables ?? []).map(given),
    ...keptVariables(context, project, pipeline, job?.environment ?? null),
    ...givenVariables(context, pipeline).map(given),
    ...(job?.played_with ?? []).map(given),
  ]
}

/** The variables that a build finds when it runs. */
export function variablesOfBuild(
  context: SystemContext,
  build: BuildRecord,
): readonly JobVariable[] {
  const pipeline = context.store.pipelines.get(build.pipeline_id)
  const project = existingProject(context, build.project_id)
  if (!pipeline) return []
  return jobVariables(context, project, { ...pipeline, user_id: build.user_id }, build)
}

/** By their keys, as expressions and names are written with them. */
export function valuesOf(variables: readonly JobVariable[]): Variables {
  return new Map(variables.map(({ key, value }) => [key, value]))
}

/** What is printed, in which masked values are not to be read. */
export function maskedText(text: string, variables: readonly JobVariable[]): string {
  const hidden = variables.filter(({ masked, value }) => masked && value !== '')
  return hidden.reduce((masked, { value }) => masked.replaceAll(value, '[MASKED]'), text)
}

const plain = ([key, value]: readonly [string, string]): Referring => ({
  key,
  value,
  variable_type: 'env_var',
  masked: false,
  raw: false,
})

/** It opens the API while the job runs, and is hidden where it is printed. */
const secretToken = (job: Pick<BuildRecord, 'id'>): Referring => ({
  key: 'CI_JOB_TOKEN',
  value: tokenOfJob(job),
  variable_type: 'env_var',
  masked: true,
  raw: true,
})

const given = ({ key, value, variable_type, raw = false }: Given[number]): Referring => ({
  key,
  value,
  variable_type,
  masked: false,
  raw,
})

/** What the jobs of a pipeline are given with it: the variables of its schedule, and its own. */
function givenVariables({ store }: SystemContext, pipeline: DescribedPipelineOfJob): Given {
  const schedule = store.pipelineSchedules.get(pipeline.pipeline_schedule_id ?? 0)
  return [...(schedule?.variables ?? []), ...(pipeline.variables ?? [])]
}

/** Those of the instance, of the groups around a project and of itself that the branch or tag and the environment let in. */
function keptVariables(
  context: SystemContext,
  project: ProjectRecord,
  { ref, tag }: Pick<DescribedPipelineOfJob, 'ref' | 'tag'>,
  environment: string | null,
): Referring[] {
  const { store } = context
  const groups = groupsAbove(store, project).reverse()
  const isProtectedRef = !isFree(context, project, { ref, tag })
  const scoped = (variables: readonly VariableRecord[]) =>
    variables
      .filter(({ environment_scope: scope }) => isInScope(scope, environment))
      .sort((a, b) => a.environment_scope.length - b.environment_scope.length)
  const kept: readonly Kept[] = [
    ...store.instanceVariables.all(),
    ...groups.flatMap(({ id }) => scoped(store.variables.by('group_id', id))),
    ...scoped(store.variables.by('project_id', project.id)),
  ]
  return kept
    .filter(({ is_protected }) => isProtectedRef || !is_protected)
    .map(({ key, value, variable_type, is_masked, is_raw }) => ({
      key,
      value,
      variable_type,
      masked: is_masked,
      raw: is_raw,
    }))
}

/** A scope that names an environment counts for it alone, and the longer one first. */
function isInScope(scope: string, environment: string | null): boolean {
  return scope === '*' || (environment !== null && matchesWildcard(scope, environment))
}
