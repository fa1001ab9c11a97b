import type { z } from '../shared/zod.ts'
import type { Inputs } from './inputs.ts'
import {
  bridgeKeywords,
  type EnvironmentTier,
  globalKeywords,
  globalSchema,
  type Inherited,
  jobSchema,
  linesOfScript,
  type Trigger,
  type Workflow,
} from './job.ts'
import {
  type ConfigurationFiles,
  type ConfigurationSource,
  type IncludedFile,
  type IncludeWithInputs,
  includesOfTrigger,
  isWords,
  mergeConfiguration,
  type Words,
} from './merged-configuration.ts'
import { MAX_PARALLEL, type Parallel, parallelJobs, sizeOfParallel } from './parallel.ts'
import { ConfigurationError } from './pipeline-file.ts'
import { type RefPattern, sizeOfPattern } from './ref-patterns.ts'
import type { Circumstances, Rule, WrittenVariable } from './rules.ts'
import { isSmall } from './yaml.ts'

/** A job of a pipeline, from its configuration. */
export interface Job {
  readonly name: string
  /** The name in the file, which the jobs of `parallel` share. */
  readonly writtenAs: string
  readonly stage: string
  /** The index of the stage, from 0. */
  readonly stageIndex: number
  readonly when: 'on_success' | 'on_failure' | 'always' | 'manual' | 'delayed'
  /** The delay of a delayed job in seconds. */
  readonly startIn: number | null
  /** Undefined where it is not configured. */
  readonly allowFailure: boolean | undefined
  readonly only?: readonly RefPattern[]
  readonly except?: readonly RefPattern[]
  /** The conditions of `only` and `except` beside refs. */
  readonly onlyIn: Circumstances | undefined
  readonly exceptIn: Circumstances | undefined
  /** Undefined for a job with `only` and `except`. */
  readonly rules: readonly Rule[] | undefined
  /** The jobs that it waits for instead of stages; undefined where it has no `needs`. */
  readonly needs: readonly Need[] | undefined
  /** The resource group, whose jobs never run at the same time; can contain `$VARIABLES`. */
  readonly resourceGroup: string | undefined
  /** Whether a newer pipeline can cancel it while it runs. */
  readonly isInterruptible: boolean
  /** How often and after which failures it is retried automatically; null for never. */
  readonly retry: { readonly max: number; readonly when: readonly string[] } | null
  readonly beforeScript: readonly string[]
  readonly script: readonly string[]
  readonly afterScript: readonly string[]
  /** One command per line. */
  readonly commands: string
  /** The environment that a successful job deploys to; names and addresses can contain `$VARIABLES`. */
  readonly environment:
    | {
        readonly name: string
        readonly url?: string | undefined
        readonly action: 'start' | 'stop' | 'prepare' | 'verify' | 'access'
        /** The job that stops the environment. */
        readonly on_stop?: string | undefined
        /** The seconds after which it is stopped automatically. */
        readonly auto_stop_in?: number | undefined
        readonly deployment_tier?: EnvironmentTier | undefined
      }
    | undefined
  /** The seconds for which artifacts are kept; null keeps them forever. */
  readonly artifactsExpireIn: number | null
  /** The paths or globs of the JUnit reports among the artifacts. */
  readonly junitReports: readonly string[]
  readonly variables: ReadonlyMap<string, WrittenVariable>
  /** The tags that a runner must have. */
  readonly tags: readonly string[]
  /** The downstream pipeline that it starts instead of running a script. */
  readonly trigger: Downstream | undefined
}

/** A downstream pipeline in another project, or of files of the same commit. */
export interface Downstream {
  /** The path of the project; null for the same project. Can contain `$VARIABLES`, like the branch. */
  readonly project: string | null
  /** Null for the default branch of the project. */
  readonly branch: string | null
  readonly include: readonly (string | IncludeWithInputs)[]
  /** The inputs of the pipeline of another project. */
  readonly inputs: Inputs
  /** Whether the job gets the status of the downstream pipeline; otherwise it succeeds once that has started. */
  readonly strategy: 'depend' | 'mirror' | null
  /** Whether the downstream pipeline gets the variables of the job, and those of its pipeline. */
  readonly forwards: { readonly job: boolean; readonly pipeline: boolean }
}

/** A job of the pipeline that another one waits for. */
export interface Need {
  readonly job: string
  /** Whether the job may be missing from the pipeline. */
  readonly optional: boolean
}

/** The jobs of a pipeline, and the rules that decide whether it is created. */
export interface Configuration {
  /** In the order of their stages. */
  readonly jobs: readonly Job[]
  readonly workflow: Workflow | undefined
  readonly variables: ReadonlyMap<string, WrittenVariable>
  readonly included: readonly IncludedFile[]
  readonly namesFiles: boolean
  /** The whole configuration after includes and extensions. */
  readonly words: Words
}

