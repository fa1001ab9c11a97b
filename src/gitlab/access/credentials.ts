import {
  type ApiError,
  endedToken,
  forbidden,
  insufficientScope,
  unauthorized,
  unknownSudo,
} from '../../contract/errors.ts'
import type { OperationContract } from '../../contract/operation-contract.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import type { CredentialRecord, TokenScope } from '../../store/models/credential.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded } from '../../store/record-keys.ts'
import type { Store } from '../../store/store.ts'
import type { Authentication, ScopeRule } from './authentication.ts'
import { jobOfToken } from './job-tokens.ts'

/** The credentials of a request (`securitySchemes` in the heads of the contracts under schemas/). */
export interface PresentedCredentials {
  /** `private_token` in the query or the body, or the header `PRIVATE-TOKEN`. */
  readonly privateToken: string | undefined
  /** `access_token` in the query or the body, or the header `Authorization: Bearer`. */
  readonly accessToken: string | undefined
  /** The cookie of a session: `_service_session` in v3, `_gitlab_session` in v4. */
  readonly session: string | undefined
  /** `job_token` in the query or the body, or the header `JOB-TOKEN`, or a bearer, where the operation takes it. */
  readonly jobToken?: string | undefined
  /** `sudo` in the query or the body, or the header `SUDO`: an id or a username. */
  readonly sudo: string | undefined
}

export interface Identity {
  readonly user: UserRecord | undefined
  readonly sudoer: UserRecord | undefined
  readonly credential: CredentialRecord | undefined
  /** The job whose token was presented, in whose user's name it calls. */
  readonly job: BuildRecord | undefined
  /** Whether an administrator acts as a plain user, because the token lacks the scope `admin_mode`. */
  readonly lacksAdminMode: boolean
  /**
   * Whether a call with sudo shows the private token of the impersonated user. Only a caller with a private token gets
   * it, which is all-powerful already; a token that can be revoked does not.
   */
  readonly showsPrivateToken: boolean
}

/** The part of a release's rules that is about credentials. */
interface AuthenticationRules {
  readonly authentication: Authentication
}

/**
 * Finds the caller. Invalid credentials are refused even where none are needed; so are those of a user who may not
 * sign in. Sudo needs a scope of its own (`authentication.sudoScope`): in GitLab 8.15 a call with sudo shows the
 * private token of the impersonated user, which is all-powerful. `now` is ISO 8601.
 */
export function identify(
  store: Store,
  presented: PresentedCredentials,
  now: string,
  { authentication }: AuthenticationRules,
): Identity {
  const credential = findCredential(store, presented, now, authentication)
  if (!credential && presented.jobToken !== undefined) {
    return identifyJob(store, presented.jobToken, authentication)
  }
  if (!credential) {
    if (presented.sudo !== undefined) throw unauthorized()
    return nobody
  }
  const user = store.users.get(credential.user_id)
  if (user?.state !== 'active') throw refusalOf(user, authentication)
  const isAdminModeOn = authentication.hasAdminMode && store.settings.all()[0]?.newer.admin_mode
  const lacksAdminMode = isAdminModeOn === true && !holdsScope(credential, 'admin_mode')
  const signedIn = { ...nobody, user, credential, lacksAdminMode }
  if (presented.sudo === undefined) return signedIn
  if (!user.is_admin) throw forbidden('Must be admin to use sudo')
  checkSudo(credential, authentication)
  const showsPrivateToken = credential.kind === 'private'
  return { ...signedIn, user: findSudo(store, presented.sudo), sudoer: user, showsPrivateToken }
}

/** Finds the user of a running job by its token. A job may do less than its user (`admitsJob`). */
function identifyJob(
  store: Store,
  token: string,
  authentication: Pick<Authentication, 'explainsRefusals'>,
): Identity {
  const job = jobOfToken(store, token)
  if (!job) throw unauthorized()
  const user = store.users.get(job.user_id ?? 0)
  if (user?.state !== 'active') throw refusalOf(user, authentication)
  return { ...nobody, user, job }
}

const nobody: Identity = {
  user: undefined,
  sudoer: undefined,
  credential: undefined,
  job: undefined,
  lacksAdminMode: false,
  showsPrivateToken: false,
}

