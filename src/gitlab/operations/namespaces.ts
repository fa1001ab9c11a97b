import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { Context } from '../domain/context.ts'

/** Whether a namespace is the caller's own, or of a group that they are in; all are an administrator's. */
export function belongsTo({ viewer }: Context, namespace: NamespaceRecord): boolean {
  if (viewer.isAdmin || namespace.owner_id === viewer.signedIn().id) return true
  return namespace.kind === 'group' && viewer.groupLevel(namespace) > 0
}
