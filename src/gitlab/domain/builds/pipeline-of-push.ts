import { type Job, readConfiguration } from '../../../ci/configuration.ts'
import { ConfigurationError, configurationPath } from '../../../ci/pipeline-file.ts'
import { isForRef } from '../../../ci/ref-patterns.ts'
import { expandVariables, slugOf, type Variables } from '../../../ci/variables.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { GitBlob, GitCommit } from '../../../git/objects/objects.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Context } from '../context.ts'
import { pathWithNamespace } from '../lookups.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { type BuildOfPipeline, createPipeline, type NewPipeline } from './create-pipeline.ts'

/**
 * Makes the pipeline that a pushed commit describes in its `.gitlab-ci.yml`, with a build a job that
 * is for the ref. None is made without the file, without builds in the project, and where no job is
 * for the ref. A file that cannot be used makes a failed pipeline that says why, and `[ci skip]` in
 * the message a skipped one, both without builds.
 */
export function createPipelineOfPush(context: Context, push: Push): void {
  const { store } = context
  const project = store.projects.get(push.project.id)
  const tip = push.after === undefined ? undefined : peelToCommit(store.objects, push.after)
  if (!project?.builds_enabled || tip === undefined) return
  const commit = readCommit(store.objects, tip)
  const file = blobAt(store.objects, commit.tree, configurationPath)
  if (!file) return
  const pipeline = pipelineOf(context, push, commit)
  const jobs = jobsOf(file)
  if (jobs instanceof ConfigurationError) {
    createPipeline(context, { ...pipeline, yaml_errors: jobs.message }, [])
  } else if (/\[(ci skip|skip ci)\]/i.test(commit.message)) {
    createPipeline(context, pipeline, [])
  } else {
    const chosen = jobsForRef(context, project, pipeline, jobs)
    const builds = chosen.map((job) => buildOf(job, pipeline))
    if (builds.length > 0) createPipeline(context, pipeline, builds)
  }
}

function pipelineOf({ viewer, now }: Context, push: Push, { id }: GitCommit): NewPipeline {
  const branch = branchOf(push)
  return {
    project_id: push.project.id,
    ref: branch ?? push.ref.slice('refs/tags/'.length),
    sha: id,
    tag: branch === undefined,
    user_id: viewer.signedIn().id,
    created_at: now,
    yaml_errors: null,
  }
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

function jobsForRef(
  context: Context,
  project: ProjectRecord,
  { ref, tag }: NewPipeline,
  jobs: readonly Job[],
): readonly Job[] {
  const projectPath = pathWithNamespace(context, project)
  return jobs.filter((job) => isForRef(job, { name: ref, isTag: tag, projectPath }))
}

function buildOf(job: Job, pipeline: NewPipeline): BuildOfPipeline {
  return {
    ...environmentOf(job, pipeline),
    name: job.name,
    stage: job.stage,
    stage_index: job.stageIndex,
    when: job.when,
    allow_failure: job.allowFailure,
    commands: job.commands,
    artifacts_expire_in: job.artifactsExpireIn,
  }
}

/** What the name and the address of an environment may have at most, variables filled in. */
const MAX_TEXT_LENGTH = 255

/** None where the filled in name is no name; the address alone is left out where it is too long. */
function environmentOf({ environment, ...job }: Job, pipeline: NewPipeline) {
  if (!environment) return {}
  const variables = variablesOf(job, pipeline)
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

/** Those of the predefined variables that name the ref and the job, and the file's own. */
function variablesOf(
  { name, stage, variables }: Pick<Job, 'name' | 'stage' | 'variables'>,
  { ref, sha, tag }: NewPipeline,
): Variables {
  return new Map([
    ['CI_BUILD_NAME', name],
    ['CI_BUILD_STAGE', stage],
    ['CI_BUILD_REF', sha],
    ['CI_BUILD_REF_NAME', ref],
    ['CI_BUILD_REF_SLUG', slugOf(ref, 63)],
    ...(tag ? ([['CI_BUILD_TAG', ref]] as const) : []),
    ...variables,
  ])
}
