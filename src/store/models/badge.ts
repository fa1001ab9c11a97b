import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A linked image on the page of a project, or of all projects of a group (schemas/v4/resources/badge.json). */
export const badgeModel = z.object({
  id: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  name: z._default(z.nullable(z.string()), null),
  link_url: z.string(),
  image_url: z.string(),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.badges`: a badge of a project or a group. */
export type BadgeRecord = z.output<typeof badgeModel>
