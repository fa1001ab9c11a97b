import {
  levelOfSetting,
  type VisibilityLevel,
  visibilityNames,
} from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { Context } from '../context.ts'

/** Returns the visibility of a new project: the given level, else by `public`, else the instance's default. */
export function visibilityOfNew(
  { settings }: Context,
  asked: { visibility_level?: VisibilityLevel; public?: boolean },
): VisibilityLevel {
  const level = asked.visibility_level ?? levelOfPublic(asked.public)
  return level ?? levelOfSetting[settings.default_project_visibility]
}

/** Returns the visibility level of the older `public` parameter; false is private. */
export function levelOfPublic(isPublic: boolean | undefined): VisibilityLevel | undefined {
  if (isPublic === undefined) return undefined
  return isPublic ? 20 : 0
}

/** Returns the errors of a visibility above that of the group, with the message of GitLab 8.15. */
export function groupBoundErrors(level: VisibilityLevel, group: NamespaceRecord): string[] {
  if (group.kind !== 'group' || level <= group.visibility_level) return []
  const names = visibilityNames
  return [`${names[level]} is not allowed in a ${names[group.visibility_level]} group.`]
}
