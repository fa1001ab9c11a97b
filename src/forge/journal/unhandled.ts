import { basePaths } from '../../contract/base-paths.ts'
import { nearestOperation } from './nearest-operation.ts'
import { nothingLikeIt, type Unhandled } from './unhandled-reason.ts'
import { unservedOperation } from './unserved.ts'

const prefix = basePaths.v3

/**
 * Why a request reached no operation; undefined where its path is not below `/api/`, which is no
 * matter of the API. `pathname` is that of its address.
 */
export function unhandledOf(method: string, pathname: string): Unhandled | undefined {
  const start = pathname.indexOf('/api/')
  if (start < 0) return undefined
  const path = pathname.slice(start).replace(/(?:\.json|\/)$/, '')
  if (path !== prefix && !path.startsWith(`${prefix}/`)) {
    return {
      reason: 'unknown',
      hint: `It is not below ${prefix}, which is all that Forgery serves.`,
    }
  }
  const verb = method === 'HEAD' ? 'GET' : method
  const rest = path.slice(prefix.length)
  const unserved = unservedOperation(verb, rest)
  if (unserved !== undefined) return { reason: 'unserved', hint: unservedHint(unserved) }
  return { reason: 'unknown', hint: unknownHint(verb, rest) }
}

/** What is said of an operation that GitLab 8.15 had. */
function unservedHint(operation: string): string {
  return `GitLab 8.15 had ${operation}; it is not among the operations that Forgery serves.`
}

function unknownHint(method: string, path: string): string {
  const nearest = nearestOperation(method, path)
  if (!nearest) return nothingLikeIt
  if (!nearest.isServed) {
    return `GitLab 8.15 had no such operation; the nearest that it had, ${nearest.operation}, is not among those that Forgery serves.`
  }
  const escaped = nearest.hasUnescapedSlash
    ? ', with the slash in its parameter written as %2F'
    : ''
  return `GitLab 8.15 had no such operation; did you mean ${nearest.operation}${escaped}?`
}
