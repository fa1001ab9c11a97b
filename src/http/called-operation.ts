import { unknownRoute, wrongMethod } from '../contract/errors.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { FindRoute, PathParameters, Route } from '../contract/router.ts'

export type { FindRoute }

/** An operation, and the parameters in the path that leads to it. */
export interface CalledOperation {
  readonly operation: OperationContract
  readonly path: PathParameters
}

/** What of an address says where it leads. */
interface Called {
  readonly method: string
  /** As a `RequestAddress` has it. */
  readonly path: string | undefined
}

/**
 * Finds the operation that an address calls. Throws a 404 where there is none, and a 405 where the
 * address has other methods alone.
 */
export function calledOperation(route: FindRoute, address: Called): CalledOperation {
  const found = routesOf(route, address).find(({ kind }) => kind !== 'unknown')
  if (!found || found.kind === 'unknown') throw unknownRoute()
  if (found.kind === 'wrong method') throw wrongMethod(found.allowed)
  const { operation, path } = found
  return { operation, path }
}

/**
 * Where a path may lead, the likeliest first. A `.json` at the end is tolerated, as GitLab 8.15 did,
 * but it belongs to the name where the path ends in that of a branch or a tag.
 */
function routesOf(route: FindRoute, { method, path }: Called): Route[] {
  if (path === undefined) return []
  const whole = route(method, path)
  if (!path.endsWith('.json')) return [whole]
  const stripped = route(method, path.slice(0, -'.json'.length))
  return endsInName(stripped) ? [whole, stripped] : [stripped, whole]
}

function endsInName(route: Route): boolean {
  if (route.kind !== 'operation') return false
  const { parameters, path } = route.operation
  return parameters.some(({ name, spansSlashes }) => spansSlashes && path.endsWith(`{${name}}`))
}
