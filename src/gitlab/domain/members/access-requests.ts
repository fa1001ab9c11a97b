import type { AccessRequestRecord } from '../../../store/models/access-request.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../context.ts'
import { existingUser, type WithStore } from '../lookups.ts'
import { checkNoErrors } from '../validation.ts'
import type { MemberTerms } from './membership.ts'
import {
  groupsAround,
  isMember,
  join,
  keyOfSource,
  type MemberSource,
  ownLevel,
  placeOfSource,
} from './source.ts'
import { mustGiveLevel, termErrors } from './terms.ts'

/** Returns the pending access requests of a group or project. */
export function accessRequestsOf(
  { store }: WithStore,
  source: MemberSource,
): readonly AccessRequestRecord[] {
  return store.accessRequests.by('source', keyOfSource(source))
}

/** Returns the access request of a user, if there is one. */
export function accessRequestOf(
  context: WithStore,
  source: MemberSource,
  userId: number,
): AccessRequestRecord | undefined {
  return accessRequestsOf(context, source).find(({ user_id }) => user_id === userId)
}

/**
 * Throws 400 where access requests are disabled, and where the user already has one or is a member of the group or
 * project or one around it.
 */
export function checkAccessRequest(context: Context, source: MemberSource, user: UserRecord): void {
  const { request_access_enabled } = source.group ?? source.project
  const around = groupsAround(context, source).map((group) => ({ group }))
  const isThere =
    [source, ...around].some((one) => isMember(context.store, one, user)) ||
    accessRequestOf(context, source, user.id) !== undefined
  checkNoErrors({
    base: request_access_enabled ? [] : ['Access requests are not enabled'],
    user: isThere ? ['already exists in source'] : [],
  })
}

/** Creates an access request of a user. */
export function requestAccess(
  { store, now }: Pick<Context, 'store' | 'now'>,
  source: MemberSource,
  { id: user_id }: UserRecord,
): AccessRequestRecord {
  return store.accessRequests.insert({ ...placeOfSource(source), user_id, requested_at: now })
}

/** Throws 403 for a level above the caller's, and 400 for one below the user's inherited level. */
export function checkApproval(
  context: Context,
  source: MemberSource,
  { user_id }: AccessRequestRecord,
  terms: Pick<MemberTerms, 'access_level'>,
): void {
  mustGiveLevel(context, ownLevel(context, source), terms)
  const around = groupsAround(context, source)
  checkNoErrors(termErrors(context, around, existingUser(context, user_id), terms))
}

/** Makes the requesting user a member, which removes the access request. */
export function approveAccessRequest(
  context: Context,
  source: MemberSource,
  { user_id }: AccessRequestRecord,
  terms: MemberTerms,
): MemberRecord {
  return join(context, source, existingUser(context, user_id), terms)
}

/** Denies or withdraws an access request. */
export function denyAccessRequest({ store }: WithStore, request: AccessRequestRecord): void {
  store.accessRequests.remove(request)
}
