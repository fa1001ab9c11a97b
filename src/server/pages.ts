import type { Context, Hono } from 'hono'
import type { ServedEnvironment } from './served-request.ts'
import { startPage } from './start-page.ts'

/** Serves the pages for people: at `/` and `/api/v3` to whoever asks for HTML, as browsers do. */
export function mountPages(routes: Hono<ServedEnvironment>): void {
  for (const path of ['/', '/api/v3', '/api/v3/']) {
    routes.get(path, (context, next) => {
      if (!asksForHtml(context)) return next()
      const { world, prefix } = context.env
      return startPage(world.forge, new URL(context.req.url).origin, prefix)
    })
  }
  // Browsers ask for it beside whatever they show: it is no request that anybody means.
  routes.get('/favicon.ico', (context) => context.body(null, 204))
}

function asksForHtml({ req }: Context): boolean {
  return /\btext\/html\b/i.test(req.header('accept') ?? '')
}
