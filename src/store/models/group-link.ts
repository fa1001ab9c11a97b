import { z } from '../../shared/zod.ts'

/** Owner is a level of groups alone. */
const sharedLevel = z.union([z.literal(10), z.literal(20), z.literal(30), z.literal(40)])

/** A project shared with a group: its members reach the project up to `group_access`. */
export const groupLinkModel = z.object({
  id: z.int(),
  project_id: z.int(),
  group_id: z.int(),
  group_access: z._default(sharedLevel, 30),
})

/** A record of `forge.db.groupLinks`: a project that is shared with a group. */
export type GroupLinkRecord = z.output<typeof groupLinkModel>