const MAX_JOBS = 500
const MAX_NAME_LENGTH = 255
/** The variables of all jobs, and the jobs that all jobs need, after expanding `parallel`. */
const MAX_VARIABLES = 200_000
const MAX_NEEDS = 50_000
/** The limit of files for a downstream pipeline (lib/gitlab/ci/config/entry/trigger.rb). */
const MAX_FILES_OF_TRIGGER = 3
/** The total number of steps of all regular expressions, since each step can be tried at each character of a ref. */
const MAX_EXPRESSION_STEPS = 20_000
const defaultStages = ['build', 'test', 'deploy']
const defaultStage = 'test'
const branchesAndTags = ['branches', 'tags'].map((target) => ({ target, project: undefined }))

type Globals = z.output<typeof globalSchema>
/** The index of each stage, from 0; the first stage with a name counts. The last stages are listed first. */
type Stages = ReadonlyMap<string, number>
type Description = z.output<typeof jobSchema>

/**
 * Parses the configuration of a pipeline into its jobs in the order of their stages.
 * @throws ConfigurationError with all errors, one per line.
 */
export function readConfiguration(text: string): readonly Job[] {
  return readWholeConfiguration(text, { read: () => undefined, paths: () => [] }).jobs
}

/** Parses a configuration completely, including the files that it includes. */
export function readWholeConfiguration(
  text: string,
  files: ConfigurationFiles,
  source: ConfigurationSource = {},
): Configuration {
  const { words, included, namesFiles } = mergeConfiguration(text, files, source)
  const entries = Object.entries(words)
  const written = Object.fromEntries(entries.filter(([name]) => globalKeywords.has(name)))
  const globals = checked(globalSchema, written, '')
  const visible = entries.filter(([name]) => !globalKeywords.has(name) && !name.startsWith('.'))
  if (visible.length === 0) {
    throw new ConfigurationError('jobs config should contain at least one visible job')
  }
  if (visible.length > MAX_JOBS) throw new ConfigurationError(`more than ${MAX_JOBS} jobs`)
  const { before_script, after_script, variables } = globals
  if (!isSmall({ before_script, after_script, variables, ...globals.default }, visible.length)) {
    throw new ConfigurationError('What all jobs inherit is too big')
  }
  const stages = globals.stages ?? globals.types ?? defaultStages
  const indexOfStage = new Map(
    [
      ...stages.map((stage, index) => [stage, index] as const),
      ['.pre', -1],
      ['.post', stages.length],
    ].reverse() as [string, number][],
  )
  const jobs = visible.map(([name, value]) => readJob(name, value, globals, indexOfStage))
  checkExpressions(jobs)
  checkDependencies(jobs)
  const read = jobs.map(({ job }) => job).sort((a, b) => a.stageIndex - b.stageIndex)
  checkNeeds(read)
  checkStops(read)
  return {
    jobs: inParallel(read, new Map(jobs.map(({ job, parallel }) => [job.name, parallel]))),
    workflow: globals.workflow,
    variables: new Map(Object.entries(globals.variables ?? {})),
    included,
    namesFiles,
    words,
  }
}

/** Expands jobs by `parallel`; a job that needs an expanded one needs all its copies. */
function inParallel(jobs: readonly Job[], parallels: ReadonlyMap<string, Parallel>): Job[] {
  checkParallel(jobs, parallels)
  const made = new Map(jobs.map((job) => [job.name, parallelJobs(job, parallels.get(job.name))]))
  const all = [...made.values()].flat()
  if (all.some(({ name }) => name.length > MAX_NAME_LENGTH)) throw nameTooLong()
  const needsOf = ({ needs }: Job) =>
    needs?.flatMap((need) => (made.get(need.job) ?? []).map(({ name }) => ({ ...need, job: name })))
  return all.map((job) => ({ ...job, needs: needsOf(job) }))
}

/** Checks what `parallel` makes of the jobs, before it is made. */
function checkParallel(jobs: readonly Job[], parallels: ReadonlyMap<string, Parallel>): void {
  const sizes = new Map(jobs.map(({ name }) => [name, sizeOfParallel(parallels.get(name))]))
  const copiesOf = (name: string) => sizes.get(name)?.copies ?? 0
  for (const [name, { copies }] of sizes) {
    if (copies <= MAX_PARALLEL) continue
    const reason = `generates too many jobs (maximum is ${MAX_PARALLEL})`
    throw new ConfigurationError(`jobs:${name}:parallel:matrix config ${reason}`)
  }
  const total = { jobs: 0, variables: 0, needs: 0 }
  for (const { name, variables, needs = [] } of jobs) {
    const copies = copiesOf(name)
    total.jobs += copies
    total.variables += copies * (variables.size + (sizes.get(name)?.variables ?? 0))
    total.needs += copies * needs.reduce((sum, { job }) => sum + copiesOf(job), 0)
  }
  if (total.jobs > MAX_JOBS) throw new ConfigurationError(`more than ${MAX_JOBS} jobs`)
  if (total.variables > MAX_VARIABLES) {
    throw new ConfigurationError(`more than ${MAX_VARIABLES} variables of all jobs`)
  }
  if (total.needs > MAX_NEEDS) throw new ConfigurationError(`more than ${MAX_NEEDS} needs`)
}

