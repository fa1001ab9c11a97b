import type { Api } from '../contract/apis.ts'
import type { ApiName } from '../contract/base-paths.ts'
import { unknownRoute, wrongMethod } from '../contract/errors.ts'
import type { AnswersAs, OperationContract } from '../contract/operation-contract.ts'
import type { PathParameters, Route } from '../contract/router.ts'

/** An operation of an API, and the parameters in the path that leads to it. */
export interface CalledOperation {
  readonly api: Api
  readonly operation: OperationContract
  readonly path: PathParameters
}

/** The parts of a request address that select an operation. */
interface Called {
  readonly method: string
  /** As a `RequestAddress` has them. */
  readonly api: Api | undefined
  readonly path: string | undefined
}

/**
 * Finds the operation of a request. Throws a 404 where the path is unknown, and a 405 where it supports other
 * methods only.
 */
export function calledOperation(
  { api, method, path = '' }: Called,
  { apis, answersAs }: { readonly apis: readonly ApiName[]; readonly answersAs: AnswersAs },
): CalledOperation {
  if (!api || !apis.includes(api.name)) throw unknownRoute()
  const found = routeOf(api, method, path)
  if (found.kind === 'unknown') throw unknownRoute()
  if (found.kind === 'operation') return { api, operation: found.operation, path: found.path }
  const posted = answersAs === 'released' && method === 'POST' && postedRoute(api, path)
  if (posted) return posted
  throw wrongMethod(found.allowed)
}

/** Finds the PUT operation that GitLab 8.15 served by POST as well, with the status that it answered to POST. */
function postedRoute(api: Api, path: string): CalledOperation | undefined {
  const found = routeOf(api, 'PUT', path)
  if (found.kind !== 'operation') return undefined
  const posted = found.operation.released?.find(({ when }) => when === 'posted')
  if (!posted) return undefined
  return { api, operation: { ...found.operation, status: posted.answered }, path: found.path }
}

/**
 * Finds the route of a path. A `.json` suffix is ignored, as in GitLab 8.15, unless the path ends with the name of
 * a branch or a tag, to which the suffix belongs.
 */
function routeOf({ findRoute }: Api, method: string, path: string): Route {
  const whole = findRoute(method, path)
  if (!path.endsWith('.json')) return whole
  const stripped = findRoute(method, path.slice(0, -'.json'.length))
  const [first, second] = endsInName(stripped) ? [whole, stripped] : [stripped, whole]
  return first.kind === 'unknown' ? second : first
}

function endsInName(route: Route): boolean {
  if (route.kind !== 'operation') return false
  const { parameters, path } = route.operation
  return parameters.some(
    ({ name, spansSlashes, keepsSuffix }) =>
      (spansSlashes || keepsSuffix) && path.endsWith(`{${name}}`),
  )
}
