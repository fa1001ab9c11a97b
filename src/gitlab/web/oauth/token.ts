import { sha256 } from '@noble/hashes/sha2.js'
import { oauthError } from '../../../contract/errors.ts'
import { decodeBase64, encodeBase64 } from '../../../shared/base64.ts'
import { type CredentialRecord, tokenScopes } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import type { OauthGrantRecord } from '../../../store/models/oauth-grant.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { useGrant } from '../../domain/oauth/grants.ts'
import { addOauthToken, refreshOauthToken } from '../../domain/oauth/tokens.ts'
import { revokeToken } from '../../domain/users/access-tokens.ts'
import { userOfPassword } from '../../domain/users/sessions.ts'
import { textOf, type WebAnswer, type WebContext } from '../web-request.ts'
import { scopesOf } from './authorization-request.ts'

/** `POST /oauth/token`: returns a token for a code, a refresh token or a password (RFC 6749, 4 and 6). */
export function createToken(context: WebContext): WebAnswer {
  const grantType = textOf(context.parameters, 'grant_type')
  switch (grantType) {
    case undefined:
      throw missing('grant_type')
    case 'authorization_code':
      return answer(tokenOfCode(context))
    case 'refresh_token':
      return answer(tokenOfToken(context))
    case 'password':
      return answer(tokenOfPassword(context))
    default:
      throw oauthError('unsupported_grant_type')
  }
}

const missing = (name: string) =>
  oauthError('invalid_request', `Missing required parameter: ${name}.`)

function answer(token: CredentialRecord): WebAnswer {
  const { created_at, ends_at, refresh_token, scopes } = token
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
    json: {
      access_token: token.token,
      token_type: 'Bearer',
      expires_in: secondsBetween(created_at, ends_at ?? created_at),
      refresh_token,
      scope: scopes.join(' '),
      created_at: epochSeconds(created_at),
    },
  }
}

function tokenOfCode(context: WebContext): CredentialRecord {
  const { store, parameters, now } = context
  const redirect_uri = textOf(parameters, 'redirect_uri')
  const grant = store.oauthGrants.one('code', textOf(parameters, 'code') ?? '')
  const verifier = textOf(parameters, 'code_verifier')
  if (grant && grant.code_challenge !== null && verifier === undefined)
    throw missing('code_verifier')
  if (redirect_uri === undefined) throw missing('redirect_uri')
  const application = clientOf(context)
  if (!application) throw oauthError('invalid_client')
  const isValid =
    grant !== undefined &&
    grant.application_id === application.id &&
    !grant.is_revoked &&
    grant.expires_at > now &&
    grant.redirect_uri === redirect_uri &&
    answers(grant, verifier)
  const user = isValid ? activeUser(context, grant.user_id) : undefined
  if (!isValid || !user) throw oauthError('invalid_grant')
  useGrant(context, grant)
  return addOauthToken(context, user, { scopes: grant.scopes, application })
}

/** Whether a code verifier matches the challenge of a grant (RFC 7636, 4.6). */
function answers(
  { code_challenge, code_challenge_method: method }: OauthGrantRecord,
  verifier: string | undefined,
): boolean {
  if (code_challenge === null) return verifier === undefined
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return code_challenge === (method === 'plain' ? verifier : challengeOf(verifier))
}

