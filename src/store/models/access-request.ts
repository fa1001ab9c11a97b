import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A request of a user to become a member of a group or a project (schemas/v4/resources/access-request.json). */
export const accessRequestModel = z.object({
  id: z.int(),
  source_type: z.enum(['group', 'project']),
  source_id: z.int(),
  user_id: z.int(),
  requested_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.accessRequests`: a request of a user to become a member. */
export type AccessRequestRecord = z.output<typeof accessRequestModel>
