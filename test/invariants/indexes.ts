import type { Collections } from '../../src/store/collections.ts'
import type { AnyRecord } from './world.ts'

type Key = string | number | null | readonly (string | number)[]
type IndexName<Of extends keyof Collections> = Parameters<Collections[Of]['by']>[0]
type OrderName<Of extends keyof Collections> = Exclude<
  Parameters<Collections[Of]['by']>[2],
  undefined
>
type Of<Name extends keyof Collections> = ReturnType<Collections[Name]['all']>[number]

/**
 * The key of a record in each index, written a second time: a field, or what several make together.
 * The type asks for every index that there is.
 */
const keys: {
  readonly [Name in keyof Collections]: {
    readonly [Index in IndexName<Name>]: keyof Of<Name> | ((record: Of<Name>) => Key)
  }
} = {
  users: {
    username: ({ username }) => username.toLowerCase(),
    email: ({ email }) => email.toLowerCase(),
  },
  keys: { user_id: 'user_id', key: ({ key }) => key.trim().split(/\s+/)[1] ?? key },
  gpgKeys: { user_id: 'user_id', key: 'key' },
  emails: { user_id: 'user_id', email: ({ email }) => email.toLowerCase() },
  credentials: {
    token: 'token',
    user_id: 'user_id',
    application_id: 'application_id',
    refresh_token: 'refresh_token',
  },
  oauthApplications: { uid: 'uid' },
  oauthGrants: { code: 'code', application_id: 'application_id', user_id: 'user_id' },
  namespaces: {
    path: ({ path }) => path.toLowerCase(),
    full_path: ({ parent_path, path }) =>
      parent_path === '' ? path.toLowerCase() : `${parent_path}/${path}`.toLowerCase(),
    parent_id: 'parent_id',
    name: 'name',
    kind: 'kind',
    owner_id: 'owner_id',
  },
  projects: {
    namespace_id: 'namespace_id',
    creator_id: 'creator_id',
    path_in: ({ namespace_id, path }) => `${namespace_id} ${path.toLowerCase()}`,
    name_in: ({ namespace_id, name }) => `${namespace_id} ${name}`,
    forked_from_project_id: 'forked_from_project_id',
    former_path: ({ former_paths }) => former_paths.map((path) => path.toLowerCase()),
  },
  members: {
    source: ({ source_type, source_id }) => `${source_type}:${source_id}`,
    user_id: 'user_id',
    membership: ({ source_type, source_id, user_id }) => `${source_type}:${source_id} ${user_id}`,
  },
  accessRequests: {
    source: ({ source_type, source_id }) => `${source_type}:${source_id}`,
    user_id: 'user_id',
  },
  invitations: {
    source: ({ source_type, source_id }) => `${source_type}:${source_id}`,
    created_by_id: 'created_by_id',
  },
  groupLinks: { project_id: 'project_id', group_id: 'group_id' },
  groupShares: { group_id: 'group_id', invited_group_id: 'invited_group_id' },
  uploads: {
    holder: ({ user_id, group_id, project_id, topic_id }) => {
      if (user_id !== null) return `user:${user_id}`
      if (group_id !== null) return `group:${group_id}`
      return project_id === null ? `topic:${topic_id}` : `project:${project_id}`
    },
    author_id: 'author_id',
  },
  stars: {
    user_id: 'user_id',
    project_id: 'project_id',
    star: ({ user_id, project_id }) => `${user_id} ${project_id}`,
  },
  follows: {
    user_id: 'user_id',
    followed_id: 'followed_id',
    follow: ({ user_id, followed_id }) => `${user_id} ${followed_id}`,
  },
  events: {
    project_id: 'project_id',
    author_id: 'author_id',
    target: ({ target_type, target_id }) => `${target_type}:${target_id}`,
  },
  hooks: { project_id: 'project_id' },
  hookLogs: { hook_id: 'hook_id' },
  instanceVariables: { key: 'key' },
  broadcastMessages: {},
  topics: { name: ({ name }) => name.toLowerCase() },
  settings: {},
  notificationSettings: {
    user_id: 'user_id',
    source: ({ source_type, source_id }) => `${source_type}:${source_id}`,
  },
  issues: {
    project_id: 'project_id',
    listed_in: ({ project_id, ...issue }) => listsOf(project_id, issue),
    confidential_in: ({ confidential, deleted_at, project_id }) =>
      confidential && !deleted_at ? [project_id] : [],
    labelled: ({ project_id, labels, deleted_at }) =>
      deleted_at ? [] : labels.map((title) => `${project_id} ${title}`),
    milestone_id: 'milestone_id',
    written_by: ({ author_id, ...issue }) => listsOf(author_id, issue),
    author_id: 'author_id',
    assignee_id: 'assignee_id',
    closed_by_id: 'closed_by_id',
    moved_to_id: 'moved_to_id',
  },
  mergeRequests: {
    target_project_id: 'target_project_id',
    listed_in: ({ target_project_id, ...one }) => listsOf(target_project_id, one),
    open_into: (one) => (isOpen(one) ? [`${one.target_project_id} ${one.target_branch}`] : []),
    open_from: (one) => (isOpen(one) ? [`${one.source_project_id} ${one.source_branch}`] : []),
    labelled: ({ target_project_id, labels, deleted_at }) =>
      deleted_at ? [] : labels.map((title) => `${target_project_id} ${title}`),
    milestone_id: 'milestone_id',
    source_project_id: 'source_project_id',
    author_id: 'author_id',
    assigned_to: ({ assignee_id, more_assignee_ids }) =>
      [assignee_id, ...more_assignee_ids].filter((id) => id !== null),
    reviewed_by: ({ reviewers }) => reviewers.map(({ user_id }) => user_id),
    approved_by: ({ approvals }) => approvals.map(({ user_id }) => user_id),
    closed_by_id: 'closed_by_id',
    merge_user_id: 'merge_user_id',
  },
  mergeRequestVersions: { merge_request_id: 'merge_request_id' },
  milestones: { project_id: 'project_id', group_id: 'group_id', title: 'title' },
  labels: {
    project_id: 'project_id',
    group_id: 'group_id',
    title_in: ({ project_id, group_id, title }) =>
      project_id === null ? `group:${group_id} ${title}` : `project:${project_id} ${title}`,
  },
  resourceLabelEvents: {
    resource: ({ resource_type, resource_id }) => `${resource_type}:${resource_id}`,
    user_id: 'user_id',
    label_id: 'label_id',
  },
  resourceMilestoneEvents: {
    resource: ({ resource_type, resource_id }) => `${resource_type}:${resource_id}`,
    user_id: 'user_id',
    milestone_id: 'milestone_id',
  },
  resourceStateEvents: {
    resource: ({ resource_type, resource_id }) => `${resource_type}:${resource_id}`,
    user_id: 'user_id',
    source_merge_request_id: 'source_merge_request_id',
  },
  issueLinks: { issue_id: ({ source_id, target_id }) => [source_id, target_id] },
  boards: { project_id: 'project_id', group_id: 'group_id' },
  boardLists: { board_id: 'board_id', label_id: 'label_id' },
  notes: {
    noteable: (note) =>
      note.noteable_type === 'Commit' && note.commit_id !== null
        ? `${note.project_id}:${note.commit_id}`
        : `${note.noteable_type}:${note.noteable_id}`,
    project_id: 'project_id',
    author_id: 'author_id',
    discussion_id: ({ discussion_id }) => (discussion_id === null ? [] : [discussion_id]),
  },
  draftNotes: { merge_request_id: 'merge_request_id', author_id: 'author_id' },
  suggestions: { note_id: 'note_id' },
  awardEmoji: {
    awardable: ({ awardable_type, awardable_id }) => `${awardable_type}:${awardable_id}`,
    user_id: 'user_id',
  },
  snippets: { project_id: 'project_id', author_id: 'author_id' },
  subscriptions: {
    subscribable: ({ subscribable_type, subscribable_id }) =>
      `${subscribable_type}:${subscribable_id}`,
    user_id: 'user_id',
  },
  todos: {
    user_id: 'user_id',
    author_id: 'author_id',
    target: ({ target_type, target_id }) => `${target_type}:${target_id}`,
  },
  repositories: {},
  protectedBranches: { project_id: 'project_id' },
  protectedTags: { project_id: 'project_id' },
  releases: { project_id: 'project_id', author_id: 'author_id' },
  releaseLinks: { release_id: 'release_id' },
  commitStatuses: {
    project_id: 'project_id',
    commit: ({ project_id, sha }) => `${project_id}:${sha}`,
    pipeline_id: 'pipeline_id',
    author_id: 'author_id',
  },
  pipelines: {
    pipeline_schedule_id: ({ pipeline_schedule_id: id }) => id ?? [],
    trigger_id: ({ trigger_id: id }) => id ?? [],
    source_build_id: ({ source_build_id: id }) => id ?? [],
    project_id: 'project_id',
    commit: ({ project_id, sha }) => `${project_id}:${sha}`,
    user_id: 'user_id',
  },
  builds: {
    project_id: 'project_id',
    commit: ({ project_id, sha }) => `${project_id}:${sha}`,
    pipeline_id: 'pipeline_id',
    user_id: 'user_id',
    runner_id: ({ runner_id }) => runner_id ?? [],
  },
  variables: { project_id: 'project_id', group_id: 'group_id' },
  wikiPages: { project_id: 'project_id' },
  remoteMirrors: { project_id: 'project_id' },
  pagesDomains: { project_id: 'project_id', domain: ({ domain }) => domain.toLowerCase() },
  badges: { project_id: 'project_id', group_id: 'group_id' },
  integrations: { project_id: 'project_id', group_id: 'group_id' },
  pipelineSchedules: { project_id: 'project_id', owner_id: 'owner_id' },
  resourceGroups: { project_id: 'project_id' },
  runners: { token: 'token', group_id: 'group_id', creator_id: 'creator_id' },
  runnerProjects: { runner_id: 'runner_id', project_id: 'project_id' },
  triggers: { project_id: 'project_id', owner_id: 'owner_id', token: 'token' },
  deployKeys: { key: ({ key }) => key.trim().split(/\s+/)[1] ?? key, user_id: 'user_id' },
  deployTokens: { token: 'token', project_id: 'project_id', group_id: 'group_id' },
  deployKeyLinks: { project_id: 'project_id', deploy_key_id: 'deploy_key_id' },
  jobTokenAllowances: {
    project_id: 'project_id',
    target_project_id: 'target_project_id',
    target_group_id: 'target_group_id',
  },
  environments: { project_id: 'project_id' },
  deployments: {
    project_id: 'project_id',
    environment_id: 'environment_id',
    build_id: 'build_id',
    user_id: 'user_id',
  },
}

