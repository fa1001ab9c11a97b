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
import { deployTokensOf, isActiveDeployToken } from './deploy-tokens.ts'
import {
  type DescribedJob,
  type DescribedPipelineOfJob,
  predefinedOfJob,
  predefinedVariables,
} from './predefined-variables.ts'

/** A variable of a job. */
export interface JobVariable {
  readonly key: string
  readonly value: string
  readonly variable_type: 'env_var' | 'file'
  /** Whether the value is masked in the output of the job. */
  readonly masked: boolean
}

/** Returns a variable whose value can refer to other variables. */
type Referring = JobVariable & { readonly raw: boolean }
type Given = PipelineRecord['variables']
type Kept = VariableRecord | InstanceVariableRecord

/**
 * Returns the variables of a job. Of those with the same key the precedence is: variables of a manual run, the
 * pipeline, the project, its groups, the instance, the configuration, and predefined ones (doc/ci/variables/_index.md,
 * "CI/CD variable precedence"). References to other variables are expanded, except circular ones.
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

/** Returns the keys of a job's variables with circular references. */
export function circleOfVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
  job: DescribedJob,
): readonly string[] | undefined {
  const filledIn = withoutReferences(writtenVariables(context, project, pipeline, job))
  return filledIn instanceof CircularReference ? filledIn.keys : undefined
}

/** Returns the variables of a job without expansion, those with higher precedence last. */
function writtenVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: DescribedPipelineOfJob,
  job: DescribedJob | undefined,
): readonly Referring[] {
  return [
    ...predefinedVariables(context, project, pipeline).map(plain),
    ...(job ? predefinedOfJob(context, project, job).map(plain) : []),
    ...(job?.id ? [secretToken({ id: job.id }), ...ofDeployToken(context, project)] : []),
    ...(job?.variables ?? []).map(given),
    ...keptVariables(context, project, pipeline, job?.environment ?? null),
    ...givenVariables(context, pipeline).map(given),
    ...(job?.played_with ?? []).map(given),
  ]
}

/** Returns the variables of a build. */
export function variablesOfBuild(
  context: SystemContext,
  build: BuildRecord,
): readonly JobVariable[] {
  const pipeline = context.store.pipelines.get(build.pipeline_id)
  const project = existingProject(context, build.project_id)
  if (!pipeline) return []
  return jobVariables(context, project, { ...pipeline, user_id: build.user_id }, build)
}

/** Returns the values by key, for expressions and expansion. */
export function valuesOf(variables: readonly JobVariable[]): Variables {
  return new Map(variables.map(({ key, value }) => [key, value]))
}

/** Returns an output with its masked values hidden. */
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

/** Returns the masked variable with the job token, which is valid while the job runs. */
const secretToken = (job: Pick<BuildRecord, 'id'>): Referring => ({
  key: 'CI_JOB_TOKEN',
  value: tokenOfJob(job),
  variable_type: 'env_var',
  masked: true,
  raw: true,
})

/**
 * Returns the user name and the password of the deploy token that is called `gitlab-deploy-token`, of the project or of
 * its nearest group.
 */
function ofDeployToken(context: SystemContext, project: ProjectRecord): Referring[] {
  const { store, now } = context
  const owners = [{ project }, ...groupsAbove(store, project).map((group) => ({ group }))]
  const token = owners
    .flatMap((owner) => deployTokensOf(context, owner))
    .find((one) => one.name === 'gitlab-deploy-token' && isActiveDeployToken(one, now))
  if (!token) return []
  const password = { ...plain(['CI_DEPLOY_PASSWORD', token.token]), masked: true, raw: true }
  return [plain(['CI_DEPLOY_USER', token.username]), password]
}

const given = ({ key, value, variable_type, raw = false }: Given[number]): Referring => ({
  key,
  value,
  variable_type,
  masked: false,
  raw,
})

/** Returns the variables of a pipeline: those of its schedule, and its own. */
function givenVariables({ store }: SystemContext, pipeline: DescribedPipelineOfJob): Given {
  const schedule = store.pipelineSchedules.get(pipeline.pipeline_schedule_id ?? 0)
  return [...(schedule?.variables ?? []), ...(pipeline.variables ?? [])]
}

/**
 * Returns the variables of the instance, of the project's groups and of the project, as far as the ref and the
 * environment permit.
 */
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

/** Whether a variable with an environment scope applies to an environment. */
function isInScope(scope: string, environment: string | null): boolean {
  return scope === '*' || (environment !== null && matchesWildcard(scope, environment))
}
