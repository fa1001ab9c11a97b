import type { Hono, MiddlewareHandler } from 'hono'
import type { ControlAccess } from '../control/permission.ts'
import type { Worlds } from '../control/worlds.ts'
import { operationsPage } from './operations-page.ts'
import type { ServedEnvironment } from './served-request.ts'

/**
 * Serves what the person or the program that runs the forge asks of it below `/_forge`: whether it
 * is up, and the control of its worlds, with the OpenAPI document of that.
 */
export function mountControl(
  routes: Hono<ServedEnvironment>,
  worlds: Worlds,
  access: ControlAccess,
  told: MiddlewareHandler<ServedEnvironment>,
): void {
  // A supervisor asks again and again: nobody wants to read of that.
  routes.get('/_forge/health', (context) => context.json({ status: 'ok' }))
  // Loaded when it is needed: its schemas take longer to make than a first answer of the API.
  routes.get('/_forge/openapi.json', async (context) => {
    const { controlDocument } = await import('../control/document.ts')
    return context.json(controlDocument())
  })
  routes.get('/_forge/operations', ({ env }) => operationsPage(env.prefix))
  routes.all('/_forge/*', told, async ({ env: reached, req }) => {
    const { answerControl } = await import('../control/control.ts')
    const path = req.path.slice('/_forge'.length)
    const address = `${new URL(req.url).origin}${reached.base}`
    return answerControl(req.raw, { worlds, reached, path, address, access })
  })
}
