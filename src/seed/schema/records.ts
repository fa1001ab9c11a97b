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
  settings: entries.check(z.describe('The settings of the instance, a single entry.')),
  users: entries.check(z.describe('Users.')),
  namespaces: entries.check(z.describe('Groups, and the personal namespaces of users.')),
  keys: entries.check(z.describe('SSH keys.')),
  gpg_keys: entries.check(z.describe('GPG keys.')),
  emails: entries.check(z.describe('Secondary e-mail addresses.')),
  oauth_applications: entries.check(z.describe('Applications that sign users in by OAuth 2.')),
  oauth_grants: entries.check(z.describe('OAuth authorization codes.')),
  credentials: entries.check(z.describe('Tokens and sessions.')),
  projects: entries.check(z.describe('Projects.')),
  members: entries.check(z.describe('Members of groups and projects.')),
  access_requests: entries.check(z.describe('Requests to become a member.')),
  invitations: entries.check(z.describe('E-mail addresses that were invited to become members.')),
  group_links: entries.check(z.describe('Groups that projects are shared with.')),
  group_shares: entries.check(z.describe('Groups that are shared with other groups.')),
  stars: entries.check(z.describe('Projects that users starred.')),
  follows: entries.check(z.describe('Users who follow others.')),
  hooks: entries.check(z.describe('System hooks, and webhooks of projects.')),
  hook_logs: entries.check(z.describe('Deliveries of webhooks of projects.')),
  instance_variables: entries.check(z.describe('CI/CD variables of the instance.')),
  broadcast_messages: entries.check(z.describe('Broadcast messages.')),
  topics: entries.check(z.describe('Topics of projects.')),
  uploads: entries.check(z.describe('Avatars, and files of projects.')),
  notification_settings: entries.check(z.describe('Notification settings of users.')),
  repositories: entries.check(z.describe('The refs of each repository.')),
  protected_branches: entries.check(z.describe('Protected branches.')),
  protected_tags: entries.check(z.describe('Protected tags.')),
  releases: entries.check(z.describe('Releases.')),
  release_links: entries.check(z.describe('Links of releases.')),
  wiki_pages: entries.check(z.describe('Wiki pages of projects.')),
  remote_mirrors: entries.check(z.describe('Push mirrors of projects.')),
  pages_domains: entries.check(z.describe('Pages domains of projects.')),
  milestones: entries.check(z.describe('Milestones.')),
  labels: entries.check(z.describe('Labels.')),
  boards: entries.check(z.describe('Issue boards.')),
  board_lists: entries.check(z.describe('The lists of boards.')),
  issues: entries.check(z.describe('Issues.')),
  merge_requests: entries.check(z.describe('Merge requests.')),
  merge_request_versions: entries.check(
    z.describe('Versions of the diffs of merge requests, one for each push.'),
  ),
  issue_links: entries.check(z.describe('Relations between issues.')),
  resource_label_events: entries.check(
    z.describe('Additions and removals of labels of issues and merge requests.'),
  ),
  resource_milestone_events: entries.check(z.describe('Additions and removals of milestones.')),
  resource_state_events: entries.check(
    z.describe('Closing, reopening and merging of issues and merge requests.'),
  ),
  badges: entries.check(z.describe('Badges of projects and groups.')),
  integrations: entries.check(z.describe('Integrations of projects and groups.')),
  snippets: entries.check(z.describe('Snippets.')),
  notes: entries.check(z.describe('Notes, and comments on commits.')),
  draft_notes: entries.check(z.describe('Drafts of notes that are not published yet.')),
  suggestions: entries.check(z.describe('Suggested changes of lines in notes.')),
  award_emoji: entries.check(z.describe('Award emoji.')),
  subscriptions: entries.check(z.describe('Explicit subscriptions of users.')),
  todos: entries.check(z.describe('To-do items.')),
  pipeline_schedules: entries.check(z.describe('Schedules of pipelines.')),
  resource_groups: entries.check(z.describe('Resource groups.')),
  runners: entries.check(z.describe('Runners.')),
  runner_projects: entries.check(z.describe('The projects that runners are enabled for.')),
  pipelines: entries.check(z.describe('Pipelines.')),
  builds: entries.check(z.describe('Builds.')),
  commit_statuses: entries.check(z.describe('Commit statuses of external services.')),
  variables: entries.check(z.describe('CI/CD variables of projects and groups.')),
  triggers: entries.check(z.describe('Trigger tokens of pipelines.')),
  deploy_keys: entries.check(z.describe('Deploy keys.')),
  deploy_key_links: entries.check(z.describe('The projects that deploy keys are enabled for.')),
  deploy_tokens: entries.check(z.describe('Deploy tokens.')),
  job_token_allowances: entries.check(z.describe('Access of job tokens to projects.')),
  environments: entries.check(z.describe('Environments.')),
  deployments: entries.check(z.describe('Deployments.')),
  events: entries.check(z.describe('The entries of the activity feeds.')),
  next_ids: z
    .optional(z.record(z.string(), z.int()))
    .check(
      z.describe('The id of the next record of each list, where it does not follow the last one.'),
    ),
})

export type SeedRecords = z.output<typeof seedRecords>
export type Entry = z.output<typeof entry>
