import { z } from '../../shared/zod.ts'

const entry = z.record(z.string(), z.unknown())
const entries = z.optional(z.array(entry))

/**
 * The world of `forge.export()`: each record with its fields, sorted by id. References to users, groups, projects and
 * other named records use the names. Default values are left out, as are ids that follow from the order.
 */
export const seedRecords = z.strictObject({
  commits: entries.check(z.describe('The commits of all repositories, parents first.')),
  annotated_tags: entries.check(z.describe('The annotated tags of all repositories.')),
  settings: entries.check(z.describe('The settings of the instance, one entry.')),
  users: entries.check(z.describe('Users.')),
  namespaces: entries.check(z.describe('Groups and the namespaces of users.')),
  keys: entries.check(z.describe('SSH keys.')),
  gpg_keys: entries.check(z.describe('GPG keys.')),
  emails: entries.check(z.describe('Secondary addresses.')),
  oauth_applications: entries.check(z.describe('Applications that sign users in by OAuth 2.')),
  oauth_grants: entries.check(z.describe('Codes that applications change for tokens.')),
  credentials: entries.check(z.describe('Tokens and sessions.')),
  projects: entries.check(z.describe('Projects.')),
  members: entries.check(z.describe('Members of groups and projects.')),
  access_requests: entries.check(z.describe('Who asked to become a member.')),
  invitations: entries.check(z.describe('Addresses that were invited to become members.')),
  group_links: entries.check(z.describe('Groups that projects are shared with.')),
  group_shares: entries.check(z.describe('Groups that other groups were invited to.')),
  stars: entries.check(z.describe('Projects that users starred.')),
  follows: entries.check(z.describe('Users whom others follow.')),
  hooks: entries.check(z.describe('System hooks, and hooks of projects.')),
  hook_logs: entries.check(z.describe('Deliveries of hooks of projects.')),
  instance_variables: entries.check(z.describe('Variables of all jobs of the instance.')),
  broadcast_messages: entries.check(z.describe('Messages of the instance to everybody.')),
  topics: entries.check(z.describe('Topics that projects have.')),
  uploads: entries.check(z.describe('Avatars, and files of projects.')),
  notification_settings: entries.check(z.describe('How much users are notified of.')),
  repositories: entries.check(z.describe('The refs of each repository.')),
  protected_branches: entries.check(z.describe('Protected branches.')),
  protected_tags: entries.check(z.describe('Protected tags.')),
  releases: entries.check(z.describe('Releases.')),
  release_links: entries.check(z.describe('Links of releases.')),
  wiki_pages: entries.check(z.describe('Pages of the wikis of projects.')),
  remote_mirrors: entries.check(z.describe('Where projects would be pushed to.')),
  pages_domains: entries.check(z.describe('Domains of the pages of projects.')),
  milestones: entries.check(z.describe('Milestones.')),
  labels: entries.check(z.describe('Labels.')),
  boards: entries.check(z.describe('Boards of issues.')),
  board_lists: entries.check(z.describe('The lists of boards.')),
  issues: entries.check(z.describe('Issues.')),
  merge_requests: entries.check(z.describe('Merge requests.')),
  merge_request_versions: entries.check(
    z.describe('What merge requests were to merge after each push.'),
  ),
  issue_links: entries.check(z.describe('Issues that others were related to.')),
  resource_label_events: entries.check(
    z.describe('Which labels came and went, of issues and merge requests.'),
  ),
  resource_milestone_events: entries.check(z.describe('The same of milestones.')),
  resource_state_events: entries.check(z.describe('What was closed, reopened and merged.')),
  badges: entries.check(z.describe('Badges of projects and groups.')),
  integrations: entries.check(z.describe('Services that projects and groups use.')),
  snippets: entries.check(z.describe('Snippets.')),
  notes: entries.check(z.describe('Notes, and comments on commits.')),
  draft_notes: entries.check(z.describe('Notes that were not published yet.')),
  suggestions: entries.check(z.describe('Other lines that notes suggest.')),
  award_emoji: entries.check(z.describe('Awards.')),
  subscriptions: entries.check(z.describe('Subscriptions that users chose.')),
  todos: entries.check(z.describe('Todos.')),
  pipeline_schedules: entries.check(z.describe('When pipelines start by themselves.')),
  resource_groups: entries.check(z.describe('What only one build has at a time.')),
  runners: entries.check(z.describe('What runs builds.')),
  runner_projects: entries.check(z.describe('The projects that have runners.')),
  pipelines: entries.check(z.describe('Pipelines.')),
  builds: entries.check(z.describe('Builds.')),
  commit_statuses: entries.check(z.describe('What outside services said of commits.')),
  variables: entries.check(z.describe('Variables of jobs of projects and groups.')),
  triggers: entries.check(z.describe('Tokens that start pipelines.')),
  deploy_keys: entries.check(z.describe('SSH keys of projects.')),
  deploy_key_links: entries.check(z.describe('The projects that have deploy keys.')),
  deploy_tokens: entries.check(z.describe('What machines read projects with.')),
  job_token_allowances: entries.check(z.describe('Whose job tokens projects let in.')),
  environments: entries.check(z.describe('Environments.')),
  deployments: entries.check(z.describe('Deployments.')),
  events: entries.check(z.describe('The entries of the activity lists.')),
  next_ids: z
    .optional(z.record(z.string(), z.int()))
    .check(
      z.describe('The id of the next record of a list, where it is not the one after the last.'),
    ),
})

export type SeedRecords = z.output<typeof seedRecords>
export type Entry = z.output<typeof entry>
