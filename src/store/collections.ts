import { IndexedCollection } from './collection.ts'
import type { CollectionOptions, IdCounter } from './collection-parts.ts'
import type { Schema } from './library-types.ts'
import { issueKeys, mergeRequestKeys, namespaceKeys, projectKeys } from './list-keys.ts'
import { applicationSettingsModel } from './models/application-settings.ts'
import { awardEmojiModel } from './models/award-emoji.ts'
import { buildModel } from './models/build.ts'
import { commitStatusModel } from './models/commit-status.ts'
import { credentialModel } from './models/credential.ts'
import { deploymentModel } from './models/deployment.ts'
import { emailModel } from './models/email.ts'
import { environmentModel } from './models/environment.ts'
import { eventModel } from './models/event.ts'
import { groupLinkModel } from './models/group-link.ts'
import { hookModel } from './models/hook.ts'
import { issueModel } from './models/issue.ts'
import { labelModel } from './models/label.ts'
import { memberModel } from './models/member.ts'
import { mergeRequestModel } from './models/merge-request.ts'
import { milestoneModel } from './models/milestone.ts'
import { namespaceModel } from './models/namespace.ts'
import { noteModel } from './models/note.ts'
import { notificationSettingModel } from './models/notification-setting.ts'
import { pipelineModel } from './models/pipeline.ts'
import { projectModel } from './models/project.ts'
import { protectedBranchModel } from './models/protected-branch.ts'
import { releaseModel } from './models/release.ts'
import { repositoryModel } from './models/repository.ts'
import { snippetModel } from './models/snippet.ts'
import { sshKeyModel } from './models/ssh-key.ts'
import { starModel } from './models/star.ts'
import { subscriptionModel } from './models/subscription.ts'
import { todoModel } from './models/todo.ts'
import { userModel } from './models/user.ts'
import type { Keys } from './record-indexes.ts'
import {
  commitKey,
  folded,
  keyBody,
  membershipKey,
  nameIn,
  noteableKey,
  pathIn,
  sourceKey,
  starKey,
  targetKey,
} from './record-keys.ts'
import { byCreation, issueOrders, mergeRequestOrders, projectOrders } from './record-orders.ts'
import type { Identified } from './sorted.ts'

export { commitKey, folded, keyBody, membershipKey, nameIn, pathIn, sourceKey, starKey, targetKey }

