import {
  type ApiError,
  badRequest,
  invalid,
  notFound,
  recordNotFound,
  refusedWith,
  unauthorized,
} from '../../../contract/errors.ts'
import type { NewAccessToken } from '../../../contract/generated/v4/contract.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { level } from '../../access/abilities.ts'
import { isCurrent } from '../../access/credentials.ts'
import type { Context } from '../../domain/context.ts'
import {
  addAccessToken,
  checkNewToken,
  mustExpire,
  revokeToken,
} from '../../domain/users/access-tokens.ts'
import { accessToken, impersonationToken } from '../../resources/v4/access-token.ts'
import { reachedGroup, reachedProject } from '../../resources/v4/token-associations.ts'
import { list } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { inOrder, isWanted } from './token-filters.ts'
import { rotateOrRevokeFamily } from './token-rotation.ts'

/** The operations of schemas/v4/paths/access-tokens.yaml. */
export const accessTokens = {
  /** Lists all tokens for administrators, and for others their own except impersonation tokens. */
  listPersonalTokens(context, filters) {
    const { store, viewer } = context
    const { user_id, sort } = filters
    const caller = viewer.signedIn()
    if (!viewer.isAdmin && user_id !== undefined && user_id !== caller.id) throw unauthorized()
    if (user_id !== undefined && !store.users.get(user_id)) throw notFound('User')
    const owner = viewer.isAdmin ? user_id : caller.id
    const all =
      owner === undefined ? store.credentials.all() : store.credentials.by('user_id', owner)
    const found = all.filter(
      (token) =>
        token.kind === 'personal' &&
        (viewer.isAdmin || !token.is_impersonation) &&
        isWanted(context, token, filters),
    )
    return list(inOrder(found, sort), (token) => accessToken(token, context))
  },

  getPersonalToken: (context, { id }) => accessToken(readableToken(context, id), context),

  revokePersonalToken(context, { id }) {
    const { store, viewer } = context
    const token = tokenIn(store.credentials.get(id))
    if (!token) throw recordNotFound()
    if (!isOwn(context, token) && !viewer.isAdmin) throw badRequest('Not permitted to revoke')
    revokeToken(context, token)
    return undefined
  },

  rotatePersonalToken: (context, { id, expires_at }) =>
    rotate(context, readableToken(context, id), expires_at),

  getOwnPersonalToken: (context) => accessToken(presentedToken(context), context),

  listAssociationsOfOwnToken(context, { min_access_level = level.guest, page, per_page }) {
    const { store, viewer } = context
    presentedToken(context)
    const isOnPage = (_: unknown, at: number) => Math.floor(at / per_page) === page - 1
    const groups = store.namespaces
      .by('kind', 'group')
      .filter((group) => viewer.groupLevel(group) >= min_access_level)
    const projects = store.projects
      .all()
      .filter((project) => viewer.projectLevel(project) >= min_access_level)
    return {
      groups: groups.filter(isOnPage).map((group) => reachedGroup(group, context)),
      projects: projects.filter(isOnPage).map((project) => reachedProject(project, context)),
    }
  },

  revokeOwnPersonalToken(context) {
    revokeToken(context, presentedToken(context))
    return undefined
  },

  rotateOwnPersonalToken(context, { expires_at }) {
    const token = tokenIn(context.credential)
    if (!token) throw refusedWith(405, '405 Method Not Allowed')
    return rotate(context, token, expires_at)
  },

  createPersonalToken: (context, { user_id: _, ...token }) => create(context, context.user, token),

  createOwnPersonalToken: (context, token) => create(context, context.viewer.signedIn(), token),

  listImpersonationTokens(context, { state }) {
    const { store, user, today } = context
    const found = store.credentials
      .by('user_id', user.id)
      .filter((token) => token.is_impersonation)
      .filter((token) => state === 'all' || isCurrent(token, today) === (state === 'active'))
    return list(found, (token) => impersonationToken(token, context))
  },

  createImpersonationToken(context, { user_id: _, ...attributes }) {
    const { user } = context
    const token = { ...attributes, is_impersonation: true }
    checkNewToken(context, user, token)
    const isOpen = mustExpire(context) && !attributes.expires_at
    if (isOpen) throw invalid({ expires_at: ["can't be blank"] })
    const added = addAccessToken(context, user, token)
    return { ...impersonationToken(added, context), token: added.token }
  },

  getImpersonationToken: (context, { impersonation_token_id: id }) =>
    impersonationToken(impersonationTokenOf(context, context.user, id), context),

  /** Revokes a token, which stays in the list. */
  revokeImpersonationToken(context, { impersonation_token_id: id }) {
    revokeToken(context, impersonationTokenOf(context, context.user, id))
    return undefined
  },
} satisfies OperationsOf<'v4', 'Access tokens'>

/** Returns a credential that counts as an access token: a personal one, or a private one of v3. */
function tokenIn(credential: CredentialRecord | undefined): CredentialRecord | undefined {
  const isToken = credential?.kind === 'personal' || credential?.kind === 'private'
  return isToken ? credential : undefined
}

function isOwn({ viewer }: Context, { user_id }: CredentialRecord): boolean {
  return viewer.user?.id === user_id
}

/**
 * Returns a token that the caller can read: its own, for administrators any. Others get a 401 for existing and missing
 * ones.
 */
function readableToken(context: Context, id: number): CredentialRecord {
  const token = tokenIn(context.store.credentials.get(id))
  if (context.viewer.isAdmin && !token) throw notFound()
  if (!token || (!context.viewer.isAdmin && !isOwn(context, token))) throw unauthorized()
  return token
}

function presentedToken({ credential }: OperationContext): CredentialRecord {
  const token = tokenIn(credential)
  if (token) return token
  throw badRequest('This endpoint requires token type to be a personal access token')
}

function impersonationTokenOf({ store }: Context, user: UserRecord, id: number): CredentialRecord {
  const token = store.credentials.get(id)
  if (!token?.is_impersonation || token.user_id !== user.id) {
    throw notFound('Impersonation Token')
  }
  return token
}

function create(
  context: Context,
  user: UserRecord,
  attributes: Parameters<typeof addAccessToken>[2],
): NewAccessToken {
  checkNewToken(context, user, attributes)
  const token = addAccessToken(context, user, attributes)
  return { ...accessToken(token, context), token: token.token }
}

function rotate(
  context: Context,
  token: CredentialRecord,
  expires_at: string | null | undefined,
): NewAccessToken | ApiError {
  return rotateOrRevokeFamily(context, token, expires_at, (rotated) => ({
    ...accessToken(rotated, context),
    token: rotated.token,
  }))
}
