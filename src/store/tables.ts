import { issueKeys, mergeRequestKeys, namespaceKeys, projectKeys } from './list-keys.ts'
import type { Schema } from './model-reader.ts'
import { accessRequestModel } from './models/access-request.ts'
import { applicationSettingsModel } from './models/application-settings.ts'
import { awardEmojiModel } from './models/award-emoji.ts'
import { badgeModel } from './models/badge.ts'
import { boardListModel, boardModel } from './models/board.ts'
import { broadcastMessageModel } from './models/broadcast-message.ts'
import { buildModel } from './models/build.ts'
import { commitStatusModel } from './models/commit-status.ts'
import { credentialModel } from './models/credential.ts'
import { deployKeyLinkModel, deployKeyModel } from './models/deploy-key.ts'
import { deployTokenModel } from './models/deploy-token.ts'
import { deploymentModel } from './models/deployment.ts'
import { draftNoteModel } from './models/draft-note.ts'
import { emailModel } from './models/email.ts'
import { environmentModel } from './models/environment.ts'
import { eventModel } from './models/event.ts'
import { followModel } from './models/follow.ts'
import { gpgKeyModel } from './models/gpg-key.ts'
import { groupLinkModel } from './models/group-link.ts'
import { groupShareModel } from './models/group-share.ts'
import { hookModel } from './models/hook.ts'
import { hookLogModel } from './models/hook-log.ts'
import { instanceVariableModel } from './models/instance-variable.ts'
import { integrationModel } from './models/integration.ts'
import { invitationModel } from './models/invitation.ts'
import { issueModel } from './models/issue.ts'
import { issueLinkModel } from './models/issue-link.ts'
import { jobTokenAllowanceModel } from './models/job-token-allowance.ts'
import { type LabelRecord, labelModel } from './models/label.ts'
import { memberModel } from './models/member.ts'
import { mergeRequestModel } from './models/merge-request.ts'
import { mergeRequestVersionModel } from './models/merge-request-version.ts'
import { milestoneModel } from './models/milestone.ts'
import { namespaceModel } from './models/namespace.ts'
import { noteModel } from './models/note.ts'
import { notificationSettingModel } from './models/notification-setting.ts'
import { oauthApplicationModel } from './models/oauth-application.ts'
import { oauthGrantModel } from './models/oauth-grant.ts'
import { pagesDomainModel } from './models/pages-domain.ts'
import { pipelineModel } from './models/pipeline.ts'
import { pipelineScheduleModel } from './models/pipeline-schedule.ts'
import { projectModel } from './models/project.ts'
import { protectedBranchModel } from './models/protected-branch.ts'
import { protectedTagModel } from './models/protected-tag.ts'
import { releaseLinkModel, releaseModel } from './models/release.ts'
import { remoteMirrorModel } from './models/remote-mirror.ts'
import { repositoryModel } from './models/repository.ts'
import {
  type ResourceEvent,
  resourceLabelEventModel,
  resourceMilestoneEventModel,
  resourceStateEventModel,
} from './models/resource-event.ts'
import { resourceGroupModel } from './models/resource-group.ts'
import { runnerModel, runnerProjectModel } from './models/runner.ts'
import { snippetModel } from './models/snippet.ts'
import { sshKeyModel } from './models/ssh-key.ts'
import { starModel } from './models/star.ts'
import { subscriptionModel } from './models/subscription.ts'
import { suggestionModel } from './models/suggestion.ts'
import { todoModel } from './models/todo.ts'
import { topicModel } from './models/topic.ts'
import { triggerModel } from './models/trigger.ts'
import { type UploadRecord, uploadModel } from './models/upload.ts'
import { userModel } from './models/user.ts'
import { variableModel } from './models/variable.ts'
import { wikiPageModel } from './models/wiki-page.ts'
import {
  commitKey,
  folded,
  followKey,
  keyBody,
  membershipKey,
  noteableKey,
  sourceKey,
  starKey,
  targetKey,
  titleKey,
} from './record-keys.ts'
import { byCreation, issueOrders, mergeRequestOrders, projectOrders } from './record-orders.ts'
import { defineTable } from './table.ts'

