import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A system hook: where the instance posts what happens in it. */
export const hookModel = z.object({
  id: z.int(),
  url: z.string(),
  token: z._default(z.nullable(z.string()), null),
  push_events: z._default(z.boolean(), true),
  tag_push_events: z._default(z.boolean(), false),
  note_events: z._default(z.boolean(), false),
  issues_events: z._default(z.boolean(), false),
  merge_requests_events: z._default(z.boolean(), false),
  enable_ssl_verification: z._default(z.boolean(), true),
  /** A paused hook is shown and is sent nothing, but for the test that somebody asks for. */
  is_paused: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.hooks`: a system hook. */
export type HookRecord = z.output<typeof hookModel>
