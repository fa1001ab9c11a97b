import { byCreation } from '../../../store/record-orders.ts'
import { seenEvents } from '../../domain/events.ts'
import { canRemoveUser, removeUser } from '../../domain/remove.ts'
import { changeUser, createUser } from '../../domain/users/accounts.ts'
import { changeUserState, checkBlock, checkUnblock } from '../../domain/users/block.ts'
import { checkNotTaken, checkUser } from '../../domain/users/validation.ts'
import { checkSomeChange } from '../../domain/validation.ts'
import { eventResource } from '../../resources/v3/event.ts'
import { userBrief, userFull, userResource, userWithToken } from '../../resources/v3/user.ts'
import { list, listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'

/** The attributes of an update, at least one of which is required. */
const changeable = [
  'email',
  'password',
  'name',
  'username',
  'skype',
  'linkedin',
  'twitter',
  'website_url',
  'organization',
  'projects_limit',
  'extern_uid',
  'provider',
  'bio',
  'location',
  'admin',
  'can_create_group',
  'external',
] as const

/** The operations of the tag Users. */
export const users = {
  /**
   * Lists users, newest first. Only `true` is supported for `active`, `blocked` and `external`; the last is for
   * administrators.
   */
  listUsers(context, { active, blocked, search, username, external }) {
    const { store, viewer } = context
    const found = store.users
      .all()
      .filter(
        (user) =>
          (!active || user.state === 'active') &&
          (!blocked || user.state !== 'active') &&
          (!external || !viewer.isAdmin || user.is_external) &&
          (username === undefined || user.username.toLowerCase() === username.toLowerCase()) &&
          matches(search, user.name, user.username, user.email),
      )
    return list(found.reverse(), (user) =>
      viewer.isAdmin ? userFull(user, context) : userBrief(user, context),
    )
  },

  getUser(context) {
    const { viewer, user } = context
    return viewer.isAdmin ? userFull(user, context) : userResource(user, context)
  },

  createUser(context, attributes) {
    checkUser(context, attributes)
    checkNotTaken(context, attributes)
    return userFull(createUser(context, attributes), context)
  },

  /** Updates a user. A taken e-mail address or username is a 404 here. */
  updateUser(context, { id: _, ...attributes }) {
    const { user } = context
    checkSomeChange(attributes, changeable)
    checkUser(context, attributes, user)
    checkNotTaken(context, attributes, user)
    return userFull(changeUser(context, user, attributes), context)
  },

  deleteUser(context, { id }) {
    const user = context.store.users.get(id)
    if (!user) return null
    const deleted = userFull(user, context)
    if (canRemoveUser(context, user)) removeUser(context, user)
    return deleted
  },

  blockUser(context) {
    checkBlock(context.user)
    return changeUserState(context, context.user, 'block')
  },

  unblockUser(context) {
    checkUnblock(context.user)
    return changeUserState(context, context.user, 'unblock')
  },

  /** Lists the events of a user, except those of projects that the caller cannot see. */
  listUserEvents(context) {
    const { store, user } = context
    const events = seenEvents(context, store.events.by('author_id', user.id, 'created_at'))
    const newestFirst = { lists: [events], order: byCreation, sort: 'desc' } as const
    return listSelected(newestFirst, (event) => eventResource(event, context))
  },

  getCurrentUser(context) {
    const user = context.viewer.signedIn()
    return context.viewer.showsPrivateToken ? userWithToken(user, context) : userFull(user, context)
  },
} satisfies OperationsOf<'v3', 'Users'>
