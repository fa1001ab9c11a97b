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
  const { corsOrigins = [] } = options
  const worlds = isWorlds(served) ? served : worldsAround(served)
  const sameOrigin = createRoutes(worlds, options)
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
    fetch(request) {
      if (request.url.length > longestAddress) {
        const message = `414 URI Too Long: an address may have ${longestAddress} characters`
        return Response.json({ message }, { status: 414 })
      }
      const refusal = refusalOf(request, options)
      if (refusal) return Response.json({ message: refusal.message }, { status: refusal.status })
      const origin = request.headers.get('origin')
      const isCross = origin !== null && mayUse(origin, request, corsOrigins)
      const reached = reachWorld(worlds, request, pathOf(request))
      return (isCross ? crossOrigin : sameOrigin).fetch(request, reached)
    },
  }
}

function createRoutes(worlds: Worlds, options: ApplicationOptions): Hono<ServedEnvironment> {
  const routes = new Hono<ServedEnvironment>({ getPath })
  const told = tellOfRequests(options.onServed ?? (() => {}))
  mountControl(routes, worlds, options, told)
  routes.use(async (context, next) => {
    const { problem } = context.env
    return problem === undefined ? next() : context.json({ message: problem }, 404)
  })
  mountPages(routes)
  mountGit(routes, told)
  routes.all('*', ({ env, req }) => env.world.forge.fetch(req.raw))
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
