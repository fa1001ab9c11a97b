import { slugOf, type Variables } from '../../../ci/variables.ts'
import { readCommit } from '../../../git/objects/database.ts'
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
import { existingProject, pathWithNamespace } from '../lookups.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import type { NewPipeline } from './create-pipeline.ts'
import { openMergeRequests, variablesOfMergeRequest } from './merge-request-variables.ts'

/** A variable that a job finds. */
export interface JobVariable {
  readonly key: string
  readonly value: string
  readonly variable_type: 'env_var' | 'file'
  /** Whether what the job prints hides the value. */
  readonly masked: boolean
}

type Given = PipelineRecord['variables']
type Kept = VariableRecord | InstanceVariableRecord
type Pipeline = Pick<
  NewPipeline,
  | 'ref'
  | 'sha'
  | 'tag'
  | 'source'
  | 'user_id'
  | 'variables'
  | 'pipeline_schedule_id'
  | 'merge_request_id'
> &
  Partial<Pick<PipelineRecord, 'id' | 'iid'>>

/** What the pipeline of a job says of it; it has no id before there is the job. */
type DescribedJob = Pick<BuildRecord, 'name' | 'stage'> &
  Partial<Pick<BuildRecord, 'id'>> & {
    readonly environment: string | null
    readonly variables: Given
    readonly played_with?: Given
  }

/**
 * The variables of a job: of those that are called the same, one that it was played with counts before that of the
 * pipeline, of the project, of a group, of the instance, of the configuration and what is known of the job, in this order
 * (doc/ci/variables/_index.md, "CI/CD variable precedence").
 */
export function jobVariables(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: Pipeline,
  job?: DescribedJob,
): readonly JobVariable[] {
  const all = [
    ...predefined(context, project, pipeline).map(plain),
    ...(job ? predefinedOfJob(job).map(plain) : []),
    ...(job?.id ? [secretToken({ id: job.id })] : []),
    ...(job?.variables ?? []).map(given),
    ...keptVariables(context, project, pipeline, job?.environment ?? null),
    ...givenVariables(context, pipeline).map(given),
    ...(job?.played_with ?? []).map(given),
  ]
  return [...new Map(all.map((one) => [one.key, one])).values()]
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

const plain = ([key, value]: readonly [string, string]): JobVariable => ({
  key,
  value,
  variable_type: 'env_var',
  masked: false,
})

/** It opens the API while the job runs, and is hidden where it is printed. */
const secretToken = (job: Pick<BuildRecord, 'id'>): JobVariable => ({
  key: 'CI_JOB_TOKEN',
  value: tokenOfJob(job),
  variable_type: 'env_var',
  masked: true,
})

const given = ({ key, value, variable_type }: Given[number]): JobVariable => ({
  key,
  value,
  variable_type,
  masked: false,
})

/** What the jobs of a pipeline are given with it: the variables of its schedule, and its own. */
function givenVariables({ store }: SystemContext, pipeline: Pipeline): Given {
  const schedule = store.pipelineSchedules.get(pipeline.pipeline_schedule_id ?? 0)
  return [...(schedule?.variables ?? []), ...(pipeline.variables ?? [])]
}

/** Those of the instance, of the groups around a project and of itself that the branch or tag and the environment let in. */
function keptVariables(
  context: SystemContext,
  project: ProjectRecord,
  { ref, tag }: Pick<Pipeline, 'ref' | 'tag'>,
  environment: string | null,
): JobVariable[] {
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
    .map(({ key, value, variable_type, is_masked }) => ({
      key,
      value,
      variable_type,
      masked: is_masked,
    }))
}

/** A scope that names an environment counts for it alone, and the longer one first. */
function isInScope(scope: string, environment: string | null): boolean {
  return scope === '*' || (environment !== null && matchesWildcard(scope, environment))
}

/** Keys with their values. */
type Predefined = readonly (readonly [string, string])[]

function predefined(
  context: SystemContext,
  project: ProjectRecord,
  { id, iid, ref: given, sha, tag, source = 'push', user_id, merge_request_id }: Pipeline,
): Predefined {
  const { store } = context
  const mergeRequest = store.mergeRequests.get(merge_request_id ?? 0)
  const ref = mergeRequest?.source_branch ?? given
  const { message } = readCommit(store.objects, sha)
  const path = pathWithNamespace(context, project)
  const user = store.users.get(user_id ?? 0)
  return [
    ['CI', 'true'],
    ['GITLAB_CI', 'true'],
    ...(id ? ([['CI_PIPELINE_ID', String(id)]] as const) : []),
    ...(iid ? ([['CI_PIPELINE_IID', String(iid)]] as const) : []),
    ['CI_PIPELINE_SOURCE', source],
    ['CI_COMMIT_SHA', sha],
    ['CI_COMMIT_SHORT_SHA', sha.slice(0, 8)],
    ['CI_COMMIT_REF_NAME', ref],
    ['CI_COMMIT_REF_SLUG', slugOf(ref, 63)],
    ['CI_COMMIT_REF_PROTECTED', String(!isFree(context, project, { ref: given, tag }))],
    ['CI_COMMIT_MESSAGE', message],
    ['CI_COMMIT_TITLE', titleOf({ message }, context.release)],
    ...(mergeRequest
      ? variablesOfMergeRequest(context, mergeRequest)
      : [[tag ? 'CI_COMMIT_TAG' : 'CI_COMMIT_BRANCH', ref] as const]),
    ...(tag ? [] : openMergeRequests(context, project, ref)),
    ['CI_DEFAULT_BRANCH', repositoryOf(store, project).head],
    ['CI_PROJECT_ID', String(project.id)],
    ['CI_PROJECT_NAME', project.path],
    ['CI_PROJECT_PATH', path],
    ['CI_PROJECT_NAMESPACE', path.slice(0, -project.path.length - 1)],
    ...(user ? ([['GITLAB_USER_LOGIN', user.username]] as const) : []),
    // As GitLab 8.15 called them.
    ['CI_BUILD_REF', sha],
    ['CI_BUILD_REF_NAME', ref],
    ['CI_BUILD_REF_SLUG', slugOf(ref, 63)],
    ...(tag ? ([['CI_BUILD_TAG', ref]] as const) : []),
  ]
}

function predefinedOfJob({ id, name, stage, environment }: DescribedJob): Predefined {
  const place: Predefined =
    environment === null
      ? []
      : [
          ['CI_ENVIRONMENT_NAME', environment],
          ['CI_ENVIRONMENT_SLUG', slugOf(environment, 24)],
        ]
  return [
    ...(id ? ([['CI_JOB_ID', String(id)]] as const) : []),
    ['CI_JOB_NAME', name],
    ['CI_JOB_STAGE', stage],
    ['CI_BUILD_NAME', name],
    ['CI_BUILD_STAGE', stage],
    ...place,
  ]
}
