import { type Configuration, type Job, readWholeConfiguration } from '../../../ci/configuration.ts'
import type { Inputs } from '../../../ci/inputs.ts'
import type { Workflow } from '../../../ci/job.ts'
import type { ConfigurationFiles, ConfigurationSource } from '../../../ci/merged-configuration.ts'
import { matchesPath } from '../../../ci/path-globs.ts'
import { ConfigurationError, configurationPath } from '../../../ci/pipeline-file.ts'
import { isForRef } from '../../../ci/ref-patterns.ts'
import {
  isInCircumstances,
  MAX_COMPARISONS,
  newBudget,
  type RuleContext,
  ruleFor,
  type WorkflowRule,
  type WrittenVariable,
} from '../../../ci/rules.ts'
import { expandVariables, type Variables } from '../../../ci/variables.ts'
import { changedFiles } from '../../../git/diff/tree-difference.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { GitBlob, GitCommit } from '../../../git/objects/objects.ts'
import { blobAt, listTree } from '../../../git/objects/tree.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { omitUndefined } from '../changes.ts'
import type { SystemContext } from '../context.ts'
import { pathWithNamespace } from '../lookups.ts'
import { baseOf } from '../merge-requests/range.ts'
import type { BuildOfPipeline } from './create-pipeline.ts'
import { environmentNameErrors } from './environments.ts'
import { circleOfVariables, jobVariables, valuesOf } from './job-variables.ts'
import type { NewPipeline } from './new-pipeline.ts'

/** A pipeline by the configuration of a commit, with a build for each of its jobs. */
export interface DescribedPipeline {
  readonly builds: readonly BuildOfPipeline[]
  /** Whether `workflow` excludes the pipeline. */
  readonly isFiltered: boolean
  /** What `workflow` gives the pipeline. */
  readonly attributes: Pick<
    NewPipeline,
    'name' | 'auto_cancel_on_new_commit' | 'auto_cancel_on_job_failure'
  >
}

/** What a pipeline is described by, beside the file of its commit. */
export interface GivenConfiguration {
  /** The configuration, where it is not that of the commit. */
  readonly content?: string | undefined
  /** The values of the inputs that the configuration declares. */
  readonly inputs?: Inputs | undefined
}

/**
 * Returns the pipeline by the `.gitlab-ci.yml` of a commit; undefined without the file, and the error of an invalid
 * one.
 */
export function describedPipeline(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  commit: GitCommit,
  { content, inputs }: GivenConfiguration = {},
): DescribedPipeline | ConfigurationError | undefined {
  const file = blobAt(context.store.objects, commit.tree, configurationPath)
  if (!file && content === undefined) return undefined
  const conditions = () => conditionsOfIncludes(context, project, pipeline, commit)
  const source = { inputs, conditions }
  const configuration =
    file && content === undefined
      ? configurationOf(context, file, commit, source)
      : readOrRefuse(context, content ?? '', commit, source)
  if (configuration instanceof ConfigurationError) return configuration
  return orError(() => pipelineOf(context, project, pipeline, configuration, commit))
}

/** Returns what the rules of includes are compared with in a pipeline of a commit. */
export function conditionsOfIncludes(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  commit: GitCommit,
): RuleContext {
  const variables = valuesOf(jobVariables(context, project, pipeline))
  return { ...pathsOf(context, pipeline, commit), variables }
}

/** Returns the result of a function, or the error of the configuration that it throws. */
function orError<T>(work: () => T): T | ConfigurationError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
}

/** The cache of configurations without includes, which depend only on their blob. */
const readFiles = new WeakMap<GitBlob, Configuration | ConfigurationError>()

/** Returns the configuration of a commit, or its error. */
function configurationOf(
  context: Pick<SystemContext, 'store'>,
  file: GitBlob,
  commit: GitCommit,
  source: ConfigurationSource,
): Configuration | ConfigurationError {
  const known = Object.keys(source.inputs ?? {}).length === 0 ? readFiles.get(file) : undefined
  if (known) return known
  const read = readOrRefuse(context, textOf(file), commit, source)
  if (!(read instanceof ConfigurationError) && !read.namesFiles) readFiles.set(file, read)
  return read
}

/** Parses a text as the configuration of a commit, whose files it can include. Returns the error of an invalid one. */
function readOrRefuse(
  context: Pick<SystemContext, 'store'>,
  text: string,
  commit: GitCommit,
  source: ConfigurationSource,
): Configuration | ConfigurationError {
  return orError(() => readWholeConfiguration(text, filesOf(context, commit), source))
}

/** Returns the files of a commit by path. */
export function filesOf(
  { store }: Pick<SystemContext, 'store'>,
  commit: GitCommit | undefined,
): ConfigurationFiles {
  return {
    read(path) {
      const blob = commit && blobAt(store.objects, commit.tree, path)
      return blob && textOf(blob)
    },
    paths: () => (commit ? pathsIn(store, commit) : []),
  }
}

function pathsIn({ objects }: SystemContext['store'], { tree }: GitCommit): string[] {
  return Array.from(listTree(objects, tree, { recursive: true }), ({ path }) => path)
}

