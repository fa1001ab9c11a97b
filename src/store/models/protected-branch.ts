import { z } from '../../shared/zod.ts'

/** A branch is protected as long as there is such a record (protectBranch). */
export const protectedBranchModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the branch, without `refs/heads/`. */
  name: z.string(),
  developers_can_push: z._default(z.boolean(), false),
  developers_can_merge: z._default(z.boolean(), false),
})

/** A record of `forge.db.protectedBranches`: a branch that is protected. */
export type ProtectedBranchRecord = z.output<typeof protectedBranchModel>
