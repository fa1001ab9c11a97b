import { Hono, type MiddlewareHandler } from 'hono'
import type { ControlTarget } from '../../worlds/control/control.ts'
import type { ControlAccess } from '../../worlds/control/permission.ts'
import { mountConsole } from './console.ts'
import { getPath } from './guard.ts'
import { operationsPage } from './operations-page.ts'
import type { PlacedEnvironment } from './served-request.ts'
import { controlText } from './start-page.ts'

/**
 * Routes below `/_forge` for the operator of the forge: the health check, the control of its worlds with its OpenAPI
 * document, and the console for browsers, which uses these calls.
 */
export function controlRoutes(
  directory: ControlTarget['directory'],
  access: ControlAccess,
  report: MiddlewareHandler<PlacedEnvironment>,
): Hono<PlacedEnvironment> {
  const routes = new Hono<PlacedEnvironment>({ getPath })
  // Not reported, since supervisors poll it.
  routes.get('/_forge/health', (context) => context.json({ status: 'ok' }))
  // Loaded on demand, since building its schemas takes longer than a first response of the API.
  routes.get('/_forge/openapi.json', async (context) => {
    const { controlDocument } = await import('../../worlds/control/document.ts')
    return context.json(controlDocument())
  })
  routes.get('/_forge/operations', ({ env }) => operationsPage(env.prefix))
  mountConsole(routes)
  for (const path of ['/_forge', '/_forge/']) {
    routes.get(path, ({ env, req, text }) =>
      text(controlText(`${new URL(req.url).origin}${env.prefix}/_forge`, access)),
    )
  }
  routes.all('/_forge/*', report, async ({ env, req }) => {
    const { answerControl } = await import('../../worlds/control/control.ts')
    const path = req.path.slice('/_forge'.length)
    const address = `${new URL(req.url).origin}${env.base}`
    const { worldOf } = env
    return answerControl(req.raw, { directory, worldOf, path, address, access })
  })
  return routes
}
