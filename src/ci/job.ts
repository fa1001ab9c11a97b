import { z } from 'zod'
import { faultOfPattern } from './ref-patterns.ts'

/**
 * What a file may say of a job, in the words of that release; another word is an error. What a fake
 * runner has no use for is let through unread.
 */
const unread = z.unknown()
const commands = z.union([z.string(), z.array(z.string())], 'should be a text or a list of texts')
const pattern = z.string().superRefine((text, context) => {
  const fault = faultOfPattern(text)
  if (fault) context.addIssue(`${JSON.stringify(text)} ${fault}`)
})
const patterns = z.union([pattern.transform((text) => [text]), z.array(pattern).max(50)])
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
      on_stop: unread.optional(),
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
  after_script: unread.optional(),
  artifacts: unread.optional(),
  cache: unread.optional(),
  coverage: unread.optional(),
  image: unread.optional(),
  services: unread.optional(),
  tags: unread.optional(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})

/** What the file says beside its jobs. */
export const globalSchema = z.object({
  before_script: commands.optional(),
  stages: z.array(z.string()).min(1).optional(),
  /** An older word for stages. */
  types: z.array(z.string()).min(1).optional(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  after_script: unread.optional(),
  cache: unread.optional(),
  image: unread.optional(),
  services: unread.optional(),
})

/** Names that are no jobs, whatever stands under them. */
export const globalKeywords: ReadonlySet<string> = new Set(Object.keys(globalSchema.shape))

/** The lines of a script. */
export function linesOfScript(script: string | readonly string[] | undefined): readonly string[] {
  return typeof script === 'string' ? [script] : (script ?? [])
}
