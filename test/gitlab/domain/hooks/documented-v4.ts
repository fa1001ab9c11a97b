import type { Shape } from './shapes.ts'

/**
 * The fields of each payload and what they hold, as the examples of GitLab's documentation have them
 * (doc/user/project/integrations/webhook_events.md of GitLab 18; each event names its section). Left out is what the
 * Free tier does not have (weight, health_status, escalation_status, escalation_policy), what GitLab 18 does not send
 * any more though an example shows it (`position` and `branch_name` of an issue), and runners, of which there are none here.
 */

const user = {
  id: 'number',
  name: 'text',
  username: 'text',
  avatar_url: 'text?',
  email: 'text',
} as const

const plainProject = {
  id: 'number',
  name: 'text',
  description: 'text?',
  web_url: 'text',
  avatar_url: 'text?',
  git_ssh_url: 'text',
  git_http_url: 'text',
  namespace: 'text',
  visibility_level: 'number',
  path_with_namespace: 'text',
  default_branch: 'text',
} as const

const project = {
  ...plainProject,
  ci_config_path: 'text?',
  homepage: 'text',
  url: 'text',
  ssh_url: 'text',
  http_url: 'text',
} as const

const repository = { name: 'text', url: 'text', description: 'text?', homepage: 'text' } as const

const fullRepository = {
  ...repository,
  git_http_url: 'text',
  git_ssh_url: 'text',
  visibility_level: 'number',
} as const

const commit = {
  id: 'text',
  message: 'text',
  title: 'text',
  timestamp: 'text',
  url: 'text',
  author: { name: 'text', email: 'text' },
} as const

const label = {
  id: 'number',
  title: 'text',
  color: 'text',
  project_id: 'number?',
  created_at: 'text',
  updated_at: 'text',
  template: 'flag',
  description: 'text?',
  type: 'text',
  group_id: 'number?',
} as const

const issue = {
  id: 'number',
  iid: 'number',
  title: 'text',
  assignee_ids: ['number'],
  assignee_id: 'number?',
  author_id: 'number',
  project_id: 'number',
  created_at: 'text',
  updated_at: 'text',
  updated_by_id: 'number?',
  closed_at: 'text?',
  last_edited_at: 'text?',
  last_edited_by_id: 'number?',
  relative_position: 'number?',
  description: 'text?',
  milestone_id: 'number?',
  state_id: 'number',
  state: 'text',
  confidential: 'flag',
  discussion_locked: 'flag?',
  due_date: 'text?',
  moved_to_id: 'number?',
  duplicated_to_id: 'number?',
  time_estimate: 'number',
  total_time_spent: 'number',
  time_change: 'number',
  human_total_time_spent: 'text?',
  human_time_estimate: 'text?',
  human_time_change: 'text?',
  type: 'text',
  url: 'text',
  severity: 'text',
  labels: [label],
} as const

const mergeRequest = {
  id: 'number',
  iid: 'number',
  target_branch: 'text',
  source_branch: 'text',
  source_project_id: 'number',
  author_id: 'number',
  assignee_ids: ['number'],
  assignee_id: 'number?',
  reviewer_ids: ['number'],
  title: 'text',
  created_at: 'text',
  updated_at: 'text',
  last_edited_at: 'text?',
  last_edited_by_id: 'number?',
  milestone_id: 'number?',
  state_id: 'number',
  state: 'text',
  blocking_discussions_resolved: 'flag',
  work_in_progress: 'flag',
  draft: 'flag',
  first_contribution: 'flag',
  merge_status: 'text',
  target_project_id: 'number',
  description: 'text?',
  prepared_at: 'text',
  total_time_spent: 'number',
  time_change: 'number',
  human_total_time_spent: 'text?',
  human_time_change: 'text?',
  human_time_estimate: 'text?',
  url: 'text',
  source: project,
  target: project,
  last_commit: commit,
  labels: [label],
  detailed_merge_status: 'text',
  // Beside the example, "merge-requests.md 8.4" of the specification has these.
  head_pipeline_id: 'number?',
  merge_commit_sha: 'text?',
  merge_error: 'text?',
  merge_params: 'object',
  merge_user_id: 'number?',
  merge_when_pipeline_succeeds: 'flag',
  time_estimate: 'number',
  updated_by_id: 'number?',
} as const

