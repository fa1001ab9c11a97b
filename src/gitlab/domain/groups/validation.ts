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

/** Where attributes are to hold: the group that they change, and the group that it is or is to be in. */
interface Place {
  readonly group?: NamespaceRecord | undefined
  readonly parent?: NamespaceRecord | undefined
}

const MAX_NAME_LENGTH = 255

/** Throws 400 for what is wrong with the attributes of a new group. */
export function checkNewGroup(context: Context, attributes: GroupAttributes): void {
  checkNoErrors(newGroupErrors(context, attributes))
}

/** Throws 400 for what is wrong with the changes to a group. */
export function checkGroup(
  context: Context,
  attributes: GroupAttributes,
  group: NamespaceRecord,
): void {
  const parent = context.store.namespaces.get(group.parent_id ?? 0)
  checkNoErrors(groupErrors(context, attributes, { group, parent }))
}

/** What is wrong with the attributes of a new group, at the root or in another one. */
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

/** The level of the release, but where that is restricted: then the most open one that the caller may give. */
export function defaultGroupVisibility(
  context: Context,
  parent?: NamespaceRecord,
): VisibilityLevel {
  const { visibility } = context.release.groups
  const most = Math.min(visibility, parent?.visibility_level ?? visibility)
  return ([20, 10] as const).find((level) => level <= most && mayGive(context, level)) ?? 0
}

/** Names heed the case; they are unique among groups and users alike, or in a group. */
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

/** A group and a project share the paths of the group that they are in. */
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
 * A group is at least as open as each of its projects and subgroups, and at most as open as the group that it is in;
 * a level it has already may stay.
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
