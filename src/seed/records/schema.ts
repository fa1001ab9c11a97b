import { z } from 'zod'

const entry = z.record(z.string(), z.unknown())
const entries = z.array(entry).optional()

/**
 * The world of `forge.export()`: each record as it is, in the order of the ids. Users, groups,
 * projects and whatever else has a name are called by it; what has the default value is left out,
 * and so is an id that the order gives.
 */
export const seedRecords = z.strictObject({
  commits: entries.describe('The commits of all repositories, parents first.'),
  annotated_tags: entries.describe('The annotated tags of all repositories.'),
  settings: entries.describe('The settings of the instance, one entry.'),
  users: entries.describe('Users.'),
  namespaces: entries.describe('Groups and the namespaces of users.'),
  keys: entries.describe('SSH keys.'),
  emails: entries.describe('Secondary addresses.'),
  credentials: entries.describe('Tokens and sessions.'),
  projects: entries.describe('Projects.'),
  members: entries.describe('Members of groups and projects.'),
  group_links: entries.describe('Groups that projects are shared with.'),
  stars: entries.describe('Projects that users starred.'),
  hooks: entries.describe('System hooks.'),
  notification_settings: entries.describe('How much users are told.'),
  repositories: entries.describe('The refs of each repository.'),
  protected_branches: entries.describe('Protected branches.'),
  releases: entries.describe('Release notes.'),
  milestones: entries.describe('Milestones.'),
  labels: entries.describe('Labels.'),
  issues: entries.describe('Issues.'),
  merge_requests: entries.describe('Merge requests.'),
  snippets: entries.describe('Snippets.'),
  notes: entries.describe('Notes, and comments on commits.'),
  award_emoji: entries.describe('Awards.'),
  subscriptions: entries.describe('Subscriptions that users chose.'),
  todos: entries.describe('Todos.'),
  pipelines: entries.describe('Pipelines.'),
  builds: entries.describe('Builds.'),
  commit_statuses: entries.describe('What outside services said of commits.'),
  environments: entries.describe('Environments.'),
  deployments: entries.describe('Deployments.'),
  events: entries.describe('What the activity lists tell.'),
  next_ids: z
    .record(z.string(), z.int())
    .optional()
    .describe('The id of the next record of a list, where it is not the one after the last.'),
})

export type SeedRecords = z.output<typeof seedRecords>
export type Entry = z.output<typeof entry>
