import type { EnvironmentRecord } from '../../../store/models/environment.ts'

const MAX_SLUG_LENGTH = 24
const suffixLength = 6

/**
 * The name of an environment as host names can have it: at most 24 small letters, digits and dashes,
 * a letter first. A suffix, here of the id, keeps apart those whose names had to be changed.
 */
export function environmentSlug({ id, name }: Pick<EnvironmentRecord, 'id' | 'name'>): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  const lettered = /^[a-z]/.test(plain) ? plain : `env-${plain}`
  const slug = lettered.slice(0, MAX_SLUG_LENGTH).replace(/-$/, '')
  if (slug === name) return slug
  const suffix = id.toString(36).padStart(suffixLength, '0').slice(-suffixLength)
  return `${slug.slice(0, MAX_SLUG_LENGTH - suffixLength - 1)}-${suffix}`
}
