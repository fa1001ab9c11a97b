import {
  type ApiError,
  badRequest,
  notAllowed,
  notFound,
  unauthorized,
} from '../../../contract/errors.ts'
import type { NewResourceToken, OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { Context } from '../../domain/context.ts'
import {
  addResourceToken,
  checkResourceToken,
  managesTokens,
  type ResourceToken,
  removeResourceToken,
  type TokenResource,
  tokensOf,
} from '../../domain/users/resource-tokens.ts'
import { resourceToken } from '../../resources/v4/resource-token.ts'
import { list } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import type { RecordsByKind } from '../records.ts'
import { inOrder, isWanted } from './token-filters.ts'
import { rotateOrRevokeFamily } from './token-rotation.ts'

type OfProject = Pick<RecordsByKind, 'project'>
type OfGroup = Pick<RecordsByKind, 'group'>

const ofProject = ({ project }: OfProject): TokenResource => ({ type: 'project', project })
const ofGroup = ({ group }: OfGroup): TokenResource => ({ type: 'group', group })

/** The operations of the tag Resource tokens for projects and groups. */
export const resourceTokens = {
  listProjectAccessTokens: (context, filters) => listTokens(context, ofProject(context), filters),
  listGroupAccessTokens: (context, filters) => listTokens(context, ofGroup(context), filters),

  getProjectAccessToken: (context, { token_id }) =>
    resourceToken(readableToken(context, ofProject(context), token_id), context),
  getGroupAccessToken: (context, { token_id }) =>
    resourceToken(readableToken(context, ofGroup(context), token_id), context),

  createProjectAccessToken: (context, request) => create(context, ofProject(context), request),
  createGroupAccessToken: (context, request) => create(context, ofGroup(context), request),

  rotateProjectAccessToken: (context, request) => rotate(context, ofProject(context), request),
  rotateGroupAccessToken: (context, request) => rotate(context, ofGroup(context), request),

  rotateOwnProjectAccessToken: (context, { expires_at }) =>
    rotateOwn(context, ofProject(context), expires_at),
  rotateOwnGroupAccessToken: (context, { expires_at }) =>
    rotateOwn(context, ofGroup(context), expires_at),

  deleteProjectAccessToken: (context, { token_id }) =>
    remove(context, ofProject(context), token_id),
  deleteGroupAccessToken: (context, { token_id }) => remove(context, ofGroup(context), token_id),
} satisfies OperationsOf<'v4', 'Resource tokens'>

/** Throws 401 for missing permissions, where other operations throw 403. */
function mustManage(context: Context, resource: TokenResource): void {
  if (!managesTokens(context, resource)) throw unauthorized()
}

function listTokens(
  context: Context,
  resource: TokenResource,
  filters: OperationTypes['listProjectAccessTokens']['parameters'],
) {
  mustManage(context, resource)
  const all = new Map(tokensOf(context, resource).map((one) => [one.token, one]))
  const wanted = [...all.keys()].filter((token) => isWanted(context, token, filters))
  const ordered = inOrder(wanted, filters.sort).flatMap((token) => all.get(token) ?? [])
  return list(ordered, (one) => resourceToken(one, context))
}

function findToken(context: Context, resource: TokenResource, id: number) {
  return tokensOf(context, resource).find(({ token }) => token.id === id)
}

function readableToken(context: Context, resource: TokenResource, id: number): ResourceToken {
  mustManage(context, resource)
  const found = findToken(context, resource, id)
  if (!found) throw notFound(`${resource.type} Access Token`)
  return found
}

function create(
  context: Context,
  resource: TokenResource,
  request: OperationTypes['createProjectAccessToken']['parameters'],
): NewResourceToken {
  const { name, scopes, access_level, description, expires_at } = request
  const token = { name, scopes, access_level, description, expires_at }
  checkResourceToken(context, resource, token)
  return withText(addResourceToken(context, resource, token), context)
}

function withText(one: Pick<ResourceToken, 'token' | 'member'>, context: Context) {
  return Object.assign(resourceToken(one, context), { token: one.token.token })
}

function rotate(
  context: Context,
  resource: TokenResource,
  { token_id, expires_at }: { readonly token_id: number; readonly expires_at?: string | null },
): NewResourceToken | ApiError {
  mustManage(context, resource)
  const found = findToken(context, resource, token_id)
  if (!found) throw context.viewer.isAdmin ? notFound() : unauthorized()
  return renewed(context, found, expires_at)
}

function rotateOwn(
  context: OperationContext,
  resource: TokenResource,
  expires_at: string | null | undefined,
): NewResourceToken | ApiError {
  const { credential, viewer } = context
  if (credential?.kind !== 'personal' || viewer.user?.user_type !== 'project_bot') {
    throw notAllowed()
  }
  const found = findToken(context, resource, credential.id)
  if (!found) throw unauthorized()
  return renewed(context, found, expires_at)
}

function renewed(
  context: Context,
  { token, member }: ResourceToken,
  expires_at: string | null | undefined,
): NewResourceToken | ApiError {
  return rotateOrRevokeFamily(context, token, expires_at, (next: CredentialRecord) =>
    withText({ token: next, member }, context),
  )
}

function remove(context: Context, resource: TokenResource, id: number): undefined {
  const found = findToken(context, resource, id)
  if (!managesTokens(context, resource)) throw badRequest('Not permitted to delete')
  if (!found) throw notFound(`${resource.type} Access Token`)
  removeResourceToken(context, found)
  return undefined
}
