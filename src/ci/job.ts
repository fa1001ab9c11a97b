import { z } from '../shared/zod.ts'
import { autoCancel } from './auto-cancel.ts'
import { delay, elapsedTime } from './elapsed-time.ts'
import type { Inputs } from './inputs.ts'
import { MAX_PARALLEL } from './parallel.ts'
import { type RefPattern, readRefPattern } from './ref-patterns.ts'
import {
  type Circumstances,
  condition,
  paths,
  rules,
  value,
  variables,
  workflowRules,
} from './rules.ts'

/**
 * The keywords of a job in GitLab 8.15, and further ones of GitLab 18; unknown keywords are errors. The values of
 * keywords without any effect in the forge are not checked.
 */
const unchecked = z.unknown()
const commands = z.union(
  [z.string(), z.array(z.union([z.string(), z.array(z.string())]))],
  'should be a text or a list of texts',
)
const pattern = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const read = readRefPattern(text)
    if (typeof read !== 'string') return read
    const message = `${JSON.stringify(text)} ${read}`
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)
const patterns = z.array(pattern).check(z.maxLength(50))
/** The refs that a job runs for or not, and further conditions. */
const policy = z.union([
  z.pipe(
    pattern,
    z.transform((one): Policy => ({ refs: [one] })),
  ),
  z.pipe(
    patterns,
    z.transform((refs): Policy => ({ refs })),
  ),
  z.strictObject({
    refs: z.optional(patterns),
    variables: z.optional(z.array(condition).check(z.maxLength(50))),
    changes: z.optional(paths),
    kubernetes: z.optional(z.literal('active')),
  }),
])

interface Policy extends Circumstances {
  readonly refs?: readonly RefPattern[] | undefined
}

const variants = z.record(
  z.string(),
  z.pipe(
    z.union([value, z.array(value).check(z.minLength(1))]),
    z.transform((written) => [written].flat()),
  ),
)
const parallel = z.union(
  [
    z
      .int()
      .check(z.minimum(1, 'config must be greater than or equal to 1'))
      .check(z.maximum(MAX_PARALLEL, `config must be less than or equal to ${MAX_PARALLEL}`)),
    z.strictObject({ matrix: z.array(variants).check(z.minLength(1)).check(z.maxLength(50)) }),
  ],
  'should be an integer or a hash',
)
/** No exit codes are known here, so a failure that is allowed for certain codes is always allowed. */
const allowFailure = z.union(
  [
    z.boolean(),
    z.pipe(
      z.strictObject({ exit_codes: z.union([z.int(), z.array(z.int())]) }),
      z.transform(() => false),
    ),
  ],
  'should be a boolean value or have exit_codes',
)
/** The names of the jobs that a job needs. */
const needs = z.array(
  z.union([
    z.pipe(
      z.string(),
      z.transform((job) => ({ job, optional: false })),
    ),
    z.object({ job: z.string(), optional: z._default(z.boolean(), false) }),
  ]),
)
const environmentName = z
  .string()
  .check(z.minLength(1))
  .check(z.maxLength(255))
  .check(
    z.regex(
      /^[\w\-/${}. ]+$/,
      'can contain only letters, digits, "-", "_", "/", "$", "{", "}", "." and spaces',
    ),
  )
const environmentTier = z.enum(['production', 'staging', 'testing', 'development', 'other'])

export type EnvironmentTier = z.output<typeof environmentTier>

const environment = z.union(
  [
    z.pipe(
      environmentName,
      z.transform((name) => ({
        name,
        action: 'start' as const,
        url: undefined,
        on_stop: undefined,
        auto_stop_in: undefined,
        deployment_tier: undefined,
      })),
    ),
    z.strictObject({
      name: environmentName,
      url: z.optional(z.string().check(z.maxLength(255))),
      action: z._default(z.enum(['start', 'stop', 'prepare', 'verify', 'access']), 'start'),
      on_stop: z.optional(z.string()),
      auto_stop_in: z.optional(elapsedTime),
      deployment_tier: z.optional(environmentTier),
      kubernetes: z.optional(unchecked),
    }),
  ],
  'should be a name, or a name with url, action and on_stop',
)

/** The collection of artifacts is up to the runner, but their expiry and reports are used. */
const artifacts = z.nullable(
  z.looseObject({
    expire_in: z.nullish(elapsedTime),
    reports: z.nullish(
      z.looseObject({
        junit: z.nullish(
          z.union([z.string(), z.array(z.string())], 'should be an array of strings or a string'),
        ),
      }),
    ),
  }),
)

const strategy = z.optional(z.enum(['depend', 'mirror'], 'should be depend or mirror'))
const forward = z.optional(
  z.strictObject({
    yaml_variables: z.optional(z.boolean()),
    pipeline_variables: z.optional(z.boolean()),
  }),
)
/** The downstream pipeline that a job starts instead of running a script: of another project, or of separate files. */
const trigger = z.union(
  [
    z.pipe(
      z.string().check(z.minLength(1)),
      z.transform((project): Trigger => ({ project })),
    ),
    z.strictObject({
      project: z.string().check(z.minLength(1)),
      branch: z.optional(z.string()),
      inputs: z.optional(z.record(z.string(), z.unknown())),
      strategy,
      forward,
    }),
    z.strictObject({ include: unchecked, strategy, forward }),
  ],
  'should be the path of a project, or have either project or include',
)

