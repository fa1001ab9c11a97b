import { Hono, type MiddlewareHandler } from 'hono'
import type { ControlTarget } from '../../worlds/control/control.ts'
import type { ControlAccess } from '../../worlds/control/permission.ts'
import { mountConsole } from './console.ts'
import { getPath } from './guard.ts'
import { operationsPage } from './operations-page.ts'
import type { PlacedEnvironment } from './served-request.ts'
import { controlText } from './start-page.ts'

/**
 * What the person or the program that runs the forge asks of it below `/_forge`: whether it is up, and
 * the control of its worlds, with the OpenAPI document of that; and for a browser the console, which makes these calls.
 */
export function controlRoutes(
  directory: ControlTarget['directory'],
  access: ControlAccess,
  report: MiddlewareHandler<PlacedEnvironment>,
): Hono<PlacedEnvironment> {
  const routes = new Hono<PlacedEnvironment>({ getPath })
  // A supervisor asks again and again: nobody wants to read of that.
  routes.get('/_forge/health', (context) => context.json({ status: 'ok' }))
  // Loaded when it is needed: its schemas take longer to make than a first answer of the API.
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
