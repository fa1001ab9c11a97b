import { invalid } from '../contract/refusals.ts'
import type { VisibilityLevel } from '../store/models/fields.ts'
import type { Context } from './operation.ts'

/** The settings' own scale in levels (document 1, Conventions 5). */
const levelOfSetting = { 0: 0, 1: 10, 2: 20 } as const
const levelNames = { 0: 'Private', 10: 'Internal', 20: 'Public' } as const

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

/** Only administrators use a restricted level (document 1, `restricted_visibility_levels`). */
export function refuseRestricted({ settings, viewer }: Context, level: VisibilityLevel): void {
  const restricted = settings.restricted_visibility_levels ?? []
  if (viewer.isAdmin || !restricted.some((one) => levelOfSetting[one] === level)) return
  const reason = `${levelNames[level]} visibility has been restricted by your administrator`
  throw invalid({ visibility_level: [reason] })
}

/** A project is at most as visible as its group; the message of that release, or none. */
export function groupBoundError(
  level: VisibilityLevel,
  groupLevel: VisibilityLevel,
): string | undefined {
  if (level <= groupLevel) return undefined
  const [name, groupName] = [levelNames[level].toLowerCase(), levelNames[groupLevel].toLowerCase()]
  return `${name} is not allowed in a ${groupName} group.`
}
