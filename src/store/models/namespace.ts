import { z } from 'zod'
import { epoch, timestamp, visibilityLevel } from './fields.ts'

/**
 * What projects live in: a group, or the personal namespace of a user. Both kinds share their ids,
 * as the forge's `namespace` objects do; a group's id is its namespace's.
 */
export const namespaceModel = z.object({
  id: z.int(),
  kind: z.enum(['group', 'user']),
  name: z.string(),
  path: z.string(),
  /** The user of a personal namespace; a group is owned by its members of that level. */
  owner_id: z.int().nullable().default(null),
  description: z.string().default(''),
  visibility_level: visibilityLevel.default(20),
  lfs_enabled: z.boolean().default(true),
  request_access_enabled: z.boolean().default(false),
  share_with_group_lock: z.boolean().default(false),
  avatar_url: z.string().nullable().default(null),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
})

/** A record of `forge.db.namespaces`: a group, or the personal namespace of a user. */
export type NamespaceRecord = z.output<typeof namespaceModel>
