import type { Reference } from '../../../git/repository.ts'

/** Returns the branches or tags after the one that a `page_token` names; undefined where the token is unknown. */
export function afterPageToken(
  references: readonly Reference[],
  token: string | undefined,
): readonly Reference[] | undefined {
  if (!token) return references
  const last = references.findIndex(({ name }) => name === token)
  return last < 0 ? undefined : references.slice(last + 1)
}
