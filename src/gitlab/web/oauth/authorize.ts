import { markup } from '../../../shared/markup.ts'
import type { TokenScope } from '../../../store/models/credential.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { formToken } from '../../access/form-token.ts'
import { addGrant } from '../../domain/oauth/grants.ts'
import { hasAuthorized } from '../../domain/oauth/tokens.ts'
import { checkForm } from '../sign-in.ts'
import { page, redirect, textOf, type WebAnswer, type WebContext } from '../web-request.ts'
import {
  type AuthorizationRequest,
  outOfBand,
  readAuthorizationRequest,
  redirectUriWith,
  sourceOf,
  type WrongApplication,
} from './authorization-request.ts'

/** `GET /oauth/authorize`: asks the user to authorize an application, unless that has happened before. */
export function showAuthorization(context: WebContext): WebAnswer {
  const { viewer, prefix, url } = context
  const request = readAuthorizationRequest(context, context.parameters)
  if (request.kind === 'wrong application') return wrongApplication(context, request)
  if (!viewer.user) {
    const target = encodeURIComponent(`${url.pathname}${url.search}`)
    return redirect(`${prefix}/users/sign_in?return_to=${target}`)
  }
  if (request.error) return returnError(request, request.error)
  const { application, grant } = request
  const isKnown =
    application.is_trusted || hasAuthorized(context, viewer.user, application, grant.scopes)
  return isKnown ? authorize(context, viewer.user, request) : consentPage(context, request)
}

/** `POST /oauth/authorize`: authorizes the application, or with `_method=delete` denies the request. */
export function postAuthorization(context: WebContext): WebAnswer {
  const { viewer, parameters } = context
  checkForm(context)
  const user = viewer.signedIn()
  const request = readAuthorizationRequest(context, parameters)
  if (request.kind === 'wrong application') return wrongApplication(context, request)
  if (request.error) return returnError(request, request.error)
  if (textOf(parameters, '_method') === 'delete') return deny(request)
  return authorize(context, user, request)
}

/** `DELETE /oauth/authorize`: denies the request. */
export function deleteAuthorization(context: WebContext): WebAnswer {
  checkForm(context)
  context.viewer.signedIn()
  const request = readAuthorizationRequest(context, context.parameters)
  return request.kind === 'wrong application' ? wrongApplication(context, request) : deny(request)
}

function deny(request: AuthorizationRequest): WebAnswer {
  const description = 'The resource owner or authorization server denied the request.'
  return returnError(request, { code: 'access_denied', description })
}

function authorize(
  context: WebContext,
  user: UserRecord,
  request: AuthorizationRequest,
): WebAnswer {
  const { code } = addGrant(context, user, request.application, request.grant)
  if (request.redirect_uri === outOfBand) {
    return page(
      context,
      'Authorized',
      markup`<h1>Authorization code</h1><p><code>${code}</code></p>`,
    )
  }
  return redirect(redirectUriWith(request, { code }))
}

function returnError(
  request: AuthorizationRequest,
  { code, description }: NonNullable<AuthorizationRequest['error']>,
): WebAnswer {
  return redirect(redirectUriWith(request, { error: code, error_description: description }))
}

function wrongApplication(context: WebContext, { status, reason }: WrongApplication): WebAnswer {
  const body = markup`<h1>An error has occurred</h1><p>${reason}</p>`
  return page(context, 'Error', body, { status })
}

/** The descriptions of the scopes for users. */
const meanings: Partial<Record<TokenScope, string>> = {
  api: 'full access to the API, with your permissions',
  read_api: 'read access to the API, with your permissions',
  read_user: 'read access to your profile',
  read_repository: 'read access to your repositories, by git and the API',
  write_repository: 'read and write access to your repositories, by git',
  sudo: 'act as any user, if you are an administrator',
  admin_mode: 'administrator actions, if you are an administrator',
}

function consentPage(context: WebContext, request: AuthorizationRequest): WebAnswer {
  const { prefix, session, viewer, parameters } = context
  const { application, grant, redirect_uri } = request
  const names = [
    ...['client_id', 'redirect_uri', 'response_type', 'state', 'scope'],
    ...['code_challenge', 'code_challenge_method'],
  ]
  const sent = names.map((name) => {
    const value = textOf(parameters, name)
    return value && markup`<input type="hidden" name="${name}" value="${value}">`
  })
  const token = formToken(session?.token ?? '')
  const body = markup`<h1>Authorize ${application.name}?</h1>
<p>${application.name} requests access to the account of <strong>${viewer.user?.name}</strong> (${viewer.user?.username}). You
will be redirected to <code>${redirect_uri}</code>.</p>
<ul>${grant.scopes.map((scope) => markup`<li><code>${scope}</code>: ${meanings[scope] ?? scope.replaceAll('_', ' ')}</li>`)}</ul>
<form method="post" action="${prefix}/oauth/authorize">
<input type="hidden" name="authenticity_token" value="${token}">${sent}
<p><button type="submit">Authorize ${application.name}</button>
<button type="submit" name="_method" value="delete">Cancel</button></p></form>
<form method="post" action="${prefix}/users/sign_out">
<input type="hidden" name="authenticity_token" value="${token}">
<p class="dim">Not ${viewer.user?.username}? <button type="submit">Sign out</button></p></form>`
  const options = { formTargets: [sourceOf(redirect_uri)] }
  return page(context, `Authorize ${application.name}`, body, options)
}