function textOf(file: GitBlob): string {
  return new TextDecoder().decode(file.bytes)
}

/** Returns the builds of a pipeline, or the error of a job that needs a missing one. */
function pipelineOf(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  configuration: Configuration,
  commit: GitCommit,
): DescribedPipeline | ConfigurationError {
  const { workflow } = configuration
  const paths = pathsOf(context, pipeline, commit)
  const own = [...configuration.variables].map(asVariable)
  const shared = { name: '', stage: '', environment: null, variables: own }
  const variables = valuesOf(jobVariables(context, project, pipeline, shared))
  const rule = workflow?.rules && ruleFor(workflow.rules, { variables, ...paths })
  if (workflow?.rules && (!rule || rule.when === 'never')) {
    return { builds: [], isFiltered: true, attributes: {} }
  }
  if (variables.size * configuration.jobs.length > MAX_VARIABLES) {
    throw new ConfigurationError(`more than ${MAX_VARIABLES} variables of all jobs`)
  }
  const jobs = configuration.jobs.flatMap((job) => {
    const planned = plannedJob(context, project, pipeline, job, rule, paths)
    return planned ? [planned] : []
  })
  const names = new Set(jobs.map(({ name }) => name))
  for (const { name, needs } of configuration.jobs.filter((job) => names.has(job.name))) {
    if (needs && needs.length > MAX_NEEDS) return tooManyNeeds(name, needs.length)
    const missing = needs?.find(({ job, optional }) => !optional && !names.has(job))
    if (missing) return missingNeed(name, missing.job)
  }
  const circle = circleIn(context, project, pipeline, jobs)
  if (circle) return circle
  const builds = jobs.map((job) => buildOf(context, project, pipeline, job, names))
  const name = expandVariables(workflow?.name ?? '', variables, MAX_TEXT_LENGTH)
  const attributes = { name: name || null, ...autoCancelOf(workflow, rule) }
  return { builds, isFiltered: false, attributes }
}

/** Returns the automatic cancellation of a pipeline: that of its rule before that of the workflow. */
function autoCancelOf(workflow: Workflow | undefined, rule: WorkflowRule | undefined) {
  const of = [rule?.auto_cancel, workflow?.auto_cancel]
  return omitUndefined({
    auto_cancel_on_new_commit: of.find((one) => one?.on_new_commit)?.on_new_commit,
    auto_cancel_on_job_failure: of.find((one) => one?.on_job_failure)?.on_job_failure,
  })
}

/** Returns the error of the first job with circular references between variables. */
function circleIn(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  jobs: readonly Job[],
): ConfigurationError | undefined {
  const [first] = jobs
  // Without references of their own, the other jobs have a circle where the first one has it.
  for (const { name, stage, variables } of jobs.filter((job) => job === first || mayRefer(job))) {
    const described = { name, stage, environment: null, variables: [...variables].map(asVariable) }
    const keys = circleOfVariables(context, project, pipeline, described)
    if (!keys) continue
    const written = `[${keys.map((key) => JSON.stringify(key)).join(', ')}]`
    return new ConfigurationError(`${name}: circular variable reference detected: ${written}`)
  }
  return undefined
}

/** Whether a job can have variables with references that other jobs do not have. */
function mayRefer({ name, stage, variables }: Job): boolean {
  return [name, stage, ...Array.from(variables.values(), ({ value }) => value)].some((text) =>
    /[$%]/.test(text),
  )
}

/** `ci_needs_size_limit` of GitLab's plans (lib/gitlab/ci/pipeline/seed/build.rb). */
const MAX_NEEDS = 50
/** The variables of all jobs together, each of which finds its own. */
const MAX_VARIABLES = 200_000

function tooManyNeeds(job: string, count: number): ConfigurationError {
  return new ConfigurationError(
    `${job}: one job can only need ${MAX_NEEDS} others, but you have listed ${count}. ` +
      'See needs keyword documentation for more details',
  )
}

function missingNeed(job: string, needed: string): ConfigurationError {
  return new ConfigurationError(
    `'${job}' job needs '${needed}' job, but '${needed}' does not exist in the pipeline. This might be because of ` +
      'the only, except, or rules keywords. To need a job that sometimes does not exist in the pipeline, use needs:optional.',
  )
}

type Paths = Pick<RuleContext, 'budget' | 'changedPaths' | 'hasPath'>

/** Returns the changed and the existing paths for the rules of a pipeline; both are computed once, on first use. */
function pathsOf(
  { store }: SystemContext,
  { before_sha, merge_request_id }: NewPipeline,
  commit: GitCommit,
): Paths {
  const { objects } = store
  let changed: readonly string[] | undefined
  let all: readonly string[] | undefined
  const budget = newBudget()
  return {
    budget,
    changedPaths() {
      const mergeRequest = store.mergeRequests.get(merge_request_id ?? 0)
      const from = mergeRequest ? baseOf(store, mergeRequest) : before_sha
      if (!from) return undefined
      changed ??= Array.from(
        changedFiles(objects, readCommit(objects, from).tree, commit.tree),
        ({ before: old, after }) => (after ?? old)?.path ?? '',
      )
      return changed
    },
    hasPath(globs) {
      all ??= pathsIn(store, commit)
      if (all.length * globs.length > MAX_COMPARISONS) return true
      return all.some((path) => matchesPath(globs, path, budget))
    },
  }
}

