import type { z } from '../shared/zod.ts'
import { globalKeywords, globalSchema, jobSchema, linesOfScript } from './job.ts'
import { ConfigurationError } from './pipeline-file.ts'
import { type RefPattern, sizeOfPattern } from './ref-patterns.ts'
import { parseYaml } from './yaml.ts'

/** A job of a pipeline, as its file describes it. */
export interface Job {
  readonly name: string
  readonly stage: string
  /** The position of the stage, from 0. */
  readonly stageIndex: number
  readonly when: 'on_success' | 'on_failure' | 'always' | 'manual'
  /** Undefined where the file does not say it. */
  readonly allowFailure: boolean | undefined
  readonly only?: readonly RefPattern[]
  readonly except?: readonly RefPattern[]
  /** One command a line. */
  readonly commands: string
  /** Where a success deploys to; names and addresses may hold `$VARIABLES`. */
  readonly environment: { readonly name: string; readonly url?: string | undefined } | undefined
  /** For how many seconds artifacts are kept; null: for ever. */
  readonly artifactsExpireIn: number | null
  readonly variables: ReadonlyMap<string, string>
  /** What a runner must have to take it. */
  readonly tags: readonly string[]
}

const MAX_TEXT_LENGTH = 1024 * 1024
const MAX_JOBS = 500
const MAX_NAME_LENGTH = 255
/** Of all regular expressions together: each of their steps is tried at each character of a ref. */
const MAX_EXPRESSION_STEPS = 20_000
const defaultStages = ['build', 'test', 'deploy']
const defaultStage = 'test'

type Globals = z.output<typeof globalSchema>
/** The position of each stage, from 0; the first one of a name counts. Last stages stand first. */
type Stages = ReadonlyMap<string, number>
type Description = z.output<typeof jobSchema>

/**
 * Reads the description of a pipeline: its jobs in the order they run, stage by stage.
 * @throws ConfigurationError with every reason it cannot be used, a line each.
 */
export function readConfiguration(text: string): readonly Job[] {
  if (text.length > MAX_TEXT_LENGTH) throw new ConfigurationError('The file is larger than 1 MiB')
  const entries = Object.entries(parseText(text))
  const written = Object.fromEntries(entries.filter(([name]) => globalKeywords.has(name)))
  const globals = checked(globalSchema, written, '')
  const visible = entries.filter(([name]) => !globalKeywords.has(name) && !name.startsWith('.'))
  if (visible.length === 0) {
    throw new ConfigurationError('jobs config should contain at least one visible job')
  }
  if (visible.length > MAX_JOBS) throw new ConfigurationError(`more than ${MAX_JOBS} jobs`)
  const stages = globals.stages ?? globals.types ?? defaultStages
  const indexOfStage = new Map(stages.map((stage, index) => [stage, index] as const).reverse())
  const jobs = visible.map(([name, value]) => readJob(name, value, globals, indexOfStage))
  checkExpressions(jobs)
  checkDependencies(jobs)
  return jobs.map(({ job }) => job).sort((a, b) => a.stageIndex - b.stageIndex)
}

/** Whatever the library stumbles over, deep nesting too, is a fault of the text. */
function parseText(text: string): object {
  let parsed: unknown
  try {
    parsed = parseYaml(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`Invalid configuration format: ${reason}`)
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  throw new ConfigurationError('Invalid configuration format')
}

function checked<S extends z.ZodMiniType>(schema: S, value: unknown, where: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reasons = result.error.issues.map(({ path, message }) =>
    `${[where, ...path].filter((step) => step !== '').join(':')} ${message}`.trim(),
  )
  throw new ConfigurationError(reasons.join('\n'))
}

function readJob(name: string, value: unknown, globals: Globals, indexOfStage: Stages) {
  if (name.length > MAX_NAME_LENGTH) throw new ConfigurationError('jobs name is too long')
  const description = checked(jobSchema, value, `jobs:${name}`)
  const { dependencies = [] } = description
  return { job: jobOf(name, description, globals, indexOfStage), dependencies }
}

function jobOf(
  name: string,
  description: Description,
  globals: Globals,
  indexOfStage: Stages,
): Job {
  const { only, except, environment } = description
  const stage = description.stage ?? description.type ?? defaultStage
  const stageIndex = indexOfStage.get(stage)
  if (stageIndex === undefined) {
    const stages = [...indexOfStage.keys()].reverse().join(', ')
    throw new ConfigurationError(`${name} job: stage parameter should be ${stages}`)
  }
  const before = description.before_script ?? globals.before_script
  return {
    name,
    stage,
    stageIndex,
    when: description.when,
    allowFailure: description.allow_failure,
    ...(only ? { only } : {}),
    ...(except ? { except } : {}),
    commands: [...linesOfScript(before), ...linesOfScript(description.script)].join('\n'),
    // A job that stops an environment puts nothing into it.
    environment: environment?.action === 'start' ? environment : undefined,
    artifactsExpireIn: description.artifacts?.expire_in ?? null,
    tags: description.tags ?? [],
    variables: new Map(
      Object.entries({ ...globals.variables, ...description.variables }).map(([key, variable]) => [
        key,
        String(variable),
      ]),
    ),
  }
}

function checkExpressions(jobs: readonly { job: Job }[]): void {
  const steps = jobs
    .flatMap(({ job }) => [...(job.only ?? []), ...(job.except ?? [])])
    .reduce((sum, pattern) => sum + sizeOfPattern(pattern), 0)
  if (steps <= MAX_EXPRESSION_STEPS) return
  throw new ConfigurationError('the regular expressions of only and except are too large')
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
