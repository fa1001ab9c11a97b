import type { NamespaceRecord } from './models/namespace.ts'
import type { NoteRecord } from './models/note.ts'

/** Folds the case of a name, since names of users, namespaces and projects are unique ignoring case. */
export const folded = (name: string) => name.toLowerCase()

/** Returns the full path of a namespace, such as `a/b/c` of a subgroup. */
export const fullPath = ({ parent_path, path }: Pick<NamespaceRecord, 'parent_path' | 'path'>) =>
  parent_path === '' ? path : `${parent_path}/${path}`

/** Return the keys of a project in its namespace: paths are unique ignoring case, names are case-sensitive. */
export const pathIn = (namespaceId: number, path: string) => `${namespaceId} ${folded(path)}`
export const nameIn = (namespaceId: number, name: string) => `${namespaceId} ${name}`

/** Returns the key of the memberships and notification settings of a group or a project. */
export const sourceKey = (type: 'group' | 'project' | null, id: number | null) => `${type}:${id}`

/** Returns the key of a label or a milestone by its title in a project or a group. */
export const titleKey = (type: 'group' | 'project', id: number, title: string) =>
  `${type}:${id} ${title}`

/** Returns the key of the membership of a user in a group or a project. */
export const membershipKey = (type: 'group' | 'project', id: number, userId: number) =>
  `${type}:${id} ${userId}`

/** Returns the key of the star that a user gave a project. */
export const starKey = (userId: number, projectId: number) => `${userId} ${projectId}`

/** Returns the key of the fact that one user follows another. */
export const followKey = (userId: number, followedId: number) => `${userId} ${followedId}`

/** Returns the key of the records that are attached to an issue, a note or the like. */
export const targetKey = (type: string | null, id: number | null) => `${type}:${id}`

/** Returns the Base64 part of a public key, which identifies it whatever its type and comment. */
export const keyBody = (text: string) => text.trim().split(/\s+/)[1] ?? text

/** Returns the key of the records about a commit of a project; other projects can have the same commit. */
export const commitKey = (projectId: number, sha: string) => `${projectId}:${sha}`

/** Returns the key of the target of a note; a commit has no id, only its SHA in the project. */
export function noteableKey({
  noteable_type,
  noteable_id,
  project_id,
  commit_id,
}: NoteRecord): string {
  return noteable_type === 'Commit' && commit_id !== null
    ? commitKey(project_id, commit_id)
    : targetKey(noteable_type, noteable_id)
}
