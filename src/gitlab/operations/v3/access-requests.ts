import { recordNotFound } from '../../../contract/errors.ts'
import type { AccessRequester } from '../../../contract/generated/v3/contract.ts'
import type { AccessRequestRecord } from '../../../store/models/access-request.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { Context } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import {
  accessRequestOf,
  accessRequestsOf,
  approveAccessRequest,
  checkAccessRequest,
  checkApproval,
  denyAccessRequest,
  requestAccess,
} from '../../domain/members/access-requests.ts'
import { type MemberSource, mustAdminMembers } from '../../domain/members/source.ts'
import { memberResource } from '../../resources/v3/member.ts'
import { userBrief } from '../../resources/v3/user.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/access-requests.yaml: the same for groups and projects. */
export const accessRequests = {
  listGroupAccessRequests: (context) => listRequests(context, { group: context.group }),
  requestGroupAccess: (context) => request(context, { group: context.group }),
  approveGroupAccess: (context, { user_id, access_level }) =>
    approve(context, { group: context.group }, user_id, access_level),
  denyGroupAccess: (context, { user_id }) => deny(context, { group: context.group }, user_id),
  listProjectAccessRequests: (context) => listRequests(context, { project: context.project }),
  requestProjectAccess: (context) => request(context, { project: context.project }),
  approveProjectAccess: (context, { user_id, access_level }) =>
    approve(context, { project: context.project }, user_id, access_level),
  denyProjectAccess: (context, { user_id }) => deny(context, { project: context.project }, user_id),
} satisfies OperationsOf<'v3', 'Access requests'>

function requester(
  { user_id, requested_at }: AccessRequestRecord,
  context: Context,
): AccessRequester {
  return { ...userBrief(existingUser(context, user_id), context), requested_at }
}

function listRequests(context: Context, source: MemberSource) {
  mustAdminMembers(context, source)
  return list(accessRequestsOf(context, source), (one) => requester(one, context))
}

function request(context: Context, source: MemberSource) {
  const user = context.viewer.signedIn()
  checkAccessRequest(context, source, user)
  return requester(requestAccess(context, source, user), context)
}

type Level = MemberRecord['access_level']

function approve(context: Context, source: MemberSource, userId: number, access_level: Level = 30) {
  mustAdminMembers(context, source)
  const asked = existingRequest(context, source, userId)
  checkApproval(context, source, asked, { access_level })
  return memberResource(approveAccessRequest(context, source, asked, { access_level }), context)
}

/** Denies a request for access. Requesters can withdraw their own. */
function deny(context: Context, source: MemberSource, userId: number) {
  if (context.viewer.signedIn().id !== userId) mustAdminMembers(context, source)
  const asked = existingRequest(context, source, userId)
  denyAccessRequest(context, asked)
  return requester(asked, context)
}

function existingRequest(context: Context, source: MemberSource, userId: number) {
  const found = accessRequestOf(context, source, userId)
  if (!found) throw recordNotFound()
  return found
}
