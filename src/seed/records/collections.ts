import type { Collections } from '../../store/collections.ts'
import type { SeedRecords } from '../schema/records.ts'

export type RecordList = Exclude<keyof SeedRecords, 'commits' | 'annotated_tags' | 'next_ids'>

/** The collection of each list. A list comes after the lists that it refers to. */
export const collectionOf = {
  settings: 'settings',
  users: 'users',
  namespaces: 'namespaces',
  keys: 'keys',
  gpg_keys: 'gpgKeys',
  emails: 'emails',
  oauth_applications: 'oauthApplications',
  oauth_grants: 'oauthGrants',
  credentials: 'credentials',
  projects: 'projects',
  members: 'members',
  access_requests: 'accessRequests',
  invitations: 'invitations',
  group_links: 'groupLinks',
  group_shares: 'groupShares',
  stars: 'stars',
  follows: 'follows',
  hooks: 'hooks',
  hook_logs: 'hookLogs',
  instance_variables: 'instanceVariables',
  broadcast_messages: 'broadcastMessages',
  topics: 'topics',
  uploads: 'uploads',
  notification_settings: 'notificationSettings',
  repositories: 'repositories',
  protected_branches: 'protectedBranches',
  protected_tags: 'protectedTags',
  releases: 'releases',
  release_links: 'releaseLinks',
  wiki_pages: 'wikiPages',
  remote_mirrors: 'remoteMirrors',
  pages_domains: 'pagesDomains',
  milestones: 'milestones',
  labels: 'labels',
  boards: 'boards',
  board_lists: 'boardLists',
  issues: 'issues',
  merge_requests: 'mergeRequests',
  merge_request_versions: 'mergeRequestVersions',
  issue_links: 'issueLinks',
  resource_label_events: 'resourceLabelEvents',
  resource_milestone_events: 'resourceMilestoneEvents',
  resource_state_events: 'resourceStateEvents',
  badges: 'badges',
  integrations: 'integrations',
  snippets: 'snippets',
  notes: 'notes',
  draft_notes: 'draftNotes',
  suggestions: 'suggestions',
  award_emoji: 'awardEmoji',
  subscriptions: 'subscriptions',
  todos: 'todos',
  pipeline_schedules: 'pipelineSchedules',
  resource_groups: 'resourceGroups',
  runners: 'runners',
  runner_projects: 'runnerProjects',
  pipelines: 'pipelines',
  builds: 'builds',
  commit_statuses: 'commitStatuses',
  variables: 'variables',
  triggers: 'triggers',
  deploy_keys: 'deployKeys',
  deploy_key_links: 'deployKeyLinks',
  deploy_tokens: 'deployTokens',
  job_token_allowances: 'jobTokenAllowances',
  environments: 'environments',
  deployments: 'deployments',
  events: 'events',
} as const satisfies Record<RecordList, keyof Collections>

export const recordLists = Object.keys(collectionOf) as RecordList[]

/** The kind of record that a field refers to. */
export type Referent = 'user' | 'namespace' | 'project' | 'milestone' | 'environment' | 'issue'

const referents = {
  user_id: 'user',
  author_id: 'user',
  creator_id: 'user',
  created_by_id: 'user',
  owner_id: 'user',
  assignee_id: 'user',
  resolved_by_id: 'user',
  merge_user_id: 'user',
  closed_by_id: 'user',
  namespace_id: 'namespace',
  parent_id: 'namespace',
  group_id: 'namespace',
  target_group_id: 'namespace',
  invited_group_id: 'namespace',
  project_id: 'project',
  source_project_id: 'project',
  target_project_id: 'project',
  forked_from_project_id: 'project',
  milestone_id: 'milestone',
  environment_id: 'environment',
  moved_to_id: 'issue',
} as const satisfies Record<string, Referent>

/** A field that refers to one kind of record. Its name in a seed lacks the `_id`. */
export type ReferentField = keyof typeof referents

const referentOfField: ReadonlyMap<string, Referent> = new Map(Object.entries(referents))

export function referentOf(field: string): Referent | undefined {
  return referentOfField.get(field)
}

/** The prefixes of field pairs, PREFIX_type and PREFIX_id, that refer to one of several kinds. */
export const variantPrefixes = [
  'source',
  'noteable',
  'awardable',
  'subscribable',
  'target',
] as const
