import { forbidden, notFound, notModified } from '../../../contract/errors.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../../domain/context.ts'
import {
  checkFollow,
  followedBy,
  followersOf,
  followUser,
  unfollowUser,
} from '../../domain/users/follows.ts'
import { userBasic } from '../../resources/v4/user.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/follows.yaml. */
export const follows = {
  followUser(context) {
    checkFollow(context, context.user)
    return followUser(context, context.user) ? userBasic(context.user, context) : notModified()
  },

  unfollowUser(context) {
    return unfollowUser(context, context.user) ? userBasic(context.user, context) : notModified()
  },

  listFollowedUsers: (context, { id }) =>
    list(followedBy(context, readableUser(context, id)), (user) => userBasic(user, context)),

  listFollowers: (context, { id }) =>
    list(followersOf(context, readableUser(context, id)), (user) => userBasic(user, context)),
} satisfies OperationsOf<'v4', 'Follows'>

/**
 * Returns a user whose profile the caller can read. Throws 403 for anonymous callers, whether or not the user exists.
 */
function readableUser({ store, viewer }: Context, id: number): UserRecord {
  if (!viewer.user) throw forbidden('Not authorized!')
  const user = store.users.get(id)
  const isHidden = user?.private_profile && !viewer.isAdmin && viewer.user.id !== id
  if (!user || isHidden) throw notFound('User')
  return user
}
