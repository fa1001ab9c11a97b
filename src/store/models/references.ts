/** Of which kind the record is that a field names, where another field says it. */
const bySource = { kind: 'source_type' } as const
const byTarget = { kind: 'target_type' } as const

/** The collection of each kind. A comment on a commit names no record: it has the SHA. */
export const collectionOfKind = {
  group: 'namespaces',
  project: 'projects',
  Issue: 'issues',
  MergeRequest: 'mergeRequests',
  Milestone: 'milestones',
  Note: 'notes',
  Snippet: 'snippets',
} as const

/** The fields of each collection that hold the id of a record, with its collection. Null names none. */
export const references = {
  users: { created_by_id: 'users' },
  keys: { user_id: 'users' },
  gpgKeys: { user_id: 'users' },
  emails: { user_id: 'users' },
  credentials: { user_id: 'users', previous_id: 'credentials' },
  namespaces: { owner_id: 'users', parent_id: 'namespaces' },
  projects: {
    namespace_id: 'namespaces',
    creator_id: 'users',
    forked_from_project_id: 'projects',
  },
  members: { user_id: 'users', created_by_id: 'users', source_id: bySource },
  groupLinks: { project_id: 'projects', group_id: 'namespaces' },
  groupShares: { group_id: 'namespaces', invited_group_id: 'namespaces' },
  stars: { user_id: 'users', project_id: 'projects' },
  events: { author_id: 'users', project_id: 'projects', target_id: byTarget },
  notificationSettings: { user_id: 'users', source_id: bySource },
  issues: {
    project_id: 'projects',
    author_id: 'users',
    assignee_id: 'users',
    closed_by_id: 'users',
    milestone_id: 'milestones',
    moved_to_id: 'issues',
  },
  mergeRequests: {
    source_project_id: 'projects',
    target_project_id: 'projects',
    author_id: 'users',
    assignee_id: 'users',
    merge_user_id: 'users',
    closed_by_id: 'users',
    milestone_id: 'milestones',
  },
  mergeRequestVersions: { merge_request_id: 'mergeRequests' },
  milestones: { project_id: 'projects' },
  labels: { project_id: 'projects' },
  notes: {
    project_id: 'projects',
    author_id: 'users',
    resolved_by_id: 'users',
    noteable_id: { kind: 'noteable_type' },
  },
  awardEmoji: { user_id: 'users', awardable_id: { kind: 'awardable_type' } },
  snippets: { project_id: 'projects', author_id: 'users' },
  subscriptions: { user_id: 'users', subscribable_id: { kind: 'subscribable_type' } },
  todos: {
    user_id: 'users',
    project_id: 'projects',
    author_id: 'users',
    note_id: 'notes',
    target_id: byTarget,
  },
  repositories: { id: 'projects' },
  protectedBranches: { project_id: 'projects' },
  protectedTags: { project_id: 'projects' },
  releases: { project_id: 'projects', author_id: 'users' },
  releaseLinks: { release_id: 'releases' },
  commitStatuses: { project_id: 'projects', pipeline_id: 'pipelines', author_id: 'users' },
  pipelines: { project_id: 'projects', user_id: 'users' },
  builds: { project_id: 'projects', pipeline_id: 'pipelines', user_id: 'users' },
  variables: { project_id: 'projects', group_id: 'namespaces' },
  triggers: { project_id: 'projects', owner_id: 'users' },
  jobTokenAllowances: {
    project_id: 'projects',
    target_project_id: 'projects',
    target_group_id: 'namespaces',
  },
  environments: { project_id: 'projects' },
  deployments: {
    project_id: 'projects',
    environment_id: 'environments',
    build_id: 'builds',
    user_id: 'users',
  },
} as const
