import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { reachWorld } from '../control/reached-world.ts'
import { isWorlds, type Worlds, worldsAround } from '../control/worlds.ts'
import type { Forge } from '../forge.ts'
import { checkForge, checkOptions } from '../options.ts'
import { type ApplicationOptions, applicationRules } from './application-options.ts'
import { mountControl } from './control.ts'
import { directForge, type RequestHead } from './direct-forge.ts'
import { mountGit } from './git-http.ts'
import { mountPages } from './pages.ts'
import { longestAddress, placeRequest } from './request-place.ts'
import { type ServedEnvironment, tellOfRequests } from './served-request.ts'
import { mayUse, type Refusal, refusalOf } from './who-may-ask.ts'

/** What a front-end on another origin may read of an answer. */
const exposedHeaders = [
  'Link',
  'X-Total',
  'X-Total-Pages',
  'X-Per-Page',
  'X-Page',
  'X-Next-Page',
  'X-Prev-Page',
  'X-Request-Id',
  'X-Runtime',
]

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
  const { corsOrigins = [] } = options
  const access = { corsOrigins, allowedHosts: allowedHostsOf(options) }
  const struck: StruckRequests = { dropped: new WeakSet(), faulty: new WeakSet() }
  const worlds = isWorlds(served) ? served : worldsAround(served)
  const sameOrigin = createRoutes(worlds, options, struck)
  const crossOrigin = new Hono<ServedEnvironment>({ getPath })
  crossOrigin.use(
    cors({
      // By its name, and not as `*`: so a front-end may send cookies, such as the one of a world.
      origin: (origin) => (corsOrigins.includes('*') ? '*' : origin),
      credentials: !corsOrigins.includes('*'),
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposeHeaders: exposedHeaders,
      maxAge: 600,
    }),
  )
  crossOrigin.route('/', sameOrigin)
  return {
    async fetch(request) {
      if (request.url.length > longestAddress) {
        const message = `414 URI Too Long: an address may have ${longestAddress} characters`
        return Response.json({ message }, { status: 414 })
      }
      const placed = placeRequest(request, options)
      if ('message' in placed) return refuse(placed)
      const { request: shown, base } = placed
      const refusal = refusalOf(request, shown, access)
      if (refusal) return refuse(refusal)
      const origin = shown.headers.get('origin')
      const isCross = origin !== null && mayUse(origin, shown, corsOrigins)
      const reached = reachWorld(worlds, shown, pathOf(shown).slice(base.length))
      const environment = { ...reached, base, prefix: `${base}${reached.prefix}` }
      const response = await (isCross ? crossOrigin : sameOrigin).fetch(shown, environment)
      if (struck.faulty.has(shown)) struck.faulty.add(request)
      return struck.dropped.has(shown) ? Response.error() : response
    },
    directForge: directForge(worlds, options, access.allowedHosts),
    mayBreakOff: (request) => struck.faulty.has(request),
  }
}

/** Those that are given, and that of the base URL, where hosts are checked at all. */
function allowedHostsOf({
  allowedHosts,
  baseUrl,
}: ApplicationOptions): readonly string[] | undefined {
  if (!allowedHosts || baseUrl === undefined) return allowedHosts
  return [...allowedHosts, new URL(baseUrl).hostname]
}

function refuse({ status, message }: Refusal): Response {
  return Response.json({ message }, { status })
}

/** What a Response that Hono carries cannot tell. */
interface StruckRequests {
  readonly dropped: WeakSet<Request>
  /** Those to worlds that have faults. */
  readonly faulty: WeakSet<Request>
}

function createRoutes(
  worlds: Worlds,
  options: ApplicationOptions,
  { dropped, faulty }: StruckRequests,
): Hono<ServedEnvironment> {
  const routes = new Hono<ServedEnvironment>({ getPath })
  const told = tellOfRequests(options.onServed ?? (() => {}))
  mountControl(routes, worlds, options, told)
  routes.use(async (context, next) => {
    const { problem } = context.env
    return problem === undefined ? next() : context.json({ message: problem }, 404)
  })
  mountPages(routes)
  mountGit(routes, told)
  routes.all('*', async ({ env, req }) => {
    const { forge } = env.world
    if (!forge.faults.isEmpty()) faulty.add(req.raw)
    const response = await forge.fetch(req.raw)
    if (response.status !== 0) return response
    // Hono adds headers to what it carries, which a network error has none of.
    dropped.add(req.raw)
    return new Response(null, { status: 502 })
  })
  return routes
}

/** Below the address of the world that is asked. */
function getPath(request: Request, options?: { env?: ServedEnvironment['Bindings'] }): string {
  return pathOf(request).slice(options?.env?.prefix.length ?? 0) || '/'
}

/** Runs of slashes count as one, as the API has it. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
