import { z } from '../../shared/zod.ts'

/** The permission of another project's job tokens, or of a group's, to access a project. */
export const jobTokenAllowanceModel = z.object({
  id: z.int(),
  /** The project that is accessed. */
  project_id: z.int(),
  /** The project or group of the jobs; exactly one of the two is set. */
  target_project_id: z._default(z.nullable(z.int()), null),
  target_group_id: z._default(z.nullable(z.int()), null),
})

/** A record of `forge.db.jobTokenAllowances`: the permission of job tokens to access a project. */
export type JobTokenAllowanceRecord = z.output<typeof jobTokenAllowanceModel>
