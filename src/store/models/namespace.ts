import { z } from '../../shared/zod.ts'
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
  /** The group that a subgroup is in; null for what stands at the root of addresses. */
  parent_id: z._default(z.nullable(z.int()), null),
  /** The full path of that group: `a/b` of `a/b/c`. It changes with it (`fullPath`). */
  parent_path: z._default(z.string(), ''),
  /** The user of a personal namespace; a group is owned by its members of that level. */
  owner_id: z._default(z.nullable(z.int()), null),
  description: z._default(z.string(), ''),
  visibility_level: z._default(visibilityLevel, 20),
  lfs_enabled: z._default(z.boolean(), true),
  request_access_enabled: z._default(z.boolean(), false),
  share_with_group_lock: z._default(z.boolean(), false),
  avatar_url: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.namespaces`: a group, or the personal namespace of a user. */
export type NamespaceRecord = z.output<typeof namespaceModel>
