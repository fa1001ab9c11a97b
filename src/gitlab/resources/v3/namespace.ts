import type { Namespace } from '../../../contract/generated/v3/contract.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'

/** Returns the namespace of a project (`schemas/v3/resources/project.json`), in the same form for users and groups. */
export function namespaceResource(namespace: NamespaceRecord): Namespace {
  return {
    id: namespace.id,
    name: namespace.name,
    path: namespace.path,
    owner_id: namespace.owner_id,
    created_at: namespace.created_at,
    updated_at: namespace.updated_at,
    description: namespace.description,
    avatar: { url: namespace.avatar_url },
    share_with_group_lock: namespace.share_with_group_lock,
    visibility_level: namespace.visibility_level,
  }
}
