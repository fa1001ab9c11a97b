import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { pageHeaderNames } from '../../contract/header-names.ts'
import { readHostName, readOrigin } from './access-names.ts'
import { MAX_ADDRESS_LENGTH, type PlaceOptions, placeRequest } from './request-place.ts'
import type { PlacedEnvironment } from './served-request.ts'
import { type AccessOptions, mayUse, type Refusal, refusalOf } from './who-may-ask.ts'

/** What a front-end on another origin may read of an answer. */
const exposedHeaders = [...pageHeaderNames, 'ETag', 'X-Request-Id', 'X-Runtime']

/** Where a server is and who may ask it. */
type GuardOptions = AccessOptions & PlaceOptions

type Bindings<Environment extends PlacedEnvironment> = Environment['Bindings']

/** An answer, and the request at the address that its client asked. */
export interface GuardedAnswer {
  readonly response: Response
  readonly shown: Request
}

/**
 * Stands before the routes of a server: refuses who may not ask, finds the address that the client
 * asked, and answers front-ends on other origins as CORS wants it. Whoever is no browser on another
 * origin names none, and is spared what CORS does to each answer. The routes are to be made with
 * `getPath`; `path` is that of the request, without what the server itself stands under.
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
      // By its name, and not as `*`: so a front-end may send cookies, such as the one of a world.
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

/** Those that are given, as requests have them, and that of the base URL, where hosts are checked at all. */
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

/** Below the address of the world that is asked. */
export function getPath(
  request: Request,
  options?: { env?: PlacedEnvironment['Bindings'] },
): string {
  return pathOf(request).slice(options?.env?.prefix.length ?? 0) || '/'
}

/** Runs of slashes count as one, as the API has it. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
