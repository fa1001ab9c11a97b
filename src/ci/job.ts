import { z } from '../shared/zod.ts'
import { readElapsedTime } from './elapsed-time.ts'
import { readRefPattern } from './ref-patterns.ts'

/**
 * The keywords of a job, as GitLab 8.15 had them; another one is an error. The values of those that a fake
 * runner has no use for are not checked.
 */
const unchecked = z.unknown()
const commands = z.union([z.string(), z.array(z.string())], 'should be a text or a list of texts')
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
const patterns = z.union([
  z.pipe(
    pattern,
    z.transform((one) => [one]),
  ),
  z.array(pattern).check(z.maxLength(50)),
])
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
const environment = z.union(
  [
    z.pipe(
      environmentName,
      z.transform((name) => ({ name, action: 'start' as const, url: undefined })),
    ),
    z.strictObject({
      name: environmentName,
      url: z.optional(z.string().check(z.maxLength(255))),
      action: z._default(z.enum(['start', 'stop']), 'start'),
      on_stop: z.optional(unchecked),
    }),
  ],
  'should be a name, or a name with url, action and on_stop',
)

const elapsedTime = z.pipe(
  z.string('should be a duration'),
  z.transform((text, context) => {
    const seconds = readElapsedTime(text)
    if (seconds !== undefined) return seconds
    context.issues.push({ code: 'custom', message: 'should be a duration', input: text })
    return z.NEVER
  }),
)
/** What a runner collects is its own matter; how long that is kept is not. */
const artifacts = z.nullable(z.looseObject({ expire_in: z.nullish(elapsedTime) }))

export const jobSchema = z.strictObject({
  script: commands,
  before_script: z.optional(commands),
  stage: z.optional(z.string()),
  /** An older word for stage. */
  type: z.optional(z.string()),
  only: z.optional(patterns),
  except: z.optional(patterns),
  when: z._default(z.enum(['on_success', 'on_failure', 'always', 'manual']), 'on_success'),
  allow_failure: z._default(z.boolean(), false),
  environment: z.optional(environment),
  dependencies: z.optional(z.array(z.string())),
  after_script: z.optional(unchecked),
  artifacts: z.optional(artifacts),
  cache: z.optional(unchecked),
  coverage: z.optional(unchecked),
  image: z.optional(unchecked),
  services: z.optional(unchecked),
  tags: z.optional(unchecked),
  variables: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
})

/** What the file says beside its jobs. */
export const globalSchema = z.object({
  before_script: z.optional(commands),
  stages: z.optional(z.array(z.string()).check(z.minLength(1))),
  /** An older word for stages. */
  types: z.optional(z.array(z.string()).check(z.minLength(1))),
  variables: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  after_script: z.optional(unchecked),
  cache: z.optional(unchecked),
  image: z.optional(unchecked),
  services: z.optional(unchecked),
})

/** Names that are no jobs, whatever stands under them. */
export const globalKeywords: ReadonlySet<string> = new Set(Object.keys(globalSchema.shape))

/** The lines of a script. */
export function linesOfScript(script: string | readonly string[] | undefined): readonly string[] {
  return typeof script === 'string' ? [script] : (script ?? [])
}
