import {
  levelOfSetting,
  type VisibilityLevel,
  visibilityNames,
} from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { Context } from '../context.ts'

/**
 * The visibility of a new project: as asked for, by `public` where no level is given, else the
 * instance's default. `public: false` says private, the closer of the two that are not public.
 */
export function visibilityOfNew(
  { settings }: Context,
  asked: { visibility_level?: VisibilityLevel; public?: boolean },
): VisibilityLevel {
  if (asked.visibility_level !== undefined) return asked.visibility_level
  if (asked.public !== undefined) return asked.public ? 20 : 0
  return levelOfSetting[settings.default_project_visibility]
}

/** A project is at most as visible as its group; the message is GitLab 8.15's. */
export function groupBoundErrors(level: VisibilityLevel, group: NamespaceRecord): string[] {
  if (group.kind !== 'group' || level <= group.visibility_level) return []
  const names = visibilityNames
  return [`${names[level]} is not allowed in a ${names[group.visibility_level]} group.`]
}
