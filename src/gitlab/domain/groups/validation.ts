import { type VisibilityLevel, visibilityNames } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded, fullPath } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { findProject } from '../find.ts'
import { mayGive, restrictionErrors } from '../projects/restricted-visibility.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'
import { imagePathErrors, namespacePathErrors, subgroupPathErrors } from './namespace-path.ts'

type GroupAttributes = Partial<
  Pick<NamespaceRecord, 'name' | 'path' | 'description' | 'visibility_level'>
>

/** The group that is changed, if any, and its present or future parent. */
interface Place {
  readonly group?: NamespaceRecord | undefined
  readonly parent?: NamespaceRecord | undefined
}

const MAX_NAME_LENGTH = 255

/** Throws 400 for invalid attributes of a new group. */
export function checkNewGroup(context: Context, attributes: GroupAttributes): void {
  checkNoErrors(newGroupErrors(context, attributes))
}

/** Throws 400 for invalid changes of a group. */
export function checkGroup(
  context: Context,
  attributes: GroupAttributes,
  group: NamespaceRecord,
): void {
  const parent = context.store.namespaces.get(group.parent_id ?? 0)
  checkNoErrors(groupErrors(context, attributes, { group, parent }))
}

/** Returns the errors of a new group's attributes, at the root or in a parent. */
export function newGroupErrors(
  context: Context,
  attributes: GroupAttributes,
  parent?: NamespaceRecord,
): Record<string, string[]> {
  const visibility_level = attributes.visibility_level ?? defaultGroupVisibility(context, parent)
  return groupErrors(context, { ...attributes, visibility_level }, { parent })
}

function groupErrors(
  context: Context,
  { name, path, description = '', visibility_level }: GroupAttributes,
  place: Place,
): Record<string, string[]> {
  const { maxDescriptionLength } = context.release.groups
  return {
    name: name === undefined ? [] : nameErrors(context, name, place),
    path: path === undefined ? [] : pathErrors(context, path, place),
    description: lengthErrors(description, maxDescriptionLength),
    visibility_level:
      visibility_level === undefined ? [] : visibilityErrors(context, visibility_level, place),
  }
}

/**
 * Returns the default visibility of the release, limited by the parent; where it is restricted, the most visible
 * level that the caller may use.
 */
export function defaultGroupVisibility(
  context: Context,
  parent?: NamespaceRecord,
): VisibilityLevel {
  const { visibility } = context.release.groups
  const most = Math.min(visibility, parent?.visibility_level ?? visibility)
  return ([20, 10] as const).find((level) => level <= most && mayGive(context, level)) ?? 0
}

/** Returns the errors of a name. Names are case-sensitive, and unique among groups and users, or within the parent. */
function nameErrors({ store, release }: Context, name: string, { group, parent }: Place): string[] {
  const { names, haveUniqueNames } = release.groups
  if (name.trim() === '') return ["can't be blank"]
  if (!names.pattern.test(name)) return [names.rule]
  const parent_id = parent?.id ?? null
  const isTaken =
    (haveUniqueNames || parent !== undefined) &&
    store.namespaces
      .by('name', name)
      .some((other) => other.parent_id === parent_id && other.id !== group?.id)
  return isTaken ? ['has already been taken'] : lengthErrors(name, MAX_NAME_LENGTH)
}

/** Returns the errors of a path. Groups and projects in the same group share one namespace of paths. */
function pathErrors({ store, release }: Context, path: string, { group, parent }: Place): string[] {
  const address = fullPath({ parent_path: parent ? fullPath(parent) : '', path })
  const namespace = store.namespaces.one('full_path', folded(address))
  const isProject = parent !== undefined && findProject(store, address) !== undefined
  const isTaken = (namespace !== undefined && namespace.id !== group?.id) || isProject
  if (isTaken) return ['has already been taken']
  const errors = parent ? subgroupPathErrors(path, release) : namespacePathErrors(path, release)
  return path === group?.path ? errors : [...errors, ...imagePathErrors(path, release)]
}

/**
 * Returns the errors of a visibility level, which must be at least that of each project and subgroup, and at most
 * that of the parent. The present level is always valid.
 */
function visibilityErrors(
  context: Context,
  level: VisibilityLevel,
  { group, parent }: Place,
): string[] {
  const { store, release } = context
  if (parent && level > parent.visibility_level) {
    return [
      `${visibilityNames[level]} is not allowed since the parent group has a ${visibilityNames[parent.visibility_level]} visibility.`,
    ]
  }
  if (!group) return restrictionErrors(context, level)
  if (level === group.visibility_level) return []
  const isMoreOpen = ({ visibility_level }: { visibility_level: number }) =>
    visibility_level > level
  if (store.projects.by('namespace_id', group.id).some(isMoreOpen)) {
    return [release.groups.belowProjects(visibilityNames[level])]
  }
  if (store.namespaces.by('parent_id', group.id).some(isMoreOpen)) {
    return [
      `${visibilityNames[level]} is not allowed since there are sub-groups with higher visibility.`,
    ]
  }
  return restrictionErrors(context, level)
}
