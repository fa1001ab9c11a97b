import { basePaths } from '../../../contract/base-paths.ts'
import { readCursor } from '../../../contract/cursor.ts'
import { forbidden } from '../../../contract/errors.ts'
import type {
  OperationTypes,
  UserAdmin,
  UserBasic,
} from '../../../contract/generated/v4/contract.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Context } from '../../domain/context.ts'
import { addressesOf } from '../../domain/users/emails.ts'
import { userAdmin, userBasic } from '../../resources/v4/user.ts'
import { type Listing, list } from '../answers.ts'
import { matches } from '../search.ts'
import { attributeTest, withAttributes } from './custom-attribute-requests.ts'

type Parameters = OperationTypes['listUsers']['parameters']
type Order = NonNullable<Parameters['order_by']>

/** Lists users, newest first, or by the quality of their match in a search. Anonymous callers must give a username. */
export function listUsers(
  context: Context,
  parameters: Parameters,
): Listing<UserAdmin> | Listing<UserBasic> {
  const { store, viewer } = context
  const { username, search, extern_uid, pagination } = parameters
  if (!viewer.user && !username) throw forbidden(`Not authorized to access ${basePaths.v4}/users`)
  if (extern_uid !== undefined && !viewer.isAdmin) throw forbidden()
  const candidates = username
    ? store.users.by('username', folded(username))
    : [...store.users.all()]
  const found = candidates.filter(
    (user) => isWanted(user, parameters) && isFound(context, user, search),
  )
  const forAdmins = viewer.isAdmin
    ? found
        .filter((user) => isWantedByAdmin(context, user, parameters))
        .filter(attributeTest(context, parameters))
    : found.filter(isListedForAll)
  const { order_by, sort = 'desc' } = viewer.isAdmin ? parameters : {}
  const isByMatch = search && !order_by && pagination !== 'keyset'
  const ordered = isByMatch
    ? forAdmins.sort((one, other) => compare(matchOf(one, search), matchOf(other, search)))
    : inOrder(forAdmins, order_by ?? 'id', sort)
  const page = pagination === 'keyset' ? afterCursor(ordered, parameters, order_by, sort) : ordered
  return viewer.isAdmin
    ? list(page, (user) => withAttributes(userAdmin(user, context), user, context, parameters))
    : list(page, (user) => userBasic(user, context))
}

/** Whether a user matches the filters of all callers. A filter with the value false does not apply. */
function isWanted(user: UserRecord, wanted: Parameters): boolean {
  const isHuman = user.user_type === 'human'
  const isBot = user.user_type === 'project_bot'
  return (
    (!wanted.active || (user.state === 'active' && user.user_type !== 'ghost')) &&
    (!wanted.exclude_active || user.state !== 'active') &&
    (!wanted.blocked || user.state === 'blocked') &&
    (!wanted.external || user.is_external) &&
    (!wanted.exclude_external || !user.is_external) &&
    (!wanted.humans || isHuman) &&
    (!wanted.exclude_humans || !isHuman) &&
    (!wanted.exclude_internal || user.user_type !== 'ghost') &&
    (!wanted.without_project_bots || !isBot) &&
    (wanted.public_email === undefined || user.public_email === wanted.public_email)
  )
}

function isWantedByAdmin({ store }: Context, user: UserRecord, wanted: Parameters): boolean {
  const { created_after, created_before, two_factor, extern_uid, provider } = wanted
  return (
    (created_after === undefined || user.created_at > created_after) &&
    (created_before === undefined || user.created_at < created_before) &&
    (two_factor === undefined || user.two_factor_enabled === (two_factor === 'enabled')) &&
    (!wanted.admins || user.is_admin) &&
    (!wanted.without_projects || !isInProject({ store }, user)) &&
    (extern_uid === undefined ||
      user.identities.some((one) => one.provider === provider && one.extern_uid === extern_uid))
  )
}

/** Whether users other than administrators can list a user: `UsersFinder` hides those who cannot sign in. */
function isListedForAll({ state }: UserRecord): boolean {
  return state === 'active' || state === 'deactivated'
}

/** Whether a user is a member of a project, or owns a personal one. */
function isInProject({ store }: Pick<Context, 'store'>, { id }: UserRecord): boolean {
  const namespace = store.namespaces.one('owner_id', id)
  return (
    store.members.by('user_id', id).some(({ source_type }) => source_type === 'project') ||
    (namespace !== undefined && store.projects.by('namespace_id', namespace.id).length > 0)
  )
}

/** Whether a search matches a part of the names, or a whole e-mail address: the public one, for administrators any. */
function isFound({ store, viewer }: Context, user: UserRecord, search: string | undefined) {
  if (!search) return true
  const addresses = viewer.isAdmin ? addressesOf(user, store) : []
  return (
    matches(search, user.name, user.username) ||
    [user.public_email, ...addresses].some((one) => one && folded(one) === folded(search))
  )
}

/** Returns the sort key of a match: its quality, best first, then the name, as in `User.search`. */
function matchOf({ name, username, public_email }: UserRecord, search: string): string {
  const rank = [name, username, public_email ?? ''].findIndex(
    (text) => folded(text) === folded(search),
  )
  return `${rank < 0 ? 3 : rank} ${name}`
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Returns the sort key of a user. Users have no update time, so `updated_at` sorts by id. */
function keyOf(user: UserRecord, order: Order): string | number {
  return order === 'updated_at' ? user.id : user[order]
}

function inOrder(users: UserRecord[], order: Order, sort: 'asc' | 'desc'): UserRecord[] {
  const upwards = users.sort(
    (one, other) => compare(keyOf(one, order), keyOf(other, order)) || one.id - other.id,
  )
  return sort === 'asc' ? upwards : upwards.reverse()
}

/** Returns the users after a cursor. */
function afterCursor(
  users: UserRecord[],
  { cursor }: Parameters,
  order: Order = 'id',
  sort: 'asc' | 'desc',
): UserRecord[] {
  const place = cursor === undefined ? undefined : readCursor(cursor)
  if (!place) return users
  const value = order === 'id' || order === 'updated_at' ? place.id : String(place.value)
  const isAfter = (user: UserRecord) => compare(keyOf(user, order), value) || user.id - place.id
  return users.filter((user) => (sort === 'asc' ? isAfter(user) > 0 : isAfter(user) < 0))
}
