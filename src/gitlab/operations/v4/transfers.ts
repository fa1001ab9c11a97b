import { notFound } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded } from '../../../store/record-keys.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import type { Context } from '../../domain/context.ts'
import { findGroup } from '../../domain/find.ts'
import { mayCreateGroup } from '../../domain/groups/create.ts'
import { mayCreateProjects } from '../../domain/groups/project-creation.ts'
import { checkGroupTransfer, transferGroup } from '../../domain/groups/transfer.ts'
import { checkMove, transferProject } from '../../domain/projects/transfer.ts'
import { groupDetail } from '../../resources/v4/group.ts'
import { groupBasic } from '../../resources/v4/namespace.ts'
import { projectResource } from '../../resources/v4/project.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'

/** The operations of schemas/v4/paths/transfers.yaml. */
export const transfers = {
  transferProjectToGroup(context) {
    const { group, project } = context
    checkMove(context, project, group)
    transferProject(context, project, group)
    return groupDetail(group, context)
  },

  transferGroup(context, { group_id }) {
    const { store, viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    const parent = group_id === undefined ? undefined : findGroup(store, group_id)
    const isSeen = parent !== undefined && viewer.seesGroup(parent)
    if (group_id !== undefined && !isSeen) throw notFound('Group')
    checkGroupTransfer(context, group, parent)
    return groupDetail(transferGroup(context, group, parent), context)
  },

  listTransferLocationsOfGroup(context, { search }) {
    const { store, viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    const within = new Set([group, ...descendantsOf(store, group)].map(({ id }) => id))
    const isPlace = (one: NamespaceRecord) =>
      !within.has(one.id) && one.id !== group.parent_id && mayCreateGroup(context, one)
    return listPlaces(context, search, isPlace)
  },

  transferProject(context, { namespace }) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    const place = namespaceNamed(context, namespace)
    checkMove(context, project, place)
    return projectResource(transferProject(context, project, place), context)
  },

  listTransferLocationsOfProject(context, { search }) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    const isPlace = (one: NamespaceRecord) =>
      one.id !== project.namespace_id && mayCreateProjects(context, one)
    return listPlaces(context, search, isPlace)
  },
} satisfies OperationsOf<'v4', 'Transfers'>

function listPlaces(
  context: Context,
  search: string | undefined,
  isPlace: (group: NamespaceRecord) => boolean,
) {
  const found = context.store.namespaces
    .by('kind', 'group')
    .filter((group) => matches(search, group.name, group.path) && isPlace(group))
  return list(found, (group) => groupBasic(group, context))
}

/** Returns the target namespace. Throws 404 for one that the caller does not belong to. */
function namespaceNamed({ store, viewer }: Context, idOrPath: number | string): NamespaceRecord {
  const namespace = /^\d+$/.test(String(idOrPath))
    ? store.namespaces.get(Number(idOrPath))
    : store.namespaces.one('full_path', folded(String(idOrPath)))
  const isTheirs =
    viewer.isAdmin ||
    namespace?.owner_id === viewer.signedIn().id ||
    (namespace?.kind === 'group' && viewer.groupLevel(namespace) > 0)
  if (!namespace || !isTheirs) throw notFound('Namespace')
  return namespace
}