const note = {
  id: 'number',
  note: 'text',
  noteable_type: 'text',
  author_id: 'number',
  created_at: 'text',
  updated_at: 'text',
  project_id: 'number',
  attachment: 'text?',
  line_code: 'text?',
  commit_id: 'text?',
  noteable_id: 'number?',
  system: 'flag',
  st_diff: 'object?',
  url: 'text',
  // The example of "Emoji events" has these of a comment too, and "issues-and-notes.md 8" of the specification.
  change_position: 'object?',
  original_position: 'object?',
  position: 'object?',
  discussion_id: 'text',
  resolved_at: 'text?',
  resolved_by_id: 'number?',
  resolved_by_push: 'flag?',
  type: 'text?',
  updated_by_id: 'number?',
  description: 'text',
  internal: 'flag',
} as const

const comment = {
  object_kind: 'text',
  event_type: 'text',
  user,
  project_id: 'number',
  project,
  repository,
  object_attributes: { ...note, action: 'text' },
} as const

const environment = { name: 'text', action: 'text', deployment_tier: 'text?' } as const

/** "Push events", and "Tag events", which have the same fields. */
export const push = {
  object_kind: 'text',
  event_name: 'text',
  before: 'text',
  after: 'text',
  ref: 'text',
  ref_protected: 'flag',
  checkout_sha: 'text?',
  user_id: 'number',
  user_name: 'text',
  user_username: 'text',
  user_email: 'text',
  user_avatar: 'text?',
  project_id: 'number',
  project,
  repository: fullRepository,
  commits: [{ ...commit, added: ['text'], modified: ['text'], removed: ['text'] }],
  total_commits_count: 'number',
} as const satisfies Shape

/** "Work item events". */
export const issueEvent = {
  object_kind: 'text',
  event_type: 'text',
  user,
  project,
  object_attributes: { ...issue, action: 'text' },
  repository,
  assignees: [user],
  assignee: user,
  labels: [label],
  changes: 'object',
} as const satisfies Shape

/** "Comment on a commit". */
export const commitNote = { ...comment, commit } as const satisfies Shape

/** "Comment on a merge request". */
export const mergeRequestNote = {
  ...comment,
  merge_request: { ...mergeRequest, assignee: user },
} as const satisfies Shape

/** "Comment on an issue". */
export const issueNote = { ...comment, issue } as const satisfies Shape

/** "Comment on a code snippet". */
export const snippetNote = {
  ...comment,
  snippet: {
    id: 'number',
    title: 'text',
    description: 'text?',
    content: 'text',
    author_id: 'number',
    project_id: 'number',
    created_at: 'text',
    updated_at: 'text',
    file_name: 'text',
    type: 'text',
    visibility_level: 'number',
    url: 'text',
  },
} as const satisfies Shape

/** "Merge request events". */
export const mergeRequestEvent = {
  object_kind: 'text',
  event_type: 'text',
  user,
  project,
  repository,
  object_attributes: { ...mergeRequest, action: 'text' },
  labels: [label],
  changes: 'object',
  assignees: [user],
  reviewers: [user],
} as const satisfies Shape

/** "Pipeline events"; `source_pipeline` is there for pipelines of other pipelines alone. */
export const pipeline = {
  object_kind: 'text',
  object_attributes: {
    id: 'number',
    iid: 'number',
    name: 'text?',
    ref: 'text',
    tag: 'flag',
    sha: 'text',
    before_sha: 'text',
    source: 'text',
    status: 'text',
    stages: ['text'],
    created_at: 'text',
    finished_at: 'text?',
    duration: 'number?',
    variables: [{ key: 'text', value: 'text' }],
    url: 'text',
  },
  merge_request: 'object?',
  user,
  project: plainProject,
  commit,
  builds: [
    {
      id: 'number',
      stage: 'text',
      name: 'text',
      status: 'text',
      created_at: 'text',
      started_at: 'text?',
      finished_at: 'text?',
      duration: 'number?',
      queued_duration: 'number?',
      failure_reason: 'text?',
      when: 'text',
      manual: 'flag',
      allow_failure: 'flag',
      user,
      runner: 'object?',
      artifacts_file: { filename: 'text?', size: 'number?' },
      environment: 'object?',
    },
  ],
} as const satisfies Shape

