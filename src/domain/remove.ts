import { sourceKey } from '../store/collections.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Store } from '../store/store.ts'
import { removeTrackerOfProject, removeTrackerOfUser } from './tracker/remove.ts'

/** Takes a user out with everything that is theirs: the personal projects, and what they made. */
export function removeUser(store: Store, user: UserRecord): void {
  for (const namespace of store.namespaces.by('owner_id', user.id))
    removeNamespace(store, namespace)
  removeTrackerOfUser(store, user)
  for (const key of store.keys.by('user_id', user.id)) store.keys.remove(key)
  for (const email of store.emails.by('user_id', user.id)) store.emails.remove(email)
  for (const credential of store.credentials.by('user_id', user.id))
    store.credentials.remove(credential)
  for (const member of store.members.by('user_id', user.id)) store.members.remove(member)
  for (const star of store.stars.by('user_id', user.id)) store.stars.remove(star)
  store.events.removeAll(store.events.by('author_id', user.id))
  store.notificationSettings.removeAll(store.notificationSettings.by('user_id', user.id))
  store.commitStatuses.removeAll(store.commitStatuses.by('author_id', user.id))
  forgetWhoRan(store, user.id)
  store.users.remove(user)
}

/** Pipelines, builds and deployments stay; who started them is not known any more. */
function forgetWhoRan(store: Store, userId: number): void {
  for (const pipeline of store.pipelines.by('user_id', userId)) {
    store.pipelines.replace(pipeline, { user_id: null })
  }
  for (const build of store.builds.by('user_id', userId)) {
    store.builds.replace(build, { user_id: null })
  }
  for (const deployment of store.deployments.by('user_id', userId)) {
    store.deployments.replace(deployment, { user_id: null })
  }
}

/** Takes a group or a personal namespace out with all its projects. */
export function removeNamespace(store: Store, namespace: NamespaceRecord): void {
  for (const project of store.projects.by('namespace_id', namespace.id))
    removeProject(store, project)
  for (const link of store.groupLinks.by('group_id', namespace.id)) store.groupLinks.remove(link)
  if (namespace.kind === 'group') removeSource(store, 'group', namespace.id)
  store.namespaces.remove(namespace)
}

/** Takes a project out with everything in it; its forks stand on their own from then on. */
export function removeProject(store: Store, project: ProjectRecord): void {
  removeSource(store, 'project', project.id)
  removeTrackerOfProject(store, project)
  for (const link of store.groupLinks.by('project_id', project.id)) store.groupLinks.remove(link)
  for (const star of store.stars.by('project_id', project.id)) store.stars.remove(star)
  store.events.removeAll(store.events.by('project_id', project.id))
  for (const fork of store.projects.by('forked_from_project_id', project.id)) {
    store.projects.replace(fork, { forked_from_project_id: null })
  }
  removeRepository(store, project.id)
  store.projects.remove(project)
}

/** Takes a project's repository out with everything that is said of its branches, tags and commits. */
function removeRepository(store: Store, projectId: number): void {
  const repository = store.repositories.get(projectId)
  if (repository) store.repositories.remove(repository)
  removeOfProject(store.protectedBranches, projectId)
  removeOfProject(store.releases, projectId)
  removeOfProject(store.commitStatuses, projectId)
  removeOfProject(store.builds, projectId)
  removeOfProject(store.pipelines, projectId)
  removeOfProject(store.deployments, projectId)
  removeOfProject(store.environments, projectId)
}

interface FiledByProject<R> {
  by(name: 'project_id', key: number): readonly R[]
  removeAll(records: readonly R[]): void
}

function removeOfProject<R>(collection: FiledByProject<R>, projectId: number): void {
  collection.removeAll(collection.by('project_id', projectId))
}

function removeSource(store: Store, type: 'group' | 'project', id: number): void {
  const key = sourceKey(type, id)
  store.members.removeAll(store.members.by('source', key))
  store.notificationSettings.removeAll(store.notificationSettings.by('source', key))
}
