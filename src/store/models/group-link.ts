import { z } from '../../shared/zod.ts'
import { accessLevel, day } from './fields.ts'

/** A project shared with a group: its members reach the project up to `group_access`. */
export const groupLinkModel = z.object({
  id: z.int(),
  project_id: z.int(),
  group_id: z.int(),
  group_access: z._default(accessLevel, 30),
  /** From this day on the link gives nothing. */
  expires_at: z._default(z.nullable(day), null),
})

/** A record of `forge.db.groupLinks`: a project that is shared with a group. */
export type GroupLinkRecord = z.output<typeof groupLinkModel>
