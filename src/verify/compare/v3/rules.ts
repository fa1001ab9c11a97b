import { symbolOf } from '../../reproduction/history.ts'
import { at, isObject } from '../../story/bodies.ts'
import type { Rules } from '../rules.ts'
import {
  movesInCode,
  noteCode,
  openCodeField,
  openInCode,
  openRenamedItem,
  readOfCompare,
} from './open-code.ts'
import {
  emptyRepository,
  ofNothingSent,
  openField,
  openValue,
  whichNameMerge,
} from './open-fields.ts'
import {
  actionOf,
  isInstanceWide,
  mayLackItems,
  openFurther,
  openItem,
  openMissing,
  openOutcome,
  ownedLists,
  ownName,
} from './open-items.ts'
import { madeBy, openState, openStatus } from './open-statuses.ts'
import { openText } from './open-texts.ts'
import {
  movesInTracker,
  namesOpenIssue,
  noteTracker,
  openEvent,
  openInTracker,
  openTrackerField,
  readBeforeMerge,
} from './open-tracker.ts'
import { notePlaces } from './past.ts'
import { runners } from './runners.ts'

/** The kinds of records, by the schemas that show them with their id. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  user: [
    'UserBrief',
    'User',
    'UserFull',
    'UserWithEmail',
    'UserWithToken',
    'BuildUser',
    'Member',
    'ProjectOwner',
    'AccessRevoked',
  ],
  group: ['GroupBrief'],
  project: ['Project', 'ProjectSimple', 'project'],
  namespace: ['Namespace'],
  issue: ['Issue', 'ExternalIssue'],
  milestone: ['Milestone'],
  'merge request': ['MergeRequest'],
  note: ['Note'],
  snippet: ['Snippet'],
  key: ['SshKey'],
  email: ['Email'],
  build: ['BuildFields', 'PlayedBuild'],
  pipeline: ['Pipeline'],
  status: ['CommitStatus'],
  deployment: ['Deployment'],
  environment: ['Environment'],
  todo: ['Todo'],
  award: ['AwardEmoji'],
  hook: ['SystemHook', 'DeletedSystemHook'],
  settings: ['ApplicationSettings'],
  object: ['TreeEntry', 'CommitBrief', 'CommitReference', 'CommitReferenceWithoutParents'],
}

const kindBySchema = new Map(
  Object.entries(kinds).flatMap(([kind, schemas]) => schemas.map((schema) => [schema, kind])),
)

const kindByField: Readonly<Record<string, string>> = {
  project_id: 'project',
  source_project_id: 'project',
  target_project_id: 'project',
  author_id: 'user',
  creator_id: 'user',
  user_id: 'user',
  owner_id: 'user',
  group_id: 'group',
}

/** The kinds of records that are shown beside their type: `target_type` of an event, `noteable_type` of a note. */
const kindByType: Readonly<Record<string, string>> = {
  Issue: 'issue',
  MergeRequest: 'merge request',
  Note: 'note',
  Snippet: 'snippet',
  ProjectSnippet: 'snippet',
  Project: 'project',
}

const typed: Readonly<Record<string, string>> = {
  target_id: 'target_type',
  noteable_id: 'noteable_type',
  awardable_id: 'awardable_type',
}

/**
 * Fields with specified values, where the mark leaves open only whether they are present, or which other values are
 * possible.
 */
const stated = new Set([
  'Project.open_issues_count',
  'Project.public',
  'Project.default_branch',
  'Event.action_name',
  'Note.noteable_id',
  'Note.noteable_type',
  'MergeRequest.merge_status',
  'CommitStatus.status',
  'CommitStatus.author',
  'Member.expires_at',
  'Snippet.visibility_level',
  'NotificationSettings.level',
  'NotificationSettings.events',
  'NotificationSettingsGlobal.level',
  'BuildFields.commit',
  'Deployment.user',
  'Deployment.deployable',
])

/** Fields of users that only administrators see of others. */
const ofAdministrators: ReadonlySet<string> = new Set([
  'email',
  'private_token',
  'last_sign_in_at',
  'current_sign_in_at',
  'projects_limit',
  'identities',
  'two_factor_enabled',
])

/** A placeholder of a name that no other history has. */
const nameOfHistory = /<word>|<\w+\.(?:name|username|email|path)>/

