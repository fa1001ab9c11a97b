import { showHealth, showLiveness, showReadiness } from './health.ts'
import { deleteAuthorization, postAuthorization, showAuthorization } from './oauth/authorize.ts'
import { createToken, revoke, showToken } from './oauth/token.ts'
import { findPage } from './pages/find-page.ts'
import { missingPage, placeInConsole } from './pages/record-page.ts'
import { postSignIn, postSignOut, showSignIn } from './sign-in.ts'
import { redirect, type WebAnswer, type WebContext, type WebOperation } from './web-request.ts'

/** What stands beside the API, by path and method. */
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

/** What answers a request beside the API, and what stands before its path, the place of the forge, where that is known. */
interface WebRoute {
  readonly prefix?: string
  readonly run: WebOperation
}

/** Finds what answers a path; undefined where nothing does. Any path may be that of a page. */
export function findWebRoute(method: string, pathname: string): WebRoute | undefined {
  for (const [path, methods] of Object.entries(routes)) {
    const run = pathname.endsWith(path) ? methods[method] : undefined
    const prefix = pathname.slice(0, -path.length)
    // A semicolon would end the path in the cookie of a session, and what follows would say who is sent it.
    if (run && !prefix.includes(';')) return { run, prefix }
  }
  return method === 'GET' ? { run: showPage } : undefined
}

/** Where GitLab has a form that opens something, with what the query says in it: `git push` names that of a merge request. */
const ofForm = /\/-\/(?:issues|merge_requests)\/new$/

/**
 * A page, or, for a browser, one that says that there is none. Forms are a matter of the console, where there is one, which
 * has its own say in who asks.
 */
function showPage(context: WebContext): WebAnswer | undefined {
  const form = ofForm.test(context.url.pathname) ? placeInConsole(context) : undefined
  if (form !== undefined) return redirect(`${context.prefix}${form}`)
  const asksForHtml = /\btext\/html\b/i.test(context.headers.get('accept') ?? '')
  return findPage(context) ?? (asksForHtml ? missingPage(context) : undefined)
}
