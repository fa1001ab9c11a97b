import { openListKey } from '../../store/list-keys.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { ProtectedBranchRecord } from '../../store/models/protected-branch.ts'
import type { ProtectedTagRecord } from '../../store/models/protected-tag.ts'
import type { Store } from '../../store/store.ts'
import { level } from './abilities.ts'
import { isReadOnly, type Viewer } from './viewer.ts'

interface PushContext {
  readonly store: Store
  readonly viewer: Viewer
}

/** The operations that a protected branch restricts. */
type Protected = 'push' | 'merge'

/** Finds the protection with exactly this name or wildcard; undefined where it is missing (protectBranch). */
export function protectionOf(
  store: Store,
  project: ProjectRecord,
  name: string,
): ProtectedBranchRecord | undefined {
  return store.protectedBranches.by('project_id', project.id).find((one) => one.name === name)
}

/** Returns all protections of a branch: by its name and by matching wildcards. */
function protectionsFor(
  store: Store,
  project: ProjectRecord,
  branch: string,
): ProtectedBranchRecord[] {
  const all = store.protectedBranches.by('project_id', project.id)
  return all.filter(({ name }) => matchesPattern(branch, name))
}

/** Whether a name matches a pattern, where each `*` stands for any characters. */
export function matchesPattern(name: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop()
  if (end === undefined) return name === pattern
  if (!name.startsWith(start) || !name.endsWith(end)) return false
  let from = start.length
  const last = name.length - end.length
  for (const part of parts) {
    const at = name.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= last
}

export function isProtected(store: Store, project: ProjectRecord, branch: string): boolean {
  return protectionsFor(store, project, branch).length > 0
}

/** Returns the lowest access level with a permission: 0 for no one, 60 for administrators (createProtectedBranch). */
export function protectedLevel(
  protection: ProtectedBranchRecord,
  what: Protected,
): 0 | 30 | 40 | 60 {
  if (protection[`developers_can_${what}`]) return level.developer
  return protection[`${what}_access_level`]
}

/** Whether one of the protections of a branch admits developers. */
export function developersCan(
  what: Protected,
  store: Store,
  project: ProjectRecord,
  branch: string,
): boolean {
  const found = protectionsFor(store, project, branch)
  return found.some((protection) => protection[`developers_can_${what}`])
}

/**
 * Whether the viewer may push to a branch: developers can, to a protected branch where one of its protections admits
 * them. A branch of a fork is also open to those who may push to the target, where the author of its merge request
 * allows that.
 */
export function canPush(context: PushContext, project: ProjectRecord, branch: string): boolean {
  return pushesAsMember(context, project, branch) || isShared(context, project, branch)
}

/** Whether an open merge request from a branch admits those who may push to its target. */
function isShared(context: PushContext, project: ProjectRecord, branch: string): boolean {
  const { store, viewer } = context
  const shared = store.mergeRequests
    .by('open_from', openListKey(project.id, branch))
    .filter(({ allow_collaboration }) => allow_collaboration)
  if (shared.length === 0 || !viewer.user || isReadOnly(project)) return false
  if (isProtected(store, project, branch)) return false
  return shared.some(({ target_project_id, target_branch }) => {
    const target = store.projects.get(target_project_id)
    return target !== undefined && pushesAsMember(context, target, target_branch)
  })
}

function pushesAsMember(context: PushContext, project: ProjectRecord, branch: string): boolean {
  const { store, viewer } = context
  if (!viewer.can('push_code', project)) return false
  const found = protectionsFor(store, project, branch)
  return found.length === 0 || found.some((one) => isPermittedBy(context, project, one, 'push'))
}

/** Whether the viewer may merge into a branch: those who can push do, and those whom a protection admits to merge. */
export function canMerge(context: PushContext, project: ProjectRecord, branch: string): boolean {
  if (canPush(context, project, branch)) return true
  if (!context.viewer.can('push_code', project)) return false
  const found = protectionsFor(context.store, project, branch)
  return found.some((one) => isPermittedBy(context, project, one, 'merge'))
}

function isPermittedBy(
  { viewer }: PushContext,
  project: ProjectRecord,
  protection: ProtectedBranchRecord,
  what: Protected,
): boolean {
  return isOfLevel(viewer, project, protectedLevel(protection, what))
}

/** Whether the viewer has the level of a protection. Administrators have every one, except that of no one. */
function isOfLevel(viewer: Viewer, project: ProjectRecord, needed: number): boolean {
  if (needed === level.none) return false
  return viewer.isAdmin || viewer.projectLevel(project) >= needed
}

/** Whether a branch can be force-pushed: each of its protections must allow that. */
export function allowsForcePush(store: Store, project: ProjectRecord, branch: string): boolean {
  return protectionsFor(store, project, branch).every(({ allow_force_push }) => allow_force_push)
}

/**
 * Finds the protection of tags with exactly this name or wildcard; undefined where it is missing (createProtectedTag).
 */
export function tagProtectionOf(
  store: Store,
  project: ProjectRecord,
  name: string,
): ProtectedTagRecord | undefined {
  return store.protectedTags.by('project_id', project.id).find((one) => one.name === name)
}

/** Returns the protections of a tag: by its name and by matching wildcards. */
function tagProtectionsFor(
  store: Store,
  project: ProjectRecord,
  tag: string,
): ProtectedTagRecord[] {
  const all = store.protectedTags.by('project_id', project.id)
  return all.filter(({ name }) => matchesPattern(tag, name))
}

export function isProtectedTag(store: Store, project: ProjectRecord, tag: string): boolean {
  return tagProtectionsFor(store, project, tag).length > 0
}

/** Whether the viewer may create a tag: developers can, a protected one where one of the protections admits them. */
export function canCreateTag(
  { store, viewer }: PushContext,
  project: ProjectRecord,
  tag: string,
): boolean {
  if (!viewer.can('push_code', project)) return false
  const found = tagProtectionsFor(store, project, tag)
  const isAllowed = (one: ProtectedTagRecord) => isOfLevel(viewer, project, one.create_access_level)
  return found.length === 0 || found.some(isAllowed)
}

/** Whether the viewer may delete a tag: developers can, and maintainers a protected one. */
export function canDeleteTag(
  { store, viewer }: PushContext,
  project: ProjectRecord,
  tag: string,
): boolean {
  if (!viewer.can('push_code', project)) return false
  return !isProtectedTag(store, project, tag) || isOfLevel(viewer, project, level.master)
}
