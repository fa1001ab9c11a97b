import { eventActions, eventTargets } from '../../contract/event-names.ts'
import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/**
 * The content of a push, by ids. Details of the project and the commits are added when the event is shown, with the
 * address of that request.
 */
const pushedModel = z.object({
  /** The full ref name: `refs/heads/master`, `refs/tags/v1.0`. */
  ref: z.string(),
  /** The commit of the ref before; null where the ref did not exist. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The name of the author at that time. */
  user_name: z.string(),
  /** The ids of the latest commits, the latest one last. */
  commit_ids: z.array(z.string()),
  total_commits_count: z.int(),
  /** The number of refs of a push that is recorded as one event; null for an event of a single ref. */
  ref_count: z._default(z.nullable(z.int()), null),
})

/** An activity of a user (schemas/v3/resources/event.json). */
export const eventModel = z.object({
  id: z.int(),
  action_name: z.enum(eventActions),
  author_id: z.int(),
  project_id: z._default(z.nullable(z.int()), null),
  target_type: z._default(z.nullable(z.enum(eventTargets)), null),
  target_id: z._default(z.nullable(z.int()), null),
  target_title: z._default(z.nullable(z.string()), null),
  /** The content of a push; null for other events. */
  data: z._default(z.nullable(pushedModel), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.events`: an entry of the activity feeds. */
export type EventRecord = z.output<typeof eventModel>
export type PushedRecord = z.output<typeof pushedModel>
export type EventAction = (typeof eventActions)[number]
