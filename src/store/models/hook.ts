import { z } from 'zod'
import { epoch, timestamp } from './fields.ts'

/** A system hook: where the instance posts what happens in it. */
export const hookModel = z.object({
  id: z.int(),
  url: z.string(),
  token: z.string().nullable().default(null),
  push_events: z.boolean().default(true),
  tag_push_events: z.boolean().default(false),
  note_events: z.boolean().default(false),
  issues_events: z.boolean().default(false),
  merge_requests_events: z.boolean().default(false),
  enable_ssl_verification: z.boolean().default(true),
  /** A paused hook is shown and is sent nothing, but for the test that somebody asks for. */
  is_paused: z.boolean().default(false),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
})

/** A record of `forge.db.hooks`: a system hook. */
export type HookRecord = z.output<typeof hookModel>
