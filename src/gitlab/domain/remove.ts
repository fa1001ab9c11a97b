import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { sourceKey } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import { isCurrent } from '../access/membership.ts'
import { removeLink } from './builds/deploy-keys.ts'
import { removeBuilds } from './builds/pipeline-actions.ts'
import { settlePipeline } from './builds/pipelines.ts'
import { removeRunner, removeRunnersOfProject } from './builds/runners.ts'
import { removeTriggers } from './builds/triggers.ts'
import { applyConsequences, type SystemContext } from './context.ts'
import { removeHook } from './hooks/hooks.ts'
import { isLastOwner } from './members/last-owner.ts'
import { removeRelease } from './repositories/releases.ts'
import { removeUploads } from './uploads.ts'

/** Whether a user is the only owner of no group: such groups have to be transferred or removed first. */
export function canRemoveUser({ store, today }: SystemContext, { id }: UserRecord): boolean {
  return !store.members
    .by('user_id', id)
    .some((member) => isCurrent(member, today) && isLastOwner(store, member, today))
}

/** Removes the groups whose only owner a user is. The user can then be removed with all dependents. */
export function removeOwnedGroups(context: SystemContext, { id }: UserRecord): void {
  const { store, today } = context
  for (const member of store.members.by('user_id', id)) {
    const group = store.namespaces.get(member.source_id)
    if (group && isLastOwner(store, member, today)) removeGroup(context, group)
  }
}

/** Removes a user and the dependents that `consequences.userRemoved` lists. */
export function removeUser(context: SystemContext, user: UserRecord): void {
  applyConsequences(context.consequences.userRemoved, context, user)
  context.store.users.remove(user)
}

/** Removes a group with its subgroups and projects, and the dependents that `consequences.groupRemoved` lists. */
export function removeGroup(context: SystemContext, group: NamespaceRecord): void {
  for (const subgroup of context.store.namespaces.by('parent_id', group.id)) {
    removeGroup(context, subgroup)
  }
  applyConsequences(context.consequences.groupRemoved, context, group)
  context.store.namespaces.remove(group)
}

/** Removes a project and the dependents that `consequences.projectRemoved` lists. */
export function removeProject(context: SystemContext, project: ProjectRecord): void {
  applyConsequences(context.consequences.projectRemoved, context, project)
  context.store.projects.remove(project)
}

export function removeProjectsOfNamespace(context: SystemContext, { id }: NamespaceRecord): void {
  for (const project of context.store.projects.by('namespace_id', id)) {
    removeProject(context, project)
  }
}

export function removePersonalNamespace(context: SystemContext, user: UserRecord): void {
  for (const namespace of context.store.namespaces.by('owner_id', user.id)) {
    removeProjectsOfNamespace(context, namespace)
    context.store.namespaces.remove(namespace)
  }
}

/** Removes the keys, email addresses, tokens, memberships, triggers, stars, settings and activity of a user. */
export function removeAccount({ store }: SystemContext, { id }: UserRecord): void {
  const created = store.users.all().filter(({ created_by_id }) => created_by_id === id)
  store.users.replaceAll(created, { created_by_id: null })
  store.keys.removeAll(store.keys.by('user_id', id))
  removeUploads({ store }, 'user', id)
  store.uploads.replaceAll(store.uploads.by('author_id', id), { author_id: null })
  store.gpgKeys.removeAll(store.gpgKeys.by('user_id', id))
  store.emails.removeAll(store.emails.by('user_id', id))
  store.oauthGrants.removeAll(store.oauthGrants.by('user_id', id))
  store.credentials.removeAll(store.credentials.by('user_id', id))
  store.members.removeAll(store.members.by('user_id', id))
  store.accessRequests.removeAll(store.accessRequests.by('user_id', id))
  const invited = store.invitations.by('created_by_id', id)
  store.invitations.replaceAll(invited, { created_by_id: null })
  removeTriggers({ store }, store.triggers.by('owner_id', id))
  store.stars.removeAll(store.stars.by('user_id', id))
  store.follows.removeAll(store.follows.by('user_id', id))
  store.follows.removeAll(store.follows.by('followed_id', id))
  store.notificationSettings.removeAll(store.notificationSettings.by('user_id', id))
  store.events.removeAll(store.events.by('author_id', id))
}

/** Clears the user of releases, pipelines, schedules, runners, builds, deployments and deploy keys, which stay. */
export function forgetWhoRan({ store }: SystemContext, { id }: UserRecord): void {
  store.releases.replaceAll(store.releases.by('author_id', id), { author_id: null })
  store.pipelines.replaceAll(store.pipelines.by('user_id', id), { user_id: null })
  store.pipelineSchedules.replaceAll(store.pipelineSchedules.by('owner_id', id), { owner_id: null })
  store.runners.replaceAll(store.runners.by('creator_id', id), { creator_id: null })
  store.builds.replaceAll(store.builds.by('user_id', id), { user_id: null })
  store.deployments.replaceAll(store.deployments.by('user_id', id), { user_id: null })
  store.deployKeys.replaceAll(store.deployKeys.by('user_id', id), { user_id: null })
}

