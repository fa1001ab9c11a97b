import type { HonoRequest, MiddlewareHandler } from 'hono'
import { consoleHeader } from '../../http/of-console.ts'
import type { ControlTarget } from '../../worlds/control/control.ts'
import type { ReachedWorld } from '../../worlds/control/reached-world.ts'

/** A request that the server answered itself, without a forge. */
export interface ServedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}

/** The environment of handlers. */
export type PlacedEnvironment = {
  Bindings: {
    /** The base path of the server: empty, or a path such as `/forge`. */
    readonly base: string
    /** The part of the path before the addresses of the world; begins with `base`. */
    readonly prefix: string
    /** See `ControlTarget`. */
    readonly worldOf: ControlTarget['worldOf']
  }
}

/** The same where the world is in this process. */
export type ServedEnvironment = PlacedEnvironment & { Bindings: ReachedWorld }

/** Reports each request to a listener after its response. */
export function reportRequests<Environment extends PlacedEnvironment>(
  onServed: (request: ServedRequest) => void,
): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const started = performance.now()
    await next()
    if (isOfConsole(context.req)) return
    const { method } = context.req
    const path = context.env.prefix + context.req.path
    const milliseconds = performance.now() - started
    onServed({ method, path, status: context.res.status, milliseconds })
  }
}

/** Whether the request comes from the console itself, or is for one of its files. */
function isOfConsole(request: HonoRequest): boolean {
  return request.header(consoleHeader) === '1' || request.path.startsWith('/_forge/assets/')
}
