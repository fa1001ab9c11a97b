import { notFound } from '../../../contract/errors.ts'
import type { NamespaceWithCount } from '../../../contract/generated/v4/contract.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded, fullPath, sourceKey } from '../../../store/record-keys.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import type { Context } from '../../domain/context.ts'
import { namespaceResource } from '../../resources/v4/namespace.ts'
import { list } from '../answers.ts'
import { belongsTo } from '../namespaces.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'

/** The operations of schemas/v4/paths/namespaces.yaml. */
export const namespaces = {
  listNamespaces(context, { search, owned_only, top_level_only, full_path_search }) {
    const { store, viewer } = context
    const found = store.namespaces
      .all()
      .filter((namespace) =>
        owned_only ? owns(context, namespace) : belongsTo(context, namespace),
      )
      .filter(({ parent_id }) => !top_level_only || parent_id === null)
      .filter((one) =>
        full_path_search ? matches(search, fullPath(one)) : matches(search, one.name, one.path),
      )
    viewer.signedIn()
    return list(found, (namespace) => withCount(context, namespace))
  },

  getNamespace(context, { id }) {
    const { store } = context
    const namespace = /^\d+$/.test(String(id))
      ? store.namespaces.get(Number(id))
      : store.namespaces.one('full_path', folded(String(id)))
    if (!namespace || !belongsTo(context, namespace)) throw notFound('Namespace')
    return withCount(context, namespace)
  },

  getNamespaceExistence({ store }, { id, parent_id }) {
    const parent = store.namespaces.get(parent_id ?? 0)
    const pathOf = (path: string) => folded(parent ? `${fullPath(parent)}/${path}` : path)
    const isTaken = (path: string) => store.namespaces.one('full_path', pathOf(path)) !== undefined
    if (!isTaken(id)) return { exists: false, suggests: [] }
    let number = 1
    while (isTaken(`${id}${number}`)) number++
    return { exists: true, suggests: [`${id}${number}`] }
  },
} satisfies OperationsOf<'v4', 'Namespaces'>

function owns({ viewer }: Context, namespace: NamespaceRecord): boolean {
  if (namespace.kind === 'user') return namespace.owner_id === viewer.signedIn().id
  return viewer.groupLevel(namespace) >= 50
}

function withCount(context: Context, namespace: NamespaceRecord): NamespaceWithCount {
  const shown = namespaceResource(namespace, context)
  if (namespace.kind === 'user' || !context.viewer.canInGroup('admin_group', namespace))
    return shown
  const { store } = context
  const groups = [namespace, ...descendantsOf(store, namespace)]
  const members = groups.flatMap(({ id }) => store.members.by('source', sourceKey('group', id)))
  const users = new Set(members.map(({ user_id }) => user_id))
  return { ...shown, members_count_with_descendants: users.size }
}
