import { sourceKey } from './collections.ts'
import type { NamespaceRecord } from './models/namespace.ts'
import type { ProjectRecord } from './models/project.ts'
import type { UserRecord } from './models/user.ts'
import type { Store } from './store.ts'

/** Takes a user out with everything that is theirs: the personal projects, and what they made. */
export function removeUser(store: Store, user: UserRecord): void {
  for (const namespace of store.namespaces.by('owner_id', user.id))
    removeNamespace(store, namespace)
  for (const key of store.keys.by('user_id', user.id)) store.keys.remove(key)
  for (const email of store.emails.by('user_id', user.id)) store.emails.remove(email)
  for (const credential of store.credentials.by('user_id', user.id))
    store.credentials.remove(credential)
  for (const member of store.members.by('user_id', user.id)) store.members.remove(member)
  for (const star of store.stars.by('user_id', user.id)) store.stars.remove(star)
  for (const event of store.events.by('author_id', user.id)) store.events.remove(event)
  for (const setting of store.notificationSettings.by('user_id', user.id)) {
    store.notificationSettings.remove(setting)
  }
  store.users.remove(user)
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
  for (const link of store.groupLinks.by('project_id', project.id)) store.groupLinks.remove(link)
  for (const star of store.stars.by('project_id', project.id)) store.stars.remove(star)
  for (const event of store.events.by('project_id', project.id)) store.events.remove(event)
  for (const fork of store.projects.by('forked_from_project_id', project.id)) {
    store.projects.replace(fork, { forked_from_project_id: null })
  }
  store.projects.remove(project)
}

function removeSource(store: Store, type: 'group' | 'project', id: number): void {
  for (const member of store.members.by('source', sourceKey(type, id))) store.members.remove(member)
  for (const setting of store.notificationSettings.by('source', sourceKey(type, id))) {
    store.notificationSettings.remove(setting)
  }
}
