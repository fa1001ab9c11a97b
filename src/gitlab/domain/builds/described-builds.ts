import { type Job, readConfiguration } from '../../../ci/configuration.ts'
import { ConfigurationError, configurationPath } from '../../../ci/pipeline-file.ts'
import { isForRef } from '../../../ci/ref-patterns.ts'
import { expandVariables, slugOf, type Variables } from '../../../ci/variables.ts'
import type { GitBlob, GitCommit } from '../../../git/objects/objects.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'
import { pathWithNamespace } from '../lookups.ts'
import type { BuildOfPipeline, NewPipeline } from './create-pipeline.ts'

/**
 * The builds of a pipeline that a commit describes in its `.gitlab-ci.yml`: one for each job that is for the ref.
 * Undefined without the file; the error where the file cannot be used.
 */
export function describedBuilds(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  commit: GitCommit,
): readonly BuildOfPipeline[] | ConfigurationError | undefined {
  const file = blobAt(context.store.objects, commit.tree, configurationPath)
  if (!file) return undefined
  const jobs = jobsOf(file)
  if (jobs instanceof ConfigurationError) return jobs
  const { ref, tag } = pipeline
  const given = variablesGiven(context, pipeline)
  const projectPath = pathWithNamespace(context, project)
  return jobs
    .filter((job) => isForRef(job, { name: ref, isTag: tag, projectPath }))
    .map((job) => buildOf(context, job, pipeline, given))
}

/** What is read from a file stays true: blobs do not change. */
const readJobs = new WeakMap<GitBlob, readonly Job[] | ConfigurationError>()

function jobsOf(file: GitBlob): readonly Job[] | ConfigurationError {
  const known = readJobs.get(file)
  if (known) return known
  const jobs = readOrRefuse(new TextDecoder().decode(file.bytes))
  readJobs.set(file, jobs)
  return jobs
}

function readOrRefuse(text: string): readonly Job[] | ConfigurationError {
  try {
    return readConfiguration(text)
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
}

type Given = PipelineRecord['variables']

/** What the jobs of a pipeline are given with it: the variables of its schedule, and its own. */
function variablesGiven({ store }: SystemContext, pipeline: NewPipeline): Given {
  const schedule = store.pipelineSchedules.get(pipeline.pipeline_schedule_id ?? 0)
  return [...(schedule?.variables ?? []), ...(pipeline.variables ?? [])]
}

function buildOf(
  { release }: SystemContext,
  job: Job,
  pipeline: NewPipeline,
  given: Given,
): BuildOfPipeline {
  return {
    ...environmentOf(job, pipeline, given),
    name: job.name,
    stage: job.stage,
    stage_index: job.stageIndex,
    when: job.when,
    allow_failure: job.allowFailure ?? (job.when === 'manual' && release.jobs.mayFailByHand),
    commands: job.commands,
    tag_list: [...job.tags],
    artifacts_expire_in: job.artifactsExpireIn,
  }
}

/** What the name and the address of an environment may have at most, variables filled in. */
const MAX_TEXT_LENGTH = 255

/** None where the filled in name is no name; the address alone is left out where it is too long. */
function environmentOf({ environment, ...job }: Job, pipeline: NewPipeline, given: Given) {
  if (!environment) return {}
  const variables = variablesOf(job, pipeline, given)
  const name = expandVariables(environment.name, variables, MAX_TEXT_LENGTH)
  if (name === undefined || name === '') return {}
  const inUrl = new Map([
    ...variables,
    ['CI_ENVIRONMENT_NAME', name],
    ['CI_ENVIRONMENT_SLUG', slugOf(name, 24)],
  ])
  const url = environment.url && expandVariables(environment.url, inUrl, MAX_TEXT_LENGTH)
  return { environment: name, environment_url: url || null }
}

/** Those of the predefined variables that name the ref and the job, the file's own, and those of the pipeline. */
function variablesOf(
  { name, stage, variables }: Pick<Job, 'name' | 'stage' | 'variables'>,
  { ref, sha, tag }: NewPipeline,
  given: Given,
): Variables {
  return new Map([
    ['CI_BUILD_NAME', name],
    ['CI_BUILD_STAGE', stage],
    ['CI_BUILD_REF', sha],
    ['CI_BUILD_REF_NAME', ref],
    ['CI_BUILD_REF_SLUG', slugOf(ref, 63)],
    ...(tag ? ([['CI_BUILD_TAG', ref]] as const) : []),
    ...variables,
    ...given.map(({ key, value }) => [key, value] as const),
  ])
}
