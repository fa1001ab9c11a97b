import { notFound } from '../../../contract/errors.ts'
import type { GroupLinkRecord } from '../../../store/models/group-link.ts'
import type { GroupShareRecord } from '../../../store/models/group-share.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import { isCurrent } from '../../access/membership.ts'
import type { Context } from '../../domain/context.ts'
import { findGroup } from '../../domain/find.ts'
import { checkShare, shareGroup, shareOf, unshareGroup } from '../../domain/groups/shares.ts'
import { namespaceOf } from '../../domain/lookups.ts'
import { groupDetail } from '../../resources/v4/group.ts'
import { groupBasic } from '../../resources/v4/namespace.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'
import { listGroupsAmong } from './group-lists.ts'

/** The operations of schemas/v4/paths/group-shares.yaml. */
export const groupShares = {
  shareGroup(context, { group_id, group_access, expires_at }) {
    const { store, viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    const invited = findGroup(store, group_id)
    if (!invited || !viewer.seesGroup(invited)) throw notFound('Group')
    checkShare(context, group, invited)
    shareGroup(context, group, invited, { group_access, expires_at: expires_at ?? null })
    return groupDetail(group, context)
  },

  unshareGroup(context, { group_id }) {
    const { store, viewer, group } = context
    viewer.mustInGroup('admin_group', group)
    const share = shareOf(store, group, group_id)
    if (!share) throw notFound('Group Link')
    unshareGroup(context, share)
    return undefined
  },

  listSharedGroupsOfGroup(context, filters) {
    const { store, group } = context
    const shares = store.groupShares.by('invited_group_id', group.id)
    const groups = shares.flatMap(({ group_id }) => store.namespaces.get(group_id) ?? [])
    return listGroupsAmong(context, groups, { ...filters, owned: false, statistics: false })
  },

  listInvitedGroupsOfGroup(context, { relation, search, min_access_level }) {
    const { store, group } = context
    const around = ancestorsOf(store, group)
    const shares = sharesOf(context, relation, group, around)
    const groups = invitedBy(context, shares)
    const order = { order_by: 'name', sort: 'asc', owned: false, statistics: false } as const
    return listGroupsAmong(context, groups, {
      ...order,
      ...(search === undefined ? {} : { search }),
      ...(min_access_level === undefined ? {} : { min_access_level }),
    })
  },

  listInvitedGroupsOfProject(context, { relation, search, min_access_level = 0 }) {
    const { store, viewer, project } = context
    const namespace = namespaceOf(context, project)
    const isAsked = (one: Relation) => relation === undefined || relation.includes(one)
    const links = isAsked('direct') ? store.groupLinks.by('project_id', project.id) : []
    const around = namespace.kind === 'group' ? [namespace, ...ancestorsOf(store, namespace)] : []
    const shares = isAsked('inherited') ? sharesOf(context, ['inherited'], undefined, around) : []
    const groups = [...invitedTo(context, links), ...invitedBy(context, shares)].filter(
      (group) =>
        viewer.seesGroup(group) &&
        matches(search, group.name, group.path) &&
        (min_access_level === 0 || viewer.groupLevel(group) >= min_access_level),
    )
    return list([...new Set(groups)], (group) => groupBasic(group, context))
  },

  listShareLocationsOfProject(context, { search }) {
    const { store, viewer, project } = context
    const namespace = namespaceOf(context, project)
    const around = new Set([namespace, ...ancestorsOf(store, namespace)].map((group) => group.id))
    const linked = store.groupLinks.by('project_id', project.id).map(({ group_id }) => group_id)
    const found = store.namespaces
      .by('kind', 'group')
      .filter(
        (group) =>
          viewer.seesGroup(group) &&
          !around.has(group.id) &&
          !linked.includes(group.id) &&
          matches(search, group.name, group.path),
      )
    return list(found, (group) => groupBasic(group, context))
  },
} satisfies OperationsOf<'v4', 'Group shares'>

type Relation = 'direct' | 'inherited'

/** Returns the shares of a group itself, of its ancestors, or of both. */
function sharesOf(
  { store, today }: Context,
  relation: readonly Relation[] = ['direct', 'inherited'],
  group: NamespaceRecord | undefined,
  around: readonly NamespaceRecord[],
): GroupShareRecord[] {
  const own = relation.includes('direct') && group ? [group] : []
  const inherited = relation.includes('inherited') ? around : []
  return [...own, ...inherited]
    .flatMap(({ id }) => [...store.groupShares.by('group_id', id)])
    .filter((share) => isCurrent(share, today))
}

function invitedBy({ store }: Context, shares: readonly GroupShareRecord[]): NamespaceRecord[] {
  const ids = new Set(shares.map(({ invited_group_id }) => invited_group_id))
  return [...ids].flatMap((id) => store.namespaces.get(id) ?? [])
}

function invitedTo(
  { store, today }: Context,
  links: readonly GroupLinkRecord[],
): NamespaceRecord[] {
  return links
    .filter((link) => isCurrent(link, today))
    .flatMap(({ group_id }) => store.namespaces.get(group_id) ?? [])
}
