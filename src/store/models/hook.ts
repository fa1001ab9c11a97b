import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A URL variable or a custom header of a webhook. */
const pair = z.object({ key: z.string(), value: z.string() })

/** A webhook: an address that receives the events of the instance or of a project. */
export const hookModel = z.object({
  id: z.int(),
  /** The project of the webhook; null for a system hook. */
  project_id: z._default(z.nullable(z.int()), null),
  url: z.string(),
  name: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  token: z._default(z.nullable(z.string()), null),
  push_events: z._default(z.boolean(), true),
  tag_push_events: z._default(z.boolean(), false),
  note_events: z._default(z.boolean(), false),
  issues_events: z._default(z.boolean(), false),
  merge_requests_events: z._default(z.boolean(), false),
  /** For system hooks only. */
  repository_update_events: z._default(z.boolean(), true),
  /** The fields from here on are for webhooks of projects only. */
  confidential_issues_events: z._default(z.boolean(), false),
  confidential_note_events: z._default(z.nullable(z.boolean()), false),
  job_events: z._default(z.boolean(), false),
  pipeline_events: z._default(z.boolean(), false),
  wiki_page_events: z._default(z.boolean(), false),
  deployment_events: z._default(z.boolean(), false),
  feature_flag_events: z._default(z.boolean(), false),
  releases_events: z._default(z.boolean(), false),
  milestone_events: z._default(z.boolean(), false),
  emoji_events: z._default(z.boolean(), false),
  resource_access_token_events: z._default(z.boolean(), false),
  resource_deploy_token_events: z._default(z.boolean(), false),
  /** The API that added it, whose release determines the form of the payloads. */
  payloads: z._default(z.enum(['v3', 'v4']), 'v4'),
  /** The number of consecutive failed deliveries. */
  recent_failures: z._default(z.int(), 0),
  /** The end of a backoff after failures. */
  disabled_until: z._default(z.nullable(timestamp), null),
  /** The key that signs deliveries. */
  signing_token: z._default(z.nullable(z.string()), null),
  push_events_branch_filter: z._default(z.nullable(z.string()), null),
  branch_filter_strategy: z._default(z.enum(['wildcard', 'regex', 'all_branches']), 'wildcard'),
  custom_webhook_template: z._default(z.nullable(z.string()), null),
  url_variables: z._default(z.array(pair), []),
  custom_headers: z._default(z.array(pair), []),
  enable_ssl_verification: z._default(z.boolean(), true),
  /** Whether it is paused: it is listed, but receives only test deliveries. */
  is_paused: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.hooks`: a system hook or a webhook of a project. */
export type HookRecord = z.output<typeof hookModel>