function isOpen({ state, deleted_at }: { state: string; deleted_at: string | null }): boolean {
  return !deleted_at && (state === 'opened' || state === 'reopened')
}

/** The lists that an issue or a merge request is on: of all, and of those in its state. */
function listsOf(id: number, { state, deleted_at }: { state: string; deleted_at: string | null }) {
  return deleted_at ? [] : [`${id} all`, `${id} ${state}`]
}

/** The orders of the collections beside that of the ids, each by a field. */
const orders: { readonly [Name in keyof Collections]?: readonly OrderName<Name>[] } = {
  notes: ['created_at'],
  projects: ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'],
  events: ['created_at'],
  issues: ['created_at', 'updated_at', 'iid', 'project_id'],
  mergeRequests: ['created_at', 'updated_at', 'iid'],
}

function inOrderOf(field: string | undefined, records: readonly AnyRecord[]): readonly AnyRecord[] {
  if (field === undefined) return records.toSorted((a, b) => a.id - b.id)
  const valueIn = (record: AnyRecord) => {
    const value = record[field] as string | number
    return typeof value === 'string' ? value.toLowerCase() : value
  }
  return records.toSorted((a, b) => {
    const [one, other] = [valueIn(a), valueIn(b)]
    if (one === other) return a.id - b.id
    return one < other ? -1 : 1
  })
}