const nameTooLong = () => new ConfigurationError('jobs name is too long')

function checked<S extends z.ZodMiniType>(schema: S, value: unknown, where: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reasons = result.error.issues.map((issue) => {
    const at = [where, ...issue.path.map(stepOfPath)].filter((step) => step !== '')
    return `${at.join(':')} ${reasonOf(issue)}`.trim()
  })
  throw new ConfigurationError(reasons.join('\n'))
}

/** Each rule is called `rule` (lib/gitlab/ci/config/entry/rules.rb). */
function stepOfPath(step: PropertyKey, index: number, path: readonly PropertyKey[]): string {
  return typeof step === 'number' && path[index - 1] === 'rules' ? 'rule' : String(step)
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `config contains unknown keys: ${issue.keys.join(', ')}`
  }
  return issue.code === 'invalid_value'
    ? `should be one of: ${issue.values.join(', ')}`
    : issue.message
}

function readJob(name: string, value: unknown, globals: Globals, indexOfStage: Stages) {
  if (name.length > MAX_NAME_LENGTH) throw nameTooLong()
  const description = checked(jobSchema, value, `jobs:${name}`)
  const { dependencies = [], parallel } = description
  checkKeywords(name, value, description)
  return { job: jobOf(name, description, globals, indexOfStage), dependencies, parallel }
}

/** Checks that a job has a script or a trigger, and only keywords that belong to it. */
function checkKeywords(name: string, value: unknown, { script, trigger, when }: Description): void {
  if (!trigger) {
    if (script !== undefined) return
    throw new ConfigurationError(
      `jobs ${name} config should implement the script:, run:, or trigger: keyword`,
    )
  }
  const unknown = Object.keys(Object(value)).filter((key) => !bridgeKeywords.has(key))
  const reason =
    unknown.length > 0
      ? `config contains unknown keys: ${unknown.join(', ')}`
      : when === 'delayed'
        ? 'when should be one of: on_success, on_failure, always, manual'
        : downstreamOf(trigger).include.length > MAX_FILES_OF_TRIGGER
          ? `trigger:include config is too long (maximum is ${MAX_FILES_OF_TRIGGER})`
          : undefined
  if (reason) throw new ConfigurationError(`jobs:${name} ${reason}`)
}

function downstreamOf(trigger: Trigger): Downstream {
  const { project, branch, include, inputs = {}, strategy, forward } = trigger
  const { yaml_variables: job = true, pipeline_variables: pipeline = false } = forward ?? {}
  return {
    project: project ?? null,
    branch: branch ?? null,
    include: includesOfTrigger(include),
    inputs,
    strategy: strategy ?? null,
    forwards: { job, pipeline },
  }
}

function jobOf(
  name: string,
  description: Description,
  globals: Globals,
  indexOfStage: Stages,
): Job {
  const { only, except, environment } = description
  const isDelayed = description.when === 'delayed'
  if (isDelayed && description.start_in === undefined) {
    throw new ConfigurationError(`jobs:${name} start in should be a duration`)
  }
  const stage = description.stage ?? description.type ?? defaultStage
  const stageIndex = indexOfStage.get(stage)
  if (stageIndex === undefined) {
    const stages = [...indexOfStage].sort(([, one], [, other]) => one - other)
    const available = stages.map(([known]) => known).join(', ')
    throw new ConfigurationError(
      `${name} job: chosen stage ${stage} does not exist; available stages are ${available}`,
    )
  }
  const { inherit, retry, interruptible } = description
  const defaults = { ...globals, ...globals.default }
  const inherited = <K extends keyof typeof defaults>(key: K) =>
    isInherited(key, inherit?.default) ? defaults[key] : undefined
  const beforeScript = linesOfScript(description.before_script ?? inherited('before_script'))
  const script = linesOfScript(description.script)
  const artifacts = description.artifacts ?? inherited('artifacts')
  return {
    name,
    writtenAs: name,
    stage,
    stageIndex,
    when: description.when,
    startIn: description.start_in ?? null,
    allowFailure: description.allow_failure,
    ...(only ? { only: only.refs ?? branchesAndTags } : {}),
    ...(except?.refs ? { except: except.refs } : {}),
    onlyIn: only,
    exceptIn: except,
    rules: description.rules,
    needs: description.needs,
    resourceGroup: description.resource_group,
    isInterruptible: interruptible ?? inherited('interruptible') ?? false,
    retry: retry ?? inherited('retry') ?? null,
    beforeScript,
    script,
    afterScript: linesOfScript(description.after_script ?? inherited('after_script')),
    commands: [...beforeScript, ...script].join('\n'),
    environment,
    artifactsExpireIn: artifacts?.expire_in ?? null,
    junitReports: [artifacts?.reports?.junit ?? []].flat(),
    tags: description.tags ?? inherited('tags') ?? [],
    trigger: description.trigger && downstreamOf(description.trigger),
    variables: new Map([
      ...imageVariable(description.trigger ? undefined : (description.image ?? inherited('image'))),
      ...Object.entries(globals.variables ?? {}).filter(([key]) =>
        isInherited(key, inherit?.variables),
      ),
      ...Object.entries(description.variables ?? {}),
    ]),
  }
}