/** Returns a job with the changes of its matching rule; undefined where the job is not in the pipeline. */
function plannedJob(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  job: Job,
  workflow: WorkflowRule | undefined,
  paths: Paths,
): Job | undefined {
  const { ref, tag, source } = pipeline
  const shared = new Map([...Object.entries(workflow?.variables ?? {}), ...job.variables])
  const withShared = { ...job, variables: shared }
  // Most jobs have no conditions, and finding the variables of 500 jobs takes a tenth of a second.
  const isConditional = job.rules ?? job.onlyIn?.variables ?? job.exceptIn?.variables
  const variables = isConditional
    ? variablesOf(context, project, pipeline, withShared, null)
    : new Map<string, string>()
  const seen = { variables, ...paths }
  if (!job.rules) {
    const projectPath = pathWithNamespace(context, project)
    // Without `only` and `workflow` a job runs for branches and tags (lib/gitlab/ci/config/entry/processable.rb).
    const isMeant = source !== 'merge_request_event' || job.only || workflow
    const isFor = isForRef(job, { name: ref, isTag: tag, projectPath, source })
    const isNow = isInCircumstances(job.onlyIn, job.exceptIn, seen)
    return isMeant && isFor && isNow ? withShared : undefined
  }
  const rule = ruleFor(job.rules, seen)
  if (!rule || rule.when === 'never') return undefined
  return {
    ...withShared,
    when: rule.when ?? job.when,
    startIn: rule.start_in ?? job.startIn,
    // A manual job of a rule blocks its stage, unless it allows failure (doc/ci/jobs/job_control.md).
    allowFailure: rule.allow_failure ?? job.allowFailure ?? false,
    isInterruptible: rule.interruptible ?? job.isInterruptible,
    variables: new Map([...shared, ...Object.entries(rule.variables ?? {})]),
  }
}

const asVariable = ([key, { value, raw }]: readonly [string, WrittenVariable]) => ({
  key,
  value,
  variable_type: 'env_var' as const,
  ...(raw && { raw }),
})

function variablesOf(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  { name, stage, variables }: Pick<Job, 'name' | 'stage' | 'variables'>,
  environment: string | null,
): Variables {
  const described = { name, stage, environment, variables: [...variables].map(asVariable) }
  return valuesOf(jobVariables(context, project, pipeline, described))
}

function buildOf(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  job: Job,
  names: ReadonlySet<string>,
): BuildOfPipeline {
  const { release } = context
  const group =
    job.resourceGroup &&
    expandVariables(
      job.resourceGroup,
      variablesOf(context, project, pipeline, job, null),
      MAX_TEXT_LENGTH,
    )
  return {
    ...environmentOf(context, project, pipeline, job),
    name: job.name,
    stage: job.stage,
    stage_index: job.stageIndex,
    when: job.when,
    start_in: job.startIn,
    allow_failure: job.allowFailure ?? (job.when === 'manual' && release.jobs.mayFailByHand),
    needs: job.needs?.map((need) => need.job).filter((name) => names.has(name)) ?? null,
    resource_group: group || null,
    interruptible: job.isInterruptible,
    retry:
      release.jobs.areRetriedAsNew && job.retry
        ? { ...job.retry, when: [...job.retry.when] }
        : null,
    variables: [...job.variables].map(asVariable),
    commands: job.commands,
    tag_list: [...job.tags],
    trigger: job.trigger ? { ...job.trigger, include: [...job.trigger.include] } : null,
    artifacts_expire_in: job.artifactsExpireIn,
    junit_reports: [...job.junitReports],
  }
}

/** The maximum length of an environment's name, with its variables expanded. */
const MAX_TEXT_LENGTH = 255

type Place = Pick<
  BuildRecord,
  | 'environment'
  | 'environment_url'
  | 'environment_action'
  | 'environment_on_stop'
  | 'environment_auto_stop_in'
  | 'environment_tier'
  | 'failure_reason'
>

/**
 * Returns the environment of a job, or the failure for an invalid expanded name, which GitLab 8.15 ignored. The URL is
 * expanded after the deployment.
 */
function environmentOf(
  context: SystemContext,
  project: ProjectRecord,
  pipeline: NewPipeline,
  { environment, ...job }: Job,
): Partial<Place> {
  if (!environment) return {}
  const variables = variablesOf(context, project, pipeline, job, null)
  const name = expandVariables(environment.name, variables, MAX_TEXT_LENGTH)
  const isChecked = context.release.jobs.haveDeployments
  if (isChecked && environmentNameErrors(name ?? '').length > 0) {
    return { failure_reason: 'environment_creation_failure' }
  }
  if (!name) return {}
  return {
    environment: name,
    environment_url: environment.url || null,
    environment_action: environment.action,
    environment_on_stop: environment.on_stop ?? null,
    environment_auto_stop_in: environment.auto_stop_in ?? null,
    environment_tier: environment.deployment_tier ?? null,
  }
}
