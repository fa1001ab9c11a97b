import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Forge } from '../forge.ts'

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

/** A forge as a web application: the API, what a supervisor asks for, and CORS for front-ends. */
export function createApplication(forge: Forge): Application {
  const application = new Hono()
  application.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposeHeaders: exposedHeaders,
      maxAge: 600,
    }),
  )
  application.get('/_forge/health', (context) => context.json({ status: 'ok' }))
  application.post('/_forge/reset', (context) => {
    forge.reset()
    return context.json({ status: 'reset' })
  })
  application.all('*', (context) => forge.fetch(context.req.raw))
  return application
}
