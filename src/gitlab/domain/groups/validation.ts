import type { VisibilityLevel } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded, fullPath } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { findProject } from '../find.ts'
import { mayGive, restrictionErrors } from '../projects/restricted-visibility.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'
import { namespacePathErrors } from './namespace-path.ts'

type GroupAttributes = Partial<
  Pick<NamespaceRecord, 'name' | 'path' | 'description' | 'visibility_level'>
>

const namePattern = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pd}_. ]*$/u
const MAX_LENGTH = 255

/** Throws 400 for what is wrong with the attributes of a new group. */
export function checkNewGroup(context: Context, attributes: GroupAttributes): void {
  const visibility_level = attributes.visibility_level ?? defaultGroupVisibility(context)
  checkGroup(context, { ...attributes, visibility_level })
}

/** Throws 400 for what is wrong with the attributes of a new group, or of the changes to `group`. */
export function checkGroup(
  context: Context,
  { name, path, description = '', visibility_level }: GroupAttributes,
  group?: NamespaceRecord,
): void {
  checkNoErrors({
    name: name === undefined ? [] : nameErrors(context, name, group),
    path: path === undefined ? [] : pathErrors(context, path, group),
    description: lengthErrors(description, MAX_LENGTH),
    visibility_level:
      visibility_level === undefined ? [] : visibilityErrors(context, visibility_level, group),
  })
}

/** Public, but where that is restricted: then the most open level that the caller may give. */
export function defaultGroupVisibility(context: Context): VisibilityLevel {
  return ([20, 10] as const).find((level) => mayGive(context, level)) ?? 0
}

/** Names and paths are unique among groups and users alike; names heed the case. */
function nameErrors({ store }: Context, name: string, group?: NamespaceRecord): string[] {
  if (name.trim() === '') return ["can't be blank"]
  if (!namePattern.test(name)) {
    return ["can contain only letters, digits, '_', '.', dash and space."]
  }
  const isTaken = store.namespaces.by('name', name).some(({ id }) => id !== group?.id)
  return isTaken ? ['has already been taken'] : lengthErrors(name, MAX_LENGTH)
}

function pathErrors({ store }: Context, path: string, group?: NamespaceRecord): string[] {
  const address = fullPath({ parent_path: group?.parent_path ?? '', path })
  const namespace = store.namespaces.one('full_path', folded(address))
  const isTaken = (namespace && namespace.id !== group?.id) || findProject(store, address)
  return isTaken ? ['has already been taken'] : namespacePathErrors(path)
}

/** A group is at least as open as each of its projects; a level it has already may stay. */
function visibilityErrors(
  context: Context,
  level: VisibilityLevel,
  group?: NamespaceRecord,
): string[] {
  if (!group) return restrictionErrors(context, level)
  if (level === group.visibility_level) return []
  const isBelowProjects = context.store.projects
    .by('namespace_id', group.id)
    .some(({ visibility_level }) => visibility_level > level)
  return isBelowProjects
    ? ['is not allowed since there are projects with higher visibility.']
    : restrictionErrors(context, level)
}
