import { z } from '../../shared/zod.ts'
import { address, projectPath, text, time } from './fields.ts'

const flag = z.optional(z.boolean())
const pairs = z.optional(z.record(z.string(), z.string()))

/** The format of a hook, of the instance or of a project. */
export const seedHook = z.strictObject({
  project: z
    .optional(projectPath)
    .check(z.describe('The project of the webhook; without one it is a system hook.')),
  url: address.check(z.describe('The address that receives the deliveries.')),
  name: z.optional(text).check(z.describe('The name of the webhook.')),
  description: z.optional(text).check(z.describe('The description of the webhook.')),
  token: z
    .optional(z.string())
    .check(z.describe('The secret token, which is sent in the header X-Gitlab-Token.')),
  payloads: z
    .optional(z.enum(['v3', 'v4']))
    .check(
      z.describe("The API whose form the payloads of a project's webhook have; by default v4."),
    ),
  push_events: flag.check(z.describe('Whether pushes to branches are sent; by default true.')),
  tag_push_events: flag.check(z.describe('Whether tag pushes are sent.')),
  issues_events: flag.check(z.describe('Whether changes of issues are sent.')),
  confidential_issues_events: flag.check(
    z.describe('Whether changes of confidential issues are sent.'),
  ),
  note_events: flag.check(z.describe('Whether comments are sent.')),
  confidential_note_events: flag.check(z.describe('Whether internal comments are sent.')),
  merge_requests_events: flag.check(z.describe('Whether changes of merge requests are sent.')),
  job_events: flag.check(z.describe('Whether state changes of jobs are sent.')),
  pipeline_events: flag.check(z.describe('Whether state changes of pipelines are sent.')),
  wiki_page_events: flag.check(z.describe('Whether changes of wiki pages are sent.')),
  deployment_events: flag.check(z.describe('Whether deployments are sent.')),
  feature_flag_events: flag.check(
    z.describe('Whether changes of feature flags would be sent, which Forgery does not have.'),
  ),
  releases_events: flag.check(z.describe('Whether releases are sent.')),
  milestone_events: flag.check(z.describe('Whether changes of milestones are sent.')),
  emoji_events: flag.check(z.describe('Whether award emoji are sent.')),
  resource_access_token_events: flag.check(
    z.describe('Whether access tokens of the project that expire soon are sent.'),
  ),
  resource_deploy_token_events: flag.check(
    z.describe('Whether deploy tokens that expire soon would be sent, which Forgery does not do.'),
  ),
  push_events_branch_filter: z
    .optional(text)
    .check(z.describe('The branches whose pushes are sent.')),
  branch_filter_strategy: z
    .optional(z.enum(['wildcard', 'regex', 'all_branches']))
    .check(z.describe('The kind of the branch filter; by default wildcard.')),
  custom_webhook_template: z
    .optional(text)
    .check(z.describe('JSON that replaces the payload, with placeholders for its values.')),
  url_variables: pairs.check(z.describe('The values of `{name}` in the address.')),
  custom_headers: pairs.check(z.describe('Additional headers of deliveries.')),
  enable_ssl_verification: flag.check(z.describe('Stored and shown, without any other effect.')),
  paused: flag.check(z.describe('Whether the webhook only receives test deliveries.')),
  created_at: z.optional(time).check(z.describe('The time of creation.')),
})

export type SeedHook = z.output<typeof seedHook>
