import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/**
 * The minimum role beside developers for an action on a protected branch: 0 no one, 40 maintainers, 60 administrators.
 */
const level = z._default(z.union([z.literal(0), z.literal(40), z.literal(60)]), 40)

/** The protection of a branch, or of all branches that match a pattern (protectBranch, createProtectedBranch). */
export const protectedBranchModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the branch, without `refs/heads/`; a `*` matches any characters. */
  name: z.string(),
  /** Whether developers and all higher roles can. */
  developers_can_push: z._default(z.boolean(), false),
  developers_can_merge: z._default(z.boolean(), false),
  /** The minimum role where developers cannot. */
  push_access_level: level,
  merge_access_level: level,
  allow_force_push: z._default(z.boolean(), false),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.protectedBranches`: a protected branch, or a pattern of them. */
export type ProtectedBranchRecord = z.output<typeof protectedBranchModel>
