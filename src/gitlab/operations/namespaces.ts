import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { Context } from '../domain/context.ts'

/** Whether the caller belongs to a namespace: its own, those of its groups, for administrators all. */
export function belongsTo({ viewer }: Context, namespace: NamespaceRecord): boolean {
  if (viewer.isAdmin || namespace.owner_id === viewer.signedIn().id) return true
  return namespace.kind === 'group' && viewer.groupLevel(namespace) > 0
}
