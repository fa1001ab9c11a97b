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

/** What any server that speaks the fetch API can mount. */
export interface Application {
  /** Where a fault of the forge drops the connection, `Response.error()`: the server must close it. */
  fetch(request: Request): Response | Promise<Response>
}

/**
 * A forge as a web application: the API, git, the control of it, a page for people, and CORS for
 * front-ends; each of its worlds below `/w/NAME` as well. Whoever is no browser on another origin
 * names none, and is spared what CORS does to each answer. It runs wherever there is a fetch API, in
 * Node, Bun, Deno and workers.
 * @throws TypeError where the forge is none (an `await` is missing), or an option is unknown or wrong.
 * @example
 * Bun.serve({ port: 8080, fetch: application(await createForge()).fetch })
 */
export function application(served: Forge | Worlds, options: ApplicationOptions = {}): Application {
  const { fetch } = servedApplication('application', served, options)
  return { fetch }
}

/** The same for a server of Node, which can let a body break off. */
export interface ServedApplication extends Application {
  /** The forge that answers a request without more ado; undefined where `fetch` is to be asked. */
  directForge(head: RequestHead): Forge | undefined
  /** Whether the answer to a request may break off: a fault of its world may have it so. */
  mayBreakOff(request: Request): boolean
}

/** `caller` is what messages name. */
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

/** What a Response that Hono carries cannot hold. */
interface FaultyRequests {
  readonly dropped: WeakSet<Request>
  /** Those to worlds that have faults. */
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
    // Git asks for projects at the root of the forge, and a page leads to where to sign in: addresses do not show where.
    const request = Object.assign(withHints(req.raw, options), { base: env.prefix })
    const response = await forge.fetch(request)
    if (response.status !== 0) return response
    // Hono adds headers to what it carries, which a network error has none of.
    dropped.add(req.raw)
    return new Response(null, { status: 502 })
  })
  return routes
}

function withHints(request: Request, options: ApplicationOptions): Request {
  return leadingToConsole(askingForPasswords(request, options), options)
}

/**
 * The pages that addresses of the forge open have a link to where the console shows the same, where there is one: it is for
 * who runs the server, and asks for the control token itself. The header adds that link alone, or leads there, so it does not
 * matter who else sends it.
 */
function leadingToConsole(request: Request, { controlToken }: ApplicationOptions): Request {
  const asksForPage = /\btext\/html\b/i.test(request.headers.get('accept') ?? '')
  if (request.method !== 'GET' || !asksForPage || controlToken === null) return request
  return withHeader(request, 'X-Forgery-Console', '1')
}

/**
 * Signing in by a click is for those who are named the tokens of everybody as well: others are asked for a password. The
 * header takes something away alone, so it does not matter who else sends it. Slashes before the last step may be any
 * number: a forge counts them as one.
 */
function askingForPasswords(request: Request, options: ApplicationOptions): Request {
  if (!new URL(request.url).pathname.endsWith('/sign_in')) return request
  if (presentsToken(request, options)) return request
  return withHeader(request, 'X-Forgery-Sign-In', 'password')
}

/** By its parts: what a server of Node has for a request is no `Request` that another is made of. */
function withHeader(request: Request, name: string, value: string): Request {
  const changed = new Request(request.url, request)
  changed.headers.set(name, value)
  return changed
}
