import { showHealth, showLiveness, showReadiness } from './health.ts'
import { deleteAuthorization, postAuthorization, showAuthorization } from './oauth/authorize.ts'
import { createToken, revoke, showToken } from './oauth/token.ts'
import { findPage } from './pages/find-page.ts'
import { missingPage, placeInConsole } from './pages/record-page.ts'
import { postSignIn, postSignOut, showSignIn } from './sign-in.ts'
import { redirect, type WebAnswer, type WebContext, type WebOperation } from './web-request.ts'

/** The routes outside the API, by path and method. */
const routes: Readonly<Record<string, Readonly<Record<string, WebOperation>>>> = {
  '/oauth/authorize': {
    GET: showAuthorization,
    POST: postAuthorization,
    DELETE: deleteAuthorization,
  },
  '/oauth/token': { POST: createToken },
  '/oauth/token/info': { GET: showToken },
  '/oauth/revoke': { POST: revoke },
  '/users/sign_in': { GET: showSignIn, POST: postSignIn },
  '/users/sign_out': { POST: postSignOut },
  '/-/health': { GET: showHealth },
  '/-/readiness': { GET: showReadiness },
  '/-/liveness': { GET: showLiveness },
}

/** The handler of a request outside the API, and the prefix of the forge before its path where that is known. */
interface WebRoute {
  readonly prefix?: string
  readonly run: WebOperation
}

/** Finds the handler of a path; undefined where there is none. Every path of a GET can be a page. */
export function findWebRoute(method: string, pathname: string): WebRoute | undefined {
  for (const [path, methods] of Object.entries(routes)) {
    const run = pathname.endsWith(path) ? methods[method] : undefined
    const prefix = pathname.slice(0, -path.length)
    // A semicolon would end the `Path` of the session cookie, and the rest could change its scope.
    if (run && !prefix.includes(';')) return { run, prefix }
  }
  return method === 'GET' ? { run: showPage } : undefined
}

/** The forms that open an issue or a merge request in GitLab; `git push` prints the URL of the latter. */
const ofForm = /\/-\/(?:issues|merge_requests)\/new$/

/**
 * Shows a page, or the error page to a browser. Forms are redirected to the console where there is one, which checks
 * access itself.
 */
function showPage(context: WebContext): WebAnswer | undefined {
  const form = ofForm.test(context.url.pathname) ? placeInConsole(context) : undefined
  if (form !== undefined) return redirect(`${context.prefix}${form}`)
  const asksForHtml = /\btext\/html\b/i.test(context.headers.get('accept') ?? '')
  return findPage(context) ?? (asksForHtml ? missingPage(context) : undefined)
}
