import type { RequestCriteria } from '../forge-control.ts'
import type { FaultyRequest } from '../http/fault-source.ts'

/** Makes a test for requests; what the criteria leave out matches any. */
export function matcherOf(criteria: RequestCriteria): (request: FaultyRequest) => boolean {
  const { operation, user } = criteria
  const method = criteria.method?.toUpperCase()
  const path = criteria.path === undefined ? undefined : pathPattern(criteria.path)
  return (request) =>
    (operation === undefined || operation === request.operation) &&
    (user === undefined || user === request.user) &&
    (method === undefined || method === request.method) &&
    (path === undefined || (request.path !== undefined && path.test(decoded(request.path))))
}

/**
 * A pattern of paths: `*` stands for one part, `**` for any number, none included. A part that holds
 * a slash is written as clients send it, `group%2Fproject`, and is one part.
 */
function pathPattern(path: string): RegExp {
  const parts = decoded(path).replace(/\/+$/, '').split('/').slice(1)
  const source = parts.map((part) => (part === '**' ? '(?:/[^/]*)*' : `/${partPattern(part)}`))
  return new RegExp(`^${source.join('')}$`)
}

function partPattern(part: string): string {
  return part
    .split('*')
    .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*')
}

/** A path whose parts are decoded but for their slashes, so that it is the same however it is written. */
function decoded(path: string): string {
  return path.split('/').map(decodedPart).join('/')
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('/', '%2F')
  } catch {
    return part
  }
}
