import type { VisibilityLevel } from '../../store/models/fields.ts'
import type { Context } from '../context.ts'

const names = { 0: 'Private', 10: 'Internal', 20: 'Public' } as const

/** On the scale of the application settings (`schemas/resources/application-settings.json`). */
const settingsScale = { 0: 0, 10: 1, 20: 2 } as const

/** Whether the caller may give a visibility level: those that are restricted are for administrators. */
export function mayGive({ viewer, settings }: Context, level: VisibilityLevel): boolean {
  const restricted = settings.restricted_visibility_levels ?? []
  return viewer.isAdmin || !restricted.includes(settingsScale[level])
}

/**
 * What is wrong with a visibility level that the caller gives
 * (`schemas/resources/application-settings.json`).
 */
export function restrictionErrors(context: Context, level: VisibilityLevel): string[] {
  return mayGive(context, level)
    ? []
    : [`${names[level]} visibility has been restricted by the administrator.`]
}