/** Returns the key of the record that an upload belongs to. */
function holderOf({ user_id, group_id, project_id, topic_id }: UploadRecord): string {
  if (user_id !== null) return targetKey('user', user_id)
  if (group_id !== null) return targetKey('group', group_id)
  return project_id === null ? targetKey('topic', topic_id) : targetKey('project', project_id)
}

/** Returns the key of the title of a label in its project or group. */
function titleOf({ project_id, group_id, title }: LabelRecord): string {
  return project_id === null
    ? titleKey('group', group_id ?? 0, title)
    : titleKey('project', project_id, title)
}

/** The keys of the indexes of resource events. */
const resourceEventKeys = {
  resource: (event: ResourceEvent) => targetKey(event.resource_type, event.resource_id),
  user_id: (event: ResourceEvent) => event.user_id,
}

/** One table for each entity, with the keys of its indexes. */
const definitions = {
  users: defineTable(userModel, {
    username: (user) => folded(user.username),
    email: (user) => folded(user.email),
  }),
  keys: defineTable(sshKeyModel, {
    user_id: (key) => key.user_id,
    key: (key) => keyBody(key.key),
  }),
  gpgKeys: defineTable(gpgKeyModel, { user_id: (key) => key.user_id, key: (key) => key.key }),
  emails: defineTable(emailModel, {
    user_id: (email) => email.user_id,
    email: (email) => folded(email.email),
  }),
  credentials: defineTable(credentialModel, {
    token: (credential) => credential.token,
    user_id: (credential) => credential.user_id,
    application_id: (credential) => credential.application_id,
    refresh_token: (credential) => credential.refresh_token,
  }),
  oauthApplications: defineTable(oauthApplicationModel, { uid: (application) => application.uid }),
  oauthGrants: defineTable(oauthGrantModel, {
    code: (grant) => grant.code,
    application_id: (grant) => grant.application_id,
    user_id: (grant) => grant.user_id,
  }),
  namespaces: defineTable(namespaceModel, namespaceKeys),
  projects: defineTable(projectModel, projectKeys, projectOrders),
  members: defineTable(memberModel, {
    source: (member) => sourceKey(member.source_type, member.source_id),
    user_id: (member) => member.user_id,
    membership: (one) => membershipKey(one.source_type, one.source_id, one.user_id),
  }),
  accessRequests: defineTable(accessRequestModel, {
    source: (request) => sourceKey(request.source_type, request.source_id),
    user_id: (request) => request.user_id,
  }),
  invitations: defineTable(invitationModel, {
    source: (invitation) => sourceKey(invitation.source_type, invitation.source_id),
    created_by_id: (invitation) => invitation.created_by_id,
  }),
  groupLinks: defineTable(groupLinkModel, {
    project_id: (link) => link.project_id,
    group_id: (link) => link.group_id,
  }),
  groupShares: defineTable(groupShareModel, {
    group_id: (share) => share.group_id,
    invited_group_id: (share) => share.invited_group_id,
  }),
  uploads: defineTable(uploadModel, { holder: holderOf, author_id: (upload) => upload.author_id }),
  stars: defineTable(starModel, {
    user_id: (star) => star.user_id,
    project_id: (star) => star.project_id,
    star: (star) => starKey(star.user_id, star.project_id),
  }),
  follows: defineTable(followModel, {
    user_id: (follow) => follow.user_id,
    followed_id: (follow) => follow.followed_id,
    follow: (follow) => followKey(follow.user_id, follow.followed_id),
  }),
  events: defineTable(
    eventModel,
    {
      project_id: (event) => event.project_id,
      author_id: (event) => event.author_id,
      target: (event) => targetKey(event.target_type, event.target_id),
    },
    { created_at: byCreation },
  ),
  hooks: defineTable(hookModel, { project_id: (hook) => hook.project_id }),
  hookLogs: defineTable(hookLogModel, { hook_id: (log) => log.hook_id }),
  settings: defineTable(applicationSettingsModel, {}),
  instanceVariables: defineTable(instanceVariableModel, { key: (variable) => variable.key }),
  broadcastMessages: defineTable(broadcastMessageModel, {}),
  topics: defineTable(topicModel, { name: (topic) => folded(topic.name) }),
  notificationSettings: defineTable(notificationSettingModel, {
    user_id: (setting) => setting.user_id,
    source: (setting) => sourceKey(setting.source_type, setting.source_id),
  }),
  issues: defineTable(issueModel, issueKeys, issueOrders),
  mergeRequests: defineTable(mergeRequestModel, mergeRequestKeys, mergeRequestOrders),
  mergeRequestVersions: defineTable(mergeRequestVersionModel, {
    merge_request_id: (version) => version.merge_request_id,
  }),
  milestones: defineTable(milestoneModel, {
    project_id: (milestone) => milestone.project_id,
    group_id: (milestone) => milestone.group_id,
    title: (milestone) => milestone.title,
  }),
  labels: defineTable(labelModel, {
    project_id: (label) => label.project_id,
    group_id: (label) => label.group_id,
    title_in: titleOf,
  }),
  resourceLabelEvents: defineTable(resourceLabelEventModel, {
    ...resourceEventKeys,
    label_id: (event) => event.label_id,
  }),
  resourceMilestoneEvents: defineTable(resourceMilestoneEventModel, {
    ...resourceEventKeys,
    milestone_id: (event) => event.milestone_id,
  }),
  resourceStateEvents: defineTable(resourceStateEventModel, {
    ...resourceEventKeys,
    source_merge_request_id: (event) => event.source_merge_request_id,
  }),
  issueLinks: defineTable(issueLinkModel, {
    issue_id: ({ source_id, target_id }) => [source_id, target_id],
  }),
  boards: defineTable(boardModel, {
    project_id: (board) => board.project_id,
    group_id: (board) => board.group_id,
  }),
  boardLists: defineTable(boardListModel, {
    board_id: (list) => list.board_id,
    label_id: (list) => list.label_id,
  }),
  notes: defineTable(
    noteModel,
    {
      noteable: noteableKey,
      project_id: (note) => note.project_id,
      author_id: (note) => note.author_id,
      discussion_id: (note) => note.discussion_id ?? [],
    },
    { created_at: byCreation },
  ),
  draftNotes: defineTable(draftNoteModel, {
    merge_request_id: (draft) => draft.merge_request_id,
    author_id: (draft) => draft.author_id,
  }),
  suggestions: defineTable(suggestionModel, { note_id: (suggestion) => suggestion.note_id }),
  awardEmoji: defineTable(awardEmojiModel, {
    awardable: (award) => targetKey(award.awardable_type, award.awardable_id),
    user_id: (award) => award.user_id,
  }),
  badges: defineTable(badgeModel, {
    project_id: (badge) => badge.project_id,
    group_id: (badge) => badge.group_id,
  }),
  integrations: defineTable(integrationModel, {
    project_id: (integration) => integration.project_id,
    group_id: (integration) => integration.group_id,
  }),
  snippets: defineTable(snippetModel, {
    project_id: (snippet) => snippet.project_id,
    author_id: (snippet) => snippet.author_id,
  }),
  subscriptions: defineTable(subscriptionModel, {
    subscribable: (one) => targetKey(one.subscribable_type, one.subscribable_id),
    user_id: (subscription) => subscription.user_id,
  }),
  todos: defineTable(todoModel, {
    user_id: (todo) => todo.user_id,
    author_id: (todo) => todo.author_id,
    target: (todo) => targetKey(todo.target_type, todo.target_id),
  }),
  remoteMirrors: defineTable(remoteMirrorModel, { project_id: (mirror) => mirror.project_id }),
  pagesDomains: defineTable(pagesDomainModel, {
    project_id: (one) => one.project_id,
    domain: (one) => folded(one.domain),
  }),
  wikiPages: defineTable(wikiPageModel, { project_id: (page) => page.project_id }),
  repositories: defineTable(repositoryModel, {}),
  protectedBranches: defineTable(protectedBranchModel, {
    project_id: (branch) => branch.project_id,
  }),
  protectedTags: defineTable(protectedTagModel, {
    project_id: (tag) => tag.project_id,
  }),
  releases: defineTable(releaseModel, {
    project_id: (release) => release.project_id,
    author_id: (release) => release.author_id,
  }),
  releaseLinks: defineTable(releaseLinkModel, {
    release_id: (link) => link.release_id,
  }),
  commitStatuses: defineTable(commitStatusModel, {
    project_id: (status) => status.project_id,
    commit: (status) => commitKey(status.project_id, status.sha),
    pipeline_id: (status) => status.pipeline_id,
    author_id: (status) => status.author_id,
  }),
  pipelines: defineTable(
    pipelineModel,
    {
      project_id: (pipeline) => pipeline.project_id,
      commit: (pipeline) => commitKey(pipeline.project_id, pipeline.sha),
      user_id: (pipeline) => pipeline.user_id,
      pipeline_schedule_id: (pipeline) => pipeline.pipeline_schedule_id ?? [],
      trigger_id: (pipeline) => pipeline.trigger_id ?? [],
      source_build_id: (pipeline) => pipeline.source_build_id ?? [],
    },
    { iid: (a, b) => a.iid - b.iid || a.id - b.id },
  ),
  pipelineSchedules: defineTable(pipelineScheduleModel, {
    project_id: (schedule) => schedule.project_id,
    owner_id: (schedule) => schedule.owner_id,
  }),
  builds: defineTable(buildModel, {
    project_id: (build) => build.project_id,
    commit: (build) => commitKey(build.project_id, build.sha),
    pipeline_id: (build) => build.pipeline_id,
    user_id: (build) => build.user_id,
    runner_id: (build) => build.runner_id ?? [],
  }),
  variables: defineTable(variableModel, {
    project_id: (variable) => variable.project_id,
    group_id: (variable) => variable.group_id,
  }),
  triggers: defineTable(triggerModel, {
    project_id: (trigger) => trigger.project_id,
    owner_id: (trigger) => trigger.owner_id,
    token: (trigger) => trigger.token,
  }),
  deployKeys: defineTable(deployKeyModel, {
    key: (key) => keyBody(key.key),
    user_id: (key) => key.user_id,
  }),
  deployKeyLinks: defineTable(deployKeyLinkModel, {
    project_id: (link) => link.project_id,
    deploy_key_id: (link) => link.deploy_key_id,
  }),
  deployTokens: defineTable(deployTokenModel, {
    token: (one) => one.token,
    project_id: (one) => one.project_id,
    group_id: (one) => one.group_id,
  }),
  jobTokenAllowances: defineTable(jobTokenAllowanceModel, {
    project_id: (one) => one.project_id,
    target_project_id: (one) => one.target_project_id,
    target_group_id: (one) => one.target_group_id,
  }),
  resourceGroups: defineTable(resourceGroupModel, { project_id: (group) => group.project_id }),
  runners: defineTable(runnerModel, {
    token: (runner) => runner.token,
    group_id: (runner) => runner.group_id,
    creator_id: (runner) => runner.creator_id,
  }),
  runnerProjects: defineTable(runnerProjectModel, {
    runner_id: (link) => link.runner_id,
    project_id: (link) => link.project_id,
  }),
  environments: defineTable(environmentModel, {
    project_id: (environment) => environment.project_id,
  }),
  deployments: defineTable(deploymentModel, {
    project_id: (deployment) => deployment.project_id,
    environment_id: (deployment) => deployment.environment_id,
    build_id: (deployment) => deployment.build_id,
    user_id: (deployment) => deployment.user_id,
  }),
}

/** One table for each entity. */
export type Tables = {
  readonly [Name in keyof typeof definitions]: ReturnType<(typeof definitions)[Name]['create']>
}

export type TableName = keyof Tables

/** The read access to the records of a world that a store and `forge.db` share. */
export type WorldRecords = {
  readonly [Name in TableName]: Pick<Tables[Name], 'all' | 'get' | 'by' | 'one'>
}

export const tableNames = Object.keys(definitions) as readonly TableName[]

/**
 * Makes all tables, empty. Builds and statuses share their ids, since the list of the statuses of a commit contains
 * both.
 */
export function createTables(): Tables {
  const statusIds = { next: 1 }
  const idsOf = (name: string) =>
    name === 'commitStatuses' || name === 'builds' ? statusIds : { next: 1 }
  const tables = Object.entries(definitions).map(([name, definition]) => [
    name,
    definition.create(`forge.db.${name}`, idsOf(name)),
  ])
  return Object.fromEntries(tables)
}

/** Returns the model of the records of a table. */
export function modelOf(name: TableName): Schema<unknown, unknown> {
  return definitions[name].model
}
