import { unprocessable } from '../../../contract/errors.ts'
import {
  type CredentialRecord,
  type TokenScope,
  tokenScopes,
} from '../../../store/models/credential.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../context.ts'
import { newerSetting } from '../newer-settings.ts'
import { secret } from '../secret.ts'
import { checkNoErrors } from '../validation.ts'
import { addCredential } from './accounts.ts'

/** The attributes of a new access token in a request. */
export interface NewAccessToken {
  readonly name: string
  readonly scopes?: readonly TokenScope[]
  readonly description?: string | null
  /** YEAR-MONTH-DAY: the first day on which the token is no longer valid. */
  readonly expires_at?: string | null
  readonly is_impersonation?: boolean
  /** The text of the token; generated where it is missing. */
  readonly token?: string
}

/** The longest lifetime of a token, in days. */
const MAX_LIFETIME = 365
const ROTATED_LIFETIME = 7

/** The scopes that only tokens of administrators can have. */
const scopesOfAdministrators: readonly TokenScope[] = ['sudo', 'admin_mode']

/** Returns the scopes that the tokens of a user can have. */
export function scopesFor({ is_admin }: UserRecord): TokenScope[] {
  return tokenScopes.filter((scope) => is_admin || !scopesOfAdministrators.includes(scope))
}

/** Throws 400 for a token without scopes, and 422 for scopes or a lifetime that the user may not have. */
export function checkNewToken(context: Context, user: UserRecord, token: NewAccessToken): void {
  const { scopes = [], expires_at } = token
  checkNoErrors({ scopes: scopes.length === 0 ? ["can't be blank"] : [] })
  const allowed = scopesFor(user)
  if (!scopes.every((scope) => allowed.includes(scope))) {
    throw unprocessable('Scopes can only contain available scopes')
  }
  const fault = lifetimeFault(context, expires_at)
  if (fault) throw unprocessable(fault)
}

/** Returns the error of an expiry date; undefined for a valid one. */
export function lifetimeFault(context: Context, expires_at: string | null | undefined) {
  const last = lastPossibleDay(context)
  if (!expires_at || !mustExpire(context) || expires_at <= last) return undefined
  return `Expiration date must be before ${last}`
}

/** Adds an access token. Without an expiry date it gets the latest possible one. */
export function addAccessToken(
  context: Context,
  user: UserRecord,
  {
    name,
    scopes = [],
    description = null,
    expires_at,
    is_impersonation = false,
    token = newText(context),
  }: NewAccessToken,
): CredentialRecord {
  return addCredential(context, user, {
    kind: 'personal',
    token,
    name,
    description,
    scopes: [...scopes],
    is_impersonation,
    expires_at: expires_at ?? (mustExpire(context) ? lastPossibleDay(context) : null),
  })
}

export function revokeToken({ store }: Pick<Context, 'store'>, token: CredentialRecord): void {
  store.credentials.replace(token, { is_revoked: true })
}

/** Revokes a token and adds a copy of it, which expires after a week by default. */
export function rotateToken(
  context: Context,
  token: CredentialRecord,
  expires_at: string | null | undefined,
): CredentialRecord {
  const { store, now } = context
  revokeToken(context, token)
  const { id, ...values } = token
  return store.credentials.insert({
    ...values,
    token: newText(context),
    is_revoked: false,
    last_used_at: null,
    previous_id: id,
    expires_at: expires_at ?? dayAfter(context, ROTATED_LIFETIME),
    created_at: now,
  })
}

/** Revokes all tokens that a revoked token was rotated into, since somebody still uses it. */
export function revokeFamily(context: Context, { id, user_id }: CredentialRecord): void {
  for (const next of context.store.credentials.by('user_id', user_id)) {
    if (next.previous_id !== id) continue
    revokeToken(context, next)
    revokeFamily(context, next)
  }
}

function newText(context: Context): string {
  return `${newerSetting(context.settings, 'personal_access_token_prefix') ?? ''}${secret(context)}`
}

export function mustExpire({ settings }: Context): boolean {
  return newerSetting(settings, 'require_personal_access_token_expiry')
}

function lastPossibleDay(context: Context): string {
  return dayAfter(context, MAX_LIFETIME)
}

function dayAfter({ today }: Context, days: number): string {
  return new Date(Date.parse(today) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
