import { z } from '../../shared/zod.ts'
import { address, projectPath, text, time } from './fields.ts'

const flag = z.optional(z.boolean())
const pairs = z.optional(z.record(z.string(), z.string()))

/** The format of a hook, of the instance or of a project. */
export const seedHook = z.strictObject({
  project: z
    .optional(projectPath)
    .check(z.describe('The project that it is of; of none it is one of the instance.')),
  url: address.check(z.describe('Where the messages go.')),
  name: z.optional(text).check(z.describe('What it is called.')),
  description: z.optional(text).check(z.describe('What it is for.')),
  token: z.optional(z.string()).check(z.describe('Sent in the header X-Gitlab-Token.')),
  payloads: z
    .optional(z.enum(['v3', 'v4']))
    .check(z.describe('Of a hook of a project: whose payloads it is sent, of v4 where not said.')),
  push_events: flag.check(z.describe('Whether pushes to branches are sent; true where not said.')),
  tag_push_events: flag.check(z.describe('Whether pushes of tags are sent.')),
  issues_events: flag.check(z.describe('Whether what becomes of issues is sent.')),
  confidential_issues_events: flag.check(
    z.describe('Whether what becomes of confidential issues is sent.'),
  ),
  note_events: flag.check(z.describe('Whether comments are sent.')),
  confidential_note_events: flag.check(
    z.describe('Whether comments that members alone read are sent.'),
  ),
  merge_requests_events: flag.check(z.describe('Whether what becomes of merge requests is sent.')),
  job_events: flag.check(z.describe('Whether states of jobs are sent.')),
  pipeline_events: flag.check(z.describe('Whether states of pipelines are sent.')),
  wiki_page_events: flag.check(z.describe('Whether changes of wiki pages would be sent.')),
  deployment_events: flag.check(z.describe('Whether deployments are sent.')),
  feature_flag_events: flag.check(z.describe('Whether feature flags would be sent.')),
  releases_events: flag.check(z.describe('Whether releases are sent.')),
  milestone_events: flag.check(z.describe('Whether what becomes of milestones is sent.')),
  emoji_events: flag.check(z.describe('Whether awards are sent.')),
  resource_access_token_events: flag.check(
    z.describe('Whether it is sent that tokens of the project end soon.'),
  ),
  resource_deploy_token_events: flag.check(
    z.describe('Whether it would be sent that deploy tokens end soon.'),
  ),
  push_events_branch_filter: z
    .optional(text)
    .check(z.describe('Which branches it hears of pushes to.')),
  branch_filter_strategy: z
    .optional(z.enum(['wildcard', 'regex', 'all_branches']))
    .check(z.describe('How that names branches; a wildcard where not said.')),
  custom_webhook_template: z
    .optional(text)
    .check(z.describe('JSON that is sent instead of the payload, with its values.')),
  url_variables: pairs.check(z.describe('What `{name}` in the address stands for.')),
  custom_headers: pairs.check(z.describe('Headers that are sent beside.')),
  enable_ssl_verification: flag.check(z.describe('Shown, and otherwise without effect.')),
  paused: flag.check(z.describe('Whether the hook is sent nothing but tests.')),
  created_at: z.optional(time).check(z.describe('When the hook was added.')),
})

export type SeedHook = z.output<typeof seedHook>
