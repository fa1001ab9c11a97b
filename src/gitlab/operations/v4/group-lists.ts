import { readCursor } from '../../../contract/cursor.ts'
import { type Visibility, visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { folded, fullPath } from '../../../store/record-keys.ts'
import type { Context } from '../../domain/context.ts'
import { isArchivedGroup } from '../../domain/groups/archiving.ts'
import { groupResource } from '../../resources/v4/group.ts'
import { list } from '../answers.ts'
import { matches } from '../search.ts'
import {
  attributeTest,
  type CustomAttributeRequest,
  withAttributes,
} from './custom-attribute-requests.ts'

/** The filters of the lists of groups (`schemas/v4/paths/groups.yaml`); each list supports some of them. */
export interface GroupFilters extends CustomAttributeRequest {
  readonly skip_groups?: readonly number[]
  readonly all_available?: boolean
  readonly search?: string
  readonly owned: boolean
  readonly min_access_level?: number
  readonly visibility?: Visibility
  readonly archived?: boolean
  readonly active?: boolean
  readonly marked_for_deletion_on?: string
  readonly order_by: 'name' | 'path' | 'id' | 'similarity'
  readonly sort: 'asc' | 'desc'
  readonly statistics: boolean
}

/** Returns all groups, for signed-in users without `all_available` only their own; hidden ones are filtered later. */
export function availableGroups({ store, viewer }: Context, { all_available }: GroupFilters) {
  const all = store.namespaces.by('kind', 'group')
  if (viewer.isAdmin || !viewer.user || all_available) return all
  return all.filter((group) => viewer.groupLevel(group) > 0)
}

/** Returns the groups after a cursor, by name. */
export function afterCursor(groups: readonly NamespaceRecord[], cursor: string | undefined) {
  const place = cursor === undefined ? undefined : readCursor(cursor)
  if (!place) return groups
  const last = folded(String(place.value))
  return groups.filter(({ id, name }) => {
    const own = folded(name)
    return own === last ? id > place.id : own > last
  })
}

/** Lists the visible groups that match the filters, in the requested order. */
export function listGroupsAmong(
  context: Context,
  among: readonly NamespaceRecord[],
  filters: GroupFilters,
) {
  const { viewer } = context
  const { skip_groups = [], search, owned, min_access_level = 0, visibility } = filters
  const from = Math.max(min_access_level, owned ? 50 : 0)
  const level = visibility && visibilityLevels[visibility]
  const { active, archived, marked_for_deletion_on } = filters
  const hasAttributes = attributeTest(context, filters)
  const found = among.filter((group) => {
    const { id, name, path, visibility_level, marked_for_deletion_on: markedOn } = group
    return (
      viewer.seesGroup(group) &&
      !skip_groups.includes(id) &&
      hasAttributes(group) &&
      (from === 0 || viewer.groupLevel(group) >= from) &&
      (level === undefined || visibility_level === level) &&
      (archived === undefined || archived === isArchivedGroup(context, group)) &&
      (active === undefined ||
        active === (markedOn === null && !isArchivedGroup(context, group))) &&
      (marked_for_deletion_on === undefined || markedOn === marked_for_deletion_on) &&
      (matches(search, name, path) || (search?.includes('/') && matches(search, fullPath(group))))
    )
  })
  const withStatistics = filters.statistics && viewer.isAdmin
  return list(found.sort(comparison(filters)), (group) =>
    withAttributes(groupResource(group, context, withStatistics), group, context, filters),
  )
}

function comparison({ order_by, sort }: Pick<GroupFilters, 'order_by' | 'sort'>) {
  const sign = sort === 'asc' ? 1 : -1
  const keyOf = (group: NamespaceRecord) => folded(order_by === 'path' ? group.path : group.name)
  return (one: NamespaceRecord, other: NamespaceRecord) => {
    const byId = one.id - other.id
    if (order_by === 'id') return sign * byId
    const [key, otherKey] = [keyOf(one), keyOf(other)]
    return sign * (key === otherKey ? byId : key < otherKey ? -1 : 1)
  }
}