/** Removes the commit statuses that a user posted, and updates the status of their pipelines. */
export function removeCommitStatuses(context: SystemContext, { id }: UserRecord): void {
  const { commitStatuses } = context.store
  const posted = commitStatuses.by('author_id', id)
  const pipelineIds = new Set(posted.map(({ pipeline_id }) => pipeline_id))
  commitStatuses.removeAll(posted)
  for (const pipeline_id of pipelineIds) settlePipeline(context, { pipeline_id })
}

export function removeGroupMembers({ store }: SystemContext, { id }: NamespaceRecord): void {
  removeUploads({ store }, 'group', id)
  store.groupLinks.removeAll(store.groupLinks.by('group_id', id))
  for (const runner of store.runners.by('group_id', id).slice()) removeRunner({ store }, runner)
  store.variables.removeAll(store.variables.by('group_id', id))
  store.badges.removeAll(store.badges.by('group_id', id))
  store.integrations.removeAll(store.integrations.by('group_id', id))
  store.deployTokens.removeAll(store.deployTokens.by('group_id', id))
  store.jobTokenAllowances.removeAll(store.jobTokenAllowances.by('target_group_id', id))
  store.groupShares.removeAll(store.groupShares.by('group_id', id))
  store.groupShares.removeAll(store.groupShares.by('invited_group_id', id))
  removeSource(store, 'group', id)
}

/** Removes the members, stars, shares and activity of a project. Its forks lose their origin. */
export function removeProjectMembers({ store }: SystemContext, { id }: ProjectRecord): void {
  removeSource(store, 'project', id)
  store.groupLinks.removeAll(store.groupLinks.by('project_id', id))
  removeUploads({ store }, 'project', id)
  store.badges.removeAll(store.badges.by('project_id', id))
  store.integrations.removeAll(store.integrations.by('project_id', id))
  store.wikiPages.removeAll(store.wikiPages.by('project_id', id))
  store.remoteMirrors.removeAll(store.remoteMirrors.by('project_id', id))
  store.pagesDomains.removeAll(store.pagesDomains.by('project_id', id))
  store.stars.removeAll(store.stars.by('project_id', id))
  store.events.removeAll(store.events.by('project_id', id))
  const forks = store.projects.by('forked_from_project_id', id)
  store.projects.replaceAll(forks, { forked_from_project_id: null })
}

/** Removes the repository of a project, with everything recorded for its branches, tags and commits. */
export function removeRepository({ store }: SystemContext, { id }: ProjectRecord): void {
  const repository = store.repositories.get(id)
  if (repository) store.repositories.remove(repository)
  store.protectedBranches.removeAll(store.protectedBranches.by('project_id', id))
  store.protectedTags.removeAll(store.protectedTags.by('project_id', id))
  for (const release of store.releases.by('project_id', id)) removeRelease({ store }, release)
  store.commitStatuses.removeAll(store.commitStatuses.by('project_id', id))
  removeBuilds(store, store.builds.by('project_id', id))
  store.pipelines.removeAll(store.pipelines.by('project_id', id))
  store.deployments.removeAll(store.deployments.by('project_id', id))
  store.environments.removeAll(store.environments.by('project_id', id))
  store.variables.removeAll(store.variables.by('project_id', id))
  removeTriggers({ store }, store.triggers.by('project_id', id))
  removeRunnersOfProject({ store }, id)
  store.resourceGroups.removeAll(store.resourceGroups.by('project_id', id))
  store.pipelineSchedules.removeAll(store.pipelineSchedules.by('project_id', id))
  store.deployTokens.removeAll(store.deployTokens.by('project_id', id))
  for (const link of store.deployKeyLinks.by('project_id', id).slice()) removeLink({ store }, link)
  store.jobTokenAllowances.removeAll(store.jobTokenAllowances.by('project_id', id))
  store.jobTokenAllowances.removeAll(store.jobTokenAllowances.by('target_project_id', id))
  for (const hook of store.hooks.by('project_id', id).slice()) removeHook({ store }, hook)
}

function removeSource(store: Store, type: 'group' | 'project', id: number): void {
  const key = sourceKey(type, id)
  store.members.removeAll(store.members.by('source', key))
  store.accessRequests.removeAll(store.accessRequests.by('source', key))
  store.invitations.removeAll(store.invitations.by('source', key))
  store.notificationSettings.removeAll(store.notificationSettings.by('source', key))
}
