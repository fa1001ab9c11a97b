import type { Context, Hono } from 'hono'
import { basePaths } from '../../contract/base-paths.ts'
import { type ControlAccess, presentsToken } from '../../worlds/control/permission.ts'
import type { ServedEnvironment } from './served-request.ts'
import { startPage, startText } from './start-page.ts'

/**
 * Serves the pages for people: at `/` and at the base path of each API to whoever asks for HTML, as browsers do. Others are told
 * at `/` where the API is; the base path is a matter of the API for them.
 */
export function mountPages(routes: Hono<ServedEnvironment>, access: ControlAccess): void {
  for (const path of ['/', ...Object.values(basePaths).flatMap((path) => [path, `${path}/`])]) {
    routes.get(path, (context, next) => {
      const { world, prefix } = context.env
      const place = {
        origin: new URL(context.req.url).origin,
        prefix,
        showsTokens: presentsToken(context.req.raw, access),
      }
      if (asksForHtml(context)) return startPage(world.forge, place)
      return path === '/' ? context.text(startText(world.forge, place)) : next()
    })
  }
  // Browsers ask for it beside whatever they show: it is no request that anybody means.
  routes.get('/favicon.ico', (context) => context.body(null, 204))
}

function asksForHtml({ req }: Context): boolean {
  return /\btext\/html\b/i.test(req.header('accept') ?? '')
}
