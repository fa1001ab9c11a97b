import { refused } from '../../../contract/errors.ts'
import type { FollowRecord } from '../../../store/models/follow.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { followKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingUser, type WithStore } from '../lookups.ts'

/** The maximum number of users that a user can follow (`UserFollowUser::MAX_FOLLOWEE_LIMIT` in GitLab). */
const MAX_FOLLOWED = 300

/** Throws 400 where the caller would follow itself, or already follows the maximum number of users. */
export function checkFollow({ store, viewer }: Context, { id }: UserRecord): void {
  const caller = viewer.signedIn()
  if (caller.id === id) throw refused('You cannot follow yourself')
  if (store.follows.by('user_id', caller.id).length >= MAX_FOLLOWED) {
    throw refused(
      `You can't follow more than ${MAX_FOLLOWED} users. To follow more users, unfollow some others.`,
    )
  }
}

/** Makes the caller follow a user. Returns whether that is new. */
export function followUser(context: Context, user: UserRecord): boolean {
  const { store, viewer, now } = context
  if (followOf(context, user)) return false
  store.follows.insert({ user_id: viewer.signedIn().id, followed_id: user.id, created_at: now })
  return true
}

/** Makes the caller unfollow a user. Returns whether it followed the user before. */
export function unfollowUser(context: Context, user: UserRecord): boolean {
  const follow = followOf(context, user)
  if (follow) context.store.follows.remove(follow)
  return follow !== undefined
}

/** Finds the follow record of the caller for a user; undefined for an anonymous caller too. */
export function followOf(
  { store, viewer }: Pick<Context, 'store' | 'viewer'>,
  { id }: UserRecord,
): FollowRecord | undefined {
  return viewer.user && store.follows.one('follow', followKey(viewer.user.id, id))
}

/** Returns the followers of a user, earliest first. */
export function followersOf(context: WithStore, { id }: UserRecord): UserRecord[] {
  const { follows } = context.store
  return follows.by('followed_id', id).map(({ user_id }) => existingUser(context, user_id))
}

/** Returns the users that a user follows. */
export function followedBy(context: WithStore, { id }: UserRecord): UserRecord[] {
  const { follows } = context.store
  return follows.by('user_id', id).map(({ followed_id }) => existingUser(context, followed_id))
}
