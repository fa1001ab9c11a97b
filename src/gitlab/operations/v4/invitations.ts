import { badRequest, notFound, recordNotFound, refused } from '../../../contract/errors.ts'
import type { InvitationRecord } from '../../../store/models/invitation.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { Context } from '../../domain/context.ts'
import {
  accessRequestOf,
  accessRequestsOf,
  approveAccessRequest,
  checkAccessRequest,
  checkApproval,
  denyAccessRequest,
  requestAccess,
} from '../../domain/members/access-requests.ts'
import {
  changeInvitation,
  checkInvitationTerms,
  invitationOf,
  invitationsOf,
  invite,
  removeInvitation,
} from '../../domain/members/invitations.ts'
import { type MemberSource, mustAdminMembers, ownLevel } from '../../domain/members/source.ts'
import { mustGiveLevel } from '../../domain/members/terms.ts'
import { accessRequestResource, invitationResource } from '../../resources/v4/invitation.ts'
import { memberResource } from '../../resources/v4/member.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/invitations.yaml: the same for groups and projects. */
export const invitations = {
  listGroupAccessRequests: (context) => listRequests(context, ofGroup(context)),
  requestGroupAccess: (context) => request(context, ofGroup(context)),
  approveGroupAccess: (context, { user_id, access_level }) =>
    approve(context, ofGroup(context), user_id, access_level),
  denyGroupAccess: (context, { user_id }) => deny(context, ofGroup(context), user_id),
  listProjectAccessRequests: (context) => listRequests(context, ofProject(context)),
  requestProjectAccess: (context) => request(context, ofProject(context)),
  approveProjectAccess: (context, { user_id, access_level }) =>
    approve(context, ofProject(context), user_id, access_level),
  denyProjectAccess: (context, { user_id }) => deny(context, ofProject(context), user_id),

  listGroupInvitations: (context, { query }) => listInvitations(context, ofGroup(context), query),
  inviteToGroup: (context, asked) => inviteTo(context, ofGroup(context), asked),
  updateGroupInvitation: (context, { email, ...terms }) =>
    update(context, ofGroup(context), email, terms),
  deleteGroupInvitation: (context, { email }) => remove(context, ofGroup(context), email),
  listProjectInvitations: (context, { query }) =>
    listInvitations(context, ofProject(context), query),
  inviteToProject: (context, asked) => inviteTo(context, ofProject(context), asked),
  updateProjectInvitation: (context, { email, ...terms }) =>
    update(context, ofProject(context), email, terms),
  deleteProjectInvitation: (context, { email }) => remove(context, ofProject(context), email),
} satisfies OperationsOf<'v4', 'Invitations'>

const ofGroup = ({ group }: Extract<MemberSource, { group: object }>): MemberSource => ({ group })
const ofProject = ({ project }: Extract<MemberSource, { project: object }>): MemberSource => ({
  project,
})

function listRequests(context: Context, source: MemberSource) {
  mustAdminMembers(context, source)
  return list(accessRequestsOf(context, source), (one) => accessRequestResource(one, context))
}

function request(context: Context, source: MemberSource) {
  const user = context.viewer.signedIn()
  checkAccessRequest(context, source, user)
  return accessRequestResource(requestAccess(context, source, user), context)
}

type Level = MemberRecord['access_level']

function approve(context: Context, source: MemberSource, userId: number, access_level: Level = 30) {
  mustAdminMembers(context, source)
  const asked = existingRequest(context, source, userId)
  checkApproval(context, source, asked, { access_level })
  const terms = { access_level, created_by_id: context.viewer.signedIn().id }
  return memberResource(approveAccessRequest(context, source, asked, terms), context)
}

/** Denies a request for access. Requesters can withdraw their own. */
function deny(context: Context, source: MemberSource, userId: number): undefined {
  if (context.viewer.signedIn().id !== userId) mustAdminMembers(context, source)
  denyAccessRequest(context, existingRequest(context, source, userId))
}

function existingRequest(context: Context, source: MemberSource, userId: number) {
  const found = accessRequestOf(context, source, userId)
  if (!found) throw recordNotFound()
  return found
}

function listInvitations(context: Context, source: MemberSource, query: string | undefined) {
  mustAdminMembers(context, source)
  const found =
    query === undefined
      ? invitationsOf(context, source)
      : [invitationOf(context, source, query)].filter((one) => one !== undefined)
  return list(found, (one) => invitationResource(one, context))
}

interface InvitationRequest {
  readonly email?: readonly string[]
  readonly user_id?: readonly string[]
  readonly access_level: Level
  readonly expires_at?: string | null
}

/** The maximum number of invitations in a request, as in `Members::InviteService`. */
const MAX_INVITED = 100

function inviteTo(
  context: Context,
  source: MemberSource,
  { email = [], user_id = [], access_level, expires_at = null }: InvitationRequest,
) {
  mustAdminMembers(context, source)
  mustGiveLevel(context, ownLevel(context, source), { access_level })
  const people = [...email.map((one) => ({ email: one })), ...user_id.map((user) => ({ user }))]
  if (people.length === 0) throw badRequest('Must provide either email or user_id as a parameter')
  if (people.length > MAX_INVITED) {
    const message = `Too many users specified (limit is ${MAX_INVITED})`
    return { status: 'error' as const, message }
  }
  checkInvitationTerms(context, { expires_at })
  const terms = { access_level, expires_at, created_by_id: context.viewer.signedIn().id }
  const refused = invite(context, source, people, terms)
  if (refused.size === 0) return { status: 'success' as const }
  return { status: 'error' as const, message: Object.fromEntries(refused) }
}

function update(
  context: Context,
  source: MemberSource,
  email: string,
  { access_level, expires_at }: Partial<Pick<InvitationRequest, 'access_level' | 'expires_at'>>,
) {
  mustAdminMembers(context, source)
  const invitation = existingInvitation(context, source, email)
  if (access_level === undefined && expires_at === undefined) throw refused('400 Bad request')
  if (access_level) mustGiveLevel(context, ownLevel(context, source), { access_level })
  checkInvitationTerms(context, { expires_at })
  const terms = { access_level, expires_at }
  return invitationResource(changeInvitation(context, invitation, terms), context)
}

function remove(context: Context, source: MemberSource, email: string): undefined {
  mustAdminMembers(context, source)
  removeInvitation(context, existingInvitation(context, source, email))
}

function existingInvitation(
  context: Context,
  source: MemberSource,
  email: string,
): InvitationRecord {
  const found = invitationOf(context, source, email)
  if (!found) throw notFound()
  return found
}
