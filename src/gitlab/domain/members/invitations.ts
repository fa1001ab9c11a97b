import type { InvitationRecord } from '../../../store/models/invitation.ts'
import { folded } from '../../../store/record-keys.ts'
import { omitUndefined } from '../changes.ts'
import type { Context } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import { isEmail } from '../users/validation.ts'
import { checkNoErrors } from '../validation.ts'
import type { MemberTerms } from './membership.ts'
import {
  groupsAround,
  isMember,
  join,
  keyOfSource,
  type MemberSource,
  placeOfSource,
} from './source.ts'
import { termErrors } from './terms.ts'

/** Returns the open invitations to a group or project. */
export function invitationsOf(
  { store }: WithStore,
  source: MemberSource,
): readonly InvitationRecord[] {
  return store.invitations.by('source', keyOfSource(source))
}

/** Finds the invitation of an email address, ignoring case. */
export function invitationOf(
  context: WithStore,
  source: MemberSource,
  email: string,
): InvitationRecord | undefined {
  return invitationsOf(context, source).find((one) => folded(one.email) === folded(email))
}

/** A person to invite, by email address or username. */
export type Invited = { readonly email: string } | { readonly user: string }

/** Throws 400 for an expiry date in the past. */
export function checkInvitationTerms(
  { today }: Context,
  { expires_at }: Partial<Pick<MemberTerms, 'expires_at'>>,
): void {
  const isOver = typeof expires_at === 'string' && expires_at < today
  checkNoErrors({ expires_at: isOver ? ['cannot be a date in the past'] : [] })
}

/**
 * Adds people with an account as members at once, and invites the others. Returns the reasons for those who can be
 * neither added nor invited (app/services/members/invite_service.rb).
 */
export function invite(
  context: Context,
  source: MemberSource,
  people: readonly Invited[],
  terms: MemberTerms,
): ReadonlyMap<string, string> {
  const refused = new Map<string, string>()
  for (const one of people) {
    const reason = inviteOne(context, source, one, terms)
    if (reason !== undefined) refused.set('email' in one ? one.email : one.user, reason)
  }
  return refused
}

function inviteOne(
  context: Context,
  source: MemberSource,
  invited: Invited,
  terms: MemberTerms,
): string | undefined {
  const { store } = context
  const isAddress = 'email' in invited
  const user = isAddress
    ? store.users.one('email', folded(invited.email))
    : (store.users.get(Number(invited.user)) ?? store.users.one('username', folded(invited.user)))
  if (user) {
    if (isMember(store, source, user)) return 'User already exists in source'
    const [error] = termErrors(context, groupsAround(context, source), user, terms).access_level
    if (error !== undefined) return `Access level ${error}`
    join(context, source, user, terms)
    return undefined
  }
  if (!isAddress) return 'User not found'
  if (!isEmail(invited.email)) return 'Invite email is invalid'
  if (invitationOf(context, source, invited.email)) return 'Invite email has already been taken'
  addInvitation(context, source, { ...terms, email: invited.email })
  return undefined
}

/** Creates an invitation for an email address. */
export function addInvitation(
  { store, now, random }: Pick<Context, 'store' | 'now' | 'random'>,
  source: MemberSource,
  { email, access_level, expires_at, created_by_id }: MemberTerms & { readonly email: string },
): InvitationRecord {
  const digits = Array.from({ length: 20 }, () => Math.floor(random() * 36).toString(36))
  return store.invitations.insert({
    ...placeOfSource(source),
    email,
    token: digits.join(''),
    access_level,
    ...omitUndefined({ expires_at, created_by_id }),
    created_at: now,
  })
}

export function changeInvitation(
  { store }: WithStore,
  invitation: InvitationRecord,
  terms: Partial<MemberTerms>,
): InvitationRecord {
  const { access_level, expires_at } = terms
  return store.invitations.replace(invitation, omitUndefined({ access_level, expires_at }))
}

export function removeInvitation({ store }: WithStore, invitation: InvitationRecord): void {
  store.invitations.remove(invitation)
}
