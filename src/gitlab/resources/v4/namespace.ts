import type { GroupBasic, Namespace } from '../../../contract/generated/v4/contract.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { fullPath } from '../../../store/record-keys.ts'
import type { Presentation } from '../../domain/context.ts'
import { fullName, ownerOf } from '../../domain/lookups.ts'

/**
 * Returns the namespace of a project (`schemas/v4/resources/namespace.json`); a personal one is shown as its user.
 */
export function namespaceResource(
  namespace: NamespaceRecord,
  presentation: Presentation,
): Namespace {
  const { addresses } = presentation
  const { id, path, kind, parent_id } = namespace
  const owner = ownerOf(presentation, namespace)
  return {
    id,
    name: owner?.name ?? namespace.name,
    path,
    kind,
    full_path: fullPath(namespace),
    parent_id,
    avatar_url: addresses.avatar(owner?.avatar_url ?? namespace.avatar_url),
    web_url: owner ? addresses.user(owner) : addresses.group(namespace),
  }
}

/** Returns a group for other records (`schemas/v4/resources/group-basic.json`). */
export function groupBasic(group: NamespaceRecord, presentation: Presentation): GroupBasic {
  const { addresses } = presentation
  return {
    id: group.id,
    web_url: addresses.group(group),
    name: group.name,
    avatar_url: addresses.avatar(group.avatar_url),
    full_name: fullName(presentation, group),
    full_path: fullPath(group),
  }
}
