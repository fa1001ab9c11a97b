import { z } from '../../shared/zod.ts'

/** A variable of the jobs of a pipeline. */
export const pipelineVariable = z.object({
  key: z.string().check(z.describe('The name of the variable.')),
  value: z.string().check(z.describe('The value of the variable.')),
  variable_type: z
    ._default(z.enum(['env_var', 'file']), 'env_var')
    .check(z.describe('Whether jobs get the value itself, or a file with it.')),
  raw: z
    .optional(z.boolean())
    .check(z.describe('Whether references to other variables stay in the value.')),
})
