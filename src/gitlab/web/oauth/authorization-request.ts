import { isUrl } from '../../../shared/is-url.ts'
import type { TokenScope } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import { isScope, redirectAddresses } from '../../domain/oauth/applications.ts'
import type { NewGrant } from '../../domain/oauth/grants.ts'
import { textOf, type WebContext } from '../web-request.ts'

/** An authorization error that is shown to the user, not sent to the application. */
export interface WrongApplication {
  readonly kind: 'wrong application'
  readonly status: 400 | 401
  readonly reason: string
}

/** The authorization request of an application. */
export interface AuthorizationRequest {
  readonly kind: 'request'
  readonly application: OauthApplicationRecord
  readonly redirect_uri: string
  readonly state: string | undefined
  /** The error of the request, which is sent to the application. */
  readonly error: { readonly code: string; readonly description: string } | undefined
  readonly grant: NewGrant
}

/** The redirect URI of applications without one: the user is shown the code, and enters it there. */
export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob'

/**
 * Reads an authorization request. An unknown application or redirect URI is an error for the user, who must not be
 * redirected to an unregistered URI.
 */
export function readAuthorizationRequest(
  { store }: Pick<WebContext, 'store'>,
  parameters: WebContext['parameters'],
): AuthorizationRequest | WrongApplication {
  const application = store.oauthApplications.one('uid', textOf(parameters, 'client_id') ?? '')
  if (!application) {
    const reason = 'Client authentication failed due to unknown client.'
    return { kind: 'wrong application', status: 401, reason }
  }
  const redirect_uri = textOf(parameters, 'redirect_uri') ?? ''
  if (!redirectAddresses(application).some((one) => matchesRegistered(redirect_uri, one))) {
    const reason = 'The redirect URI included is not valid.'
    return { kind: 'wrong application', status: 400, reason }
  }
  const scopes = scopesOf(application, textOf(parameters, 'scope'))
  const code_challenge = textOf(parameters, 'code_challenge') ?? null
  const method = textOf(parameters, 'code_challenge_method')
  return {
    kind: 'request',
    application,
    redirect_uri,
    state: textOf(parameters, 'state'),
    error: errorOf(textOf(parameters, 'response_type'), scopes, code_challenge, method),
    grant: {
      redirect_uri,
      scopes: scopes ?? [],
      code_challenge,
      code_challenge_method: method === 'S256' ? 'S256' : 'plain',
    },
  }
}

/**
 * Whether a redirect URI matches a registered one, as in Doorkeeper's `URIChecker`: a query can be added, and a
 * loopback address can have any port (RFC 8252, 7.3).
 */
function matchesRegistered(asked: string, registered: string): boolean {
  if (asked === registered) return true
  if (!isUrl(asked) || !isUrl(registered) || asked.includes('#')) return false
  const [one, other] = [new URL(asked), new URL(registered)]
  if (other.search === '') one.search = ''
  if (isLoopback(one) && isLoopback(other)) {
    one.port = ''
    other.port = ''
  }
  return one.href === other.href
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && (hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname))
}

/** Returns the requested scopes, or `api`; undefined where the application may not have them. */
export function scopesOf(
  { scopes: allowed }: Pick<OauthApplicationRecord, 'scopes'>,
  text: string | undefined,
): TokenScope[] | undefined {
  const asked = (text ?? 'api').split(' ').filter((scope) => scope !== '')
  const known = asked.filter(isScope).filter((scope) => allowed.includes(scope))
  return known.length === asked.length ? known : undefined
}

function errorOf(
  responseType: string | undefined,
  scopes: readonly TokenScope[] | undefined,
  challenge: string | null,
  method: string | undefined,
): AuthorizationRequest['error'] {
  if (responseType === undefined) {
    const description = 'Missing required parameter: response_type.'
    return { code: 'invalid_request', description }
  }
  if (responseType !== 'code') {
    const description = 'The authorization server does not support this response type.'
    return { code: 'unsupported_response_type', description }
  }
  if (!scopes || scopes.length === 0) {
    const description = 'The requested scope is invalid, unknown, or malformed.'
    return { code: 'invalid_scope', description }
  }
  if (challenge !== null && method !== 'S256' && method !== 'plain') {
    const description = 'The code challenge method must be plain or S256.'
    return { code: 'invalid_code_challenge_method', description }
  }
  return undefined
}

/** Returns the redirect URI of an application with parameters; non-ASCII characters are escaped for the header. */
export function redirectUriWith(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  sent: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...sent, ...(state === undefined ? {} : { state }) })
  return new URL(`${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`).href
}

/** Returns the further targets of a page's forms, if they lead to the redirect URI of an application. */
export function formTargetsOf(
  context: Pick<WebContext, 'store' | 'prefix' | 'url'>,
  target: string | undefined,
): string[] {
  if (!target?.startsWith(`${context.prefix}/oauth/authorize?`)) return []
  const { searchParams } = new URL(target, context.url)
  const request = readAuthorizationRequest(context, Object.fromEntries(searchParams))
  return request.kind === 'request' ? [sourceOf(request.redirect_uri)] : []
}

/** Returns a URI as a source of a Content-Security-Policy: its origin, or the scheme of a native application. */
export function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol
}
