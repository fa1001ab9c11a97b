import type { VisibilityLevel } from '../../store/models/fields.ts'
import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { Context } from '../context.ts'

/** The settings' own scale in levels (`schemas/resources/application-settings.json`). */
const levelOfSetting = { 0: 0, 1: 10, 2: 20 } as const
const levelNames = { 0: 'private', 10: 'internal', 20: 'public' } as const

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
  return [`${levelNames[level]} is not allowed in a ${levelNames[group.visibility_level]} group.`]
}
