import type { HonoRequest, MiddlewareHandler } from 'hono'
import { consoleHeader } from '../../http/of-console.ts'
import type { ControlTarget } from '../../worlds/control/control.ts'
import type { ReachedWorld } from '../../worlds/control/reached-world.ts'

/** A request that a server answered itself, for which no forge was asked. */
export interface ServedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}

/** What handlers are given of a request. */
export type PlacedEnvironment = {
  Bindings: {
    /** What the server itself stands under: nothing, or a path such as `/forge`. */
    readonly base: string
    /** What stands before the addresses of the world that is asked; begins with `base`. */
    readonly prefix: string
    /** As a `ControlTarget` has it. */
    readonly worldOf: ControlTarget['worldOf']
  }
}

/** The same where the world is at hand. */
export type ServedEnvironment = PlacedEnvironment & { Bindings: ReachedWorld }

/** Reports each request to a listener once it is answered. */
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

/** Whether the console asked, to show what it shows, or a browser for a file of the console. */
function isOfConsole(request: HonoRequest): boolean {
  return request.header(consoleHeader) === '1' || request.path.startsWith('/_forge/assets/')
}
