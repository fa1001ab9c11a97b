import type { NamespaceRecord } from './models/namespace.ts'
import type { NoteRecord } from './models/note.ts'

/** Names of users, namespaces and projects are unique whatever their case. */
export const folded = (name: string) => name.toLowerCase()

/** The path of a namespace from the root of addresses: `a/b/c` of a subgroup. */
export const fullPath = ({ parent_path, path }: Pick<NamespaceRecord, 'parent_path' | 'path'>) =>
  parent_path === '' ? path : `${parent_path}/${path}`

/**
 * The keys under which a project is found in its namespace: paths are unique whatever their case,
 * names are not.
 */
export const pathIn = (namespaceId: number, path: string) => `${namespaceId} ${folded(path)}`
export const nameIn = (namespaceId: number, name: string) => `${namespaceId} ${name}`

/** The key under which memberships and notification settings of a group or a project are filed. */
export const sourceKey = (type: 'group' | 'project' | null, id: number | null) => `${type}:${id}`

/** The key under which a label or a milestone is found by its title, in a project or a group. */
export const titleKey = (type: 'group' | 'project', id: number, title: string) =>
  `${type}:${id} ${title}`

/** The key under which the membership of a user in a group or a project is found. */
export const membershipKey = (type: 'group' | 'project', id: number, userId: number) =>
  `${type}:${id} ${userId}`

/** The key under which the star of a user at a project is found. */
export const starKey = (userId: number, projectId: number) => `${userId} ${projectId}`

/** The key under which it is found that one user follows another. */
export const followKey = (userId: number, followedId: number) => `${userId} ${followedId}`

/** The key under which whatever is attached to an issue, a note and the like is filed. */
export const targetKey = (type: string | null, id: number | null) => `${type}:${id}`

/** What a public key is known by: its Base64 part, whatever type and comment stand around it. */
export const keyBody = (text: string) => text.trim().split(/\s+/)[1] ?? text

/** The key under which what is said of a commit is filed: the same commit may be in many projects. */
export const commitKey = (projectId: number, sha: string) => `${projectId}:${sha}`

/** What a note is on; a commit has no id of its own, only its SHA in the project. */
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
