import type { Shape } from './shapes.ts'

/**
 * The same of GitLab 8.15 (doc/web_hooks/web_hooks.md; each event names its section). Left out is what its examples
 * show and its release did not send any more: `st_commits` and `st_diffs`, which were columns once, and `expires_at` of
 * a snippet.
 */

const user = { name: 'text', username: 'text', avatar_url: 'text?' } as const

const plainProject = {
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
  timestamp: 'text',
  url: 'text',
  author: { name: 'text', email: 'text' },
} as const

const issue = {
  id: 'number',
  title: 'text',
  assignee_id: 'number?',
  author_id: 'number',
  project_id: 'number',
  created_at: 'text',
  updated_at: 'text',
  position: 'number',
  branch_name: 'text?',
  description: 'text?',
  milestone_id: 'number?',
  state: 'text',
  iid: 'number',
} as const

const mergeRequest = {
  id: 'number',
  target_branch: 'text',
  source_branch: 'text',
  source_project_id: 'number',
  author_id: 'number',
  assignee_id: 'number?',
  title: 'text',
  created_at: 'text',
  updated_at: 'text',
  milestone_id: 'number?',
  state: 'text',
  merge_status: 'text',
  target_project_id: 'number',
  iid: 'number',
  description: 'text',
  position: 'number',
  locked_at: 'text?',
  source: project,
  target: project,
  last_commit: commit,
  work_in_progress: 'flag',
} as const

const comment = {
  object_kind: 'text',
  user,
  project_id: 'number',
  project,
  repository,
  object_attributes: {
    id: 'number',
    note: 'text',
    noteable_type: 'text',
    author_id: 'number',
    created_at: 'text',
    updated_at: 'text',
    project_id: 'number',
    attachment: 'text?',
    line_code: 'text?',
    commit_id: 'text',
    noteable_id: 'number?',
    system: 'flag',
    st_diff: 'object?',
    url: 'text',
  },
} as const

/** "Push events", and "Tag events", which have the same fields. */
export const push = {
  object_kind: 'text',
  before: 'text',
  after: 'text',
  ref: 'text',
  checkout_sha: 'text?',
  user_id: 'number',
  user_name: 'text',
  user_email: 'text',
  user_avatar: 'text?',
  project_id: 'number',
  project,
  repository: fullRepository,
  commits: [{ ...commit, added: ['text'], modified: ['text'], removed: ['text'] }],
  total_commits_count: 'number',
} as const satisfies Shape

/** "Issues events". */
export const issueEvent = {
  object_kind: 'text',
  user,
  project,
  repository,
  object_attributes: { ...issue, url: 'text', action: 'text' },
  assignee: user,
} as const satisfies Shape

/** "Comment on commit". */
export const commitNote = { ...comment, commit } as const satisfies Shape

/** "Comment on merge request". */
export const mergeRequestNote = {
  ...comment,
  merge_request: mergeRequest,
} as const satisfies Shape

/** "Comment on issue". */
export const issueNote = { ...comment, issue } as const satisfies Shape

/** "Comment on code snippet". */
export const snippetNote = {
  ...comment,
  snippet: {
    id: 'number',
    title: 'text',
    content: 'text',
    author_id: 'number',
    project_id: 'number',
    created_at: 'text',
    updated_at: 'text',
    file_name: 'text',
    type: 'text',
    visibility_level: 'number',
  },
} as const satisfies Shape

/** "Merge request events"; the assignee stands beside the attributes (`to_hook_data` in app/models/concerns/issuable.rb). */
export const mergeRequestEvent = {
  object_kind: 'text',
  user,
  object_attributes: { ...mergeRequest, url: 'text', action: 'text' },
  assignee: user,
} as const satisfies Shape

/** "Pipeline events". */
export const pipeline = {
  object_kind: 'text',
  object_attributes: {
    id: 'number',
    ref: 'text',
    tag: 'flag',
    sha: 'text',
    before_sha: 'text',
    status: 'text',
    stages: ['text'],
    created_at: 'text',
    finished_at: 'text?',
    duration: 'number?',
  },
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
      when: 'text',
      manual: 'flag',
      user,
      runner: 'object?',
      artifacts_file: { filename: 'text?', size: 'number?' },
    },
  ],
} as const satisfies Shape

/** "Build events". */
export const build = {
  object_kind: 'text',
  ref: 'text',
  tag: 'flag',
  before_sha: 'text',
  sha: 'text',
  build_id: 'number',
  build_name: 'text',
  build_stage: 'text',
  build_status: 'text',
  build_started_at: 'text?',
  build_finished_at: 'text?',
  build_duration: 'number?',
  build_allow_failure: 'flag',
  project_id: 'number',
  project_name: 'text',
  user: { id: 'number', name: 'text', email: 'text' },
  commit: {
    id: 'number',
    sha: 'text',
    message: 'text',
    author_name: 'text',
    author_email: 'text',
    status: 'text',
    duration: 'number?',
    started_at: 'text?',
    finished_at: 'text?',
  },
  repository: fullRepository,
} as const satisfies Shape
