import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ControlAccess } from '../control/permission.ts'
import { reachWorld } from '../control/reached-world.ts'
import { isWorlds, type Worlds, worldsAround } from '../control/worlds.ts'
import type { Forge } from '../forge.ts'
import { mountControl } from './control.ts'
import { mountGit } from './git-http.ts'
import { mountPages } from './pages.ts'
import { type ServedEnvironment, type ServedRequest, tellOfRequests } from './served-request.ts'
import { type AccessOptions, mayUse, refusalOf } from './who-may-ask.ts'

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

/** Longer addresses, in characters, are refused with 414. */
const longestAddress = 16_384

/** Who may ask the application beside this machine, and who is told of what it serves. */
export interface ApplicationOptions extends AccessOptions, ControlAccess {
  /** Told of each request that is none of the API's: `forge.requests` knows those. */
  readonly onServed?: (request: ServedRequest) => void
}

/** What any server that speaks the fetch API can mount. */
export interface Application {
  /** Where a fault of the forge drops the connection, `Response.error()`: the server must close it. */
  fetch(request: Request): Response | Promise<Response>
}

/**
 * A forge as a web application: the API, git, the control of it, a page for people, and CORS for
 * front-ends; each of its worlds below `/w/NAME` as well. Whoever is no browser on another origin
 * names none, and is spared what CORS does to each answer.
 * @example
 * Bun.serve({ port: 8080, fetch: createApplication(await createForge()).fetch })
 */
export function createApplication(
  served: Forge | Worlds,
  options: ApplicationOptions = {},
): Application {
  const { fetch } = createServedApplication(served, options)
  return { fetch }
}

/** The same for a server of Node, which can let a body break off. */
export interface ServedApplication extends Application {
  /** Whether the answer to a request may break off: a fault of its world may have it so. */
  mayBreakOff(request: Request): boolean
}

export function createServedApplication(
  served: Forge | Worlds,
  options: ApplicationOptions,
): ServedApplication {
  const { corsOrigins = [] } = options
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
      const refusal = refusalOf(request, options)
      if (refusal) return Response.json({ message: refusal.message }, { status: refusal.status })
      const origin = request.headers.get('origin')
      const isCross = origin !== null && mayUse(origin, request, corsOrigins)
      const reached = reachWorld(worlds, request, pathOf(request))
      const response = await (isCross ? crossOrigin : sameOrigin).fetch(request, reached)
      return struck.dropped.has(request) ? Response.error() : response
    },
    mayBreakOff: (request) => struck.faulty.has(request),
  }
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
