import {
  levelOfSetting,
  type VisibilityLevel,
  visibilityNames,
} from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { Context } from '../context.ts'

/**
 * The visibility of a new project: as asked for, by `public` where no level is given, else the
 * instance's default.
 */
export function visibilityOfNew(
  { settings }: Context,
  asked: { visibility_level?: VisibilityLevel; public?: boolean },
): VisibilityLevel {
  const level = asked.visibility_level ?? levelOfPublic(asked.public)
  return level ?? levelOfSetting[settings.default_project_visibility]
}

/** What the older `public` says; false is the closer of the two levels that are not public. */
export function levelOfPublic(isPublic: boolean | undefined): VisibilityLevel | undefined {
  if (isPublic === undefined) return undefined
  return isPublic ? 20 : 0
}

/** A project is at most as visible as its group; the message is GitLab 8.15's. */
export function groupBoundErrors(level: VisibilityLevel, group: NamespaceRecord): string[] {
  if (group.kind !== 'group' || level <= group.visibility_level) return []
  const names = visibilityNames
  return [`${names[level]} is not allowed in a ${names[group.visibility_level]} group.`]
}
