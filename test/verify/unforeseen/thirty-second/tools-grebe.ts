import { type Call, encoded } from '../shared-tools.ts'

/** The path of the group that a call is about, below `/api/v3`. */
export const groupPath = ({ path }: Call) => `/groups/${encoded(path.id)}`

/** The kind of an SSH key and its numbers; what follows them is a comment. */
export function partsOfKey(key: unknown): { readonly kind: string; readonly numbers: string } {
  const [kind = '', numbers = ''] = String(key).trim().split(/\s+/)
  return { kind, numbers }
}
