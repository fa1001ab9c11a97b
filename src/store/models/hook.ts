import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** What goes into the address of a hook or into its headers. */
const pair = z.object({ key: z.string(), value: z.string() })

/** Where the instance, or one project, posts what happens in it. */
export const hookModel = z.object({
  id: z.int(),
  /** The project that it is of; null for a system hook. */
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
  /** Of system hooks alone. */
  repository_update_events: z._default(z.boolean(), true),
  /** From here on of hooks of projects alone. */
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
  /** The API by which it was added: its receiver is sent what the release behind that API sends. */
  payloads: z._default(z.enum(['v3', 'v4']), 'v4'),
  /** How many deliveries failed since one last succeeded. */
  recent_failures: z._default(z.int(), 0),
  /** Until then it is left out, after failures. */
  disabled_until: z._default(z.nullable(timestamp), null),
  /** What deliveries are signed with. */
  signing_token: z._default(z.nullable(z.string()), null),
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

/** A record of `forge.db.hooks`: a system hook, or one of a project. */
export type HookRecord = z.output<typeof hookModel>
