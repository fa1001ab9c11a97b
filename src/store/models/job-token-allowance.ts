import { z } from '../../shared/zod.ts'

/** That a project lets in the tokens of the jobs of another one, or of the projects of a group. */
export const jobTokenAllowanceModel = z.object({
  id: z.int(),
  /** Which lets in. */
  project_id: z.int(),
  /** Whose jobs: one of the two. */
  target_project_id: z._default(z.nullable(z.int()), null),
  target_group_id: z._default(z.nullable(z.int()), null),
})

/** A record of `forge.db.jobTokenAllowances`: whose job tokens a project lets in. */
export type JobTokenAllowanceRecord = z.output<typeof jobTokenAllowanceModel>
