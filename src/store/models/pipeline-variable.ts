import { z } from '../../shared/zod.ts'

/** A variable of the jobs of a pipeline. */
export const pipelineVariable = z.object({
  key: z.string().check(z.describe('Its name.')),
  value: z.string().check(z.describe('What it holds.')),
  variable_type: z
    ._default(z.enum(['env_var', 'file']), 'env_var')
    .check(z.describe('Whether jobs find the value in the environment, or in a file.')),
})
