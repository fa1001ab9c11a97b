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

/** What a protection lets some do and others not. */
type Protected = 'push' | 'merge'

/** The protection of exactly this name or pattern; undefined where there is none (protectBranch). */
export function protectionOf(
  store: Store,
  project: ProjectRecord,
  name: string,
): ProtectedBranchRecord | undefined {
  return store.protectedBranches.by('project_id', project.id).find((one) => one.name === name)
}

/** All protections of a branch: that of its name, and those of patterns that match it. */
function protectionsFor(
  store: Store,
  project: ProjectRecord,
  branch: string,
): ProtectedBranchRecord[] {
  const all = store.protectedBranches.by('project_id', project.id)
  return all.filter(({ name }) => matchesPattern(branch, name))
}

/** Whether a name is the pattern, or what becomes of it when each `*` in it stands for any characters. */
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

/** The level from which on somebody may: 0 for no one, 60 for administrators (createProtectedBranch). */
export function protectedLevel(
  protection: ProtectedBranchRecord,
  what: Protected,
): 0 | 30 | 40 | 60 {
  if (protection[`developers_can_${what}`]) return level.developer
  return protection[`${what}_access_level`]
}

/** Whether one of the protections of a branch lets developers. */
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
 * Developers push, but to a protected branch only those whom one of its protections lets; and to a branch of a fork
 * whoever may push to where it is to be merged, where its author shares it.
 */
export function canPush(context: PushContext, project: ProjectRecord, branch: string): boolean {
  return pushesAsMember(context, project, branch) || isShared(context, project, branch)
}

/** Whether an open merge request from a branch lets those push who may push to its target. */
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
  return found.length === 0 || found.some((one) => isLet(context, project, one, 'push'))
}

/** Whoever may push may merge, and whom one of the protections of the branch lets merge only. */
export function canMerge(context: PushContext, project: ProjectRecord, branch: string): boolean {
  if (canPush(context, project, branch)) return true
  if (!context.viewer.can('push_code', project)) return false
  const found = protectionsFor(context.store, project, branch)
  return found.some((one) => isLet(context, project, one, 'merge'))
}

function isLet(
  { viewer }: PushContext,
  project: ProjectRecord,
  protection: ProtectedBranchRecord,
  what: Protected,
): boolean {
  return isOfLevel(viewer, project, protectedLevel(protection, what))
}

/** Whether somebody is of the level of a protection: administrators are of every one but that of no one. */
function isOfLevel(viewer: Viewer, project: ProjectRecord, needed: number): boolean {
  if (needed === level.none) return false
  return viewer.isAdmin || viewer.projectLevel(project) >= needed
}

/** Whether a branch may be moved to where it is not ahead: each of its protections has to let it. */
export function allowsForcePush(store: Store, project: ProjectRecord, branch: string): boolean {
  return protectionsFor(store, project, branch).every(({ allow_force_push }) => allow_force_push)
}

/** The protection of exactly this name or pattern of tags; undefined where there is none (createProtectedTag). */
export function tagProtectionOf(
  store: Store,
  project: ProjectRecord,
  name: string,
): ProtectedTagRecord | undefined {
  return store.protectedTags.by('project_id', project.id).find((one) => one.name === name)
}

/** The protections of a tag: that of its name, and those of patterns that match it. */
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

/** Developers create tags, and protected ones those whom one of the protections lets. */
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

/** Developers delete tags, and maintainers protected ones. */
export function canDeleteTag(
  { store, viewer }: PushContext,
  project: ProjectRecord,
  tag: string,
): boolean {
  if (!viewer.can('push_code', project)) return false
  return !isProtectedTag(store, project, tag) || isOfLevel(viewer, project, level.master)
}
