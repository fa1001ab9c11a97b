import { z } from 'zod'
import { readRefPattern } from './ref-patterns.ts'

/**
 * The keywords of a job, as GitLab 8.15 had them; another one is an error. The values of those that a fake
 * runner has no use for are not checked.
 */
const unchecked = z.unknown()
const commands = z.union([z.string(), z.array(z.string())], 'should be a text or a list of texts')
const pattern = z.string().transform((text, context) => {
  const read = readRefPattern(text)
  if (typeof read !== 'string') return read
  context.addIssue(`${JSON.stringify(text)} ${read}`)
  return z.NEVER
})
const patterns = z.union([pattern.transform((one) => [one]), z.array(pattern).max(50)])
const environmentName = z
  .string()
  .min(1)
  .max(255)
  .regex(
    /^[\w\-/${}. ]+$/,
    'can contain only letters, digits, "-", "_", "/", "$", "{", "}", "." and spaces',
  )
const environment = z.union(
  [
    environmentName.transform((name) => ({ name, action: 'start' as const, url: undefined })),
    z.strictObject({
      name: environmentName,
      url: z.string().max(255).optional(),
      action: z.enum(['start', 'stop']).default('start'),
      on_stop: unchecked.optional(),
    }),
  ],
  'should be a name, or a name with url, action and on_stop',
)

export const jobSchema = z.strictObject({
  script: commands,
  before_script: commands.optional(),
  stage: z.string().optional(),
  /** An older word for stage. */
  type: z.string().optional(),
  only: patterns.optional(),
  except: patterns.optional(),
  when: z.enum(['on_success', 'on_failure', 'always', 'manual']).default('on_success'),
  allow_failure: z.boolean().default(false),
  environment: environment.optional(),
  dependencies: z.array(z.string()).optional(),
  after_script: unchecked.optional(),
  artifacts: unchecked.optional(),
  cache: unchecked.optional(),
  coverage: unchecked.optional(),
  image: unchecked.optional(),
  services: unchecked.optional(),
  tags: unchecked.optional(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})

/** What the file says beside its jobs. */
export const globalSchema = z.object({
  before_script: commands.optional(),
  stages: z.array(z.string()).min(1).optional(),
  /** An older word for stages. */
  types: z.array(z.string()).min(1).optional(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  after_script: unchecked.optional(),
  cache: unchecked.optional(),
  image: unchecked.optional(),
  services: unchecked.optional(),
})

/** Names that are no jobs, whatever stands under them. */
export const globalKeywords: ReadonlySet<string> = new Set(Object.keys(globalSchema.shape))

/** The lines of a script. */
export function linesOfScript(script: string | readonly string[] | undefined): readonly string[] {
  return typeof script === 'string' ? [script] : (script ?? [])
}