/** The levels of notifications of those who never chose one. */
const levelOfNobody: Readonly<Record<string, string>> = {
  NotificationSettings: 'global',
  NotificationSettingsGlobal: 'participating',
}

export const rules: Rules = {
  kindOf(schemas, field, object) {
    if (field === 'id') {
      const schema = schemas.find((name) => kindBySchema.has(name))
      return schema === undefined ? undefined : kindBySchema.get(schema)
    }
    // The event of a test tells of a project that need not exist.
    if (schemas.includes('SystemHookTest')) return undefined
    const type = typed[field]
    return type === undefined ? kindByField[field] : kindByType[String(object[type])]
  },
  numberKindOf(schemas, field, { project_id: project }) {
    if (field !== 'iid') return undefined
    return `number of ${schemas.at(-1)} in ${project}`
  },
  isStated: (schemas, field) => schemas.some((schema) => stated.has(`${schema}.${field}`)),
  isDemanded: (schemas, field, { level }) =>
    schemas.includes('NotificationSettings') && field === 'events' && level === 'custom',
  openField: (schemas, field, object, facts) =>
    openCodeField(schemas, field, object, facts) ??
    openTrackerField(schemas, field, object, facts) ??
    openField(schemas, field, object, facts),
  note(past, call, told) {
    notePlaces(past, call, told)
    noteTracker(past, call, told)
    noteCode(past, call, told)
  },
  openValue,
  openMissing,
  openFurther,
  mayLackItems,
  openOutcome,
  actionOf,
  isHidden: (operation, schemas, field, path) =>
    (path === '' || path === '[]') &&
    ((operation !== 'getCurrentUser' &&
      schemas.includes('UserBrief') &&
      ofAdministrators.has(field)) ||
      (schemas.some((name) => /SystemHook$/.test(name)) && field === 'token') ||
      // They are shown when the level is `custom`.
      (schemas.includes('NotificationSettings') && field === 'events') ||
      (operation === 'listGroups' && field === 'statistics')),
  namingFields: ['name', 'tag_name', 'path', 'new_path', 'email', 'username'],
  openNull(schemas, field, value) {
    if (field === 'default_branch') return emptyRepository
    if (field === 'force_remove_source_branch' && value === false) return ofNothingSent
    return schemas.includes('MergeRequest') && field === 'merge_commit_sha'
      ? whichNameMerge
      : undefined
  },
  isAssignedToAuthor: (field, { assignee, author }) =>
    field === 'assignee' && isObject(assignee) && assignee.id === at(author, 'id'),
  openItem: (operation, item, listed, facts) =>
    openItem(operation, item, listed, facts) ??
    openRenamedItem(item, listed) ??
    openEvent(operation, item, listed, facts),
  openDifference: (one, call) => openInTracker(one, call) ?? openInCode(one, call),
  mayBeMoved: (call) => movesInTracker(call) || movesInCode(call),
  readBefore: (step) => readBeforeMerge(step) ?? readOfCompare(step),
  closes: ({ operation }, body) =>
    operation === 'listIssuesClosedByMergeRequest' && namesOpenIssue(body),
  isNoted: ({ system }) => system === true,
  isOfOthers(item) {
    // What a service notes itself is counted nowhere.
    if (item.system === true) return false
    // A service may make projects of its own in a new group.
    if (item.path_with_namespace !== undefined) return !ownName.test(String(item.path))
    // A member or a user is one of others by their own name: a service may add accounts of its own to what is made.
    const author = item.author_username ?? at(item.author, 'username') ?? item.username
    if (typeof author === 'string') return !ownName.test(author)
    // A service may give users addresses, with their names or without: those of the history begin with these.
    return typeof item.email === 'string' && item.email.search(ownName) !== 0
  },
  countedIn(schemas, field, { id, project_id }) {
    if (schemas.includes('Project') && field === 'open_issues_count') {
      const parameters = { id: Number(id), state: 'opened', per_page: 100 }
      return { operation: 'listIssuesOfProject', parameters }
    }
    // A commenter is subscribed: so is the administrator, in whose name others may write.
    if (field !== 'user_notes_count' && field !== 'subscribed') return undefined
    if (typeof id !== 'number' || typeof project_id !== 'number') return undefined
    const page = { id: project_id, per_page: 100 }
    return schemas.includes('Issue')
      ? { operation: 'listIssueNotes', parameters: { ...page, issue_id: id } }
      : { operation: 'listMergeRequestNotes', parameters: { ...page, merge_request_id: id } }
  },
  openText,
  openStatus,
  openState,
  madeBy,
  showsOthers({ operation, as, sudo, parameters }) {
    const isOfAdministrator = as === 'admin' && sudo === undefined
    if (operation === 'listGroups' && isOfAdministrator && parameters.all_available !== true)
      return 'which groups administrators list who do not ask for all is not stated'
    if (!isInstanceWide.has(operation) || nameOfHistory.test(JSON.stringify(parameters))) {
      return undefined
    }
    // Everybody else is in the projects of the history alone.
    const isOfMember = operation === 'listProjects' || ownedLists.has(operation)
    if (isOfMember && !isOfAdministrator) return undefined
    return 'it is of the whole server'
  },
  mayHaveOpenItems: (operation) => /(?:Events|Notes|Emails(?:OfUser)?)$/.test(operation),
  openRefusal: (operation) => openRefusals[operation],
  openHiding: (operation, refusal) =>
    /Snippet|Issue|Group/.test(operation) && !/^404 Project /.test(refusal)
      ? 'whether a hidden group, issue or snippet is unknown or forbidden is not stated'
      : undefined,
  listsAuthors: (operation) => operation === 'listContributors',
  isForAuthors: (operation) => /^(?:update|delete)\w+Note$/.test(operation),
  explainsRefusal: (operation, status) =>
    operation === 'deleteBranch' ||
    (operation === 'createTag' && status === 405) ||
    (operation === 'moveIssue' && status === 400),
  openSuccess: (operation, refusal) =>
    operation === 'deleteBranch' && refusal === 405
      ? 'whether a protected branch can be deleted is not stated'
      : undefined,
  touches: ({ operation, parameters: { state_event: event } }) =>
    operation === 'updateIssue' && event === 'close',
  createsProject: (operation) => operation === 'createProject',
  isCreatorsMembership: (member) => at(member, 'access_level') === 40,
  listsMembersOfProject: (operation) => operation === 'listProjectMembers',
  memberOfProject: ({ operation, parameters }) =>
    /ProjectMember$/.test(operation) ? parameters.user_id : undefined,
  settingsOf: ({ operation, as, sudo = as, parameters: { id = '' } }) =>
    /NotificationSettings$/.test(operation)
      ? `${operation.replace(/^(?:get|update)/, '')} ${symbolOf(id) ?? id} of ${symbolOf(sudo) ?? sudo}`
      : undefined,
  chooses: ({ operation, parameters: { level } }) =>
    /^update\w*NotificationSettings$/.test(operation) && level !== undefined,
  isOfNobody: (schemas, field, value) =>
    (field === 'level' && schemas.some((name) => levelOfNobody[name] === value)) ||
    (field === 'message' && messageOfMerge.test(String(value))),
  setsSubscription: (operation) => /^(?:un)?subscribe/.test(operation),
  subscribedTo: ({ issue_id: issue, merge_request_id: request }) =>
    issue === undefined ? `merge request ${request}` : `issue ${issue}`,
  unsettledBy(operation): Readonly<Record<string, string>> {
    if (operation === 'moveIssue') return { issue: 'issue_id', project: 'id' }
    return operation === 'deleteBranch' ? { branch: 'branch' } : {}
  },
  // "The deleted user is returned only if it existed" (document 1, Users).
  showsNothingGone: (operation) => operation === 'deleteUser',
  removedBy(operation): Readonly<Record<string, string>> {
    if (/^delete\w+Note$/.test(operation)) return { note: 'note_id' }
    if (operation === 'deleteIssue') return { issue: 'issue_id' }
    return operation === 'deleteMergeRequest' ? { 'merge request': 'merge_request_id' } : {}
  },
  openDelivery(operation, hook, isMissing) {
    if (isMissing) return delivers.has(operation) ? undefined : otherEvents
    if (!isOfProjectContent(operation)) return otherEvents
    const [, flag] = eventFlags.find(([pattern]) => pattern.test(operation)) ?? []
    // The flags but those of pushes need not be shown before the hook is removed.
    return flag !== undefined && hook[flag] !== false ? otherEvents : undefined
  },
  isUnwanted(body, hook) {
    const [, event] = /"(?:object_kind|event_name)"\s*:\s*"(push|tag_push)"/.exec(body) ?? []
    return event !== undefined && hook[`${event}_events`] === false
  },
  blocks(operation) {
    if (operation === 'blockUser') return true
    return operation === 'unblockUser' ? false : undefined
  },
  // GitLab 8.15 answered the removal of the only owner of a group with 200 and kept the user.
  readRemoved: ({ operation, parameters: { id } }) =>
    operation === 'deleteUser'
      ? { operation: 'getUser', as: 'admin', parameters: { id } }
      : undefined,
  joins(operation) {
    if (/^add\w+Member$/.test(operation)) return true
    return /^remove\w+Member$/.test(operation) ? false : undefined
  },
  runners,
  mayBeGone: { issue: 'issue_id', build: 'build_id' },
  mayLackUnsettled(operation, kind) {
    if (kind === 'branch') return /MergeRequests$/.test(operation)
    return (isOfBuild(kind) ? /Builds|Statuses/ : /Issues|Events/).test(operation)
  },
  unsettledField(kind, field) {
    if (isOfBuild(kind)) {
      return ofRunners.has(field) ? runners.reason : undefined
    }
    if (kind === 'branch') {
      return /^(?:id|state)$/.test(field)
        ? 'what becomes of a merge request whose branch is deleted is not stated'
        : undefined
    }
    if (kind === 'project' && field !== 'open_issues_count') return undefined
    return 'what becomes of an issue that was moved is not stated'
  },
  secretFields: new Set(['private_token', 'runners_token']),
}

