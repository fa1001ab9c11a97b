import { z } from 'zod'
import { accessLevel } from './fields.ts'

/** A project shared with a group: its members reach the project up to `group_access`. */
export const groupLinkModel = z.object({
  id: z.int(),
  project_id: z.int(),
  group_id: z.int(),
  group_access: accessLevel.default(30),
})
export type GroupLinkRecord = z.output<typeof groupLinkModel>