/** Throws where no scope of the credential permits the operation. */
export function checkScopes(
  credential: CredentialRecord,
  { method, path }: Pick<OperationContract, 'method' | 'path'>,
  { authentication }: AuthenticationRules,
): void {
  const opens = ({ methods, paths }: ScopeRule) =>
    (methods?.includes(method) ?? true) && (paths?.test(path) ?? true)
  const holds = ({ scope }: ScopeRule) => scope === 'any' || holdsScope(credential, scope)
  if (authentication.scopes.some((rule) => holds(rule) && opens(rule))) return
  const enough = authentication.scopes.filter(opens).map(({ scope }) => scope)
  throw refusalOfScopes(credential, enough, authentication)
}

/** Whether a credential has a scope; a private token has all. */
export function holdsScope({ kind, scopes }: CredentialRecord, scope: TokenScope): boolean {
  return kind === 'private' || scopes.includes(scope)
}

function checkSudo(
  credential: CredentialRecord,
  authentication: Pick<Authentication, 'allowsSudoBySession' | 'sudoScope' | 'explainsRefusals'>,
): void {
  const { allowsSudoBySession, sudoScope } = authentication
  if (credential.kind === 'session') {
    if (allowsSudoBySession) return
    throw forbidden('Must be authenticated using an OAuth or personal access token to use sudo')
  }
  if (holdsScope(credential, sudoScope)) return
  throw refusalOfScopes(credential, [sudoScope], authentication)
}

function refusalOfScopes(
  { kind }: CredentialRecord,
  enough: readonly string[],
  { explainsRefusals }: Pick<Authentication, 'explainsRefusals'>,
): ApiError {
  return kind === 'personal' && !explainsRefusals ? unauthorized() : insufficientScope(enough)
}

/**
 * Returns the error for a user who may not sign in, with the messages of GitLab's
 * `Gitlab::Auth::UserAccessDeniedReason`.
 */
function refusalOf(
  user: UserRecord | undefined,
  { explainsRefusals }: Pick<Authentication, 'explainsRefusals'>,
): ApiError {
  if (!user || !explainsRefusals) return unauthorized()
  return forbidden(
    user.state === 'deactivated'
      ? 'Your account has been deactivated by your administrator. Please log back in from a web browser to reactivate your account.'
      : 'Your account has been blocked.',
  )
}

const oauthOnly = ['oauth'] as const
const bearerKinds = ['oauth', 'private', 'personal'] as const

function findCredential(
  store: Store,
  { privateToken, accessToken, session }: PresentedCredentials,
  now: string,
  {
    minTokenLengthOfBearers,
    refusesEndedSessions,
  }: Pick<Authentication, 'minTokenLengthOfBearers' | 'refusesEndedSessions'>,
): CredentialRecord | undefined {
  if (privateToken !== undefined) return valid(store, privateToken, ['private', 'personal'], now)
  if (accessToken !== undefined) {
    const kinds = accessToken.length >= minTokenLengthOfBearers ? bearerKinds : oauthOnly
    return valid(store, accessToken, kinds, now)
  }
  if (session === undefined) return undefined
  return refusesEndedSessions
    ? valid(store, session, ['session'], now)
    : currentSession(store, session, now)
}

/** Finds the session of a cookie; undefined where it has ended. */
export function currentSession(
  store: Store,
  token: string,
  now: string,
): CredentialRecord | undefined {
  const found = store.credentials.by('token', token)
  return found.find((one) => one.kind === 'session' && isCurrent(one, now))
}

function valid(
  store: Store,
  token: string,
  kinds: readonly CredentialRecord['kind'][],
  now: string,
): CredentialRecord {
  const found = store.credentials.by('token', token).filter(({ kind }) => kinds.includes(kind))
  const credential = found.find((one) => isCurrent(one, now))
  if (credential) return credential
  const [ended] = found
  if (!ended) throw unauthorized()
  throw endedToken(isExpired(ended, now) ? 'expired' : 'revoked')
}

/** Whether a token is neither revoked nor expired. `now` is ISO 8601; its day is enough where tokens end with a day. */
export function isCurrent(credential: CredentialRecord, now: string): boolean {
  return !credential.is_revoked && !isExpired(credential, now)
}

/** Whether a token has expired: on its expiry date (`expires_at`) or at its end time (`ends_at`). */
function isExpired({ expires_at, ends_at }: CredentialRecord, now: string): boolean {
  return [expires_at, ends_at].some((end) => end !== null && end <= now)
}

function findSudo(store: Store, who: string): UserRecord {
  const byId = /^\d+$/.test(who) ? store.users.get(Number(who)) : undefined
  const user = byId ?? store.users.one('username', folded(who))
  if (!user) throw unknownSudo(who)
  return user
}