/** Whether a record is a build, or the status of a commit that it is. */
const isOfBuild = (kind: string) => kind === 'build' || kind === 'status'

/** What changes of a build when a runner takes it; by its state it is on a list or not. */
const ofRunners: ReadonlySet<string> = new Set([
  'id',
  'status',
  'started_at',
  'finished_at',
  'coverage',
  'runner',
  'artifacts_file',
])

/** The message of a merge that was given none. */
const messageOfMerge = /^Merge branch .+\n\nSee merge request !\d+$/s

/** Operations that refuse with a status that is not specified. */
const openRefusals: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'createBranch',
    'deleteBranch',
    'createCommit',
    'createFile',
    'updateFile',
    'deleteFile',
    'cherryPickCommit',
    'createCommitStatus',
    'createCommitComment',
    'createMergeRequest',
    'updateMergeRequest',
    'addGroupMember',
    'updateGroupMember',
    'removeGroupMember',
    'addProjectMember',
    'updateProjectMember',
    'removeProjectMember',
    'createGroup',
    'updateGroup',
    'createProject',
    'createProjectForUser',
    'transferProjectToGroup',
    'createSnippet',
    'updateSnippet',
    'deleteTag',
    'cancelBuild',
    'retryBuild',
    'eraseBuild',
    'playBuild',
    'keepBuildArtifacts',
  ].map((operation) => [operation, 'the status of this refusal is not stated']),
)

const otherEvents = 'which events but pushes are delivered is not stated'

/** Operations whose deliveries are demanded: writes that push to a branch or a tag, and the test of a hook. */
const delivers: ReadonlySet<string> = new Set([
  'testSystemHook',
  'createFile',
  'updateFile',
  'deleteFile',
  'createCommit',
  'cherryPickCommit',
  'createTag',
  'mergeMergeRequest',
])

/** Whether a write is about what is in a project: a hook may be told of projects, groups, users and members. */
const isOfProjectContent = (operation: string) =>
  /(?:File|Commit|Branch|Tag|Release|Status|Comment|Issue|MergeRequest|Note|Snippet|Milestone|Todo)/.test(
    operation,
  )

/** The flags of hooks for other events, by the operations that cause them. */
const eventFlags: readonly (readonly [RegExp, string])[] = [
  [/Note|Comment/, 'note_events'],
  [/Issue/, 'issues_events'],
  [/MergeRequest/, 'merge_requests_events'],
]