/** A collection an entity, each with the keys that the operations look records up by. */
const makers = {
  users: collectionOf(userModel, {
    username: (user) => folded(user.username),
    email: (user) => folded(user.email),
  }),
  keys: collectionOf(sshKeyModel, {
    user_id: (key) => key.user_id,
    key: (key) => keyBody(key.key),
  }),
  emails: collectionOf(emailModel, {
    user_id: (email) => email.user_id,
    email: (email) => folded(email.email),
  }),
  credentials: collectionOf(credentialModel, {
    token: (credential) => credential.token,
    user_id: (credential) => credential.user_id,
  }),
  namespaces: collectionOf(namespaceModel, namespaceKeys),
  projects: collectionOf(projectModel, projectKeys, { orders: projectOrders }),
  members: collectionOf(memberModel, {
    source: (member) => sourceKey(member.source_type, member.source_id),
    user_id: (member) => member.user_id,
    membership: (one) => membershipKey(one.source_type, one.source_id, one.user_id),
  }),
  groupLinks: collectionOf(groupLinkModel, {
    project_id: (link) => link.project_id,
    group_id: (link) => link.group_id,
  }),
  stars: collectionOf(starModel, {
    user_id: (star) => star.user_id,
    project_id: (star) => star.project_id,
    star: (star) => starKey(star.user_id, star.project_id),
  }),
  events: collectionOf(
    eventModel,
    {
      project_id: (event) => event.project_id,
      author_id: (event) => event.author_id,
      target: (event) => targetKey(event.target_type, event.target_id),
    },
    { orders: { created_at: byCreation } },
  ),
  hooks: collectionOf(hookModel, {}),
  settings: collectionOf(applicationSettingsModel, {}),
  notificationSettings: collectionOf(notificationSettingModel, {
    user_id: (setting) => setting.user_id,
    source: (setting) => sourceKey(setting.source_type, setting.source_id),
  }),
  issues: collectionOf(issueModel, issueKeys, { orders: issueOrders }),
  mergeRequests: collectionOf(mergeRequestModel, mergeRequestKeys, {
    orders: mergeRequestOrders,
  }),
  milestones: collectionOf(milestoneModel, {
    project_id: (milestone) => milestone.project_id,
    title: (milestone) => milestone.title,
  }),
  labels: collectionOf(labelModel, { project_id: (label) => label.project_id }),
  notes: collectionOf(noteModel, {
    noteable: noteableKey,
    project_id: (note) => note.project_id,
    author_id: (note) => note.author_id,
  }),
  awardEmoji: collectionOf(awardEmojiModel, {
    awardable: (award) => targetKey(award.awardable_type, award.awardable_id),
    user_id: (award) => award.user_id,
  }),
  snippets: collectionOf(snippetModel, {
    project_id: (snippet) => snippet.project_id,
    author_id: (snippet) => snippet.author_id,
  }),
  subscriptions: collectionOf(subscriptionModel, {
    subscribable: (one) => targetKey(one.subscribable_type, one.subscribable_id),
    user_id: (subscription) => subscription.user_id,
  }),
  todos: collectionOf(todoModel, {
    user_id: (todo) => todo.user_id,
    author_id: (todo) => todo.author_id,
    target: (todo) => targetKey(todo.target_type, todo.target_id),
  }),
  repositories: collectionOf(repositoryModel, {}),
  protectedBranches: collectionOf(protectedBranchModel, {
    project_id: (branch) => branch.project_id,
  }),
  releases: collectionOf(releaseModel, {
    project_id: (release) => release.project_id,
  }),
  commitStatuses: collectionOf(commitStatusModel, {
    project_id: (status) => status.project_id,
    commit: (status) => commitKey(status.project_id, status.sha),
    pipeline_id: (status) => status.pipeline_id,
    author_id: (status) => status.author_id,
  }),
  pipelines: collectionOf(pipelineModel, {
    project_id: (pipeline) => pipeline.project_id,
    commit: (pipeline) => commitKey(pipeline.project_id, pipeline.sha),
    user_id: (pipeline) => pipeline.user_id,
  }),
  builds: collectionOf(buildModel, {
    project_id: (build) => build.project_id,
    commit: (build) => commitKey(build.project_id, build.sha),
    pipeline_id: (build) => build.pipeline_id,
    user_id: (build) => build.user_id,
  }),
  environments: collectionOf(environmentModel, {
    project_id: (environment) => environment.project_id,
  }),
  deployments: collectionOf(deploymentModel, {
    project_id: (deployment) => deployment.project_id,
    environment_id: (deployment) => deployment.environment_id,
    user_id: (deployment) => deployment.user_id,
  }),
}

/** Makes collections of a model, with keys that all of them have in common. */
function collectionOf<
  R extends Identified,
  I extends Identified,
  Name extends string,
  OrderName extends string = never,
>(model: Schema<R, I>, keys: Keys<R, Name>, options: CollectionOptions<R, OrderName> = {}) {
  return (ids?: IdCounter) =>
    new IndexedCollection(model, keys, ids === undefined ? options : { ...options, ids })
}

/** `forge.db`: a collection an entity, with the query API of @msw/data, `get` by id and `by` index. */
export type Collections = {
  readonly [Name in keyof typeof makers]: ReturnType<(typeof makers)[Name]>
}

export const collectionNames = Object.keys(makers) as readonly (keyof Collections)[]

/** The list of a commit's statuses holds builds and statuses, each id once: they are made together. */
const sharingIds: readonly (keyof Collections)[] = ['commitStatuses', 'builds']

/** Makes the collection of a name, empty, and with it those that it shares its ids with. */
export function makeCollections(name: keyof Collections): Partial<Collections> {
  if (!sharingIds.includes(name)) return { [name]: makers[name]() }
  const ids = { next: 1 }
  return Object.fromEntries(sharingIds.map((each) => [each, makers[each](ids)]))
}