function challengeOf(verifier: string): string {
  const text = encodeBase64(sha256(new TextEncoder().encode(verifier)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function tokenOfToken(context: WebContext): CredentialRecord {
  const { store, parameters } = context
  const text = textOf(parameters, 'refresh_token')
  if (text === undefined) throw missing('refresh_token')
  const application = clientOf(context)
  const previous = store.credentials.one('refresh_token', text)
  const user = previous && activeUser(context, previous.user_id)
  if (previous && !application && previous.application_id !== null) {
    throw oauthError('invalid_client')
  }
  const isOfAnother = previous?.application_id !== (application?.id ?? null)
  if (!previous || !user || previous.is_revoked || isOfAnother) throw oauthError('invalid_grant')
  const scopes = scopesOf(previous, textOf(parameters, 'scope') ?? previous.scopes.join(' '))
  if (!scopes) throw oauthError('invalid_scope')
  return refreshOauthToken(context, user, previous, scopes)
}

/** Returns a token for a password. Users with two-factor authentication, which needs a page, get none. */
function tokenOfPassword(context: WebContext): CredentialRecord {
  const { store, parameters } = context
  const application = clientOf(context)
  const [login = '', password = ''] = [
    textOf(parameters, 'username'),
    textOf(parameters, 'password'),
  ]
  const user = userOfPassword(store, login, password)
  if (!user || user.two_factor_enabled) throw oauthError('invalid_grant')
  const scopes = scopesOf(application ?? { scopes: [...tokenScopes] }, textOf(parameters, 'scope'))
  if (!scopes) throw oauthError('invalid_scope')
  return addOauthToken(context, user, { scopes, application })
}

/**
 * Returns the client of a request, by Basic authentication or by parameters; undefined where it names none. Throws 401
 * where the client secret is wrong.
 */
function clientOf({ store, parameters, headers }: WebContext): OauthApplicationRecord | undefined {
  const basic = basicOf(headers.get('authorization'))
  const uid = basic?.uid ?? textOf(parameters, 'client_id')
  const secret = basic?.secret || textOf(parameters, 'client_secret')
  if (uid === undefined) return undefined
  const application = store.oauthApplications.one('uid', uid)
  const isProven =
    secret === undefined ? !application?.is_confidential : application?.secret === secret
  if (!application || !isProven) throw oauthError('invalid_client')
  return application
}

/** Returns the credentials of Basic authentication, both of which are form-encoded (RFC 6749, 2.3.1). */
function basicOf(header: string | null): { uid: string; secret: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1]
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded)
  if (!bytes) return undefined
  const [uid = '', ...secret] = new TextDecoder().decode(bytes).split(':')
  return { uid: unescaped(uid), secret: unescaped(secret.join(':')) }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function activeUser({ store }: WebContext, id: number): UserRecord | undefined {
  const user = store.users.get(id)
  return user?.state === 'active' ? user : undefined
}

/** `GET /oauth/token/info`: returns the scopes and the lifetime of the presented token. */
export function showToken(context: WebContext): WebAnswer {
  const { store, parameters, headers, now } = context
  const bearer = /^Bearer\s+(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const text = bearer ?? textOf(parameters, 'access_token')
  const token = store.credentials.by('token', text ?? '').find(({ kind }) => kind === 'oauth')
  if (!token) throw oauthError('invalid_token')
  const { ends_at, expires_at, scopes, application_id, created_at } = token
  if (token.is_revoked) throw oauthError('invalid_token', 'The access token was revoked')
  const end = ends_at ?? expires_at
  if (end !== null && end <= now) throw oauthError('invalid_token', 'The access token expired')
  const expires_in = end === null ? null : secondsBetween(now, end)
  const application = store.oauthApplications.get(application_id ?? 0)
  return {
    status: 200,
    headers: {},
    json: {
      resource_owner_id: token.user_id,
      scope: scopes,
      expires_in,
      application: application ? { uid: application.uid } : null,
      created_at: epochSeconds(created_at),
      scopes,
      expires_in_seconds: expires_in,
    },
  }
}

/** `POST /oauth/revoke`: revokes an access token or a refresh token (RFC 7009). */
export function revoke(context: WebContext): WebAnswer {
  const { store, parameters } = context
  const text = textOf(parameters, 'token')
  const token =
    text === undefined
      ? undefined
      : (store.credentials.by('token', text).find(({ kind }) => kind === 'oauth') ??
        store.credentials.one('refresh_token', text))
  if (token && !mayRevoke(context, token)) throw oauthError('unauthorized_client')
  if (token) revokeToken(context, token)
  return { status: 200, headers: {}, json: {} }
}

/** Whether the caller may revoke a token: that of a confidential application needs its credentials. */
function mayRevoke(context: WebContext, { application_id }: CredentialRecord): boolean {
  const application = context.store.oauthApplications.get(application_id ?? 0)
  if (!application?.is_confidential) return true
  try {
    return clientOf(context)?.id === application.id
  } catch {
    return false
  }
}

const epochSeconds = (time: string) => Math.floor(Date.parse(time) / 1000)

function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
}