export interface Trigger {
  readonly project?: string
  readonly branch?: string | undefined
  /** The files of the pipeline, in the form of `include`. */
  readonly include?: unknown
  /** The inputs of the pipeline of another project. */
  readonly inputs?: Inputs | undefined
  readonly strategy?: 'depend' | 'mirror' | undefined
  readonly forward?: z.output<typeof forward>
}

/** The keywords that a job with `trigger` can have (lib/gitlab/ci/config/entry/processable.rb). */
export const bridgeKeywords: ReadonlySet<string> = new Set(
  `trigger allow_failure environment except extends inherit interruptible needs only parallel
   resource_group rules stage variables when`.split(/\s+/),
)

const maxRetries = z
  .int()
  .check(z.minimum(0, 'config must be greater than or equal to 0'))
  .check(z.maximum(2, 'config must be less than or equal to 2'))
/** How often a failed job is retried, and after which failures (doc/ci/yaml/_index.md, `retry`). */
const retry = z.union(
  [
    z.pipe(
      maxRetries,
      z.transform((max): Retry => ({ max, when: ['always'] })),
    ),
    z.pipe(
      z.strictObject({
        max: z._default(maxRetries, 0),
        when: z.optional(z.union([z.string(), z.array(z.string())])),
        exit_codes: z.optional(unchecked),
      }),
      z.transform(({ max, when = 'always' }): Retry => ({ max, when: [when].flat() })),
    ),
  ],
  'should be a number of at most 2, or have max, when and exit_codes',
)

interface Retry {
  readonly max: number
  readonly when: readonly string[]
}

const interruptible = z.boolean('config should be a boolean value')

const inherited = z.optional(
  z.union([z.boolean(), z.array(z.string())], 'should be a bool or array of strings'),
)
/** The default keywords and the global variables that a job takes (doc/ci/yaml/_index.md, `inherit`). */
const inherit = z.strictObject({ default: inherited, variables: inherited })

/** All, none, or the ones named. */
export type Inherited = z.output<typeof inherited>

export const jobSchema = z.strictObject({
  script: z.optional(commands),
  trigger: z.optional(trigger),
  before_script: z.optional(commands),
  stage: z.optional(z.string()),
  /** The former name of `stage`. */
  type: z.optional(z.string()),
  only: z.optional(policy),
  except: z.optional(policy),
  when: z._default(
    z.enum(['on_success', 'on_failure', 'always', 'manual', 'delayed']),
    'on_success',
  ),
  start_in: z.optional(delay),
  allow_failure: z.optional(allowFailure),
  environment: z.optional(environment),
  dependencies: z.optional(z.array(z.string())),
  after_script: z.optional(commands),
  artifacts: z.optional(artifacts),
  cache: z.optional(unchecked),
  coverage: z.optional(unchecked),
  image: z.optional(unchecked),
  services: z.optional(unchecked),
  tags: z.optional(z.catch(z.array(z.string()), [])),
  variables: z.optional(variables),
  rules: z.optional(rules),
  needs: z.optional(needs),
  resource_group: z.optional(z.string().check(z.minLength(1)).check(z.maxLength(255))),
  extends: z.optional(unchecked),
  hooks: z.optional(unchecked),
  id_tokens: z.optional(unchecked),
  inherit: z.optional(inherit),
  interruptible: z.optional(interruptible),
  pages: z.optional(unchecked),
  parallel: z.optional(parallel),
  publish: z.optional(unchecked),
  release: z.optional(unchecked),
  retry: z.optional(retry),
  secrets: z.optional(unchecked),
  timeout: z.optional(unchecked),
})

/** The default keywords of all jobs. */
const defaults = z.looseObject({
  before_script: z.optional(commands),
  after_script: z.optional(commands),
  artifacts: z.optional(artifacts),
  interruptible: z.optional(interruptible),
  retry: z.optional(retry),
  tags: z.optional(z.catch(z.array(z.string()), [])),
})

/** The rules of the pipeline (doc/ci/yaml/_index.md, `workflow`). */
const workflow = z.strictObject(
  {
    rules: z.optional(workflowRules),
    name: z.nullish(z.string()),
    auto_cancel: z.nullish(autoCancel),
  },
  'config should be a hash',
)

export type Workflow = z.output<typeof workflow>

/** The global keywords beside the jobs. */
export const globalSchema = z.object({
  before_script: z.optional(commands),
  stages: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** The former name of `stages`. */
  types: z.optional(z.array(z.string()).check(z.minLength(1))),
  variables: z.optional(variables),
  after_script: z.optional(commands),
  cache: z.optional(unchecked),
  image: z.optional(unchecked),
  services: z.optional(unchecked),
  default: z.optional(defaults),
  workflow: z.optional(workflow),
})

/** Global names, which are never jobs. */
export const globalKeywords: ReadonlySet<string> = new Set(Object.keys(globalSchema.shape))

/** Returns the lines of a script. */
export function linesOfScript(script: Script | undefined): readonly string[] {
  return typeof script === 'string' ? [script] : (script ?? []).flat()
}

type Script = string | readonly (string | readonly string[])[]
