import {
  settingOfLevel,
  type VisibilityLevel,
  visibilityNames,
} from '../../../contract/visibility-levels.ts'
import type { Context } from '../context.ts'

/** Whether the caller may use a visibility level: restricted ones are for administrators. */
export function mayGive({ viewer, settings }: Context, level: VisibilityLevel): boolean {
  const restricted = settings.restricted_visibility_levels ?? []
  return viewer.isAdmin || !restricted.includes(settingOfLevel[level])
}

/** Returns the errors of a visibility level in a request (`schemas/v3/resources/application-settings.json`). */
export function restrictionErrors(context: Context, level: VisibilityLevel): string[] {
  if (mayGive(context, level)) return []
  return [context.release.restrictedVisibility(visibilityNames[level])]
}
