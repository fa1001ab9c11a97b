import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** What goes into the address of a hook or into its headers. */
const pair = z.object({ key: z.string(), value: z.string() })

/** A system hook: where the instance posts what happens in it. */
export const hookModel = z.object({
  id: z.int(),
  url: z.string(),
  name: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  token: z._default(z.nullable(z.string()), null),
  push_events: z._default(z.boolean(), true),
  tag_push_events: z._default(z.boolean(), false),
  note_events: z._default(z.boolean(), false),
  issues_events: z._default(z.boolean(), false),
  merge_requests_events: z._default(z.boolean(), false),
  repository_update_events: z._default(z.boolean(), true),
  push_events_branch_filter: z._default(z.nullable(z.string()), null),
  branch_filter_strategy: z._default(z.enum(['wildcard', 'regex', 'all_branches']), 'wildcard'),
  custom_webhook_template: z._default(z.nullable(z.string()), null),
  url_variables: z._default(z.array(pair), []),
  custom_headers: z._default(z.array(pair), []),
  enable_ssl_verification: z._default(z.boolean(), true),
  /** A paused hook is shown and is sent nothing, but for the test that somebody asks for. */
  is_paused: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.hooks`: a system hook. */
export type HookRecord = z.output<typeof hookModel>
