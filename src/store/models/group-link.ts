import { z } from '../../shared/zod.ts'
import { accessLevel, day } from './fields.ts'

/** A project that is shared with a group, whose members get access up to `group_access`. */
export const groupLinkModel = z.object({
  id: z.int(),
  project_id: z.int(),
  group_id: z.int(),
  group_access: z._default(accessLevel, 30),
  /** The first day on which the share is not valid. */
  expires_at: z._default(z.nullable(day), null),
})

/** A record of `forge.db.groupLinks`: a project that is shared with a group. */
export type GroupLinkRecord = z.output<typeof groupLinkModel>
