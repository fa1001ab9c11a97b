import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Forge } from '../forge.ts'
import { mountControl } from './control.ts'
import { mountGit } from './git-http.ts'
import { mountPages } from './pages.ts'
import { type ServedRequest, type ServedVariables, tellOfRequests } from './served-request.ts'
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
export interface ApplicationOptions extends AccessOptions {
  /** Told of each request that is none of the API's: `forge.requests` knows those. */
  readonly onServed?: (request: ServedRequest) => void
}

/** What any server that speaks the fetch API can mount. */
export interface Application {
  /** Where a fault of the forge drops the connection, `Response.error()`: the server must close it. */
  fetch(request: Request): Response | Promise<Response>
}

/**
 * A forge as a web application: the API, git, what a supervisor asks for, a page for people, and CORS
 * for front-ends. Whoever is no browser on another origin names none, and is spared what CORS does to
 * each answer.
 * @example
 * Bun.serve({ port: 8080, fetch: createApplication(await createForge()).fetch })
 */
export function createApplication(forge: Forge, options: ApplicationOptions = {}): Application {
  const { corsOrigins = [] } = options
  const dropped = new WeakSet<Request>()
  const sameOrigin = createRoutes(forge, options.onServed ?? (() => {}), dropped)
  const crossOrigin = new Hono({ getPath })
  crossOrigin.use(
    cors({
      origin: '*',
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
      const response = await (isCross ? crossOrigin : sameOrigin).fetch(request)
      return dropped.has(request) ? Response.error() : response
    },
  }
}

function createRoutes(
  forge: Forge,
  onServed: (request: ServedRequest) => void,
  dropped: WeakSet<Request>,
) {
  const routes = new Hono<{ Variables: ServedVariables }>({ getPath })
  const told = tellOfRequests(onServed)
  mountControl(routes, forge, told)
  mountPages(routes, forge)
  mountGit(routes, forge, told)
  routes.all('*', async ({ req }) => {
    const response = await forge.fetch(req.raw)
    if (response.status !== 0) return response
    // Hono adds headers to what it carries, which a network error has none of.
    dropped.add(req.raw)
    return new Response(null, { status: 502 })
  })
  return routes
}

/** Runs of slashes count as one, as the API has it. */
function getPath(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
