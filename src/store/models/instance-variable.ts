import { z } from '../../shared/zod.ts'

/** A CI/CD variable of the jobs of all projects. */
export const instanceVariableModel = z.object({
  id: z.int(),
  key: z.string(),
  value: z.string(),
  variable_type: z._default(z.enum(['env_var', 'file']), 'env_var'),
  is_protected: z._default(z.boolean(), false),
  is_masked: z._default(z.boolean(), false),
  is_raw: z._default(z.boolean(), false),
  description: z._default(z.nullable(z.string()), null),
})

/** A record of `forge.db.instanceVariables`: a CI/CD variable of the instance. */
export type InstanceVariableRecord = z.output<typeof instanceVariableModel>
