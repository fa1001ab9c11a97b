/** The fields of each collection that no two records may share, all of them together. */
export const uniqueKeys = {
  users: [['username'], ['email']],
  keys: [['key']],
  gpgKeys: [['key']],
  emails: [['email']],
  credentials: [['token']],
  oauthApplications: [['uid']],
  oauthGrants: [['code']],
  namespaces: [['parent_path', 'path']],
  projects: [
    ['namespace_id', 'path'],
    ['namespace_id', 'name'],
  ],
  members: [['source_type', 'source_id', 'user_id']],
  groupLinks: [['project_id', 'group_id']],
  groupShares: [['group_id', 'invited_group_id']],
  stars: [['user_id', 'project_id']],
  notificationSettings: [['user_id', 'source_type', 'source_id']],
  issues: [['project_id', 'iid']],
  mergeRequests: [['target_project_id', 'iid']],
  milestones: [
    ['project_id', 'group_id', 'iid'],
    ['project_id', 'group_id', 'title'],
  ],
  labels: [['project_id', 'group_id', 'title']],
  issueLinks: [['source_id', 'target_id']],
  boardLists: [['board_id', 'label_id']],
  awardEmoji: [['awardable_type', 'awardable_id', 'name', 'user_id']],
  subscriptions: [['subscribable_type', 'subscribable_id', 'user_id']],
  protectedBranches: [['project_id', 'name']],
  protectedTags: [['project_id', 'name']],
  releases: [['project_id', 'tag_name']],
  releaseLinks: [
    ['release_id', 'name'],
    ['release_id', 'url'],
  ],
  environments: [['project_id', 'name']],
  deployments: [['project_id', 'iid']],
  instanceVariables: [['key']],
  variables: [['project_id', 'group_id', 'key', 'environment_scope']],
  triggers: [['token']],
  deployKeyLinks: [['project_id', 'deploy_key_id']],
  deployTokens: [['token']],
  jobTokenAllowances: [['project_id', 'target_project_id', 'target_group_id']],
} as const

/** The fields of unique keys in which upper and lower case are the same. */
export const fieldsWithoutCase: ReadonlySet<string> = new Set([
  'username',
  'email',
  'parent_path',
  'path',
])
