import { refused } from '../../../contract/errors.ts'
import type { FollowRecord } from '../../../store/models/follow.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { followKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingUser, type WithStore } from '../lookups.ts'

/** As many as one user follows (`UserFollowUser::MAX_FOLLOWEE_LIMIT` in GitLab). */
const MAX_FOLLOWED = 300

/** Throws 400 for the caller, and for one more than anybody follows. */
export function checkFollow({ store, viewer }: Context, { id }: UserRecord): void {
  const caller = viewer.signedIn()
  if (caller.id === id) throw refused('You cannot follow yourself')
  if (store.follows.by('user_id', caller.id).length >= MAX_FOLLOWED) {
    throw refused(
      `You can't follow more than ${MAX_FOLLOWED} users. To follow more users, unfollow some others.`,
    )
  }
}

/** Follows a user in the caller's name; whether that is new. */
export function followUser(context: Context, user: UserRecord): boolean {
  const { store, viewer, now } = context
  if (followOf(context, user)) return false
  store.follows.insert({ user_id: viewer.signedIn().id, followed_id: user.id, created_at: now })
  return true
}

/** Takes that back; whether the caller followed the user. */
export function unfollowUser(context: Context, user: UserRecord): boolean {
  const follow = followOf(context, user)
  if (follow) context.store.follows.remove(follow)
  return follow !== undefined
}

/** That the caller follows a user; undefined where nobody is signed in too. */
export function followOf(
  { store, viewer }: Pick<Context, 'store' | 'viewer'>,
  { id }: UserRecord,
): FollowRecord | undefined {
  return viewer.user && store.follows.one('follow', followKey(viewer.user.id, id))
}

/** The users who follow a user, the first of them first. */
export function followersOf(context: WithStore, { id }: UserRecord): UserRecord[] {
  const { follows } = context.store
  return follows.by('followed_id', id).map(({ user_id }) => existingUser(context, user_id))
}

/** The users whom a user follows. */
export function followedBy(context: WithStore, { id }: UserRecord): UserRecord[] {
  const { follows } = context.store
  return follows.by('user_id', id).map(({ followed_id }) => existingUser(context, followed_id))
}