/** What is asked of a collection here. */
interface IndexedRecords {
  all(): readonly AnyRecord[]
  get(id: number): AnyRecord | undefined
  by(index: string, key: unknown, order?: string): readonly AnyRecord[]
}

/** The keys under which records were found before, by collection and index. */
type KnownKeys = Map<string, Set<unknown>>

/**
 * Makes a check that reports what indexes and look-ups by id answer otherwise than a scan of all
 * records does. It asks again for keys that it met before: nothing may be left under them.
 */
export function createIndexCheck(): (collections: Collections) => string[] {
  const known: KnownKeys = new Map()
  return (collections) =>
    Object.entries(collections).flatMap(([name, collection]) => {
      const records = collection as unknown as IndexedRecords
      return [
        ...lostRecords(name, records),
        ...Object.entries(keys[name as keyof Collections]).flatMap(([index, key]) =>
          [undefined, ...(orders[name as keyof Collections] ?? [])].flatMap((order) =>
            wrongKeys(`${name}: by('${index}'`, records, { index, key, order }, known),
          ),
        ),
      ]
    })
}

function lostRecords(name: string, collection: IndexedRecords): string[] {
  return collection
    .all()
    .filter((record) => collection.get(record.id) !== record)
    .map(({ id }) => `${name}: get(${id}) does not give the record`)
}

interface CheckedIndex {
  readonly index: string
  readonly key: string | ((record: never) => Key)
  readonly order: string | undefined
}

function wrongKeys(
  label: string,
  collection: IndexedRecords,
  { index, key, order }: CheckedIndex,
  known: KnownKeys,
): string[] {
  const scanned = new Map<unknown, AnyRecord[]>()
  for (const record of collection.all()) {
    const value = typeof key === 'string' ? record[key] : key(record as never)
    for (const each of Array.isArray(value) ? new Set(value) : [value]) {
      const found = scanned.get(each)
      if (found) found.push(record)
      else scanned.set(each, [record])
    }
  }
  const asked = known.get(label) ?? new Set()
  known.set(label, asked)
  for (const value of scanned.keys()) asked.add(value)
  return [...asked]
    .filter(
      (value) =>
        !isSame(collection.by(index, value, order), inOrderOf(order, scanned.get(value) ?? [])),
    )
    .map(
      (value) =>
        `${label}, ${JSON.stringify(value)}${order ? `, '${order}'` : ''}) is not what a scan finds`,
    )
}

function isSame(left: readonly AnyRecord[], right: readonly AnyRecord[]): boolean {
  return left.length === right.length && left.every((record, index) => record === right[index])
}
