import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { pageHeaderNames } from '../../contract/header-names.ts'
import { readHostName, readOrigin } from './access-names.ts'
import { MAX_ADDRESS_LENGTH, type PlaceOptions, placeRequest } from './request-place.ts'
import type { PlacedEnvironment } from './served-request.ts'
import { type AccessOptions, mayUse, type Refusal, refusalOf } from './who-may-ask.ts'

/** The response headers that a front-end on another origin can read. */
const exposedHeaders = [...pageHeaderNames, 'ETag', 'X-Request-Id', 'X-Runtime']

/** The address of a server, and its access control. */
type GuardOptions = AccessOptions & PlaceOptions

type Bindings<Environment extends PlacedEnvironment> = Environment['Bindings']

/** A response, and the request at the address that its client used. */
export interface GuardedAnswer {
  readonly response: Response
  readonly shown: Request
}

/**
 * Wraps the routes of a server: refuses requests without access, finds the address that the client used, and implements
 * CORS. Requests without an `Origin` skip the work of CORS. The routes must be made with `getPath`; `path` is the path
 * of the request without the base path of the server.
 */
export function guard<Environment extends PlacedEnvironment>(
  routes: Hono<Environment>,
  options: GuardOptions,
  bindingsOf: (
    shown: Request,
    base: string,
    path: string,
  ) => Bindings<Environment> | Promise<Bindings<Environment>>,
): (request: Request) => Promise<GuardedAnswer> {
  const corsOrigins = (options.corsOrigins ?? []).map((one) => readOrigin(one) ?? one)
  const access = { corsOrigins, allowedHosts: allowedHostsOf(options) }
  const crossOrigin = crossOriginRoutes(routes, corsOrigins)
  return async (request) => {
    if (request.url.length > MAX_ADDRESS_LENGTH) {
      const message = `414 URI Too Long: an address may have ${MAX_ADDRESS_LENGTH} characters`
      return refuse(request, { status: 414, message })
    }
    const placed = placeRequest(request, options)
    if ('message' in placed) return refuse(request, placed)
    const { request: shown, base } = placed
    const refusal = refusalOf(request, shown, access)
    if (refusal) return refuse(request, refusal)
    const origin = shown.headers.get('origin')
    const isCross = origin !== null && mayUse(origin, shown, corsOrigins)
    const bindings = await bindingsOf(shown, base, pathOf(shown).slice(base.length))
    const response = await (isCross ? crossOrigin : routes).fetch(shown, bindings)
    return { response, shown }
  }
}

function crossOriginRoutes<Environment extends PlacedEnvironment>(
  routes: Hono<Environment>,
  corsOrigins: readonly string[],
): Hono<Environment> {
  const crossOrigin = new Hono<Environment>({ getPath })
  crossOrigin.use(
    cors({
      // Repeats the origin instead of `*`, since only that lets a front-end send cookies, such as the one of a world.
      origin: (origin) => (corsOrigins.includes('*') ? '*' : origin),
      credentials: !corsOrigins.includes('*'),
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposeHeaders: exposedHeaders,
      maxAge: 600,
    }),
  )
  crossOrigin.route('/', routes)
  return crossOrigin
}

/** Returns the allowed hosts in the form of requests, with the host of the base URL, where hosts are checked at all. */
export function allowedHostsOf({
  allowedHosts,
  baseUrl,
}: GuardOptions): readonly string[] | undefined {
  if (!allowedHosts) return undefined
  const names = allowedHosts.map((one) => readHostName(one) ?? one)
  return baseUrl === undefined ? names : [...names, new URL(baseUrl).hostname]
}

function refuse(shown: Request, { status, message }: Refusal): GuardedAnswer {
  return { shown, response: Response.json({ message }, { status }) }
}

/** Returns the path below the address of the requested world. */
export function getPath(
  request: Request,
  options?: { env?: PlacedEnvironment['Bindings'] },
): string {
  return pathOf(request).slice(options?.env?.prefix.length ?? 0) || '/'
}

/** Returns the path of a request. Repeated slashes count as one, as in the API. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
