import { z } from '../shared/zod.ts'
import { autoCancel } from './auto-cancel.ts'
import { type Condition, holds, readCondition } from './condition.ts'
import { delay } from './elapsed-time.ts'
import type { MatchBudget } from './expression.ts'
import { matchesPath, type PathGlob, readPathGlob } from './path-globs.ts'
import { ConfigurationError } from './pipeline-file.ts'
import type { Variables } from './variables.ts'

export const condition = z.pipe(
  z.string(),
  z.transform((text, context): Condition => {
    try {
      return readCondition(text)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      context.issues.push({ code: 'custom', message: 'invalid expression syntax', input: text })
      return z.NEVER
    }
  }),
)
const glob = z.pipe(
  z.string(),
  z.transform((text, context): PathGlob => {
    try {
      return readPathGlob(text)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      context.issues.push({ code: 'custom', message: 'is too large', input: text })
      return z.NEVER
    }
  }),
)
const globs = z.array(glob).check(z.maxLength(50))
export const paths = z.union(
  [
    globs,
    z.pipe(
      z.looseObject({ paths: globs }),
      z.transform((written) => written.paths),
    ),
  ],
  'should be a list of paths',
)
const plain = [z.string(), z.number(), z.boolean()] as const
/** The value of a variable. */
export const value = z.pipe(
  z.union(plain),
  z.transform((written) => String(written)),
)
/** The value of a variable. References to other variables stay in a raw value (`expand: false`). */
export interface WrittenVariable {
  readonly value: string
  readonly raw: boolean
}

/** Variables as values, or as mappings with a value and a description. */
export const variables = z.record(
  z.string(),
  z.pipe(
    z.union([...plain, z.looseObject({ value: z.union(plain), expand: z.optional(z.boolean()) })]),
    z.transform(
      (written): WrittenVariable =>
        typeof written === 'object'
          ? { value: String(written.value), raw: written.expand === false }
          : { value: String(written), raw: false },
    ),
  ),
)

const whenOfJobRule = ['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never'] as const
const whenOfWorkflowRule = ['always', 'never'] as const

const sharedByRules = {
  if: z.optional(condition),
  changes: z.optional(paths),
  exists: z.optional(paths),
  start_in: z.optional(delay),
  allow_failure: z.optional(z.boolean()),
  variables: z.optional(variables),
  needs: z.optional(z.unknown()),
}
const jobRule = z.strictObject({
  ...sharedByRules,
  when: z.optional(z.enum(whenOfJobRule)),
  interruptible: z.optional(z.boolean('should be a boolean value')),
})
const workflowRule = z.strictObject({
  ...sharedByRules,
  when: z.optional(z.enum(whenOfWorkflowRule)),
  auto_cancel: z.nullish(autoCancel),
})

const flatList = z.pipe(
  z.array(z.unknown()),
  z.transform((written) => written.flat()),
)
/**
 * The first rule whose conditions hold decides whether the job is created, and how it starts. Nested lists are
 * flattened.
 */
export const rules = z.pipe(flatList, z.array(jobRule).check(z.maxLength(200)))
/** The first rule whose conditions hold decides whether the pipeline is created. */
export const workflowRules = z.pipe(flatList, z.array(workflowRule).check(z.maxLength(200)))

export type Rule = z.output<typeof jobRule>
export type WorkflowRule = z.output<typeof workflowRule>

/** The limits of GitLab for paths and patterns (lib/gitlab/ci/build/rules/rule/clause): beyond, a clause holds. */
export const MAX_COMPARISONS = 50_000
/** The steps of all expressions in the rules of a pipeline, so that they take a fraction of a second. */
const MAX_STEPS = 5_000_000

export const newBudget = (): MatchBudget => ({ steps: MAX_STEPS })

/** @throws ConfigurationError where the expressions took too many steps, since their results are unknown then. */
export function checkBudget({ steps }: MatchBudget): void {
  if (steps < 0) throw new ConfigurationError('The expressions of rules take too long')
}

/** The facts that rules are evaluated with. */
export interface RuleContext {
  readonly variables: Variables
  /** What the expressions of all rules take together. */
  readonly budget: MatchBudget
  /** Returns the changed paths; undefined where they are unknown, in which case every rule of changes holds. */
  changedPaths(): readonly string[] | undefined
  /** Whether a file matches any of the patterns. */
  hasPath(globs: readonly PathGlob[]): boolean
}

/** Returns the first rule that holds. */
export function ruleFor<R extends Conditions>(
  written: readonly R[],
  context: RuleContext,
): R | undefined {
  return written.find((one) => {
    const isFor = isRuleFor(one, context)
    checkBudget(context.budget)
    return isFor
  })
}

type Conditions = Pick<Rule, 'if' | 'changes' | 'exists'>

function isRuleFor(one: Conditions, context: RuleContext): boolean {
  if (one.if && !holds(one.if, context.variables, context.budget)) return false
  if (one.changes && !haveChanged(one.changes, context)) return false
  return one.exists === undefined || context.hasPath(one.exists)
}

/** The conditions of `only` and `except` beside refs. */
export interface Circumstances {
  readonly variables?: readonly Condition[] | undefined
  readonly changes?: readonly PathGlob[] | undefined
  /** Never holds, since there is no cluster. */
  readonly kubernetes?: 'active' | undefined
}

/** Whether a job is in a pipeline: all conditions of `only` hold, and none of `except`. */
export function isInCircumstances(
  only: Circumstances | undefined,
  except: Circumstances | undefined,
  context: RuleContext,
): boolean {
  const isWith = ({ variables, changes, kubernetes }: Circumstances = {}) => [
    ...(variables ? [variables.some((one) => holds(one, context.variables, context.budget))] : []),
    ...(changes ? [haveChanged(changes, context)] : []),
    ...(kubernetes ? [false] : []),
  ]
  const isIn = !isWith(only).includes(false) && !isWith(except).includes(true)
  checkBudget(context.budget)
  return isIn
}

function haveChanged(globs: readonly PathGlob[], context: RuleContext): boolean {
  const changed = context.changedPaths()
  if (changed && changed.length * globs.length > MAX_COMPARISONS) return true
  return changed === undefined || changed.some((path) => matchesPath(globs, path, context.budget))
}
