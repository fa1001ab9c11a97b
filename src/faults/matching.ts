import type { RequestCriteria } from '../forge-control.ts'
import type { FaultyRequest } from '../http/fault-source.ts'
import { matchesWildcard } from '../wildcard.ts'

/** Makes a test for requests; what the criteria leave out matches any. */
export function matcherOf(criteria: RequestCriteria): (request: FaultyRequest) => boolean {
  const { operation, user } = criteria
  const method = criteria.method?.toUpperCase()
  const path = criteria.path === undefined ? undefined : pathTest(criteria.path)
  return (request) =>
    (operation === undefined || operation === request.operation) &&
    (user === undefined || user === request.user) &&
    (method === undefined || method === request.method) &&
    (path === undefined || (request.path !== undefined && path(request.path)))
}

/** A test for paths, split at their slashes: `**` stands for any number of parts, none included. */
function pathTest(path: string): (path: string) => boolean {
  const pattern = partsOf(path)
  while (pattern.length > 1 && pattern.at(-1) === '') pattern.pop()
  return (asked) => matchesParts(pattern, partsOf(asked))
}

/**
 * Where a part does not fit, the last `**` takes one part more: the one before it never needs to, so
 * that there are at most as many steps as pairs of parts.
 */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  let [position, next] = [0, 0]
  let retry: { readonly after: number; taken: number } | undefined
  while (position < parts.length) {
    const expected = pattern[next]
    if (expected === '**') {
      retry = { after: next + 1, taken: position }
      next += 1
    } else if (expected !== undefined && matchesWildcard(expected, parts[position] ?? '')) {
      position += 1
      next += 1
    } else if (retry) {
      retry.taken += 1
      position = retry.taken
      next = retry.after
    } else {
      return false
    }
  }
  return pattern.slice(next).every((part) => part === '**')
}

/**
 * The parts of a path. One that holds a slash is written as clients send it, `group%2Fproject`, and is
 * one part.
 */
function partsOf(path: string): string[] {
  return path.split('/').map(decodedPart)
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('/', '%2F')
  } catch {
    return part
  }
}
