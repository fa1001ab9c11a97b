import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** Who may do something to a protected branch where developers may not: 0 no one, 40 maintainers, 60 administrators. */
const level = z._default(z.union([z.literal(0), z.literal(40), z.literal(60)]), 40)

/**
 * What protects a branch, or all branches whose names match a pattern, as long as there is such a record
 * (protectBranch, createProtectedBranch).
 */
export const protectedBranchModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the branch, without `refs/heads/`; a `*` in it stands for any characters. */
  name: z.string(),
  /** Whether developers may, and all above them. */
  developers_can_push: z._default(z.boolean(), false),
  developers_can_merge: z._default(z.boolean(), false),
  /** Whoever is of this level may, where developers may not. */
  push_access_level: level,
  merge_access_level: level,
  allow_force_push: z._default(z.boolean(), false),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.protectedBranches`: a branch that is protected. */
export type ProtectedBranchRecord = z.output<typeof protectedBranchModel>
