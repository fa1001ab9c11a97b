import { eventActions, eventTargets } from '../../contract/event-names.ts'
import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/**
 * What was pushed: ids alone. What it says of the project and of the commits is put together when it
 * is shown, under the address that is asked then.
 */
const pushedModel = z.object({
  /** The full name: `refs/heads/master`, `refs/tags/v1.0`. */
  ref: z.string(),
  /** Where the ref stood; null where it was nowhere. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** What the author was called then. */
  user_name: z.string(),
  /** The newest of the commits, the newest last. */
  commit_ids: z.array(z.string()),
  total_commits_count: z.int(),
  /** How many refs were pushed of which this is one; null where it is the only one that is recorded so. */
  ref_count: z._default(z.nullable(z.int()), null),
})

/** Something that a user did, for the activity lists (schemas/v3/resources/event.json). */
export const eventModel = z.object({
  id: z.int(),
  action_name: z.enum(eventActions),
  author_id: z.int(),
  project_id: z._default(z.nullable(z.int()), null),
  target_type: z._default(z.nullable(z.enum(eventTargets)), null),
  target_id: z._default(z.nullable(z.int()), null),
  target_title: z._default(z.nullable(z.string()), null),
  /** What was pushed, for a push. */
  data: z._default(z.nullable(pushedModel), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.events`: an entry of the activity lists. */
export type EventRecord = z.output<typeof eventModel>
export type PushedRecord = z.output<typeof pushedModel>
export type EventAction = (typeof eventActions)[number]