/** "Job events". */
export const job = {
  object_kind: 'text',
  ref: 'text',
  tag: 'flag',
  before_sha: 'text',
  sha: 'text',
  build_id: 'number',
  build_name: 'text',
  build_stage: 'text',
  build_status: 'text',
  build_created_at: 'text',
  build_created_at_iso: 'text',
  build_started_at: 'text?',
  build_started_at_iso: 'text?',
  build_finished_at: 'text?',
  build_finished_at_iso: 'text?',
  build_duration: 'number?',
  build_queued_duration: 'number?',
  build_allow_failure: 'flag',
  build_failure_reason: 'text',
  retries_count: 'number',
  pipeline_id: 'number',
  project_id: 'number',
  project_name: 'text',
  user,
  commit: {
    id: 'number',
    name: 'text?',
    sha: 'text',
    message: 'text',
    author_name: 'text',
    author_email: 'text',
    status: 'text',
    duration: 'number?',
    started_at: 'text?',
    started_at_iso: 'text?',
    finished_at: 'text?',
    finished_at_iso: 'text?',
  },
  repository: fullRepository,
  project: plainProject,
  runner: 'object?',
  environment,
} as const satisfies Shape

/** "Deployment events". */
export const deployment = {
  object_kind: 'text',
  status: 'text',
  status_changed_at: 'text',
  deployment_id: 'number',
  deployable_id: 'number?',
  deployable_url: 'text?',
  environment: 'text',
  environment_tier: 'text',
  environment_slug: 'text',
  environment_external_url: 'text?',
  project,
  short_sha: 'text',
  user,
  user_url: 'text',
  commit_url: 'text',
  commit_title: 'text',
} as const satisfies Shape

/** "Release events"; `external` of links went with GitLab 16. */
export const release = {
  id: 'number',
  created_at: 'text',
  description: 'text?',
  name: 'text',
  released_at: 'text',
  tag: 'text',
  object_kind: 'text',
  project,
  url: 'text',
  action: 'text',
  assets: {
    count: 'number',
    links: [{ id: 'number', link_type: 'text', name: 'text', url: 'text' }],
    sources: [{ format: 'text', url: 'text' }],
  },
  commit,
} as const satisfies Shape

/** "Milestone events". */
export const milestone = {
  object_kind: 'text',
  event_type: 'text',
  project,
  object_attributes: {
    id: 'number',
    iid: 'number',
    title: 'text',
    description: 'text?',
    state: 'text',
    created_at: 'text',
    updated_at: 'text',
    due_date: 'text?',
    start_date: 'text?',
    group_id: 'number?',
    project_id: 'number',
  },
  action: 'text',
} as const satisfies Shape

/** "Emoji events", of one on a comment on an issue. */
export const emoji = {
  object_kind: 'text',
  event_type: 'text',
  user,
  project_id: 'number',
  project,
  object_attributes: {
    user_id: 'number',
    created_at: 'text',
    id: 'number',
    name: 'text',
    awardable_type: 'text',
    awardable_id: 'number',
    updated_at: 'text',
    action: 'text',
    awarded_on_url: 'text',
  },
  note,
  issue,
} as const satisfies Shape

/** "Project and group access token events", the example for a project. */
export const accessToken = {
  object_kind: 'text',
  project,
  object_attributes: {
    user_id: 'number',
    created_at: 'text',
    id: 'number',
    name: 'text',
    expires_at: 'text',
  },
  event_name: 'text',
} as const satisfies Shape
