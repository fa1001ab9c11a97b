import { z } from '../../shared/zod.ts'

/** A CI/CD variable of the jobs of a project, or of all projects of a group. */
export const variableModel = z.object({
  id: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  key: z.string(),
  value: z.string(),
  variable_type: z._default(z.enum(['env_var', 'file']), 'env_var'),
  is_protected: z._default(z.boolean(), false),
  is_masked: z._default(z.boolean(), false),
  /** Whether the value is hidden for good. */
  is_hidden: z._default(z.boolean(), false),
  is_raw: z._default(z.boolean(), false),
  /** The environments whose jobs get it; `*` matches any characters. */
  environment_scope: z._default(z.string(), '*'),
  description: z._default(z.nullable(z.string()), null),
})

/** A record of `forge.db.variables`: a variable of the jobs of a project or a group. */
export type VariableRecord = z.output<typeof variableModel>
