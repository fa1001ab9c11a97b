import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Forge } from '../forge.ts'
import { checkForge, checkOptions } from '../options.ts'
import { type ApplicationOptions, applicationRules } from './application-options.ts'
import { mountControl } from './control.ts'
import { mountGit } from './git-http.ts'
import { mountPages } from './pages.ts'
import { placeRequest } from './request-place.ts'
import { type ServedEnvironment, type ServedRequest, tellOfRequests } from './served-request.ts'
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

/** Longer addresses, in characters, are refused with 414. */
const longestAddress = 16_384

export type { ApplicationOptions } from './application-options.ts'

/** What any server that speaks the fetch API can mount. */
export interface Application {
  fetch(request: Request): Response | Promise<Response>
}

/**
 * A forge as a web application: the API, git, what a supervisor asks for, a page for people, and CORS
 * for front-ends. Whoever is no browser on another origin names none, and is spared what CORS does to
 * each answer. It runs wherever there is a fetch API, in Node, Bun, Deno and workers.
 * @throws TypeError where the forge is none (an `await` is missing), or an option is unknown or wrong.
 * @example
 * Bun.serve({ port: 8080, fetch: application(await createForge()).fetch })
 */
export function application(forge: Forge, options: ApplicationOptions = {}): Application {
  checkForge('application', forge)
  checkOptions('application', options, applicationRules)
  const { corsOrigins = [] } = options
  const access = { corsOrigins, allowedHosts: allowedHostsOf(options) }
  const sameOrigin = createRoutes(forge, options.onServed ?? (() => {}))
  const crossOrigin = new Hono<ServedEnvironment>({ getPath })
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
    fetch(request) {
      if (request.url.length > longestAddress) {
        const message = `414 URI Too Long: an address may have ${longestAddress} characters`
        return Response.json({ message }, { status: 414 })
      }
      const placed = placeRequest(request, options)
      if ('message' in placed) return refuse(placed)
      const { request: shown, prefix } = placed
      const refusal = refusalOf(request, shown, access)
      if (refusal) return refuse(refusal)
      const origin = shown.headers.get('origin')
      const isCross = origin !== null && mayUse(origin, shown, corsOrigins)
      return (isCross ? crossOrigin : sameOrigin).fetch(shown, { prefix })
    },
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

function createRoutes(forge: Forge, onServed: (request: ServedRequest) => void) {
  const routes = new Hono<ServedEnvironment>({ getPath })
  const told = tellOfRequests(onServed)
  mountControl(routes, forge, told)
  mountPages(routes, forge)
  mountGit(routes, forge, told)
  routes.all('*', (context) => forge.fetch(context.req.raw))
  return routes
}

/** Below the address of the forge; runs of slashes count as one, as the API has it. */
function getPath(request: Request, options?: { env?: ServedEnvironment['Bindings'] }): string {
  const path = new URL(request.url).pathname.replace(/\/{2,}/g, '/')
  return path.slice(options?.env?.prefix.length ?? 0) || '/'
}
