import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** The protection of a tag, or of all tags that match a pattern (createProtectedTag). */
export const protectedTagModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the tag, without `refs/tags/`; a `*` matches any characters. */
  name: z.string(),
  /** The minimum role that can create it: 0 no one, 30 developers, 40 maintainers, 60 administrators. */
  create_access_level: z._default(
    z.union([z.literal(0), z.literal(30), z.literal(40), z.literal(60)]),
    40,
  ),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.protectedTags`: a protected tag, or a pattern of them. */
export type ProtectedTagRecord = z.output<typeof protectedTagModel>
