import { type Api, apis } from '../../contract/apis.ts'
import { type ApiName, apiNames, basePaths, readApiPath } from '../../contract/base-paths.ts'
import type { UnservedOperation } from '../../contract/operation-contract.ts'
import { nearestOperation } from './nearest-operation.ts'

/** The reason why a request below `/api/` reached no operation. */
export interface Unhandled {
  /** `unserved`: an operation of that GitLab release that Forgery does not serve; `unknown`: no known operation. */
  readonly reason: 'unserved' | 'unknown'
  /** The reason as a sentence, with the operation that was probably meant. */
  readonly hint: string
}

/** The end of the hint for a request that resembles no operation. */
export const nothingLikeIt = 'is known here.'

/**
 * Returns the reason why a request reached no operation; undefined where its path is not below `/api/`. `pathname` is
 * the path of its URL, `served` are the APIs of the forge.
 */
export function unhandledOf(
  method: string,
  pathname: string,
  served: readonly ApiName[] = apiNames,
): Unhandled | undefined {
  const start = pathname.indexOf('/api/')
  if (start < 0) return undefined
  const path = readApiPath(pathname.slice(start).replace(/(?:\.json|\/)$/, ''))
  if (!path) {
    const places = served.map((name) => basePaths[name]).join(' or ')
    const hint = `It is not below ${places}, which is all that Forgery serves.`
    return { reason: 'unknown', hint }
  }
  if (!served.includes(path.api)) {
    const hint = `This forge serves ${served.join(' and ')} alone (\`apis\`).`
    return { reason: 'unknown', hint }
  }
  const api = apis[path.api]
  const verb = method === 'HEAD' ? 'GET' : method
  const unserved = unservedOperation(api, verb, path.below)
  if (unserved) return { reason: 'unserved', hint: unservedHint(api, unserved) }
  const other = isOperation(api, verb, path.below)
    ? undefined
    : served.find((name) => name !== api.name && isOperation(apis[name], verb, path.below))
  if (other) {
    const hint = `This is ${api.name}, which has no such operation; ${other} has it, below ${basePaths[other]}.`
    return { reason: 'unknown', hint: `${hint}${otherMethods(api, verb, path.below)}` }
  }
  return { reason: 'unknown', hint: unknownHint(api, verb, path.below) }
}

/** Returns a hint with the methods that the API has for a path, where that is not empty. */
function otherMethods({ name, findRoute }: Api, method: string, path: string): string {
  const route = findRoute(method, path)
  return route.kind === 'wrong method' ? ` In ${name} it is ${route.allowed.join(' or ')}.` : ''
}

function isOperation({ findRoute }: Api, method: string, path: string): boolean {
  return findRoute(method, path).kind === 'operation'
}

/**
 * Finds the operation of a request that the API had and Forgery does not serve, such as `GET /projects/{id}/labels`;
 * undefined where there is none. `path` is below the base path of the API.
 */
export function unservedOperation(
  { unserved }: Api,
  method: string,
  path: string,
): UnservedOperation | undefined {
  const segments = path.split('/')
  return unserved.find(
    (operation) => operation.method === method && isOf(operation.path.split('/'), segments),
  )
}

function isOf(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((word, index) =>
      word.startsWith('{') ? segments[index] !== '' : word === segments[index],
    )
  )
}

/** Returns the hint for an operation that GitLab had and Forgery does not serve. */
function unservedHint({ release }: Api, { method, path, instead }: UnservedOperation): string {
  const hint = `GitLab ${release} had ${method} ${path}; it is not among the operations that Forgery serves (docs/not-served.md).`
  return instead ? `${hint} ${instead}` : hint
}

function unknownHint(api: Api, method: string, path: string): string {
  const nearest = nearestOperation(api, method, path)
  if (!nearest) return `No such operation of GitLab ${api.release} ${nothingLikeIt}`
  if (!nearest.isServed) {
    return `No such operation of GitLab ${api.release} is known here; the nearest that it had, ${nearest.operation}, is not among those that Forgery serves (docs/not-served.md).`
  }
  const escaped = nearest.hasUnescapedSlash
    ? ', with the slash in its parameter written as %2F'
    : ''
  return `No such operation of GitLab ${api.release} is known here; did you mean ${nearest.operation}${escaped}?`
}
