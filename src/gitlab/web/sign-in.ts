import { foreignForm } from '../../contract/errors.ts'
import { isUrl } from '../../shared/is-url.ts'
import { type Markup, markup } from '../../shared/markup.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded } from '../../store/record-keys.ts'
import { holdsScope, isCurrent } from '../access/credentials.ts'
import { formToken, isOwnForm } from '../access/form-token.ts'
import { signIn, signOut, userOfPassword } from '../domain/users/sessions.ts'
import { formTargetsOf } from './oauth/authorization-request.ts'
import { page, redirect, textOf, type WebAnswer, type WebContext } from './web-request.ts'

/** The session cookie. */
const cookieName = '_gitlab_session'

/** The maximum number of users on the sign-in page; the others sign in by name. */
const MAX_SHOWN = 200

/**
 * The header by which a server disables sign-in without a password. It can only restrict access: a client that sends it
 * is asked for a password.
 */
const howToSignIn = 'x-forgery-sign-in'

/** `GET /users/sign_in`: lists the users, each with a button to sign in. */
export function showSignIn(context: WebContext): WebAnswer {
  return signInPage(context)
}

function signInPage(context: WebContext, problem?: string): WebAnswer {
  const { prefix, viewer, parameters } = context
  const target = returnTo(context)
  const hidden = target && markup`<input type="hidden" name="return_to" value="${target}">`
  const form = (content: Markup) =>
    markup`<form method="post" action="${prefix}/users/sign_in">${hidden}${content}</form>`
  const people = mayClick(context) ? form(buttons(context)) : undefined
  const login = textOf(loginOf(parameters), 'login') ?? ''
  const body = markup`<h1>Sign in</h1>
${problem && markup`<p role="alert"><strong>${problem}</strong></p>`}
${viewer.user && signedIn(context, viewer.user)}
${people && markup`<p class="dim">This is a fake GitLab: a click signs in, without a password.</p>${people}`}
<h2>${people ? 'Or with a password' : 'With a password'}</h2>
${form(markup`<p><label>Username or e-mail <input name="user[login]" autocomplete="username" value="${login}" required></label></p>
<p><label>Password, or an access token <input name="user[password]" type="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Sign in</button></p>`)}`
  return page(context, 'Sign in', body, {
    status: problem ? 401 : 200,
    formTargets: formTargetsOf(context, target),
  })
}

function signedIn({ prefix, session }: WebContext, user: UserRecord): Markup {
  return markup`<form method="post" action="${prefix}/users/sign_out"><p>Signed in as
<strong>${user.name}</strong> (${user.username}).
<input type="hidden" name="authenticity_token" value="${formToken(session?.token ?? '')}">
<button type="submit">Sign out</button></p></form>`
}

/** Returns the buttons of users, administrators first, then by id. */
function buttons({ store }: WebContext): Markup {
  const people = store.users
    .all()
    .filter(({ state, user_type }) => state === 'active' && user_type === 'human')
    .sort((one, other) => Number(other.is_admin) - Number(one.is_admin))
  const rows = people.slice(0, MAX_SHOWN).map(
    ({ username, name, is_admin, is_external }) =>
      markup`<li><span class="name">${name}</span>
<span class="role">${is_admin ? 'administrator' : is_external ? 'external user' : 'user'}</span>
<span class="rest">${username}</span>
<button type="submit" name="username" value="${username}" aria-label="Sign in as ${username}">Sign in</button></li>`,
  )
  const more = people.length - rows.length
  return markup`<ul class="rows">${rows}</ul>${more > 0 ? markup`<p class="dim">and ${more} more</p>` : undefined}`
}

function mayClick({ headers }: WebContext): boolean {
  return headers.get(howToSignIn) !== 'password'
}

/** `POST /users/sign_in`: signs a user in by name only, or by a password. */
export function postSignIn(context: WebContext): WebAnswer {
  checkOwnOrigin(context)
  const user = userSigningIn(context)
  if (!user) return signInPage(context, 'Invalid login or password.')
  const { prefix, url, session } = context
  if (session) signOut(context, session)
  const { token } = signIn(context, user)
  const attributes = ['HttpOnly', 'SameSite=Lax', ...(url.protocol === 'https:' ? ['Secure'] : [])]
  const cookie = [`${cookieName}=${token}`, `Path=${prefix || '/'}`, ...attributes].join('; ')
  return redirect(returnTo(context) ?? `${prefix}/`, { 'Set-Cookie': cookie })
}

function userSigningIn(context: WebContext): UserRecord | undefined {
  const { store, parameters } = context
  const username = textOf(parameters, 'username')
  if (username !== undefined) {
    const user = mayClick(context) ? store.users.one('username', folded(username)) : undefined
    return user?.state === 'active' ? user : undefined
  }
  const given = loginOf(parameters)
  const [login = '', password = ''] = [textOf(given, 'login'), textOf(given, 'password')]
  return userOfPassword(store, login, password) ?? userOfToken(context, login, password)
}

/** Finds the user of an access token with full access, which is accepted in place of a password. */
function userOfToken({ store, now }: WebContext, login: string, token: string) {
  const user = store.users.one(login.includes('@') ? 'email' : 'username', folded(login))
  const credential = store.credentials.one('token', token)
  const isTheirs =
    credential !== undefined &&
    credential.user_id === user?.id &&
    (credential.kind === 'private' || credential.kind === 'personal') &&
    isCurrent(credential, now) &&
    holdsScope(credential, 'api')
  return isTheirs && user?.state === 'active' ? user : undefined
}

function loginOf(parameters: WebContext['parameters']): Readonly<Record<string, unknown>> {
  const { user } = parameters
  return typeof user === 'object' && user !== null ? { ...user } : {}
}

/** `POST /users/sign_out`: ends the session. */
export function postSignOut(context: WebContext): WebAnswer {
  const { prefix, session } = context
  if (session) {
    checkForm(context)
    signOut(context, session)
  }
  const cookie = `${cookieName}=; Path=${prefix || '/'}; HttpOnly; SameSite=Lax; Max-Age=0`
  return redirect(`${prefix}/users/sign_in`, { 'Set-Cookie': cookie })
}

/** Throws 403 for a form from another origin. Clients that are not browsers send no origin. */
function checkOwnOrigin({ headers, url }: WebContext): void {
  const origin = headers.get('origin')
  if (origin !== null && origin !== url.origin) throw foreignForm()
}

/** Throws 403 for a form that is not from a page of the session. */
export function checkForm(context: WebContext): void {
  checkOwnOrigin(context)
  const { session, parameters } = context
  if (!isOwnForm(session?.token, parameters.authenticity_token)) throw foreignForm()
}

/** Returns the path to go to after signing in; undefined where it is outside this forge. */
function returnTo({ prefix, parameters, url }: WebContext): string | undefined {
  const path = textOf(parameters, 'return_to')
  if (!path?.startsWith('/') || !isUrl(path, url)) return undefined
  const { origin, pathname, search } = new URL(path, url)
  // The resolved path of `/x/..//example.com` would name a host if it were used as a URL.
  const isBelow = pathname.startsWith(`${prefix}/`) && !pathname.startsWith('//')
  return origin === url.origin && isBelow ? `${pathname}${search}` : undefined
}
