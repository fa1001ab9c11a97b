import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Forge } from '../forge.ts'
import type { ServedEnvironment } from './served-request.ts'

/**
 * Serves what the person or the program that runs the forge asks of it: whether it is up, and to go
 * back to its seed. What changes something needs a header that no page can send to another origin
 * without asking first: `X-Forge-Control: 1`, or a JSON media type.
 */
export function mountControl(
  routes: Hono<ServedEnvironment>,
  forge: Pick<Forge, 'reset'>,
  told: MiddlewareHandler<ServedEnvironment>,
): void {
  // A supervisor asks again and again: nobody wants to read of that.
  routes.get('/_forge/health', (context) => context.json({ status: 'ok' }))
  routes.post('/_forge/reset', told, (context) => {
    if (!isDeliberate(context)) {
      const message =
        '403 Forbidden - send the header "X-Forge-Control: 1" or "Content-Type: application/json"'
      return context.json({ message }, 403)
    }
    forge.reset()
    return context.json({ status: 'reset' })
  })
}

function isDeliberate({ req }: Context): boolean {
  const type = req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  return req.header('x-forge-control') === '1' || type === 'application/json'
}
