import { deleteAuthorization, postAuthorization, showAuthorization } from './oauth/authorize.ts'
import { createToken, revoke, showToken } from './oauth/token.ts'
import { postSignIn, postSignOut, showSignIn } from './sign-in.ts'
import type { WebOperation } from './web-request.ts'

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
}

/** What answers a request beside the API, and what stands before its path: the place of the forge. */
interface WebRoute {
  readonly prefix: string
  readonly run: WebOperation
}

/** Finds what answers a path; undefined where nothing does. */
export function findWebRoute(method: string, pathname: string): WebRoute | undefined {
  for (const [path, methods] of Object.entries(routes)) {
    const run = pathname.endsWith(path) ? methods[method] : undefined
    if (run) return { run, prefix: pathname.slice(0, -path.length) }
  }
  return undefined
}
