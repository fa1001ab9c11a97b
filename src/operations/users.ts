import { forbidden, userConflict } from '../contract/errors.ts'
import { newestFirst } from '../domain/events.ts'
import { systemHookMessages } from '../domain/hooks/system-messages.ts'
import { removeUser } from '../domain/remove.ts'
import {
  changesOfUser,
  createUserWithNamespace,
  renameNamespace,
} from '../domain/users/accounts.ts'
import { checkUser, takenAttribute } from '../domain/users/validation.ts'
import { eventResource } from '../resources/event.ts'
import { userBrief, userFull, userResource, userWithToken } from '../resources/user.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'
import { matches } from './search.ts'

/** Document 1, Users. */
export const users = {
  /** Only `true` is supported for `active`, `blocked` and `external`; the last is for administrators. */
  listUsers(context, { active, blocked, search, username, external }) {
    const { store, viewer } = context
    const found = store.users
      .all()
      .filter(
        (user) =>
          (!active || user.state === 'active') &&
          (!blocked || user.state === 'blocked') &&
          (!external || !viewer.isAdmin || user.is_external) &&
          (username === undefined || user.username.toLowerCase() === username.toLowerCase()) &&
          matches(search, user.name, user.username, user.email),
      )
    return list(found, (user) =>
      viewer.isAdmin ? userFull(user, context) : userBrief(user, context),
    )
  },

  getUser(context) {
    const { viewer, user } = context
    return viewer.isAdmin ? userFull(user, context) : userResource(user, context)
  },

  createUser(context, attributes) {
    checkUser(context, attributes)
    const taken = takenAttribute(context, attributes)
    if (taken) throw userConflict(409, taken)
    const user = createUserWithNamespace(context, attributes)
    context.fire(systemHookMessages.userCreated(user))
    return userFull(user, context)
  },

  /** A taken e-mail or username is a 404 here (document 1, Errors, body 7). */
  updateUser(context, attributes) {
    const { store, user } = context
    checkUser(context, attributes, user)
    const taken = takenAttribute(context, attributes, user)
    if (taken) throw userConflict(404, taken)
    const changed = store.users.replace(user, changesOfUser(context, attributes, user))
    if (changed.username !== user.username) renameNamespace(context, changed)
    return userFull(changed, context)
  },

  deleteUser(context, { id }) {
    const user = context.store.users.get(id)
    if (!user) return null
    const deleted = userFull(user, context)
    removeUser(context.store, user)
    context.fire(systemHookMessages.userDestroyed(user))
    return deleted
  },

  blockUser({ store, user }) {
    if (user.is_blocked_by_directory) {
      throw forbidden('directory-blocked users cannot be modified by the API')
    }
    store.users.replace(user, { state: 'blocked' })
    return user.state === 'active'
  },

  unblockUser({ store, user }) {
    if (user.is_blocked_by_directory) {
      throw forbidden('directory-blocked users cannot be unblocked by the API')
    }
    store.users.replace(user, { state: 'active' })
    return user.state === 'blocked'
  },

  /** What happened in projects that the caller may not see is left out. */
  listUserEvents(context) {
    const { store, user } = context
    return list(newestFirst(context, store.events.by('author_id', user.id)), (event) =>
      eventResource(event, context),
    )
  },

  getCurrentUser(context) {
    const user = context.viewer.signedIn()
    return context.viewer.sudoer ? userWithToken(user, context) : userFull(user, context)
  },
} satisfies OperationsOf<'Users'>