/** Returns the variable with the image of a job (doc/ci/variables/predefined_variables.md). */
function imageVariable(image: unknown): [string, WrittenVariable][] {
  const name = isWords(image) ? image.name : image
  return typeof name === 'string' ? [['CI_JOB_IMAGE', { value: name, raw: false }]] : []
}

function isInherited(name: string, inherited: Inherited = true): boolean {
  return typeof inherited === 'boolean' ? inherited : inherited.includes(name)
}

function checkExpressions(jobs: readonly { job: Job }[]): void {
  const steps = jobs
    .flatMap(({ job }) => [...(job.only ?? []), ...(job.except ?? [])])
    .reduce((sum, pattern) => sum + sizeOfPattern(pattern), 0)
  if (steps <= MAX_EXPRESSION_STEPS) return
  throw new ConfigurationError('the regular expressions of only and except are too large')
}

/**
 * Checks that each needed job exists in the same or an earlier stage and is named once, and that there are no cycles.
 */
function checkNeeds(jobs: readonly Job[]): void {
  const known = new Map(jobs.map((job) => [job.name, job]))
  for (const job of jobs) {
    checkDuplicates(job)
    for (const { job: name, optional } of job.needs ?? []) {
      const needed = known.get(name)
      if (!needed && !optional)
        throw new ConfigurationError(`${job.name} job: undefined need: ${name}`)
      if (needed && needed.stageIndex > job.stageIndex) {
        throw new ConfigurationError(
          `${job.name} job: need ${name} is not defined in current or prior stages`,
        )
      }
    }
  }
  const settled = new Set<Job>()
  const path = new Set<Job>()
  const visit = (job: Job): void => {
    if (settled.has(job)) return
    if (path.has(job)) {
      throw new ConfigurationError('The pipeline has circular dependencies')
    }
    path.add(job)
    for (const { job: name } of job.needs ?? []) {
      const needed = known.get(name)
      if (needed) visit(needed)
    }
    path.delete(job)
    settled.add(job)
  }
  for (const job of jobs) visit(job)
}

function checkDuplicates({ name, needs = [] }: Job): void {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { job } of needs) {
    if (seen.has(job)) twice.add(job)
    seen.add(job)
  }
  if (twice.size === 0) return
  throw new ConfigurationError(
    `${name} has the following needs duplicated: ${[...twice].join(', ')}.`,
  )
}

/** Checks that the job named by `on_stop` stops the same environment. */
function checkStops(jobs: readonly Job[]): void {
  for (const { name, environment } of jobs) {
    const on = environment?.on_stop
    if (on === undefined) continue
    const stop = jobs.find((job) => job.name === on)
    const refuse = (reason: string) => {
      throw new ConfigurationError(`${name} job: on_stop job ${on} ${reason}`)
    }
    if (!stop) refuse('is not defined')
    else if (!stop.environment) refuse('does not have environment defined')
    else if (stop.environment.name !== environment?.name) refuse('have different environment name')
    else if (stop.environment.action !== 'stop') refuse('needs to have action stop defined')
  }
}

function checkDependencies(jobs: readonly { job: Job; dependencies: readonly string[] }[]): void {
  const stageOf = new Map(jobs.map(({ job }) => [job.name, job.stageIndex]))
  for (const { job, dependencies } of jobs) {
    for (const name of dependencies) {
      const stage = stageOf.get(name)
      if (stage === undefined) {
        throw new ConfigurationError(`${job.name} job: undefined dependency: ${name}`)
      }
      if (stage >= job.stageIndex) {
        throw new ConfigurationError(
          `${job.name} job: dependency ${name} is not defined in prior stages`,
        )
      }
    }
  }
}
