import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Forge } from '../forge.ts'
import { mountGit } from './git-http.ts'

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

/** What any server that speaks the fetch API can mount. */
export interface Application {
  fetch(request: Request): Response | Promise<Response>
}

/**
 * A forge as a web application: the API, what a supervisor asks for, and CORS for front-ends. Whoever
 * is no browser on another origin names none, and is spared what CORS does to each answer.
 * @example
 * Bun.serve({ port: 8080, fetch: createApplication(await createForge()).fetch })
 */
export function createApplication(forge: Forge): Application {
  const sameOrigin = new Hono()
  sameOrigin.get('/_forge/health', (context) => context.json({ status: 'ok' }))
  sameOrigin.post('/_forge/reset', (context) => {
    forge.reset()
    return context.json({ status: 'reset' })
  })
  mountGit(sameOrigin, forge)
  sameOrigin.all('*', (context) => forge.fetch(context.req.raw))
  const crossOrigin = new Hono()
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
    fetch: (request) => (request.headers.has('origin') ? crossOrigin : sameOrigin).fetch(request),
  }
}
