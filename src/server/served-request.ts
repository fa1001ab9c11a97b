import type { MiddlewareHandler } from 'hono'
import type { ReachedWorld } from '../control/reached-world.ts'

/** A request that a server answered beside the API: of git, or to the server itself. */
export interface ServedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  /** The username of who asked, where a token said so. */
  readonly user: string | undefined
  readonly milliseconds: number
}

/** What the handlers of a served request say of it. */
interface ServedVariables {
  user: string | undefined
  /** A detail of another request, which is told already: an object of a clone. */
  isDetail: boolean
}

/** What handlers are given of a request, and what they tell of it. */
export type ServedEnvironment = {
  /** The prefix of the world begins with `base`: what the server itself stands under. */
  Bindings: ReachedWorld & { readonly base: string }
  Variables: ServedVariables
}

/** Tells a listener of each request once it is answered. */
export function tellOfRequests(
  onServed: (request: ServedRequest) => void,
): MiddlewareHandler<ServedEnvironment> {
  return async (context, next) => {
    const started = performance.now()
    await next()
    if (context.get('isDetail')) return
    const { method } = context.req
    const path = context.env.prefix + context.req.path
    const milliseconds = performance.now() - started
    onServed({ method, path, status: context.res.status, user: context.get('user'), milliseconds })
  }
}
