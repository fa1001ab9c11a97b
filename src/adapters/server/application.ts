import { Hono } from 'hono'
import type { Forge } from '../../forge/forge.ts'
import { checkForge, checkOptions } from '../../shared/options.ts'
import { presentsToken } from '../../worlds/control/permission.ts'
import { reachWorld, worldOfCall } from '../../worlds/control/reached-world.ts'
import { directoryOf } from '../../worlds/world-directory.ts'
import { isWorlds, type Worlds, worldsAround } from '../../worlds/worlds.ts'
import { type ApplicationOptions, applicationRules } from './application-options.ts'
import { controlRoutes } from './control.ts'
import { directForge, type RequestHead } from './direct-forge.ts'
import { allowedHostsOf, getPath, guard } from './guard.ts'
import { reportRequests, type ServedEnvironment } from './served-request.ts'
import { mountPages } from './start-page.ts'

export type { ApplicationOptions } from './application-options.ts'

/** A web application that any server with the fetch API can mount. */
export interface Application {
  /** Returns `Response.error()` where a fault drops the connection; the server must close it. */
  fetch(request: Request): Response | Promise<Response>
}

/**
 * Makes a web application of a forge: the API, git, the control address, a page for browsers, and CORS for front-ends.
 * Each world is served below `/w/NAME` as well. Requests without an `Origin` skip the work of CORS. The application
 * runs wherever there is a fetch API: in Node, Bun, Deno and workers.
 * @throws TypeError where the first argument is no forge (an `await` is missing), or an option is unknown or wrong.
 * @example
 * Bun.serve({ port: 8080, fetch: application(await createForge()).fetch })
 */
export function application(served: Forge | Worlds, options: ApplicationOptions = {}): Application {
  const { fetch } = servedApplication('application', served, options)
  return { fetch }
}

/** An application for Node's server, which can cut a body off. */
export interface ServedApplication extends Application {
  /** Returns the forge that can answer a request directly; undefined where `fetch` must be used. */
  directForge(head: RequestHead): Forge | undefined
  /** Whether a fault of the world can cut the response to a request off. */
  mayBreakOff(request: Request): boolean
}

/** `caller` is the name of the function in error messages. */
export function servedApplication(
  caller: string,
  served: Forge | Worlds,
  options: ApplicationOptions,
): ServedApplication {
  if (!isWorlds(served)) checkForge(caller, served)
  checkOptions(caller, options, applicationRules)
  const faultyRequests: FaultyRequests = { dropped: new WeakSet(), faulty: new WeakSet() }
  const worlds = isWorlds(served) ? served : worldsAround(served)
  const answer = guard(
    createRoutes(worlds, options, faultyRequests),
    options,
    (shown, base, path) => {
      const reached = reachWorld(worlds, shown, path)
      const worldOf = (name?: string) => worldOfCall(worlds, reached, name)
      return { ...reached, base, prefix: `${base}${reached.prefix}`, worldOf }
    },
  )
  return {
    async fetch(request) {
      const { shown, response } = await answer(request)
      if (faultyRequests.faulty.has(shown)) faultyRequests.faulty.add(request)
      return faultyRequests.dropped.has(shown) ? Response.error() : response
    },
    directForge: directForge(worlds, options, allowedHostsOf(options)),
    mayBreakOff: (request) => faultyRequests.faulty.has(request),
  }
}

/** The effects of faults that a Response of Hono cannot represent. */
interface FaultyRequests {
  readonly dropped: WeakSet<Request>
  /** The requests to worlds that have faults. */
  readonly faulty: WeakSet<Request>
}

function createRoutes(
  worlds: Worlds,
  options: ApplicationOptions,
  { dropped, faulty }: FaultyRequests,
): Hono<ServedEnvironment> {
  const routes = new Hono<ServedEnvironment>({ getPath })
  const { onServed = () => {} } = options
  routes.route('/', controlRoutes(directoryOf(worlds), options, reportRequests(onServed)))
  routes.use(async (context, next) => {
    const { problem } = context.env
    return problem === undefined ? next() : context.json({ message: problem }, 404)
  })
  mountPages(routes, options)
  routes.all('*', async ({ env, req }) => {
    const { forge } = env.world
    if (!forge.faults.isEmpty()) faulty.add(req.raw)
    // Git requests have no base path of an API, and pages link to the sign-in page, so the prefix cannot be derived
    // from the address.
    const request = Object.assign(withHints(req.raw, options), { base: env.prefix })
    const response = await forge.fetch(request)
    if (response.status !== 0) return response
    // Hono adds headers to each response, but a network error cannot have any.
    dropped.add(req.raw)
    return new Response(null, { status: 502 })
  })
  return routes
}

function withHints(request: Request, options: ApplicationOptions): Request {
  return leadingToConsole(askingForPasswords(request, options), options)
}

/**
 * Adds a header that makes the pages of the forge link to the same resource in the console, where there is one. The
 * console is for the operator of the server and asks for the control token itself. The header only adds links and
 * redirects, so it is harmless if other clients send it.
 */
function leadingToConsole(request: Request, { controlToken }: ApplicationOptions): Request {
  const asksForPage = /\btext\/html\b/i.test(request.headers.get('accept') ?? '')
  if (request.method !== 'GET' || !asksForPage || controlToken === null) return request
  return withHeader(request, 'X-Forgery-Console', '1')
}

/**
 * Adds a header that makes the sign-in page ask for passwords, unless the client may see all tokens and can sign in by
 * a click. The header only takes rights away, so it is harmless if other clients send it. Repeated slashes before the
 * last segment count as one, as in the forge.
 */
function askingForPasswords(request: Request, options: ApplicationOptions): Request {
  if (!new URL(request.url).pathname.endsWith('/sign_in')) return request
  if (presentsToken(request, options)) return request
  return withHeader(request, 'X-Forgery-Sign-In', 'password')
}

/** Copies the request by its parts: the request object of Node's server cannot be passed to `new Request`. */
function withHeader(request: Request, name: string, value: string): Request {
  const changed = new Request(request.url, request)
  changed.headers.set(name, value)
  return changed
}
